#include "frame_renderer.hpp"

#include <ingot_warp.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <optional>
#include <string>
#include <utility>

#include "scene_shaders.hpp"

namespace ingot::samples::warping {

namespace {

const std::string version = "#version 410 core\n";
constexpr uint32_t sky_mesh = 0;      // the first mesh, drawn with the first material, around the camera
constexpr float lit_radius = 300.0f;  // half the width of the area with shadows, in scene units
constexpr GLenum texture_unit = GL_TEXTURE0;
constexpr GLenum shadow_unit = GL_TEXTURE1;

// The work of a frame's steps, in triangles of the shadow map: a triangle of the scene has more to compute for each vertex, and
// the few triangles of the ground and the sky cover most pixels.
constexpr uint64_t work_of_scene_triangle = 3;
constexpr uint64_t work_of_wide_triangle = 12;
constexpr uint64_t work_of_all_pixels = 2000;

// The direction to the sun; the shaders contain the same constant.
const glm::vec3 to_sun = glm::normalize(glm::vec3(0.72f, 0.33f, 0.42f));

glm::mat4 view_of_sun() {
    return glm::ortho(-lit_radius, lit_radius, -0.5f * lit_radius, 0.5f * lit_radius, 1.0f, 1000.0f) *
           glm::lookAt(to_sun * 500.0f, glm::vec3(0.0f), {0.0f, 1.0f, 0.0f});
}

using opengl::uniform_location;

opengl::program linked(const char* purpose, const std::string& vertices, const std::string& fragments) {
    return opengl::link_program(purpose, {{GL_VERTEX_SHADER, vertices}, {GL_FRAGMENT_SHADER, fragments}});
}

// Returns whether all meshes of this kind are closed bodies, as those of stone and metal are. Their front faces hide their
// back faces, so back faces are culled.
bool is_closed(surface_kind kind) { return kind == surface_kind::stone || kind == surface_kind::metal; }

// Returns whether the shader cuts holes into surfaces of this kind. Only these kinds use alpha to coverage. For the others
// the depth test can run before the shading.
bool has_holes(surface_kind kind) { return kind == surface_kind::leaves || kind == surface_kind::model; }

void enable(GLenum capability, bool is_on) { (is_on ? glEnable : glDisable)(capability); }

bool casts_shadow(surface_kind kind) { return kind != surface_kind::sky && kind != surface_kind::ground; }

GLint wrap_of(media::texture_wrapping kind) {
    if (kind == media::texture_wrapping::mirror) return GL_MIRRORED_REPEAT;
    return kind == media::texture_wrapping::clamp ? GL_CLAMP_TO_EDGE : GL_REPEAT;
}

}  // namespace

frame_renderer::frame_renderer(world scene)
    : world_(std::move(scene)),
      resolve_program_(linked("the warp's samples", std::string(opengl::full_screen_vertex_shader),
                              version + frame_outputs + resolve_fragment)) {
    for (const surface_material& each : world_.materials) {
        if (programs_.contains(each.kind)) continue;
        const std::string begin = version + "const int painted = " + std::to_string(static_cast<int>(each.kind)) + ";\n";
        const std::string functions = std::string(sky_functions) + leaf_functions;
        programs_.emplace(
            each.kind,
            surface_programs {linked("the warp's scene", version + scene_vertex,
                                     begin + ingot_warp_glsl() + functions + frame_outputs + scene_fragment),
                              linked("the warp's shadows", version + shadow_vertex, begin + functions + shadow_fragment)});
    }
    for (const mesh& each : world_.meshes) upload(each);
    for (const media::texture& each : world_.textures) upload(each);
}

void frame_renderer::upload(const mesh& mesh) {
    mesh_buffers& buffers = meshes_.emplace_back();
    buffers.triangles = static_cast<uint32_t>(mesh.triangles.size() / 3);
    glm::vec3 low(INFINITY);
    glm::vec3 high(-INFINITY);
    for (const vertex& each : mesh.vertices) {
        low = glm::min(low, each.position);
        high = glm::max(high, each.position);
    }
    buffers.centre = 0.5f * (low + high);
    for (const vertex& each : mesh.vertices)
        buffers.radius = std::max(buffers.radius, glm::distance(buffers.centre, each.position));
    glBindVertexArray(buffers.array.get());
    glBindBuffer(GL_ARRAY_BUFFER, buffers.vertices.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.vertices.size() * sizeof(vertex)), mesh.vertices.data(),
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers.elements.get());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.triangles.size() * sizeof(uint32_t)),
                 mesh.triangles.data(), GL_STATIC_DRAW);
    const auto attribute = [](GLuint index, GLint components, size_t offset) {
        glEnableVertexAttribArray(index);
        glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, sizeof(vertex), reinterpret_cast<const void*>(offset));
    };
    attribute(0, 3, offsetof(vertex, position));
    attribute(1, 3, offsetof(vertex, normal));
    attribute(2, 2, offsetof(vertex, texture_coordinates));
    attribute(3, 1, offsetof(vertex, sky_visibility));
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void frame_renderer::upload(const media::texture& texture) {
    glBindTexture(GL_TEXTURE_2D, textures_.emplace_back().get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, static_cast<GLsizei>(texture.width), static_cast<GLsizei>(texture.height), 0,
                 GL_RGBA, GL_UNSIGNED_BYTE, texture.texels.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap_of(texture.wrap_u));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap_of(texture.wrap_v));
    glBindTexture(GL_TEXTURE_2D, 0);
}

