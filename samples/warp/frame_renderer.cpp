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
constexpr uint32_t sky_mesh = 0;  // the sky is the first of everything, and goes with the eye
constexpr float lit_radius = 300.0f;
constexpr GLenum texture_unit = GL_TEXTURE0;
constexpr GLenum shadow_unit = GL_TEXTURE1;

// As the shaders have it.
const glm::vec3 to_sun = glm::normalize(glm::vec3(0.72f, 0.33f, 0.42f));

glm::mat4 view_of_sun() {
    return glm::ortho(-lit_radius, lit_radius, -0.5f * lit_radius, 0.5f * lit_radius, 1.0f, 1000.0f) *
           glm::lookAt(to_sun * 500.0f, glm::vec3(0.0f), {0.0f, 1.0f, 0.0f});
}

using opengl::uniform;

opengl::program linked(const char* purpose, const std::string& vertices, const std::string& fragments) {
    return opengl::link(purpose, {{GL_VERTEX_SHADER, vertices}, {GL_FRAGMENT_SHADER, fragments}});
}

// Stone and metal are closed bodies, turned or round: what faces away is hidden by what does not, and need not be drawn.
bool is_closed(paint of) { return of == paint::stone || of == paint::metal; }

// Only what a shader may cut out needs a coverage from it; for all else the depth test can go before the shading.
bool has_holes(paint of) { return of == paint::leaves || of == paint::own; }

void enable(GLenum what, bool is_on) { (is_on ? glEnable : glDisable)(what); }

bool casts_shadow(paint of) { return of != paint::sky && of != paint::ground; }

GLint wrap_of(media::wrapping kind) {
    if (kind == media::wrapping::mirror) return GL_MIRRORED_REPEAT;
    return kind == media::wrapping::clamp ? GL_CLAMP_TO_EDGE : GL_REPEAT;
}

}  // namespace

frame_renderer::frame_renderer(world shown)
    : shows(std::move(shown)),
      resolve_program(
          linked("the warp's samples", std::string(opengl::covering_vertices), version + frame_outputs + resolve_fragment)) {
    for (const look& each : shows.looks) {
        if (programs.contains(each.of)) continue;
        const std::string begin = version + "const int painted = " + std::to_string(static_cast<int>(each.of)) + ";\n";
        const std::string functions = std::string(sky_functions) + leaf_functions;
        programs.emplace(
            each.of,
            surface_programs {linked("the warp's scene", version + scene_vertex,
                                     begin + ingot_warp_glsl() + functions + frame_outputs + scene_fragment),
                              linked("the warp's shadows", version + shadow_vertex, begin + functions + shadow_fragment)});
    }
    for (const mesh& each : shows.meshes) upload(each);
    for (const media::texture& each : shows.textures) upload(each);
}

void frame_renderer::upload(const mesh& from) {
    buffers& to = meshes.emplace_back();
    to.count = static_cast<GLsizei>(from.triangles.size());
    glBindVertexArray(to.array.get());
    glBindBuffer(GL_ARRAY_BUFFER, to.vertices.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(from.vertices.size() * sizeof(vertex)), from.vertices.data(),
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, to.elements.get());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(from.triangles.size() * sizeof(uint32_t)),
                 from.triangles.data(), GL_STATIC_DRAW);
    const auto attribute = [](GLuint index, GLint components, size_t offset) {
        glEnableVertexAttribArray(index);
        glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, sizeof(vertex), reinterpret_cast<const void*>(offset));
    };
    attribute(0, 3, offsetof(vertex, position));
    attribute(1, 3, offsetof(vertex, normal));
    attribute(2, 2, offsetof(vertex, place));
    attribute(3, 1, offsetof(vertex, open));
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void frame_renderer::upload(const media::texture& from) {
    glBindTexture(GL_TEXTURE_2D, textures.emplace_back().get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, static_cast<GLsizei>(from.width), static_cast<GLsizei>(from.height), 0,
                 GL_RGBA, GL_UNSIGNED_BYTE, from.texels.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap_of(from.wrap_u));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap_of(from.wrap_v));
    glBindTexture(GL_TEXTURE_2D, 0);
}

size_t frame_renderer::triangles() const {
    size_t sum = 0;
    for (const thing& each : shows.things_at(0.0)) sum += static_cast<size_t>(meshes[each.mesh].count) / 3;
    return sum;
}

// All of one kind, whose program is in use.
void frame_renderer::draw(const opengl::program& program, paint of, const things& all) const {
    const GLint at_model = uniform(program, "model");
    const GLint at_normals = uniform(program, "normals");
    const GLint at_colour = uniform(program, "colour");
    const GLint at_metalness = uniform(program, "metalness");
    const GLint at_roughness = uniform(program, "roughness");
    const GLint at_cutoff = uniform(program, "cutoff");
    const GLint at_textured = uniform(program, "textured");
    for (size_t i = 0; i < all[0].size(); ++i) {
        const thing& drawn = all[0][i];
        const look& as = shows.looks[drawn.look];
        if (as.of != of) continue;
        const std::array<glm::mat4, 3> places {drawn.place, all[1][i].place, all[2][i].place};
        const glm::mat3 normals = glm::inverseTranspose(glm::mat3(drawn.place));
        glUniformMatrix4fv(at_model, 3, GL_FALSE, glm::value_ptr(places[0]));
        glUniformMatrix3fv(at_normals, 1, GL_FALSE, glm::value_ptr(normals));
        glUniform3fv(at_colour, 1, glm::value_ptr(as.colour));
        glUniform1f(at_metalness, as.metalness);
        glUniform1f(at_roughness, as.roughness);
        glUniform1f(at_cutoff, as.cutoff);
        glUniform1i(at_textured, as.texture ? 1 : 0);
        if (as.texture) glBindTexture(GL_TEXTURE_2D, textures[*as.texture].get());
        glBindVertexArray(meshes[drawn.mesh].array.get());
        glDrawElements(GL_TRIANGLES, meshes[drawn.mesh].count, GL_UNSIGNED_INT, nullptr);
    }
    glBindVertexArray(0);
}

