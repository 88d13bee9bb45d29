// Compares the device cpu-native with the first OpenCL device that is a CPU, by the kernels of the samples. Both devices take
// turns, so that other load on the machine affects both alike. Times are those of the kernels, by the devices' own clocks.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ingot/ingot.hpp>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernel_sources.hpp"
#include "measurement.hpp"
#include "window/window.hpp"
#include "work.hpp"

namespace {

using namespace ingot;
using bench::work;

struct options {
    uint32_t repetitions = 9;
    std::string sample;    ///< only this one; empty: all
    std::string only;      ///< a part of the names of the work to measure
    std::string compiler;  ///< further options of ingotc
};

using work_of_sample = std::vector<work> (*)(const device&);
// Each sample by the name of its folder.
const std::map<std::string, work_of_sample> samples {{"nbody", &bench::nbody_work},
                                                     {"blur", &bench::blur_work},
                                                     {"warp", &bench::warp_work},
                                                     {"pathtracer", &bench::pathtracer_work},
                                                     {"motion", &bench::motion_work}};

std::optional<device> opencl_cpu() {
    for (const device_listing& listing : devices(backend::opencl))
        if (listing.device && listing.device->properties().is_cpu) return listing.device;
    return std::nullopt;
}

// Throws an exception if the devices do not agree: times of wrong results mean nothing.
void require_same(const work& first, const work& second) {
    const std::vector<double> a = first.result();
    const std::vector<double> b = second.result();
    if (a.size() != b.size()) throw std::runtime_error(first.name + ": the results have different sizes");
    double largest = 0.0;
    for (size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]) / std::max({std::abs(a[i]), std::abs(b[i]), 1e-2}));
    if (!(largest <= first.tolerance))
        throw std::runtime_error(
            fmt::format("{}: the results differ by {:.2g} of their size; {} is allowed", first.name, largest, first.tolerance));
}

void measure(const device& native, const std::optional<device>& reference, work_of_sample create, const options& options) {
    const std::vector<work> own = create(native);
    const std::vector<work> other = reference ? create(*reference) : std::vector<work>();
    for (size_t i = 0; i < own.size(); ++i) {
        if (own[i].name.find(options.only) == std::string::npos) continue;
        const bool is_first_of_nbody = create == &bench::nbody_work && i == 0;
        const std::function<double()> by_hand = is_first_of_nbody ? bench::nbody_by_hand() : nullptr;
        own[i].run();  // not measured: memory is touched, and drivers compile
        if (reference) {
            other[i].run();
            require_same(own[i], other[i]);
        }
        std::vector<double> own_seconds;
        std::vector<double> other_seconds;
        std::vector<double> seconds_by_hand;
        for (uint32_t turn = 0; turn < options.repetitions; ++turn) {
            own_seconds.push_back(own[i].run());
            if (reference) other_seconds.push_back(other[i].run());
            if (by_hand) seconds_by_hand.push_back(by_hand());
        }
        const double own_time = bench::median(own_seconds);
        fmt::print("  {:<34}{:>9.3f} ms", own[i].name, 1e3 * own_time);
        if (reference)
            fmt::print("{:>11.3f} ms {:>7.2f}", 1e3 * bench::median(other_seconds), bench::median(other_seconds) / own_time);
        if (by_hand) fmt::print("    {:.2f} of AVX2 by hand", bench::median(seconds_by_hand) / own_time);
        fmt::print("\n");
        std::fflush(stdout);
    }
}

void run(const options& options) {
    if (!options.compiler.empty()) ::setenv("INGOTC_OPTIONS", options.compiler.c_str(), 1);
    const device native = find_device(backend::cpu_native);
    const std::optional<device> reference = opencl_cpu();
    bench::compile_kernels_for(native, options.sample);
    const shell::window hidden(shell::window::kind::offscreen, "bench_cpu_native", {64, 64});
    fmt::print("cpu-native: {}; OpenCL: {}\n", native.name(), reference ? reference->name() : "no CPU");
    fmt::print("  {:<34}{:>12}{:>14} {:>7}\n", "medians", "cpu-native", "OpenCL", "speed");
    for (const auto& [name, create] : samples)
        if (options.sample.empty() || options.sample == name) measure(native, reference, create, options);
}

}  // namespace

int main(int count, char** arguments) {
    options options;
    CLI::App app {"The samples' kernels on the device cpu-native, compared with OpenCL on the same processor"};
    app.add_option("--repetitions", options.repetitions, "repetitions of each piece of work")
        ->check(CLI::Range(1u, 10'000u))
        ->capture_default_str();
    app.add_option("--sample", options.sample, "measure only this sample, and compile only its kernels")
        ->check(CLI::IsMember(samples));
    app.add_option("--only", options.only, "measure only work with this in its name");
    app.add_option("--compiler-options", options.compiler, "options of ingotc for cpu-native: \"--arch x86-64-v4:8\"");
    CLI11_PARSE(app, count, arguments);
    try {
        run(options);
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_cpu_native: {}\n", problem.what());
        return 1;
    }
}
