// Measures N-body on every device, and code written by hand for AVX2 as the baseline. All variants are run alternately, so
// that other load on the machine affects all of them alike. One measurement (a sample) runs so many steps that together they
// take at least about 4 milliseconds. The result of a sample is the time from the first call until the last step is done,
// divided by the number of steps.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <ingot/runtime/device.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "avx2_baseline.hpp"
#include "bodies.hpp"
#include "ispc_baseline.hpp"
#include "simulation.hpp"

namespace {

using namespace ingot;
using namespace ingot::samples;

constexpr float time_step = 0.001f;
constexpr float softening = 0.05f;

struct options {
    uint32_t bodies = 16'384;
    uint32_t repetitions = 9;
    std::vector<std::string> tilings;  ///< names of tilings; empty: the best for each device
    /// The numbers of devices among which the bodies are divided. Each number is measured on each backend that has so many
    /// devices. With 1, each device is measured by itself.
    std::vector<uint32_t> devices {1};
    double least_share = 0.0;  ///< the program fails if OpenCL is slower than this share of the baseline's speed
    std::string backend;       ///< measure only this backend; empty: all
    bool baseline = true;
    std::filesystem::path json;
};

struct variant {
    std::string name;                         ///< the backend, or "avx2" for the baseline
    std::string description;                  ///< device and tiling, or a description of the baseline
    std::function<void(uint32_t steps)> run;  ///< runs the steps and waits
    double peak = 0.0;                        ///< peak performance of the devices in operations per second; 0: unknown
    uint32_t steps_in_sample = 1;
    std::vector<double> seconds {};  ///< duration of one step, for each sample

    /// Returns the time that this fraction of the samples did not exceed: 0.5 for the median.
    double percentile(double fraction) const {
        std::vector<double> sorted_seconds = seconds;
        std::ranges::sort(sorted_seconds);
        return sorted_seconds[std::min(sorted_seconds.size() - 1,
                                       static_cast<size_t>(fraction * static_cast<double>(sorted_seconds.size())))];
    }
    /// Returns the share of the peak performance; 0 if the peak is unknown.
    double share_of_peak(uint32_t bodies) const { return peak == 0.0 ? 0.0 : gigaflops(bodies) * 1e9 / peak; }
    double gigaflops(uint32_t bodies) const {
        const double interactions = static_cast<double>(bodies) * static_cast<double>(bodies);
        return interactions * operations_of_interaction / percentile(0.5) * 1e-9;
    }
};

// A simulation and its queues. The simulation has pointers to the queues, so they must exist longer and must not be moved.
struct running_simulation {
    running_simulation(std::span<const device> devices, const bodies& initial) {
        std::vector<simulation<float>::member> members;
        for (const device& each : devices) queues.push_back(each.create_queue());
        for (queue& each : queues) members.push_back({simulation<float>::build(each.owner()), &each});
        bodies_on_devices.emplace(std::move(members), initial);
    }
    void run(const step_settings& settings, uint32_t steps) {
        for (uint32_t i = 0; i < steps; ++i) bodies_on_devices->step(settings);
        for (queue& each : queues) each.finish();
    }

