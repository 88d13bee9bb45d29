#include "frame_renderer.hpp"

#include <ingot_warp.h>

#include <cstddef>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/type_ptr.hpp>
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
    buffers.count = static_cast<GLsizei>(mesh.triangles.size());
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
    for (const instance& each : world_.instances_at(0.0)) sum += static_cast<size_t>(meshes_[each.mesh].count) / 3;
    return sum;
}

// Draws all objects of one kind of surface with a program of this kind, which must be in use.
void frame_renderer::draw(const opengl::program& program, surface_kind kind, const instances_at_moments& all) const {
    // Query the locations of the uniforms, then draw the objects of this kind.
    const GLint at_model = uniform_location(program, "model");
    const GLint at_normals = uniform_location(program, "normals");
    const GLint at_colour = uniform_location(program, "colour");
    const GLint at_metalness = uniform_location(program, "metalness");
    const GLint at_roughness = uniform_location(program, "roughness");
    const GLint at_cutoff = uniform_location(program, "cutoff");
    const GLint at_textured = uniform_location(program, "textured");
    for (size_t i = 0; i < all[0].size(); ++i) {
        const instance& object = all[0][i];
        const surface_material& material = world_.materials[object.material];
        if (material.kind != kind) continue;
        const std::array<glm::mat4, 3> places {object.transform, all[1][i].transform, all[2][i].transform};
        const glm::mat3 normals = glm::inverseTranspose(glm::mat3(object.transform));
        glUniformMatrix4fv(at_model, 3, GL_FALSE, glm::value_ptr(places[0]));
        glUniformMatrix3fv(at_normals, 1, GL_FALSE, glm::value_ptr(normals));
        glUniform3fv(at_colour, 1, glm::value_ptr(material.colour));
        glUniform1f(at_metalness, material.metalness);
        glUniform1f(at_roughness, material.roughness);
        glUniform1f(at_cutoff, material.cutoff);
        glUniform1i(at_textured, material.texture ? 1 : 0);
        if (material.texture) glBindTexture(GL_TEXTURE_2D, textures_[*material.texture].get());
        glBindVertexArray(meshes_[object.mesh].array.get());
        glDrawElements(GL_TRIANGLES, meshes_[object.mesh].count, GL_UNSIGNED_INT, nullptr);
    }
    glBindVertexArray(0);
}

void frame_renderer::draw_shadows(const instances_at_moments& all) const {
    glBindFramebuffer(GL_FRAMEBUFFER, shadows_.framebuffer());
    glViewport(0, 0, shadow_map::side, shadow_map::side);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2.0f, 4.0f);  // so that rounding errors do not make surfaces shadow themselves
    for (const auto& [kind, programs] : programs_) {
        if (!casts_shadow(kind)) continue;
        glUseProgram(programs.shadow.get());
        glUniformMatrix4fv(uniform_location(programs.shadow, "from_sun"), 1, GL_FALSE, glm::value_ptr(view_of_sun()));
        glUniform1i(uniform_location(programs.shadow, "colours"), 0);
        enable(GL_CULL_FACE, is_closed(kind));
        draw(programs.shadow, kind, all);
    }
    glDisable(GL_CULL_FACE);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void frame_renderer::draw_scene(const instances_at_moments& all, const moments& moments) const {
    glBindFramebuffer(GL_FRAMEBUFFER, multisampled_frame_->framebuffer());
    const auto width = static_cast<GLsizei>(multisampled_frame_->width());
    const auto height = static_cast<GLsizei>(multisampled_frame_->height());
    glViewport(0, 0, width, height);
    const std::array<GLfloat, 4> black {};
    const std::array<GLuint, 4> still {};
    for (const GLint buffer : {0, 3}) glClearBufferfv(GL_COLOR, buffer, black.data());
    for (const GLint buffer : {1, 2, 4}) glClearBufferuiv(GL_COLOR, buffer, still.data());
    glClear(GL_DEPTH_BUFFER_BIT);
    const glm::mat4 projection = glm::perspective(glm::radians(field_of_view),
                                                  static_cast<float>(width) / static_cast<float>(height), near_plane, far_plane);
    const glm::vec3 eye(glm::inverse(moments.views[0])[3]);
    glActiveTexture(shadow_unit);
    glBindTexture(GL_TEXTURE_2D, shadows_.texture());
    glActiveTexture(texture_unit);
    for (const auto& [kind, programs] : programs_) {
        glUseProgram(programs.scene.get());
        glUniformMatrix4fv(uniform_location(programs.scene, "view"), 3, GL_FALSE, glm::value_ptr(moments.views[0]));
        glUniformMatrix4fv(uniform_location(programs.scene, "projection"), 1, GL_FALSE, glm::value_ptr(projection));
        glUniformMatrix4fv(uniform_location(programs.scene, "from_sun"), 1, GL_FALSE, glm::value_ptr(view_of_sun()));
        glUniform3fv(uniform_location(programs.scene, "eye"), 1, glm::value_ptr(eye));
        glUniform1f(uniform_location(programs.scene, "pillar_ring"), world_.has_columns ? 1.0f : 0.0f);
        glUniform1i(uniform_location(programs.scene, "colours"), 0);
        glUniform1i(uniform_location(programs.scene, "shadows"), 1);
        enable(GL_CULL_FACE, is_closed(kind));
        enable(GL_SAMPLE_ALPHA_TO_COVERAGE, has_holes(kind));
        draw(programs.scene, kind, all);
    }
    glDisable(GL_CULL_FACE);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glActiveTexture(shadow_unit);
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(texture_unit);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void frame_renderer::resolve(const frame_target& target) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(0, 0, static_cast<GLsizei>(target.width()), static_cast<GLsizei>(target.height()));
    glDisable(GL_DEPTH_TEST);
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
    GLint before = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    if (!multisampled_frame_ || multisampled_frame_->width() != target.width() ||
        multisampled_frame_->height() != target.height())
        multisampled_frame_ = std::make_unique<multisampled_target>(target.width(), target.height());
    // Place all objects at the three times. The sky follows the eye.
    instances_at_moments all;
    for (size_t i = 0; i < all.size(); ++i) {
        all[i] = world_.instances_at(moments.times[i]);
        const glm::vec3 eye(glm::inverse(moments.views[i])[3]);
        all[i].push_back({sky_mesh, 0, glm::scale(glm::translate(glm::mat4(1.0f), eye), glm::vec3(sky_distance))});
    }
    // Render the shadow map, then the scene with several samples for each pixel, and resolve the samples.
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    draw_shadows(all);
    draw_scene(all, moments);
    resolve(target);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
}

}  // namespace ingot::samples::warping
