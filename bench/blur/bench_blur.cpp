// Measures every blur method on every device, and compares it with a plain copy on the same device and with OpenCV's
// sepFilter2D on the processor. Work on a device is measured by the device's own clock, OpenCV by the host's clock. On each
// device all variants are run alternately, so that other load on the machine affects all of them alike.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <ingot/ingot.hpp>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <random>
#include <string>
#include <vector>

#include "coefficients.hpp"
#include "gaussian_blur.hpp"
#include "measurement.hpp"

namespace {

using namespace ingot;
using namespace ingot::samples::blur;

struct options {
    int width = 1920;
    int height = 1080;
    uint32_t taps = 17;
    uint32_t repetitions = 9;
};

/// A measured operation. `bytes` is the memory traffic. For a blur, bytes_moved() returns it: each launch is counted as one
/// read and one write of each pixel. The method `tiled` has one launch, the others have two. A copy into an image is not counted.
/// `bytes` is 0 for OpenCV, whose traffic is not known.
struct variant {
    std::string name;
    double bytes = 0.0;
    std::function<double()> run {};  ///< returns the duration in seconds
    std::vector<double> seconds {};

    double median() const { return bench::median(seconds); }
};

void take_turns(std::vector<variant>& variants, uint32_t repetitions) {
    for (const variant& each : variants) each.run();  // builds kernels and allocates memory
    for (uint32_t i = 0; i < repetitions; ++i)
        for (variant& each : variants) each.seconds.push_back(each.run());
}

double host_seconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<float> random_values(size_t count) {
    std::vector<float> values(count);
    std::mt19937 next(1);
    std::ranges::generate(values, [&] { return static_cast<float>(next() % 256) / 255.0f; });
    return values;
}

/// Throws an exception if a result differs from OpenCV's by more than 1/255: times are comparable only if the results agree.
void require_same(const cv::Mat& expected, const std::vector<float4>& result, const std::string& name) {
    const auto* values = expected.ptr<float>();
    double largest = 0.0;
    for (size_t i = 0; i < result.size(); ++i)
        for (const float value : {result[i].x, result[i].y, result[i].z, result[i].w})
            largest = std::max(largest, static_cast<double>(std::abs(value - *values++)));
    if (largest > 1.0 / 255.0) throw std::runtime_error(fmt::format("{} differs from OpenCV by {}", name, largest));
}

template <typename texel>
class measured_blurs {
public:
    measured_blurs(const device& device, const options& options, const std::vector<float>& values)
        : device_(device), queue_(device.create_queue()), blurs_(device), area_ {options.width, options.height} {
        std::vector<texel> texels(values.size() / 4);
        using channel = std::remove_cvref_t<decltype(texel {}.x)>;
        constexpr float unit = std::is_same_v<texel, float4> ? 1.0f : 65535.0f;
        const auto number = [&](size_t index) { return static_cast<channel>(unit * values[index]); };
        for (size_t i = 0; i < texels.size(); ++i)
            texels[i] = {number(4 * i), number(4 * i + 1), number(4 * i + 2), number(4 * i + 3)};
        input_.emplace(device.create_buffer<texel>(std::span<const texel>(texels)));
        output_.emplace(device.create_buffer<texel>(texels.size()));
    }

    variant copy() {
        return {"copy", 2.0 * sizeof(texel) * static_cast<double>(input_->size()),
                [this] { return device_work([this] { output_->copy(queue_, *input_); }); }};
    }
    variant blur(const char* name, blur_method method, uint32_t taps) {
        const blur_settings settings {method, taps, 1};
        return {name, bytes_moved(settings, area_, sizeof(texel)),
                [this, settings] { return device_work([&] { blurs_.run(queue_, settings, *input_, *output_, area_); }); }};
    }
    std::vector<texel> result() { return output_->read(queue_); }

private:
    template <typename Work>
    double device_work(const Work& work) {
        bench::take_device_seconds(queue_);
        work();
        return bench::take_device_seconds(queue_).total();
    }

