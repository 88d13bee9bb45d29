#include "device_picture.hpp"

#include <algorithm>
#include <cmath>
#include <ingot/gl_sharing.hpp>
#include <ingot/sample/picture_view.hpp>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace ingot::samples::blur {

namespace {

using media::pixel;

float4 texel_of(const pixel& pixel, float4) {
    return {pixel.red * pixel.alpha, pixel.green * pixel.alpha, pixel.blue * pixel.alpha, pixel.alpha};
}

ushort4 texel_of(const pixel& pixel, ushort4) {
    const auto to_integer = [](float value) {
        return static_cast<uint16_t>(std::lround(65535.0f * (value > 0.0f ? std::min(value, 1.0f) : 0.0f)));
    };
    const float alpha = std::clamp(pixel.alpha, 0.0f, 1.0f);
    return {to_integer(pixel.red * alpha), to_integer(pixel.green * alpha), to_integer(pixel.blue * alpha), to_integer(alpha)};
}

pixel pixel_of(const float4& texel) {
    if (!(texel.w > 0.0f) || texel.w == 1.0f) return {texel.x, texel.y, texel.z, texel.w};
    return {texel.x / texel.w, texel.y / texel.w, texel.z / texel.w, texel.w};
}

pixel pixel_of(const ushort4& texel) {
    const auto share = [](uint16_t integer) { return static_cast<float>(integer) / 65535.0f; };
    return pixel_of(float4 {share(texel.x), share(texel.y), share(texel.z), share(texel.w)});
}

template <typename texel>
class typed_picture final : public device_picture {
public:
    typed_picture(const media::picture& source, const device& device, queue& queue)
        : device_picture({source.width, source.height}),
          blurs_(device),
          original_(device.create_buffer<texel>(source.pixels.size())) {
        if (maps_light(device))
            blurred_on_device_.emplace(device, source.pixels.size());
        else
            blurred_.emplace(device, source.pixels.size(), gl_access::write);
        std::vector<texel> texels(source.pixels.size());
        std::ranges::transform(source.pixels, texels.begin(), [](const pixel& each) { return texel_of(each, texel {}); });
        original_.write(queue, std::span<const texel>(texels));
        fill(original_for_gl_, texels.data(), texels.size() * sizeof(texel), GL_STATIC_DRAW);
        if (blurred_on_device_) fill(blurred_for_gl_, nullptr, texels.size() * sizeof(texel), GL_DYNAMIC_DRAW);
    }

    void prepare(const blur_settings& settings) override { blurs_.prepare(settings, size_); }

    void run(queue& queue, const blur_settings& settings) override {
        if (blurred_on_device_) return blurs_.run(queue, settings, original_, *blurred_on_device_, size_);
        auto destination = blurred_->acquire(queue);
        blurs_.run(queue, settings, original_, *destination, size_);
        destination.release();
    }

    void paint(queue& queue, const blur_view_program& program, device_buffer<float4>& pixels,
               const split_layout& layout) const override {
        const range items = range(static_cast<uint32_t>(layout.canvas.x), static_cast<uint32_t>(layout.canvas.y)).groups_of(128);
        if constexpr (std::is_same_v<texel, float4>)
            queue.run(program.show_floats, items, original_, *blurred_on_device_, pixels, layout);
        else
            queue.run(program.show_integers, items, original_, *blurred_on_device_, pixels, layout);
    }

    void give_to_gl(queue& queue) override {
        if (!blurred_on_device_) return;
        const mapped<texel> pixels = blurred_on_device_->map(queue, map_access::read);
        fill(blurred_for_gl_, pixels.span().data(), pixels.size() * sizeof(texel), GL_DYNAMIC_DRAW);
    }

    // At the end of run() the device returned the buffer to OpenGL, so OpenGL has the current contents.
    media::picture result(queue& queue) override {
        queue.finish();
        std::vector<texel> texels(original_.size());
        if (blurred_on_device_) {
            blurred_on_device_->read(queue, std::span<texel>(texels));
        } else {
            glBindBuffer(GL_COPY_READ_BUFFER, blurred_->gl_name());
            glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(texels.size() * sizeof(texel)), texels.data());
            glBindBuffer(GL_COPY_READ_BUFFER, 0);
        }
        media::picture picture(size_.width, size_.height);
        std::ranges::transform(texels, picture.pixels.begin(), [](const texel& each) { return pixel_of(each); });
        return picture;
    }

    size_t pixel_bytes() const override { return sizeof(texel); }
    buffer_pixels kind() const override {
        return std::is_same_v<texel, float4> ? buffer_pixels::floats : buffer_pixels::integers;
    }
    GLuint result_buffer_name() const override { return blurred_ ? blurred_->gl_name() : blurred_for_gl_.get(); }

private:
    static void fill(const opengl::buffer& buffer, const void* data, size_t bytes, GLenum use) {
        glBindBuffer(GL_TEXTURE_BUFFER, buffer.get());
        glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(bytes), data, use);
        glBindBuffer(GL_TEXTURE_BUFFER, 0);
    }

    gaussian_blur<texel> blurs_;
    device_buffer<texel> original_;
    std::optional<shared_buffer<texel>> blurred_;
    std::optional<device_buffer<texel>> blurred_on_device_;  // instead of the other one if the device paints the view
    opengl::buffer blurred_for_gl_;                          // a copy of it, for OpenGL
};

}  // namespace

std::unique_ptr<device_picture> upload(const media::picture& source, buffer_pixels kind, const device& device, queue& queue) {
    if (kind == buffer_pixels::floats) return std::make_unique<typed_picture<float4>>(source, device, queue);
    return std::make_unique<typed_picture<ushort4>>(source, device, queue);
}

}  // namespace ingot::samples::blur
