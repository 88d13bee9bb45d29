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

opengl::program link_copy_program() try {
    return opengl::link_program("copying a channel of a texture",
                                {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader}, {GL_FRAGMENT_SHADER, channel_fragment}});
} catch (const std::runtime_error& problem) {
    throw warp_error(INGOT_WARP_NO_OPENGL, std::string("the warp library requires OpenGL 3.3 or later: ") + problem.what());
}

// Features of OpenGL that would change the copy if they were enabled. Each of them applies to all draw buffers and viewports.
constexpr std::array<GLenum, 4> features {GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_RASTERIZER_DISCARD};

// Returns whether OpenGL has several viewports, each with its own rectangle and scissor test.
bool has_viewports() { return epoxy_gl_version() >= 41 || epoxy_has_gl_extension("GL_ARB_viewport_array"); }

GLuint get_name(GLenum parameter) {
    GLint name = 0;
    glGetIntegerv(parameter, &name);
    return static_cast<GLuint>(name);
}

// Sets the state of OpenGL for the copy; the destructor restores what the program had set. The copy draws to draw buffer 0
// through viewport 0. The blending, masks, rectangles and scissor tests of other draw buffers and viewports do not change.
class copy_state {
public:
    copy_state(uint32_t width, uint32_t height) {
        glGetFloatv(GL_VIEWPORT, viewport_.data());
        glGetBooleani_v(GL_COLOR_WRITEMASK, 0, mask_.data());
        glGetIntegerv(GL_POLYGON_MODE, polygons_.data());
        for (size_t i = 0; i < features.size(); ++i) {
            enabled_[i] = glIsEnabled(features[i]);
            glDisable(features[i]);
        }
        glActiveTexture(GL_TEXTURE0);
        texture_ = get_name(GL_TEXTURE_BINDING_2D);
        sampler_ = get_name(GL_SAMPLER_BINDING);
        set_viewport({0.0f, 0.0f, static_cast<GLfloat>(width), static_cast<GLfloat>(height)});
        set_scissor_test(GL_FALSE);
        set_blending(GL_FALSE);
        glColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    }
    copy_state(const copy_state&) = delete;
    copy_state& operator=(const copy_state&) = delete;
    ~copy_state() {
        glBindTexture(GL_TEXTURE_2D, texture_);
        glBindSampler(0, sampler_);
        glActiveTexture(unit_);
        glUseProgram(program_);
        glBindVertexArray(vertices_);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_);
        set_viewport(viewport_);
        set_scissor_test(scissor_test_);
        set_blending(blending_);
        glColorMaski(0, mask_[0], mask_[1], mask_[2], mask_[3]);
        glPolygonMode(GL_FRONT_AND_BACK, static_cast<GLenum>(polygons_[0]));
        for (size_t i = 0; i < features.size(); ++i)
            if (enabled_[i] == GL_TRUE) glEnable(features[i]);
    }

private:
    void set_viewport(const std::array<GLfloat, 4>& rectangle) const {
        if (has_viewports_)
            glViewportIndexedfv(0, rectangle.data());
        else
            glViewport(static_cast<GLint>(rectangle[0]), static_cast<GLint>(rectangle[1]), static_cast<GLsizei>(rectangle[2]),
                       static_cast<GLsizei>(rectangle[3]));
    }
    void set_scissor_test(GLboolean on) const {
        if (has_viewports_)
            on == GL_TRUE ? glEnablei(GL_SCISSOR_TEST, 0) : glDisablei(GL_SCISSOR_TEST, 0);
        else
            on == GL_TRUE ? glEnable(GL_SCISSOR_TEST) : glDisable(GL_SCISSOR_TEST);
    }
    static void set_blending(GLboolean on) { on == GL_TRUE ? glEnablei(GL_BLEND, 0) : glDisablei(GL_BLEND, 0); }

    bool has_viewports_ = has_viewports();
    std::array<GLfloat, 4> viewport_ {};
    std::array<GLboolean, 4> mask_ {};
    std::array<GLint, 2> polygons_ {};  // a compatibility profile returns two modes: for front faces and for back faces
    std::array<GLboolean, features.size()> enabled_ {};
    GLboolean scissor_test_ = glIsEnabled(GL_SCISSOR_TEST);  // of viewport 0
    GLboolean blending_ = glIsEnabledi(GL_BLEND, 0);
    GLuint framebuffer_ = get_name(GL_DRAW_FRAMEBUFFER_BINDING);
    GLuint program_ = get_name(GL_CURRENT_PROGRAM);
    GLuint vertices_ = get_name(GL_VERTEX_ARRAY_BINDING);
    GLenum unit_ = get_name(GL_ACTIVE_TEXTURE);
    GLuint texture_ = 0;
    GLuint sampler_ = 0;
};

}  // namespace

channel_copier::channel_copier() : program_(link_copy_program()) {
    glSamplerParameteri(sampler_.get(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glSamplerParameteri(sampler_.get(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glSamplerParameteri(sampler_.get(), GL_TEXTURE_COMPARE_MODE, GL_NONE);
}

void channel_copier::copy(GLuint source, uint32_t channel, GLuint destination, uint32_t width, uint32_t height) const {
    const copy_state state(width, height);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.get());
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, destination, 0);
    glBindTexture(GL_TEXTURE_2D, source);
    glBindSampler(0, sampler_.get());
    glUseProgram(program_.get());
    glUniform1i(opengl::uniform_location(program_, "source"), 0);
    glUniform1i(opengl::uniform_location(program_, "channel"), static_cast<GLint>(channel));
    opengl::draw_full_screen_triangle(no_vertices_);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
}

}  // namespace ingot::warp
