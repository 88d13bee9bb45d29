#include "device_picture.hpp"

#include <algorithm>
#include <cmath>
#include <ingot/gl_sharing.hpp>
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
          original_(device.create_buffer<texel>(source.pixels.size())),
          blurred_(device, source.pixels.size(), gl_access::write) {
        std::vector<texel> texels(source.pixels.size());
        std::ranges::transform(source.pixels, texels.begin(), [](const pixel& each) { return texel_of(each, texel {}); });
        original_.write(queue, std::span<const texel>(texels));
        glBindBuffer(GL_TEXTURE_BUFFER, original_for_gl_.get());
        glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(texels.size() * sizeof(texel)), texels.data(), GL_STATIC_DRAW);
        glBindBuffer(GL_TEXTURE_BUFFER, 0);
    }

    void prepare(const blur_settings& settings) override { blurs_.prepare(settings, size_); }

    void run(queue& queue, const blur_settings& settings) override {
        auto destination = blurred_.acquire(queue);
        blurs_.run(queue, settings, original_, *destination, size_);
        destination.release();
    }

    // At the end of run() the device returned the buffer to OpenGL, so OpenGL has the current contents.
    media::picture result(queue& queue) override {
        queue.finish();
        std::vector<texel> texels(blurred_.size());
        glBindBuffer(GL_COPY_READ_BUFFER, blurred_.gl_name());
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(texels.size() * sizeof(texel)), texels.data());
        glBindBuffer(GL_COPY_READ_BUFFER, 0);
        media::picture picture(size_.width, size_.height);
        std::ranges::transform(texels, picture.pixels.begin(), [](const texel& each) { return pixel_of(each); });
        return picture;
    }

    size_t pixel_bytes() const override { return sizeof(texel); }
    buffer_pixels kind() const override {
        return std::is_same_v<texel, float4> ? buffer_pixels::floats : buffer_pixels::integers;
    }
    GLuint result_buffer_name() const override { return blurred_.gl_name(); }

private:
    gaussian_blur<texel> blurs_;
    device_buffer<texel> original_;
    shared_buffer<texel> blurred_;
};

}  // namespace

std::unique_ptr<device_picture> upload(const media::picture& source, buffer_pixels kind, const device& device, queue& queue) {
    if (kind == buffer_pixels::floats) return std::make_unique<typed_picture<float4>>(source, device, queue);
    return std::make_unique<typed_picture<ushort4>>(source, device, queue);
}

}  // namespace ingot::samples::blur
