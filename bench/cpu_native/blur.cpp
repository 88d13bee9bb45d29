#include <array>
#include <memory>
#include <random>
#include <span>
#include <type_traits>
#include <utility>

#include "gaussian_blur.hpp"
#include "measurement.hpp"
#include "work.hpp"

namespace ingot::bench {

namespace {

using namespace ingot::samples::blur;

constexpr picture_size area {1920, 1080};

template <typename texel>
struct blurred_picture {
    blurred_picture(const device& device, std::span<const texel> pixels)
        : work_queue(device.create_queue()),
          blurs(device),
          input(device.create_buffer<texel>(pixels)),
          output(device.create_buffer<texel>(pixels.size())) {}
    queue work_queue;
    gaussian_blur<texel> blurs;
    device_buffer<texel> input;
    device_buffer<texel> output;
};

template <typename texel>
std::vector<texel> random_pixels() {
    constexpr float unit = std::is_same_v<texel, float4> ? 1.0f : 65535.0f;
    using channel = std::remove_cvref_t<decltype(texel {}.x)>;
    std::mt19937 next(1);
    const auto number = [&] { return static_cast<channel>(unit * static_cast<float>(next() % 256) / 255.0f); };
    std::vector<texel> pixels(static_cast<size_t>(area.width) * area.height);
    for (texel& pixel : pixels) {
        const channel red = number();
        const channel green = number();
        const channel blue = number();
        pixel = {red, green, blue, number()};
    }
    return pixels;
}

template <typename texel>
void add(std::vector<work>& all, const device& device, const std::string& name, blur_method method) {
    static const std::vector<texel> pixels = random_pixels<texel>();
    const auto picture = std::make_shared<blurred_picture<texel>>(device, std::span<const texel>(pixels));
    const auto run = [picture, settings = blur_settings {method, 17, 1}] {
        take_device_seconds(picture->work_queue);
        picture->blurs.run(picture->work_queue, settings, picture->input, picture->output, area);
        return take_device_seconds(picture->work_queue).kernels;
    };
    const auto result = [picture] {
        std::vector<double> numbers;
        for (const texel& pixel : picture->output.read(picture->work_queue))
            for (const auto value : {pixel.x, pixel.y, pixel.z, pixel.w}) numbers.push_back(value);
        return numbers;
    };
    all.push_back({name, run, result, std::is_same_v<texel, float4> ? 1e-3 : 0.0});
}

}  // namespace

std::vector<work> blur_work(const device& device) {
    std::vector<work> all;
    add<float4>(all, device, "blur 1080p, two-pass", blur_method::two_pass);
    add<float4>(all, device, "blur 1080p, reuse-2", blur_method::reuse_2);
    add<float4>(all, device, "blur 1080p, reuse-4", blur_method::reuse_4);
    add<float4>(all, device, "blur 1080p, tiled", blur_method::tiled);
    add<ushort4>(all, device, "blur 1080p, 16 bits, two-pass", blur_method::two_pass);
    add<ushort4>(all, device, "blur 1080p, 16 bits, reuse-4", blur_method::reuse_4);
    return all;
}

}  // namespace ingot::bench
