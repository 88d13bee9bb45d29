// Measures the three methods of the library Ingot::warp (gather, scatter, forward) on every device, and compares them with a
// plain copy on the same device. The device's own clock measures the kernels; the host's clock measures the whole warp,
// including the copies from and to OpenGL. On each device the warps and the copy are run alternately, so that other load on
// the machine affects all of them alike.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <ingot/ingot.hpp>
#include <ingot/warp/warper.hpp>
#include <string>
#include <vector>

#include "camera/orbit_camera.hpp"
#include "frame_renderer.hpp"
#include "measurement.hpp"
#include "pixels.hpp"
#include "timeline.hpp"
#include "warp_inputs.hpp"
#include "window/window.hpp"

namespace {

using namespace ingot;
using namespace ingot::samples::warping;

struct variant {
    std::string name;
    double bytes_of_pixel = 0.0;  ///< bytes that the kernels, or the copy, read and write for each pixel
    std::function<void()> run;
    bool is_copy = false;
    std::vector<double> host_seconds {};    ///< seconds, by the host's clock
    std::vector<double> device_seconds {};  ///< seconds of the kernels, or of the copy, by the device's clock
};

/// Two rendered frames of the built-in camera flight at 15 frames per second.
struct rendered_frames {
    rendered_frames(uint32_t width, uint32_t height)
        : before(width, height), after(width, height), output(width, height), renderer(make_temple()) {
        const displayed_moment moment = timeline().moment_at(0.1, 15.0, 1.0, shell::orbit_camera(initial_view()).view());
        renderer.render(before, moment.previous_frame);
        renderer.render(after, moment.next_frame);
    }
    frame_target before;
    frame_target after;
    output_texture output;
    frame_renderer renderer;
};

void take_turns(std::vector<variant>& variants, queue& queue, uint32_t repetitions) {
    using clock = std::chrono::steady_clock;
    for (uint32_t i = 0; i <= repetitions; ++i)
        for (variant& each : variants) {
            bench::take_device_seconds(queue);
            const clock::time_point start = clock::now();
            each.run();
            queue.finish();
            const double seconds = std::chrono::duration<double>(clock::now() - start).count();
            const bench::device_seconds device_time = bench::take_device_seconds(queue);
            if (i == 0) continue;  // the first round builds kernels and allocates memory
            each.host_seconds.push_back(seconds);
            each.device_seconds.push_back(each.is_copy ? device_time.copies : device_time.kernels);
        }
}

void measure(const device& device, uint32_t width, uint32_t height, uint32_t repetitions) {
    const rendered_frames frames(width, height);
    queue queue = device.create_queue();
    ingot::warp::warper warps(device, queue);
    const ingot_warp_camera camera = camera_of(frames.before);
    ingot_warp_parameters parameters {};
    ingot_warp_default_parameters(&parameters);
    const GLuint output = frames.output.name();
    const size_t pixels = size_t {width} * height;
    const auto copy_source = device.create_buffer<float4>(pixels);
    auto copy_target = device.create_buffer<float4>(pixels);

    // The bytes that the kernels read and write for each pixel. A colour, a depth, a motion and a change of the depth have
    // 4 bytes each. The output has 5: a colour, and one byte that marks a hole.
    //  - gather reads the colour, depth, motion and change of the depth of two frames, and writes the output.
    //  - scatter has three kernels, and each reads depth and motion. It writes and reads two temporary buffers of 4 bytes
    //    (the nearest distance, and the index of the pixel that arrives), reads a colour, and writes the output. The buffers
    //    are filled before, but fills are not kernels, so the time of the kernels does not include them.
    //  - forward reads colour and motion, and writes the output.
    std::vector<variant> variants;
    variants.push_back({"copy", 32.0, [&] { copy_target.copy(queue, copy_source); }, true});
    variants.push_back({"gather", 2.0 * 16.0 + 5.0,
                        [&] { warps.gather(camera, parameters, 0.5f, gather_input(frames.before, frames.after, output)); }});
    variants.push_back({"scatter", 3.0 * 8.0 + 8.0 + 8.0 + 4.0 + 5.0,
                        [&] { warps.scatter(camera, parameters, 0.5f, scatter_input(frames.before, output)); }});
    variants.push_back({"forward", 4.0 + 4.0 + 5.0,
                        [&] { warps.gather_forward(camera, parameters, 0.5f, forward_input(frames.before, output)); }});
    take_turns(variants, queue, repetitions);

    const auto speed = [&](const variant& variant) {
        return variant.bytes_of_pixel * static_cast<double>(pixels) / bench::median(variant.device_seconds);
    };
    fmt::print("{} {}: {} x {} pixels\n", to_string(device.backend()), device.name(), width, height);
    for (const variant& each : variants)
        fmt::print("  {:<8}{:>10.3f} ms, on the device {:>10.3f} ms {:>9.2f} GB/s {:>7.4f} of the copy\n", each.name,
                   1e3 * bench::median(each.host_seconds), 1e3 * bench::median(each.device_seconds), speed(each) * 1e-9,
                   speed(each) / speed(variants.front()));
}

}  // namespace

int main(int count, char** arguments) {
    uint32_t repetitions = 9;
    CLI::App app {"The warps at 1280 x 720 and 1920 x 1080 on every device, compared with a plain copy"};
    app.add_option("--repetitions", repetitions, "repetitions of each variant")
        ->check(CLI::Range(1u, 10'000u))
        ->capture_default_str();
    CLI11_PARSE(app, count, arguments);
    try {
        const shell::window hidden(shell::window::kind::offscreen, "bench_warp", {64, 64});
        for (const device_listing& listing : devices()) {
            if (!listing.device) {
                fmt::print("{} not measured: {}\n", to_string(listing.backend), listing.unavailable_reason);
                continue;
            }
            measure(*listing.device, 1280, 720, repetitions);
            measure(*listing.device, 1920, 1080, repetitions);
        }
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_warp: {}\n", problem.what());
        return 1;
    }
}