size_t frame_renderer::triangles() const {
    size_t sum = 0;
    for (const instance& each : world_.instances_at(0.0)) sum += meshes_[each.mesh].triangles;
    return sum;
}

// Places all objects at the three times. The sky follows the eye.
frame_renderer::instances_at_moments frame_renderer::objects_at(const moments& moments) const {
    instances_at_moments all;
    for (size_t i = 0; i < all.size(); ++i) {
        all[i] = world_.instances_at(moments.times[i]);
        const glm::vec3 eye(glm::inverse(moments.views[i])[3]);
        all[i].push_back({sky_mesh, 0, glm::scale(glm::translate(glm::mat4(1.0f), eye), glm::vec3(sky_distance))});
    }
    return all;
}

// Lists what is to be done for a frame: the shadows of the objects that move, then the objects that can be seen, each in the
// order of the kinds of surface.
std::vector<frame_renderer::step> frame_renderer::steps_of(const frame& frame) const {
    const auto aspect = static_cast<float>(frame.target->width()) / static_cast<float>(frame.target->height());
    const std::vector<instance>& objects = frame.objects[0];
    const auto kind_of = [&](size_t object) { return world_.materials[objects[object].material].kind; };
    const auto can_be_seen = [&](const instance& object) {
        const mesh_buffers& mesh = meshes_[object.mesh];
        const glm::mat3 axes(object.transform);
        const float scale = std::max({glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2])});
        const glm::vec3 centre(frame.when.views[0] * object.transform * glm::vec4(mesh.centre, 1.0f));
        return is_in_view(centre, scale * mesh.radius, aspect);
    };
    std::vector<step> steps;
    const auto add_objects = [&](action what, surface_kind kind, size_t first, uint64_t cost, const auto& is_drawn) {
        for (size_t i = first; i < objects.size(); ++i)
            if (kind_of(i) == kind && is_drawn(objects[i]))
                steps.push_back({what, kind, i, meshes_[objects[i].mesh].triangles, cost});
    };
    steps.push_back({.what = action::copy_still_shadows, .cost = work_of_all_pixels});
    for (const auto& [kind, programs] : programs_)
        if (casts_shadow(kind))
            add_objects(action::shadow, kind, world_.static_instances.size(), 1, [](const instance&) { return true; });
    steps.push_back({.what = action::clear_scene, .cost = work_of_all_pixels});
    for (const auto& [kind, programs] : programs_)
        add_objects(action::scene, kind, 0, casts_shadow(kind) ? work_of_scene_triangle : work_of_wide_triangle, can_be_seen);
    steps.push_back({.what = action::resolve, .cost = work_of_all_pixels});
    return steps;
}

// Draws triangles of an object. The program of its kind must be in use.
void frame_renderer::draw(const step& step, const instances_at_moments& all, uint32_t first_triangle, uint32_t count) const {
    const surface_programs& programs = programs_.at(step.kind);
    const opengl::program& program = step.what == action::shadow ? programs.shadow : programs.scene;
    const instance& object = all[0][step.object];
    const surface_material& material = world_.materials[object.material];
    const std::array<glm::mat4, 3> places {object.transform, all[1][step.object].transform, all[2][step.object].transform};
    const glm::mat3 normals = glm::inverseTranspose(glm::mat3(object.transform));
    glUniformMatrix4fv(uniform_location(program, "model"), 3, GL_FALSE, glm::value_ptr(places[0]));
    glUniformMatrix3fv(uniform_location(program, "normals"), 1, GL_FALSE, glm::value_ptr(normals));
    glUniform3fv(uniform_location(program, "colour"), 1, glm::value_ptr(material.colour));
    glUniform1f(uniform_location(program, "metalness"), material.metalness);
    glUniform1f(uniform_location(program, "roughness"), material.roughness);
    glUniform1f(uniform_location(program, "cutoff"), material.cutoff);
    glUniform1i(uniform_location(program, "textured"), material.texture ? 1 : 0);
    if (material.texture) glBindTexture(GL_TEXTURE_2D, textures_[*material.texture].get());
    glBindVertexArray(meshes_[object.mesh].array.get());
    const size_t offset = size_t {3} * first_triangle * sizeof(uint32_t);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * count), GL_UNSIGNED_INT, reinterpret_cast<const void*>(offset));
    glBindVertexArray(0);
}

