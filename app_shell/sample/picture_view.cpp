#include <epoxy/gl.h>

#include <atomic>
#include <ingot/opengl/objects.hpp>
#include <ingot/opengl/shaders.hpp>
#include <ingot/runtime/backends.hpp>
#include <ingot/sample/picture_view.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "tone_mapping.kernels.hpp"

namespace ingot {

namespace {

constexpr std::string_view fragment = R"(#version 410 core
in vec2 place;
out vec4 shown;
uniform sampler2D picture;
void main() { shown = texture(picture, place); }
)";

void set_up_texture(GLuint texture, GLint format, int width, int height, GLenum order, GLenum type) {
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, order, type, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
}

// The order of bytes in which windows of X have their colours. Without a size in the internal format, Mesa keeps this order in
// the texture too, and copies the bytes to the texture and to the window as they are; on two cores each takes 0.3 ms for 1280 x
// 720 pixels, and 1.1 and 3.6 ms in another order.
constexpr GLenum byte_order = GL_BGRA;
constexpr GLenum byte_type = GL_UNSIGNED_INT_8_8_8_8_REV;

/// The colours of a view on the screen, which the device computes.
class mapped_colours {
public:
    explicit mapped_colours(const device& device) : device_(device), program_(device) {}

    /// Computes the colours, unless those of this version, mapping and size are there already. Returns the name of the texture.
    GLuint of(queue& queue, const device_buffer<float4>& light, tone_view view, uint64_t version, const tone_mapping& mapping,
              int width, int height) {
        const state wanted {version, mapping, width, height};
        if (wanted == shown_) return texture_.get();
        const auto pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
        if (!colours_ || width != shown_.width || height != shown_.height) {
            colours_.emplace(device_, pixels, gl_access::write);
            set_up_texture(texture_.get(), GL_RGBA, width, height, byte_order, byte_type);
        }
        shown_ = {.width = width, .height = height};
        view.shown_width = static_cast<uint32_t>(width);
        view.shown_height = static_cast<uint32_t>(height);
        view.exposure = mapping.exposure;
        view.is_filmic = mapping.curve == tone_curve::filmic ? 1u : 0u;
        auto colours = colours_->acquire(queue);
        queue.run(program_.map_tones, range(view.shown_width, view.shown_height).groups_of(128), light, *colours, view);
        colours.release();
        glBindTexture(GL_TEXTURE_2D, texture_.get());
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, colours_->gl_name());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, byte_order, byte_type, nullptr);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        glBindTexture(GL_TEXTURE_2D, 0);
        shown_ = wanted;
        return texture_.get();
    }

private:
    struct state {
        uint64_t version = 0;  // 0: none
        tone_mapping mapping {};
        int width = 0;
        int height = 0;
        friend bool operator==(const state&, const state&) = default;
    };

    device device_;
    tone_mapping_program program_;
    std::optional<shared_buffer<uint32_t>> colours_;
    opengl::texture texture_;
    state shown_;
};

}  // namespace

void view_pixels::release() {
    if (shared_) return shared_->release();
    queue_->finish();
}

struct picture_view::parts {
    explicit parts(const device& device) : target(device), is_mapped_by_device(maps_light(device)) {}

    bool has_pixels() const { return shared_pixels || device_pixels; }
    void resize(uint32_t new_width, uint32_t new_height);
    void upload();
    uint32_t map_tones(const tone_mapping& mapping, int shown_width, int shown_height);

    device target;
    bool is_mapped_by_device;
    std::optional<shared_buffer<float4>> shared_pixels;
    std::optional<device_buffer<float4>> device_pixels;  // instead of the others if the device maps them
    queue* commands = nullptr;                           // which the kernels of the pixels use
    uint32_t width = 0;
    uint32_t height = 0;
    bool is_uploaded = false;  // whether the texture has the pixels
    uint64_t version = 0;      // of the pixels
    std::shared_ptr<const opengl::texture> texture = std::make_shared<opengl::texture>();
    std::optional<mapped_colours> colours;
    opengl::vertex_array no_vertices;
    opengl::program shaders = opengl::link_program(
        "the picture's view", {{GL_VERTEX_SHADER, opengl::full_screen_vertex_shader}, {GL_FRAGMENT_SHADER, fragment}});
};