    device device_;
    queue queue_;
    gaussian_blur<texel> blurs_;
    picture_size area_;
    std::optional<device_buffer<texel>> input_;
    std::optional<device_buffer<texel>> output_;
};

void measure(const device& device, const options& options) {
    const std::vector<float> values = random_values(4 * static_cast<size_t>(options.width) * static_cast<size_t>(options.height));
    const std::vector<float> weights = weights_of(options.taps);
    cv::Mat source(options.height, options.width, CV_32FC4);
    std::ranges::copy(values, source.ptr<float>());
    const cv::Mat row(1, static_cast<int>(weights.size()), CV_32F, const_cast<float*>(weights.data()));
    cv::Mat target;
    const auto opencv = [&] {
        return host_seconds([&] { cv::sepFilter2D(source, target, CV_32F, row, row, {-1, -1}, 0.0, cv::BORDER_REPLICATE); });
    };

    measured_blurs<float4> floats(device, options, values);
    measured_blurs<ushort4> integers(device, options, values);
    std::vector<variant> variants;
    variants.push_back({"OpenCV sepFilter2D", 0.0, opencv});
    variants.push_back(floats.copy());
    variants.push_back(floats.blur("two-pass", blur_method::two_pass, options.taps));
    variants.push_back(floats.blur("reuse-2", blur_method::reuse_2, options.taps));
    variants.push_back(floats.blur("reuse-4", blur_method::reuse_4, options.taps));
    variants.push_back(floats.blur("tiled", blur_method::tiled, options.taps));
    if (device.properties().has_images)
        variants.push_back(floats.blur("images, with the copy in", blur_method::images, options.taps));
    // The pixels of these variants have 16-bit integers instead of floats. Their names begin with "whole" (whole numbers).
    variants.push_back(integers.blur("whole two-pass", blur_method::two_pass, options.taps));
    variants.push_back(integers.blur("whole reuse-4", blur_method::reuse_4, options.taps));
    variants.push_back(integers.blur("whole tiled", blur_method::tiled, options.taps));
    // Check the results. The results of the variants with integers are not checked, because require_same() accepts only float4.
    opencv();
    for (const variant& each : variants) {
        if (each.bytes == 0.0 || each.name == "copy" || each.name.starts_with("whole")) continue;
        each.run();
        require_same(target, floats.result(), each.name);
    }
    take_turns(variants, options.repetitions);

    const double copy = variants[1].bytes / variants[1].median();
    const double opencv_time = variants[0].median();
    fmt::print("{} {}: {} x {} pixels, {} taps\n", to_string(device.backend()), device.name(), options.width, options.height,
               options.taps);
    for (const variant& each : variants) {
        fmt::print("  {:<26}{:>9.3f} ms", each.name, 1e3 * each.median());
        if (each.bytes > 0.0)
            fmt::print("  {:>8.2f} GB/s  {:>6.3f} of the copy", each.bytes / each.median() * 1e-9,
                       each.bytes / each.median() / copy);
        if (each.bytes > 0.0 && each.name != "copy") fmt::print("  {:>7.2f} x OpenCV's speed", opencv_time / each.median());
        fmt::print("\n");
    }
}

}  // namespace

int main(int count, char** arguments) {
    options options;
    CLI::App app {"Blur methods on every device, compared with a plain copy and with OpenCV on the processor"};
    app.add_option("--width", options.width, "pixels")->check(CLI::Range(1, 16'384))->capture_default_str();
    app.add_option("--height", options.height, "pixels")->check(CLI::Range(1, 16'384))->capture_default_str();
    app.add_option("--taps", options.taps, "an odd number from 3 to 21")
        ->check(CLI::Range(3u, 21u))
        ->check([](const std::string& text) { return std::stoul(text) % 2 == 1 ? std::string() : text + " is even"; })
        ->capture_default_str();
    app.add_option("--repetitions", options.repetitions, "repetitions of each variant")
        ->check(CLI::Range(1u, 10'000u))
        ->capture_default_str();
    CLI11_PARSE(app, count, arguments);
    try {
        for (const device_listing& listing : devices()) {
            if (listing.device)
                measure(*listing.device, options);
            else
                fmt::print("{} not measured: {}\n", to_string(listing.backend), listing.unavailable_reason);
        }
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_blur: {}\n", problem.what());
        return 1;
    }
}