void frame_renderer::prepare_shadows(surface_kind kind, GLuint framebuffer) const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, shadow_map::side, shadow_map::side);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2.0f, 4.0f);  // so that rounding errors do not make surfaces shadow themselves
    const opengl::program& program = programs_.at(kind).shadow;
    glUseProgram(program.get());
    glUniformMatrix4fv(uniform_location(program, "from_sun"), 1, GL_FALSE, glm::value_ptr(view_of_sun()));
    glUniform1i(uniform_location(program, "colours"), 0);
    enable(GL_CULL_FACE, is_closed(kind));
}

// Draws the shadows of the objects that do not move. The depths of the nearest surfaces do not depend on the order in which
// objects are drawn, so each frame can begin with these.
void frame_renderer::make_still_shadows(const instances_at_moments& all) {
    glBindFramebuffer(GL_FRAMEBUFFER, still_shadows_.framebuffer());
    glClear(GL_DEPTH_BUFFER_BIT);
    for (const auto& [kind, programs] : programs_) {
        if (!casts_shadow(kind)) continue;
        prepare_shadows(kind, still_shadows_.framebuffer());
        for (size_t i = 0; i < world_.static_instances.size(); ++i) {
            const instance& object = all[0][i];
            const uint32_t triangles = meshes_[object.mesh].triangles;
            if (world_.materials[object.material].kind == kind) draw({action::shadow, kind, i, triangles}, all, 0, triangles);
        }
    }
    has_still_shadows_ = true;
}

void frame_renderer::copy_still_shadows() const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, still_shadows_.framebuffer());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, shadows_.framebuffer());
    constexpr GLsizei side = shadow_map::side;
    glBlitFramebuffer(0, 0, side, side, 0, 0, side, side, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
}

void frame_renderer::clear_scene() const {
    glBindFramebuffer(GL_FRAMEBUFFER, multisampled_frame_->framebuffer());
    const std::array<GLfloat, 4> black {};
    const std::array<GLuint, 4> still {};
    for (const GLint buffer : {0, 3}) glClearBufferfv(GL_COLOR, buffer, black.data());
    for (const GLint buffer : {1, 2, 4}) glClearBufferuiv(GL_COLOR, buffer, still.data());
    glClear(GL_DEPTH_BUFFER_BIT);
}

void frame_renderer::prepare_scene(surface_kind kind, const moments& moments) const {
    glBindFramebuffer(GL_FRAMEBUFFER, multisampled_frame_->framebuffer());
    const auto width = static_cast<GLsizei>(multisampled_frame_->width());
    const auto height = static_cast<GLsizei>(multisampled_frame_->height());
    glViewport(0, 0, width, height);
    glDisable(GL_POLYGON_OFFSET_FILL);
    const glm::mat4 projection = glm::perspective(glm::radians(field_of_view),
                                                  static_cast<float>(width) / static_cast<float>(height), near_plane, far_plane);
    const glm::vec3 eye(glm::inverse(moments.views[0])[3]);
    glActiveTexture(shadow_unit);
    glBindTexture(GL_TEXTURE_2D, shadows_.texture());
    glActiveTexture(texture_unit);
    const opengl::program& program = programs_.at(kind).scene;
    glUseProgram(program.get());
    glUniformMatrix4fv(uniform_location(program, "view"), 3, GL_FALSE, glm::value_ptr(moments.views[0]));
    glUniformMatrix4fv(uniform_location(program, "projection"), 1, GL_FALSE, glm::value_ptr(projection));
    glUniformMatrix4fv(uniform_location(program, "from_sun"), 1, GL_FALSE, glm::value_ptr(view_of_sun()));
    glUniform3fv(uniform_location(program, "eye"), 1, glm::value_ptr(eye));
    glUniform1f(uniform_location(program, "pillar_ring"), world_.has_columns ? 1.0f : 0.0f);
    glUniform1i(uniform_location(program, "colours"), 0);
    glUniform1i(uniform_location(program, "shadows"), 1);
    enable(GL_CULL_FACE, is_closed(kind));
    enable(GL_SAMPLE_ALPHA_TO_COVERAGE, has_holes(kind));
}