void picture_view::parts::resize(uint32_t new_width, uint32_t new_height) {
    if (has_pixels() && width == new_width && height == new_height) return;
    const size_t count = size_t {new_width} * new_height;
    if (is_mapped_by_device)
        device_pixels.emplace(target, count);
    else
        shared_pixels.emplace(target, count, gl_access::write);
    width = new_width;
    height = new_height;
    set_up_texture(texture->get(), GL_RGBA32F, static_cast<int>(width), static_cast<int>(height), GL_RGBA, GL_FLOAT);
}

/// Copies the pixels into the texture, unless it has them already.
void picture_view::parts::upload() {
    if (std::exchange(is_uploaded, true)) return;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture->get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    const auto copy = [this](const void* pixels) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height), GL_RGBA, GL_FLOAT,
                        pixels);
    };
    if (shared_pixels) {
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, shared_pixels->gl_name());
        copy(nullptr);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    } else {
        const mapped<float4> pixels = device_pixels->map(*commands, map_access::read);
        copy(pixels.span().data());
    }
    glBindTexture(GL_TEXTURE_2D, 0);
}

uint32_t picture_view::parts::map_tones(const tone_mapping& mapping, int shown_width, int shown_height) {
    if (!colours) colours.emplace(target);
    return colours->of(*commands, *device_pixels, {.width = width, .height = height}, version, mapping, shown_width,
                       shown_height);
}

picture_view::picture_view(const device& device) : parts_(std::make_shared<parts>(device)) {}
picture_view::picture_view(picture_view&&) noexcept = default;
picture_view& picture_view::operator=(picture_view&&) noexcept = default;
picture_view::~picture_view() = default;

view_pixels picture_view::acquire(queue& queue, uint32_t width, uint32_t height) {
    parts_->resize(width, height);
    parts_->is_uploaded = false;
    parts_->version = new_picture_version();
    parts_->commands = &queue;
    if (parts_->device_pixels) return {*parts_->device_pixels, queue};
    return view_pixels(
        std::unique_ptr<acquired_buffer<float4>>(new acquired_buffer<float4>(parts_->shared_pixels->acquire(queue))));
}

void picture_view::draw(const canvas& canvas) {
    if (!parts_->has_pixels()) return;
    if (canvas.view_texture) return hand_over(*canvas.view_texture);
    parts_->upload();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, parts_->texture->get());
    // Pixel for pixel, the filter has nothing to do, and on a CPU it takes several times as long.
    const bool is_exact =
        parts_->width == static_cast<uint32_t>(canvas.width) && parts_->height == static_cast<uint32_t>(canvas.height);
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glTexParameteri(GL_TEXTURE_2D, filter, is_exact ? GL_NEAREST : GL_LINEAR);
    glUseProgram(parts_->shaders.get());
    glUniform1i(opengl::uniform_location(parts_->shaders, "picture"), 0);
    opengl::draw_full_screen_triangle(parts_->no_vertices);
    glUseProgram(0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

/// Gives the texture to the shell. If the device maps the pixels, the texture gets them only where the shell asks for them.
void picture_view::hand_over(shared_texture& taken) {
    taken = {parts_->texture, parts_->texture->get(), static_cast<int>(parts_->width), static_cast<int>(parts_->height),
             parts_->version};
    if (!parts_->is_mapped_by_device) return parts_->upload();
    const auto unchanged = [weak = std::weak_ptr(parts_), version = parts_->version] {
        const std::shared_ptr<parts> found = weak.lock();
        return found && found->version == version ? found : nullptr;
    };
    taken.upload = [unchanged] {
        if (const auto found = unchanged()) found->upload();
    };
    taken.mapped = [unchanged](const tone_mapping& mapping, int width, int height) {
        const auto found = unchanged();
        return found ? found->map_tones(mapping, width, height) : 0u;
    };
}

// If OpenGL runs on a card, it gets a quarter of the bytes. Programs that are compiled while the window is open would make it
// wait.
bool maps_light(const device& device) {
    const device_properties& properties = device.properties();
    const backend_description& runs = description_of(device.backend());
    return properties.is_cpu && !properties.is_software && !runs.is_for_debugging && !runs.compiles_programs;
}

uint64_t new_picture_version() {
    static std::atomic<uint64_t> latest = 0;
    return ++latest;
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
