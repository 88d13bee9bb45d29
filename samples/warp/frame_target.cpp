#include "frame_target.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ingot::samples::warping {

namespace {

struct texture_kind {
    GLenum internal, format, type;
};
// In the order of frame_target::all().
constexpr std::array<texture_kind, 6> kinds {{
    {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
    {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
    {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
    {GL_RG16F, GL_RG, GL_FLOAT},
    {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
    {GL_R32F, GL_RED, GL_FLOAT},
}};
constexpr int wanted_samples = 4;

GLuint bound_framebuffer() {
    GLint name = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &name);
    return static_cast<GLuint>(name);
}

GLint limit(GLenum parameter) {
    GLint value = 1;
    glGetIntegerv(parameter, &value);
    return value;
}

// Enables all colour attachments of the framebuffer that is bound.
template <size_t count>
void draw_into_all(std::array<GLenum, count> buffers) {
    for (size_t i = 0; i < count; ++i) buffers[i] = static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i);
    glDrawBuffers(static_cast<GLsizei>(count), buffers.data());
}

// Checks the framebuffer that is bound and binds the previous one again.
void require_complete(GLuint before, uint32_t width, uint32_t height) {
    const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, before);
    if (complete) return;
    throw std::runtime_error("this OpenGL driver cannot render " + std::to_string(width) + " x " + std::to_string(height) +
                             " pixels: the framebuffer is incomplete");
}

void set_filter(GLenum target, GLint filter) {
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
}

}  // namespace

frame_target::frame_target(uint32_t width, uint32_t height) : width_(width), height_(height) {
    const GLuint before = bound_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    for (size_t i = 0; i < kinds.size(); ++i) {
        glBindTexture(GL_TEXTURE_2D, textures_[i].get());
        glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(kinds[i].internal), static_cast<GLsizei>(width),
                     static_cast<GLsizei>(height), 0, kinds[i].format, kinds[i].type, nullptr);
        set_filter(GL_TEXTURE_2D, i == 0 ? GL_LINEAR : GL_NEAREST);
        glFramebufferTexture2D(GL_FRAMEBUFFER, static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i), GL_TEXTURE_2D, textures_[i].get(),
                               0);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    draw_into_all(std::array<GLenum, 6> {});
    require_complete(before, width, height);
}

multisampled_target::multisampled_target(uint32_t width, uint32_t height)
    : width_(width),
      height_(height),
      sample_count_(std::clamp(
          std::min({limit(GL_MAX_COLOR_TEXTURE_SAMPLES), limit(GL_MAX_DEPTH_TEXTURE_SAMPLES), limit(GL_MAX_INTEGER_SAMPLES)}), 1,
          wanted_samples)) {
    const GLuint before = bound_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    for (size_t i = 0; i < textures_.size(); ++i) {
        const bool is_depth = i == 5;
        glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, textures_[i].get());
        glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, sample_count_, is_depth ? GL_DEPTH_COMPONENT32F : kinds[i].internal,
                                static_cast<GLsizei>(width), static_cast<GLsizei>(height), GL_TRUE);
        glFramebufferTexture2D(GL_FRAMEBUFFER, is_depth ? GL_DEPTH_ATTACHMENT : static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i),
                               GL_TEXTURE_2D_MULTISAMPLE, textures_[i].get(), 0);
    }
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);
    draw_into_all(std::array<GLenum, 5> {});
    require_complete(before, width, height);
}

shadow_map::shadow_map() {
    const GLuint before = bound_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    glBindTexture(GL_TEXTURE_2D, depths_.get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, side, side, 0, GL_DEPTH_COMPONENT, GL_FLOAT, nullptr);
    set_filter(GL_TEXTURE_2D, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depths_.get(), 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    require_complete(before, side, side);
}

}  // namespace ingot::samples::warping
