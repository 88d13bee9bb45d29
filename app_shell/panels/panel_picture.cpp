#include "panels/panel_picture.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>

#include <cmath>
#include <ingot/opengl/shaders.hpp>
#include <string_view>
#include <utility>

namespace ingot::shell {

namespace {

constexpr std::string_view fragment = R"(#version 410 core
in vec2 place;
out vec4 shown;
uniform sampler2D panels;
void main() { shown = texture(panels, place); }
)";

/// Limits drawing to an area of a framebuffer whose rows count from the bottom.
void set_scissor(const pixel_area& area, extent size) {
    glScissor(area.left, size.height - area.bottom, area.right - area.left, area.bottom - area.top);
}

/// Dear ImGui's backend rounds the borders of clipped areas to pixels. Only a whole scale moves none of them.
bool has_whole_scale(const ImDrawData& data) {
    return data.FramebufferScale.x == std::round(data.FramebufferScale.x) &&
           data.FramebufferScale.y == std::round(data.FramebufferScale.y);
}

}  // namespace

struct panel_picture::objects {
    opengl::framebuffer framebuffer;
    opengl::texture texture;
    opengl::vertex_array no_vertices;
    opengl::program shaders = opengl::link_program(
        "the panels", {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader}, {GL_FRAGMENT_SHADER, fragment}});
};

panel_picture::panel_picture() : objects_(std::make_unique<objects>()) {}

panel_picture::~panel_picture() = default;

void panel_picture::resize(extent pixels) {
    if (pixels == size_) return;
    size_ = pixels;
    forget();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, objects_->texture.get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, pixels.width, pixels.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, objects_->framebuffer.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, objects_->texture.get(), 0);
}

void panel_picture::update(ImDrawData& data, extent pixels) {
    if (pixels.width <= 0 || pixels.height <= 0) return;
    resize(pixels);
    const bool is_known = shown_ && has_whole_scale(data);
    panel_cells cells(data, pixels);
    const std::vector<pixel_area> changed =
        is_known ? cells.changed_since(*shown_) : std::vector {pixel_area {0, 0, pixels.width, pixels.height}};
    redrawn_pixels_ = 0;
    for (const pixel_area& each : changed)
        redrawn_pixels_ += static_cast<size_t>(each.right - each.left) * static_cast<size_t>(each.bottom - each.top);
    if (!changed.empty()) draw_again(data, changed);
    shown_ = std::move(cells);
}

/// Draws some areas of the texture again. Where panels are transparent, the texture has colours that are multiplied by their
/// alpha.
void panel_picture::draw_again(ImDrawData& data, const std::vector<pixel_area>& areas) {
    glBindFramebuffer(GL_FRAMEBUFFER, objects_->framebuffer.get());
    glViewport(0, 0, size_.width, size_.height);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glEnable(GL_SCISSOR_TEST);
    for (const pixel_area& each : areas) {
        set_scissor(each, size_);
        constexpr float transparent[4] = {};
        glClearBufferfv(GL_COLOR, 0, transparent);
    }
    glDisable(GL_SCISSOR_TEST);
    const clipped_draw_data clipped(data, areas);
    ImGui_ImplOpenGL3_RenderDrawData(&data);
}

void panel_picture::draw() const {
    if (!shown_) return;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, size_.width, size_.height);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, objects_->texture.get());
    glUseProgram(objects_->shaders.get());
    glUniform1i(opengl::uniform_location(objects_->shaders, "panels"), 0);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_SCISSOR_TEST);
    for (const pixel_area& each : shown_->drawn()) {
        set_scissor(each, size_);
        opengl::draw_full_screen_triangle(objects_->no_vertices);
    }
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glUseProgram(0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace ingot::shell