void frame_renderer::resolve(const frame_target& target) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(0, 0, static_cast<GLsizei>(target.width()), static_cast<GLsizei>(target.height()));
    for (const GLenum each : {GL_DEPTH_TEST, GL_CULL_FACE, GL_SAMPLE_ALPHA_TO_COVERAGE}) glDisable(each);
    glUseProgram(resolve_program_.get());
    GLint unit = 0;
    for (const char* const name : {"colours", "forwards", "backwards", "changes", "in_spaces", "depths"}) {
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
        glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, multisampled_frame_->all()[static_cast<size_t>(unit)].get());
        glUniform1i(uniform_location(resolve_program_, name), unit++);
    }
    glUniform1i(uniform_location(resolve_program_, "samples"), multisampled_frame_->sample_count());
    glUniform2f(uniform_location(resolve_program_, "planes"), near_plane, far_plane);
    opengl::draw_full_screen_triangle(no_vertices_);
    for (; unit > 0; --unit) {
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit - 1));
        glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);
    }
    glUseProgram(0);
}

void frame_renderer::render(const frame_target& target, const moments& moments) {
    begin(target, moments);
    draw_part(work_left());
}

void frame_renderer::begin(const frame_target& target, const moments& moments) {
    if (!multisampled_frame_ || multisampled_frame_->width() != target.width() ||
        multisampled_frame_->height() != target.height())
        multisampled_frame_ = std::make_unique<multisampled_target>(target.width(), target.height());
    frame_ = {.target = &target, .when = moments, .objects = objects_at(moments)};
    frame_.steps = steps_of(frame_);
    for (const step& each : frame_.steps) frame_.work += each.work();
    frame_.work_left = frame_.work;
}

// Sets the state of OpenGL for a step that draws an object, or does the whole of another step.
void frame_renderer::prepare(const step& step, const frame& frame) const {
    if (step.what == action::copy_still_shadows) copy_still_shadows();
    if (step.what == action::shadow) prepare_shadows(step.kind, shadows_.framebuffer());
    if (step.what == action::clear_scene) clear_scene();
    if (step.what == action::scene) prepare_scene(step.kind, frame.when);
    if (step.what == action::resolve) resolve(*frame.target);
}

void frame_renderer::draw_part(uint64_t work) {
    GLint before = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glActiveTexture(texture_unit);
    if (!has_still_shadows_) make_still_shadows(frame_.objects);
    std::optional<std::pair<action, surface_kind>> prepared;
    while (work > 0 && frame_.next_step < frame_.steps.size()) {
        const step& next = frame_.steps[frame_.next_step];
        if (std::pair(next.what, next.kind) != prepared) prepare(next, frame_);
        prepared = {next.what, next.kind};
        const uint64_t affords = std::max(work / next.cost, uint64_t {1});
        const auto count = static_cast<uint32_t>(std::min<uint64_t>(affords, next.triangles - frame_.next_triangle));
        if (next.what == action::shadow || next.what == action::scene) draw(next, frame_.objects, frame_.next_triangle, count);
        const uint64_t done = count * next.cost;
        work -= std::min(work, done);
        frame_.work_left -= done;
        frame_.next_triangle += count;
        if (frame_.next_triangle < next.triangles) continue;
        ++frame_.next_step;
        frame_.next_triangle = 0;
    }
    for (const GLenum each : {GL_DEPTH_TEST, GL_CULL_FACE, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_POLYGON_OFFSET_FILL}) glDisable(each);
    for (const GLenum each : {shadow_unit, texture_unit}) {
        glActiveTexture(each);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    glUseProgram(0);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
}

bool is_in_view(const glm::vec3& centre, float radius, float aspect) {
    const float depth = -centre.z;
    if (depth + radius < near_plane || depth - radius > far_plane) return false;
    // The planes at the sides go through the eye. A place is inside of one if, for example, x is at most `slope` times the depth.
    const float up = std::tan(0.5f * glm::radians(field_of_view));
    const auto is_inside = [&](float place, float slope) {
        return std::abs(place) <= slope * depth + radius * std::sqrt(1.0f + slope * slope);
    };
    return is_inside(centre.x, up * aspect) && is_inside(centre.y, up);
}

}  // namespace ingot::samples::warping
