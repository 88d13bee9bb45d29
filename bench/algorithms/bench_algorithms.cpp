// Measures reductions, scans and sorts on every device with the host's clock, and compares their bandwidth with that of a plain
// copy on the same device. On each device all variants are run alternately, so that other load on the machine affects all of
// them alike.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <ingot/algorithms/algorithms.hpp>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace ingot;

struct options {
    uint32_t elements = 8'000'000;
    uint32_t repetitions = 9;
};

// A measured operation. `bytes` is the smallest possible memory traffic: each input is read once, and each output is written
// once.
struct variant {
    std::string name;
    double bytes;
    std::function<void()> run;
    std::vector<double> seconds {};

    // Returns `bytes` divided by the median of the measured times.
    double gigabytes_per_second() const {
        std::vector<double> sorted_seconds = seconds;
        std::ranges::sort(sorted_seconds);
        return bytes / sorted_seconds[sorted_seconds.size() / 2] * 1e-9;
    }
};

void take_turns(std::vector<variant>& variants, uint32_t repetitions) {
    using clock = std::chrono::steady_clock;
    for (const variant& each : variants) each.run();  // builds kernels and allocates memory
    for (uint32_t i = 0; i < repetitions; ++i) {
        for (variant& each : variants) {
            const clock::time_point start = clock::now();
            each.run();
            each.seconds.push_back(std::chrono::duration<double>(clock::now() - start).count());
        }
    }
}

void measure(const device& device, const options& options) {
    queue queue = device.create_queue();
    algorithms algorithms(device);
    std::vector<uint32_t> random_keys(options.elements);
    const std::mt19937 generator(1);
    std::ranges::generate(random_keys, generator);
    const auto input = device.create_buffer<uint32_t>(std::span<const uint32_t>(random_keys));
    auto output = device.create_buffer<uint32_t>(options.elements);
    auto keys = device.create_buffer<uint32_t>(options.elements);
    auto values = device.create_buffer<uint32_t>(options.elements, 0u);

    const double buffer_bytes = 4.0 * options.elements;
    const auto finish_after = [&](auto work) {
        return [&queue, work] {
            work();
            queue.finish();
        };
    };
    std::vector<variant> variants;
    variants.push_back({"copy", 2 * buffer_bytes, finish_after([&] { output.copy(queue, input); })});
    variants.push_back({"reduce", buffer_bytes, finish_after([&] { algorithms.reduce(queue, input); })});
    variants.push_back(
        {"inclusive_scan", 2 * buffer_bytes, finish_after([&] { algorithms.inclusive_scan(queue, input, output); })});
    variants.push_back(
        {"exclusive_scan", 2 * buffer_bytes, finish_after([&] { algorithms.exclusive_scan(queue, input, output, 0u); })});
    // A sort works in place, so a copy restores the random keys before each run. The measured time includes this copy; `bytes`
    // does not.
    variants.push_back({"radix_sort of keys", 2 * buffer_bytes, finish_after([&] {
                            keys.copy(queue, input);
                            algorithms.radix_sort(queue, keys);
                        })});
    variants.push_back({"radix_sort with values", 4 * buffer_bytes, finish_after([&] {
                            keys.copy(queue, input);
                            algorithms.radix_sort(queue, keys, values);
                        })});
    take_turns(variants, options.repetitions);
    const double copy = variants.front().gigabytes_per_second();
    fmt::print("{} {}\n", to_string(device.backend()), device.name());
    for (const variant& each : variants)
        fmt::print("  {:<24} {:>8.2f} GB/s   {:.3f} of the copy\n", each.name, each.gigabytes_per_second(),
                   each.gigabytes_per_second() / copy);
}

}  // namespace

int main(int count, char** arguments) {
    options options;
    CLI::App app {"Algorithms over whole buffers on every device, against a plain copy"};
    app.add_option("--elements", options.elements, "number of 32-bit elements")
        ->check(CLI::Range(1u, 500'000'000u))
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
        fmt::print(stderr, "bench_algorithms: {}\n", problem.what());
        return 1;
    }
}