    std::vector<queue> queues;
    std::optional<simulation<float>> bodies_on_devices;
};

// Adds variants that divide the bodies among these devices of one backend. The devices are assumed to be of one model: the best
// tiling, the name and the peak performance are those of the first device.
void add_devices(std::vector<variant>& variants, std::span<const device> devices, const bodies& initial, const options& options) {
    const device_properties& properties = devices.front().properties();
    std::vector<tiling> plans;
    for (const std::string& each : options.tilings) plans.push_back(find_tiling(each).value());
    if (plans.empty()) plans.push_back(best_tiling(properties, initial.count() / devices.size()));
    const auto simulation = std::make_shared<running_simulation>(devices, initial);
    const std::string device_names =
        devices.size() == 1 ? properties.name : fmt::format("{} x {}", devices.size(), properties.name);
    for (const tiling& plan : plans) {
        if (plan.local_size > properties.max_group_size) continue;
        const step_settings settings {.method = integrator::euler, .time_step = time_step, .softening = softening, .plan = plan};
        variants.push_back({.name = std::string(to_string(properties.backend)),
                            .description = fmt::format("{}, {}", device_names, name(plan)),
                            .run = [simulation, settings](uint32_t steps) { simulation->run(settings, steps); },
                            .peak = peak_operations(properties) * static_cast<double>(devices.size())});
    }
}

void add_backend(std::vector<variant>& variants, backend backend, const bodies& initial, const options& options) {
    std::vector<device> available_devices;
    for (const device_listing& listing : devices(backend)) {
        if (listing.device)
            available_devices.push_back(*listing.device);
        else
            fmt::print("  {:<10} not measured: {}\n", to_string(backend), listing.unavailable_reason);
    }
    for (const uint32_t count : options.devices) {
        if (count == 1) {
            for (const device& each : available_devices) add_devices(variants, std::span(&each, 1), initial, options);
        } else if (count <= available_devices.size()) {
            add_devices(variants, std::span(available_devices).first(count), initial, options);
        }
    }
}

// The bodies of a baseline.
struct simulation_by_hand {
    explicit simulation_by_hand(const bodies& initial) {
        for (size_t i = 0; i < initial.count(); ++i) {
            position.emplace_back(float3(initial.positions[i]), static_cast<float>(initial.masses[i]));
            velocity.emplace_back(float3(initial.velocities[i]), 0.0f);
        }
        moved_position = position;
    }
    void step(decltype(bench::avx2_step)& advance) {
        advance(position, moved_position, velocity, time_step, softening * softening);
        std::swap(position, moved_position);
    }
    std::vector<float4> position;
    std::vector<float4> moved_position;
    std::vector<float4> velocity;
};

double seconds_of(const variant& variant, uint32_t steps) {
    using clock = std::chrono::steady_clock;
    const clock::time_point start = clock::now();
    variant.run(steps);
    return std::chrono::duration<double>(clock::now() - start).count();
}

void take_turns(std::vector<variant>& variants, uint32_t repetitions) {
    constexpr double sample_seconds = 4e-3;
    for (variant& each : variants) {
        each.run(3);  // not measured: all memory is touched, devices raise their clock rates, and some drivers compile again
        each.steps_in_sample = std::max(1u, static_cast<uint32_t>(std::ceil(sample_seconds / seconds_of(each, 1))));
    }
    for (uint32_t i = 0; i < repetitions; ++i)
        for (variant& each : variants) each.seconds.push_back(seconds_of(each, each.steps_in_sample) / each.steps_in_sample);
}

void write_json(const std::filesystem::path& file, const std::vector<variant>& variants, uint32_t bodies) {
    nlohmann::ordered_json report {{"bodies", bodies}, {"operations_of_interaction", operations_of_interaction}};
    for (const variant& each : variants) {
        nlohmann::ordered_json results {{"backend", each.name},
                                        {"description", each.description},
                                        {"gflops", each.gigaflops(bodies)},
                                        {"median_ms", 1e3 * each.percentile(0.5)},
                                        {"p95_ms", 1e3 * each.percentile(0.95)},
                                        {"samples", each.seconds.size()},
                                        {"steps_in_sample", each.steps_in_sample}};
        if (each.peak != 0.0) results["peak_gflops"] = each.peak * 1e-9;
        if (each.peak != 0.0) results["share_of_peak"] = each.share_of_peak(bodies);
        report["variants"].push_back(std::move(results));
    }
    if (const auto folder = file.parent_path(); !folder.empty() && !std::filesystem::is_directory(folder))
        throw error(fmt::format("cannot write '{}': there is no folder '{}'", file.string(), folder.string()));
    std::ofstream stream(file);
    if (!(stream << report.dump(2) << '\n') || !stream.flush()) throw error(fmt::format("cannot write '{}'", file.string()));
}

// Prints the results. Returns the speed of the fastest OpenCL variant relative to the baseline, or nothing if OpenCL or the
// baseline was not measured.
std::optional<double> print(const std::vector<variant>& variants, const variant* baseline, uint32_t bodies) {
    std::optional<double> best;
    for (const variant& each : variants) {
        const double gigaflops = each.gigaflops(bodies);
        fmt::print("  {:<10} {:<44} {:>9.1f} GFLOPS", each.name, each.description, gigaflops);
        if (each.peak != 0.0) fmt::print("   {:>2.0f} % of the peak", 100.0 * each.share_of_peak(bodies));
        if (baseline) {
            const double share = gigaflops / baseline->gigaflops(bodies);
            fmt::print("   {:.2f} of the baseline", share);
            if (each.name == to_string(backend::opencl)) best = std::max(best.value_or(0.0), share);
        }
        fmt::print("\n");
    }
    return best;
}

int compare(const options& options) {
    const bodies initial = plummer_sphere(options.bodies, 1);
    std::vector<variant> variants;
    const std::optional<backend> only_backend = find_backend(options.backend);
    for (const backend_description& each : all_backends())
        if (!only_backend || only_backend == each.backend) add_backend(variants, each.backend, initial, options);
    const auto add_baseline = [&](const char* name, const char* description, decltype(bench::avx2_step)& advance) {
        const auto simulation = std::make_shared<simulation_by_hand>(initial);
        variants.push_back({.name = name, .description = description, .run = [simulation, &advance](uint32_t steps) {
                                for (uint32_t i = 0; i < steps; ++i) simulation->step(advance);
                            }});
    };
    if (options.baseline && bench::has_ispc()) add_baseline("ispc", "compiled by ispc, all cores", bench::ispc_step);
    const bool has_baseline = options.baseline && bench::has_avx2();
    if (has_baseline) {
        add_baseline("avx2", "by hand, all cores: the baseline", bench::avx2_step);
    } else if (options.baseline) {
        fmt::print("  {:<10} not measured: this processor lacks AVX2 or FMA\n", "avx2");
    }

    take_turns(variants, options.repetitions);
    fmt::print("{} bodies, {} operations an interaction, medians of {} repetitions that take turns\n", options.bodies,
               operations_of_interaction, options.repetitions);
    const std::optional<double> share = print(variants, has_baseline ? &variants.back() : nullptr, options.bodies);
    if (!options.json.empty()) write_json(options.json, variants, options.bodies);
    if (!share || *share >= options.least_share) return 0;
    fmt::print(stderr, "bench_nbody: OpenCL reached {:.2f} of the baseline; --least requires {:.2f}\n", *share,
               options.least_share);
    return 1;
}

}  // namespace

