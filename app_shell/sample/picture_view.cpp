#include <epoxy/gl.h>

#include <atomic>
#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/picture_view.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace ingot {

namespace {

constexpr std::string_view fragment = R"(#version 410 core
in vec2 place;
out vec4 shown;
uniform sampler2D picture;
void main() { shown = texture(picture, place); }
)";

/// Returns a number that was not returned before.
uint64_t new_version() {
    static std::atomic<uint64_t> latest = 0;
    return ++latest;
}

}  // namespace

struct picture_view::parts {
    device target;
    std::optional<shared_buffer<float4>> pixels = {};
    uint32_t width = 0;
    uint32_t height = 0;
    bool is_uploaded = false;  // whether the texture has the pixels
    uint64_t version = 0;      // of the pixels
    std::shared_ptr<const opengl::texture> texture = std::make_shared<opengl::texture>();
    opengl::vertex_array no_vertices = {};
    opengl::program shaders = opengl::link_program(
        "the picture's view", {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader}, {GL_FRAGMENT_SHADER, fragment}});
};

picture_view::picture_view(const device& device) : parts_(new parts {device}) {}
picture_view::picture_view(picture_view&&) noexcept = default;
picture_view& picture_view::operator=(picture_view&&) noexcept = default;
picture_view::~picture_view() = default;

acquired_buffer<float4> picture_view::acquire(queue& queue, uint32_t width, uint32_t height) {
    if (!parts_->pixels || parts_->width != width || parts_->height != height) {
        parts_->pixels.emplace(parts_->target, size_t {width} * height, gl_access::write);
        parts_->width = width;
        parts_->height = height;
        glBindTexture(GL_TEXTURE_2D, parts_->texture->get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, GL_RGBA,
                     GL_FLOAT, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    parts_->is_uploaded = false;
    parts_->version = new_version();
    return parts_->pixels->acquire(queue);
}

void picture_view::draw(const canvas& canvas) {
    if (!parts_->pixels) return;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, parts_->texture->get());
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, parts_->pixels->gl_name());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    // Pixel for pixel, the filter has nothing to do, and on a CPU it takes several times as long.
    const bool is_exact =
        parts_->width == static_cast<uint32_t>(canvas.width) && parts_->height == static_cast<uint32_t>(canvas.height);
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glTexParameteri(GL_TEXTURE_2D, filter, is_exact ? GL_NEAREST : GL_LINEAR);
    if (!std::exchange(parts_->is_uploaded, true))
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(parts_->width), static_cast<GLsizei>(parts_->height),
                        GL_RGBA, GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    if (canvas.view_texture) {
        *canvas.view_texture = {parts_->texture, parts_->texture->get(), static_cast<int>(parts_->width),
                                static_cast<int>(parts_->height), parts_->version};
        return glBindTexture(GL_TEXTURE_2D, 0);
    }
    glUseProgram(parts_->shaders.get());
    glUniform1i(opengl::uniform_location(parts_->shaders, "picture"), 0);
    opengl::draw_full_screen_triangle(parts_->no_vertices);
    glUseProgram(0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

ray_camera rays_of(const canvas& canvas) {
    const glm::mat4 to_world = glm::inverse(canvas.view);
    const auto axis = [&](int column) { return float3 {to_world[column].x, to_world[column].y, to_world[column].z}; };
    const auto width = static_cast<float>(canvas.width);
    const auto height = static_cast<float>(canvas.height);
    return {.eye = axis(3),
            .right = axis(0),
            .up = axis(1),
            .backward = axis(2),
            .focal = {0.5f * width * canvas.projection[0][0], 0.5f * height * canvas.projection[1][1]},
            .centre = {0.5f * width * (1.0f - canvas.projection[2][0]), 0.5f * height * (1.0f - canvas.projection[2][1])},
            .width = static_cast<uint32_t>(canvas.width),
            .height = static_cast<uint32_t>(canvas.height)};
}

}  // namespace ingot
