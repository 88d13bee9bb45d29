#include "channel_copier.hpp"

#include <array>
#include <ingot/warp/warp_error.hpp>
#include <stdexcept>
#include <string>

namespace ingot::warp {

namespace {

constexpr std::string_view channel_fragment = R"(#version 330 core
uniform sampler2D source;
uniform int channel;
out float number;
void main() {
    vec4 pixel = texelFetch(source, ivec2(gl_FragCoord.xy), 0);
    number = channel == 0 ? pixel.r : pixel.g;
}
)";

opengl::program linked() try {
    return opengl::link("reading textures",
                        {{GL_VERTEX_SHADER, opengl::covering_vertices}, {GL_FRAGMENT_SHADER, channel_fragment}});
} catch (const std::runtime_error& problem) {
    throw warp_error(INGOT_WARP_NO_OPENGL, std::string("it needs OpenGL 3.3: ") + problem.what());
}

constexpr std::array<GLenum, 6> features {GL_DEPTH_TEST, GL_STENCIL_TEST,       GL_SCISSOR_TEST,
                                          GL_CULL_FACE,  GL_RASTERIZER_DISCARD, GL_BLEND};

GLuint bound(GLenum which) {
    GLint name = 0;
    glGetIntegerv(which, &name);
    return static_cast<GLuint>(name);
}

// What drawing changes, put back at the end.
class kept_state {
public:
    kept_state() {
        glGetIntegerv(GL_VIEWPORT, viewport.data());
        glGetBooleanv(GL_COLOR_WRITEMASK, mask.data());
        glGetIntegerv(GL_POLYGON_MODE, polygons.data());
        for (size_t i = 0; i < features.size(); ++i) {
            enabled[i] = glIsEnabled(features[i]);
            glDisable(features[i]);
        }
        glActiveTexture(GL_TEXTURE0);
        texture = bound(GL_TEXTURE_BINDING_2D);
        sampler = bound(GL_SAMPLER_BINDING);
    }
    kept_state(const kept_state&) = delete;
    kept_state& operator=(const kept_state&) = delete;
    ~kept_state() {
        glBindTexture(GL_TEXTURE_2D, texture);
        glBindSampler(0, sampler);
        glActiveTexture(unit);
        glUseProgram(program);
        glBindVertexArray(vertices);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
        glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
        glColorMask(mask[0], mask[1], mask[2], mask[3]);
        glPolygonMode(GL_FRONT_AND_BACK, static_cast<GLenum>(polygons[0]));
        for (size_t i = 0; i < features.size(); ++i)
            if (enabled[i] == GL_TRUE) glEnable(features[i]);
    }

private:
    std::array<GLint, 4> viewport {};
    std::array<GLboolean, 4> mask {};
    std::array<GLint, 2> polygons {};  // a compatibility profile answers for both sides
    std::array<GLboolean, features.size()> enabled {};
    GLuint framebuffer = bound(GL_DRAW_FRAMEBUFFER_BINDING);
    GLuint program = bound(GL_CURRENT_PROGRAM);
    GLuint vertices = bound(GL_VERTEX_ARRAY_BINDING);
    GLenum unit = bound(GL_ACTIVE_TEXTURE);
    GLuint texture = 0;
    GLuint sampler = 0;
};

}  // namespace

channel_copier::channel_copier() : program(linked()) {
    glSamplerParameteri(sampler.get(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glSamplerParameteri(sampler.get(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glSamplerParameteri(sampler.get(), GL_TEXTURE_COMPARE_MODE, GL_NONE);
}

void channel_copier::copy(GLuint from, uint32_t channel, GLuint to, uint32_t width, uint32_t height) const {
    const kept_state kept;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.get());
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, to, 0);
    glViewport(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height));
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glBindTexture(GL_TEXTURE_2D, from);
    glBindSampler(0, sampler.get());
    glUseProgram(program.get());
    glUniform1i(opengl::uniform(program, "source"), 0);
    glUniform1i(opengl::uniform(program, "channel"), static_cast<GLint>(channel));
    opengl::draw_covering_triangle(no_vertices);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
}

}  // namespace ingot::warp