int main(int count, char** arguments) {
    options options;
    CLI::App app {"N-body on every device, compared with AVX2 code written by hand"};
    app.add_option("--bodies", options.bodies, "number of bodies")->check(CLI::Range(1u, 1'048'576u))->capture_default_str();
    app.add_option("--repetitions", options.repetitions, "repetitions of each variant")
        ->check(CLI::Range(1u, 10'000u))
        ->capture_default_str();
    std::vector<std::string> names;
    for (const tiling& each : tilings) names.push_back(name(each));
    app.add_option("--tilings", options.tilings, "tilings to compare, separated by commas; default: the best for each device")
        ->delimiter(',')
        ->check(CLI::IsMember(names));
    app.add_option(
           "--devices", options.devices,
           "how many devices of a backend share the bodies; several counts, separated by commas, are measured one after the "
           "other, and a count above the number of devices is left out; default: 1, which measures each device by itself")
        ->delimiter(',')
        ->check(CLI::Range(1u, 16u));
    app.add_option("--least", options.least_share, "fail if OpenCL is slower than this share of the baseline");
    app.add_option("--backend", options.backend, "measure only this backend")->check([](const std::string& text) {
        return find_backend(text) ? std::string() : "not one of " + backend_names();
    });
    app.add_flag("!--no-baseline", options.baseline, "measure devices only");
    app.add_flag("!--no-yardstick", options.baseline, "the name of --no-baseline in earlier versions")->group("");
    app.add_option("--json", options.json, "also write the results to this file");
    CLI11_PARSE(app, count, arguments);
    try {
        return compare(options);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_nbody: {}\n", problem.what());
        return 1;
    }
}
