#include "picture_on_device.hpp"

#include <algorithm>
#include <cmath>
#include <ingot/gl_sharing.hpp>
#include <span>
#include <type_traits>
#include <vector>

namespace ingot::samples::blur {

namespace {

using media::pixel;

float4 texel_of(const pixel& from, float4) {
    return {from.red * from.alpha, from.green * from.alpha, from.blue * from.alpha, from.alpha};
}

ushort4 texel_of(const pixel& from, ushort4) {
    const auto whole = [](float value) {
        return static_cast<uint16_t>(std::lround(65535.0f * (value > 0.0f ? std::min(value, 1.0f) : 0.0f)));
    };
    const float alpha = std::clamp(from.alpha, 0.0f, 1.0f);
    return {whole(from.red * alpha), whole(from.green * alpha), whole(from.blue * alpha), whole(alpha)};
}

pixel pixel_of(const float4& from) {
    if (!(from.w > 0.0f) || from.w == 1.0f) return {from.x, from.y, from.z, from.w};
    return {from.x / from.w, from.y / from.w, from.z / from.w, from.w};
}

pixel pixel_of(const ushort4& from) {
    const auto share = [](uint16_t whole) { return static_cast<float>(whole) / 65535.0f; };
    return pixel_of(float4 {share(from.x), share(from.y), share(from.z), share(from.w)});
}

template <typename texel>
class typed_picture final : public picture_on_device {
public:
    typed_picture(const media::picture& from, const device& on, queue& in)
        : picture_on_device({from.width, from.height}),
          blurs(on),
          original(on.create_buffer<texel>(from.pixels.size())),
          blurred(on, from.pixels.size(), gl_access::write) {
        std::vector<texel> texels(from.pixels.size());
        std::ranges::transform(from.pixels, texels.begin(), [](const pixel& each) { return texel_of(each, texel {}); });
        original.write(in, std::span<const texel>(texels));
        glBindBuffer(GL_TEXTURE_BUFFER, original_for_gl.get());
        glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(texels.size() * sizeof(texel)), texels.data(), GL_STATIC_DRAW);
        glBindBuffer(GL_TEXTURE_BUFFER, 0);
    }

    void prepare(const blur_settings& with) override { blurs.prepare(with, size); }

    void run(queue& in, const blur_settings& with) override {
        auto to = blurred.acquire(in);
        blurs.run(in, with, original, *to, size);
    }

    // Kernels only write the buffer: what it holds, OpenGL knows.
    media::picture result(queue& in) override {
        in.finish();
        std::vector<texel> texels(blurred.size());
        glBindBuffer(GL_COPY_READ_BUFFER, blurred.gl_name());
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(texels.size() * sizeof(texel)), texels.data());
        glBindBuffer(GL_COPY_READ_BUFFER, 0);
        media::picture made(size.width, size.height);
        std::ranges::transform(texels, made.pixels.begin(), [](const texel& each) { return pixel_of(each); });
        return made;
    }

    size_t pixel_bytes() const override { return sizeof(texel); }
    buffer_pixels kind() const override { return std::is_same_v<texel, float4> ? buffer_pixels::floats : buffer_pixels::whole; }
    GLuint result_name() const override { return blurred.gl_name(); }

private:
    blurring<texel> blurs;
    device_buffer<texel> original;
    shared_buffer<texel> blurred;
};

}  // namespace

std::unique_ptr<picture_on_device> bring_to_device(const media::picture& from, buffer_pixels kind, const device& on, queue& in) {
    if (kind == buffer_pixels::floats) return std::make_unique<typed_picture<float4>>(from, on, in);
    return std::make_unique<typed_picture<ushort4>>(from, on, in);
}

}  // namespace ingot::samples::blur
