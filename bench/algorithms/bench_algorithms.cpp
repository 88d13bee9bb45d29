// Measures reductions, scans and sorts on every device, relative to a plain copy on the same device. All variants take
// turns, so that other load on the machine affects all of them alike.
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

// A measured operation. `bytes` is the traffic that the result requires: each input read once, each output written
// once.
struct variant {
    std::string name;
    double bytes;
    std::function<void()> run;
    std::vector<double> seconds {};

    double gigabytes_per_second() const {
        std::vector<double> sorted = seconds;
        std::ranges::sort(sorted);
        return bytes / sorted[sorted.size() / 2] * 1e-9;
    }
};

void take_turns(std::vector<variant>& among, uint32_t repetitions) {
    using clock = std::chrono::steady_clock;
    for (const variant& each : among) each.run();  // builds kernels and allocates memory
    for (uint32_t i = 0; i < repetitions; ++i) {
        for (variant& each : among) {
            const clock::time_point start = clock::now();
            each.run();
            each.seconds.push_back(std::chrono::duration<double>(clock::now() - start).count());
        }
    }
}

void measure(const device& on, const options& with) {
    queue in = on.create_queue();
    algorithms of(on);
    std::vector<uint32_t> random(with.elements);
    const std::mt19937 next(1);
    std::ranges::generate(random, next);
    const auto from = on.create_buffer<uint32_t>(std::span<const uint32_t>(random));
    auto to = on.create_buffer<uint32_t>(with.elements);
    auto keys = on.create_buffer<uint32_t>(with.elements);
    auto values = on.create_buffer<uint32_t>(with.elements, 0u);

    const double once = 4.0 * with.elements;
    const auto finished = [&](auto work) {
        return [&in, work] {
            work();
            in.finish();
        };
    };
    std::vector<variant> variants;
    variants.push_back({"copy", 2 * once, finished([&] { to.copy(in, from); })});
    variants.push_back({"reduce", once, finished([&] { of.reduce(in, from); })});
    variants.push_back({"inclusive_scan", 2 * once, finished([&] { of.inclusive_scan(in, from, to); })});
    variants.push_back({"exclusive_scan", 2 * once, finished([&] { of.exclusive_scan(in, from, to, 0u); })});
    // A sort works in place. The copy restores the random keys before each run; its time is included, its bytes are not.
    variants.push_back({"radix_sort of keys", 2 * once, finished([&] {
                            keys.copy(in, from);
                            of.radix_sort(in, keys);
                        })});
    variants.push_back({"radix_sort with values", 4 * once, finished([&] {
                            keys.copy(in, from);
                            of.radix_sort(in, keys, values);
                        })});
    take_turns(variants, with.repetitions);
    const double copy = variants.front().gigabytes_per_second();
    fmt::print("{} {}\n", to_string(on.backend()), on.name());
    for (const variant& each : variants)
        fmt::print("  {:<24} {:>8.2f} GB/s   {:.3f} of the copy\n", each.name, each.gigabytes_per_second(),
                   each.gigabytes_per_second() / copy);
}

}  // namespace

int main(int count, char** arguments) {
    options with;
    CLI::App app {"Algorithms over whole buffers on every device, against a plain copy"};
    app.add_option("--elements", with.elements, "32-bit elements")->check(CLI::Range(1u, 500'000'000u))->capture_default_str();
    app.add_option("--repetitions", with.repetitions, "repetitions of each")
        ->check(CLI::Range(1u, 10'000u))
        ->capture_default_str();
    CLI11_PARSE(app, count, arguments);
    try {
        for (const device_listing& listed : devices()) {
            if (listed.device)
                measure(*listed.device, with);
            else
                fmt::print("{} not measured: {}\n", to_string(listed.backend), listed.unavailable_reason);
        }
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_algorithms: {}\n", problem.what());
        return 1;
    }
}
