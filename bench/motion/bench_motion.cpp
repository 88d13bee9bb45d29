// Measures how many frames a second each device scores, at 1080p and 4K, with 8 and 10 bits: the kernels by the device's own
// clock, as a share of a plain copy's bandwidth, and the whole work with frames sent while others are measured, by the host's
// clock.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <ingot/ingot.hpp>
#include <random>
#include <string>
#include <vector>

#include "measurement.hpp"
#include "motion_meter.hpp"
#include "scalar_motion.hpp"

namespace {

using namespace ingot;
using namespace ingot::samples::motion;

struct options {
    uint32_t frames = 200;
    bool is_metal = false;
};

std::vector<std::byte> random_luma(const motion_frame& frame, uint32_t seed) {
    std::mt19937 next(seed);
    std::vector<std::byte> luma(size_t {frame.width} * frame.height * (frame.bits > 8 ? 2 : 1));
    for (size_t i = 0; i < luma.size(); ++i)
        luma[i] = static_cast<std::byte>(frame.bits > 8 && i % 2 == 1 ? next() % (1u << (frame.bits - 8)) : next() % 256);
    return luma;
}

/// Returns the bytes a second that a copy on the device reads and writes.
double copy_bandwidth(const device& device, queue& queue, size_t bytes) {
    device_buffer<uint8_t> source(device, bytes);
    device_buffer<uint8_t> target(device, bytes);
    source.zero(queue);
    target.copy(queue, source);
    bench::take_device_seconds(queue);
    std::vector<double> seconds;
    for (int i = 0; i < 9; ++i) {
        target.copy(queue, source);
        seconds.push_back(bench::take_device_seconds(queue).copies);
    }
    const double median = bench::median(seconds);
    return median > 0.0 ? 2.0 * static_cast<double>(bytes) / median : 0.0;
}

void measure(const device& device, const motion_frame& frame, const options& options) {
    queue queue = device.create_queue();
    const motion_kernels kernels(device, options.is_metal ? kernel_language::metal : kernel_language::ingot);
    const std::vector<std::vector<std::byte>> luma {random_luma(frame, 1), random_luma(frame, 2)};

    // Check the result: times of wrong sums mean nothing.
    {
        motion_meter meter(kernels, queue, frame);
        for (uint32_t i = 0; i < 3; ++i) meter.submit(i, luma[i % 2]);
        const std::vector<frame_score> scores = meter.flush();
        if (scores.at(1).sum != scalar_motion(frame, luma[0], luma[1])) throw std::runtime_error("the sum is wrong");
    }
    queue.take_timings();

    motion_meter meter(kernels, queue, frame);
    meter.submit(0, luma[0]);
    meter.wait();
    const auto start = std::chrono::steady_clock::now();
    for (uint32_t i = 1; i <= options.frames; ++i) {
        meter.submit(i, luma[i % 2]);
        meter.collect();
    }
    meter.wait();
    const double whole = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

    // The times of both kernels of a frame.
    std::vector<double> measuring;
    std::vector<double> adding;
    for (const launch_timing& each : queue.take_timings())
        (each.kernel.starts_with("add_groups") ? adding : measuring)
            .push_back(std::chrono::duration<double>(each.duration).count());
    const double kernel = bench::median(measuring);
    const double bytes = 2.0 * static_cast<double>(luma[0].size()) + 8.0 * meter.columns() * meter.rows();
    fmt::print("  {:>4} x {:<4} {:>2} bits  {:>9.1f} frames/s whole, sending overlapped", frame.width, frame.height, frame.bits,
               options.frames / whole);
    if (kernel > 0.0) {
        const double copy = copy_bandwidth(device, queue, size_t {1} << 28);
        fmt::print("  {:>10.1f} frames/s on the device  {:>8.2f} GB/s  {:>6.3f} of the copy",
                   1.0 / (kernel + bench::median(adding)), bytes / kernel * 1e-9, copy > 0.0 ? bytes / kernel / copy : 0.0);
    }
    fmt::print("\n");
}

}  // namespace

int main(int count, char** arguments) {
    options options;
    CLI::App app {"Frames a second of the motion's measure on every device"};
    app.add_option("--frames", options.frames, "frames of each measurement")
        ->check(CLI::Range(1u, 100'000u))
        ->capture_default_str();
    app.add_flag("--metal", options.is_metal, "the kernels in Metal's language; not on CPU debug");
    CLI11_PARSE(app, count, arguments);
    try {
        for (const device_listing& listing : devices()) {
            if (!listing.device) {
                fmt::print("{} not measured: {}\n", to_string(listing.backend), listing.unavailable_reason);
                continue;
            }
            if (options.is_metal && listing.backend == backend::cpu_debug) continue;
            fmt::print("{} {}\n", to_string(listing.backend), listing.device->name());
            for (const uint32_t bits : {8u, 10u})
                for (const auto& [width, height] : {std::pair(1920u, 1080u), std::pair(3840u, 2160u)})
                    measure(*listing.device, {width, height, bits, 1}, options);
        }
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_motion: {}\n", problem.what());
        return 1;
    }
}