void frame_renderer::draw_shadows(const things& all) const {
    glBindFramebuffer(GL_FRAMEBUFFER, shadows.framebuffer());
    glViewport(0, 0, shadow_map::side, shadow_map::side);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2.0f, 4.0f);
    for (const auto& [of, with] : programs) {
        if (!casts_shadow(of)) continue;
        glUseProgram(with.shadow.get());
        glUniformMatrix4fv(uniform(with.shadow, "from_sun"), 1, GL_FALSE, glm::value_ptr(view_of_sun()));
        glUniform1i(uniform(with.shadow, "colours"), 0);
        enable(GL_CULL_FACE, is_closed(of));
        draw(with.shadow, of, all);
    }
    glDisable(GL_CULL_FACE);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void frame_renderer::draw_scene(const things& all, const moments& when) const {
    glBindFramebuffer(GL_FRAMEBUFFER, samples->framebuffer());
    const auto width = static_cast<GLsizei>(samples->width());
    const auto height = static_cast<GLsizei>(samples->height());
    glViewport(0, 0, width, height);
    const std::array<GLfloat, 4> black {};
    const std::array<GLuint, 4> still {};
    for (const GLint buffer : {0, 3}) glClearBufferfv(GL_COLOR, buffer, black.data());
    for (const GLint buffer : {1, 2, 4}) glClearBufferuiv(GL_COLOR, buffer, still.data());
    glClear(GL_DEPTH_BUFFER_BIT);
    const glm::mat4 projection = glm::perspective(glm::radians(field_of_view),
                                                  static_cast<float>(width) / static_cast<float>(height), near_plane, far_plane);
    const glm::vec3 eye(glm::inverse(when.views[0])[3]);
    glActiveTexture(shadow_unit);
    glBindTexture(GL_TEXTURE_2D, shadows.texture());
    glActiveTexture(texture_unit);
    for (const auto& [of, with] : programs) {
        glUseProgram(with.scene.get());
        glUniformMatrix4fv(uniform(with.scene, "view"), 3, GL_FALSE, glm::value_ptr(when.views[0]));
        glUniformMatrix4fv(uniform(with.scene, "projection"), 1, GL_FALSE, glm::value_ptr(projection));
        glUniformMatrix4fv(uniform(with.scene, "from_sun"), 1, GL_FALSE, glm::value_ptr(view_of_sun()));
        glUniform3fv(uniform(with.scene, "eye"), 1, glm::value_ptr(eye));
        glUniform1f(uniform(with.scene, "pillar_ring"), shows.has_columns ? 1.0f : 0.0f);
        glUniform1i(uniform(with.scene, "colours"), 0);
        glUniform1i(uniform(with.scene, "shadows"), 1);
        enable(GL_CULL_FACE, is_closed(of));
        enable(GL_SAMPLE_ALPHA_TO_COVERAGE, has_holes(of));
        draw(with.scene, of, all);
    }
    glDisable(GL_CULL_FACE);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glActiveTexture(shadow_unit);
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(texture_unit);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void frame_renderer::resolve(const frame_target& into) const {
    glBindFramebuffer(GL_FRAMEBUFFER, into.framebuffer());
    glViewport(0, 0, static_cast<GLsizei>(into.width()), static_cast<GLsizei>(into.height()));
    glDisable(GL_DEPTH_TEST);
    glUseProgram(resolve_program.get());
    GLint unit = 0;
    for (const char* const name : {"colours", "forwards", "backwards", "changes", "in_spaces", "depths"}) {
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
        glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, samples->all()[static_cast<size_t>(unit)].get());
        glUniform1i(uniform(resolve_program, name), unit++);
    }
    glUniform1i(uniform(resolve_program, "samples"), samples->samples());
    glUniform2f(uniform(resolve_program, "planes"), near_plane, far_plane);
    opengl::draw_covering_triangle(no_vertices);
    for (; unit > 0; --unit) {
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit - 1));
        glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);
    }
    glUseProgram(0);
}

void frame_renderer::render(const frame_target& into, const moments& when) {
    GLint before = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    if (!samples || samples->width() != into.width() || samples->height() != into.height())
        samples = std::make_unique<multisampled_target>(into.width(), into.height());
    things all;
    for (size_t i = 0; i < all.size(); ++i) {
        all[i] = shows.things_at(when.times[i]);
        const glm::vec3 eye(glm::inverse(when.views[i])[3]);
        all[i].push_back({sky_mesh, 0, glm::scale(glm::translate(glm::mat4(1.0f), eye), glm::vec3(sky_distance))});
    }
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    draw_shadows(all);
    draw_scene(all, when);
    resolve(into);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
}

}  // namespace ingot::samples::warping
