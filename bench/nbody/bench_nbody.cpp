// Measures N-body on every device, and code written by hand for AVX2 as the baseline. All variants take turns, so that
// other load on the machine affects all of them alike. A sample times as many steps as take some milliseconds, from the
// first call until the last step is done, and is divided by the number of steps.
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
#include "simulation.hpp"

namespace {

using namespace ingot;
using namespace ingot::samples;

constexpr float time_step = 0.001f;
constexpr float softening = 0.05f;

struct options {
    uint32_t bodies = 16'384;
    uint32_t repetitions = 9;
    std::vector<std::string> tilings;   ///< names of tilings; empty: the best for each device
    std::vector<uint32_t> devices {1};  ///< numbers of devices of a backend that share the bodies
    double least = 0.0;
    std::string backend;  ///< only this one; empty: all
    bool baseline = true;
    std::filesystem::path json;
};

struct variant {
    std::string name;                         ///< the backend
    std::string description;                  ///< device and tiling
    std::function<void(uint32_t steps)> run;  ///< runs the steps and waits
    double peak = 0.0;                        ///< peak performance of the devices in operations per second; 0: unknown
    uint32_t steps_in_sample = 1;
    std::vector<double> seconds {};  ///< duration of one step, for each sample

    double percentile(double fraction) const {
        std::vector<double> sorted = seconds;
        std::ranges::sort(sorted);
        return sorted[std::min(sorted.size() - 1, static_cast<size_t>(fraction * static_cast<double>(sorted.size())))];
    }
    /// Returns the share of the peak performance; 0 if the peak is unknown.
    double share_of_peak(uint32_t bodies) const { return peak == 0.0 ? 0.0 : gigaflops(bodies) * 1e9 / peak; }
    double gigaflops(uint32_t bodies) const {
        const double interactions = static_cast<double>(bodies) * static_cast<double>(bodies);
        return interactions * operations_of_interaction / percentile(0.5) * 1e-9;
    }
};

// A simulation with its queues, which must outlive the simulation and must not move.
struct running {
    running(std::span<const device> on, const bodies& initial) {
        std::vector<simulation<float>::member> members;
        for (const device& each : on) queues.push_back(each.create_queue());
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

// Adds variants that divide the bodies among these devices, which are of one kind.
void add_devices(std::vector<variant>& to, std::span<const device> on, const bodies& initial, const options& with) {
    const device_properties& kind = on.front().properties();
    std::vector<tiling> plans;
    for (const std::string& each : with.tilings) plans.push_back(find_tiling(each).value());
    if (plans.empty()) plans.push_back(best_tiling(kind, initial.count() / on.size()));
    const auto shared = std::make_shared<running>(on, initial);
    const std::string devices = on.size() == 1 ? kind.name : fmt::format("{} x {}", on.size(), kind.name);
    for (const tiling& plan : plans) {
        if (plan.local_size > kind.max_group_size) continue;
        const step_settings settings {.method = integrator::euler, .time_step = time_step, .softening = softening, .plan = plan};
        to.push_back({.name = std::string(to_string(kind.backend)),
                      .description = fmt::format("{}, {}", devices, name(plan)),
                      .run = [shared, settings](uint32_t steps) { shared->run(settings, steps); },
                      .peak = peak_operations(kind) * static_cast<double>(on.size())});
    }
}

void add_backend(std::vector<variant>& to, backend which, const bodies& initial, const options& with) {
    std::vector<device> here;
    for (const device_listing& listed : devices(which)) {
        if (listed.device)
            here.push_back(*listed.device);
        else
            fmt::print("  {:<10} not measured: {}\n", to_string(which), listed.unavailable_reason);
    }
    for (const uint32_t count : with.devices) {
        if (count == 1) {
            for (const device& each : here) add_devices(to, std::span(&each, 1), initial, with);
        } else if (count <= here.size()) {
            add_devices(to, std::span(here).first(count), initial, with);
        }
    }
}

struct by_hand {
    explicit by_hand(const bodies& initial) {
        for (size_t i = 0; i < initial.count(); ++i) {
            position.emplace_back(float3(initial.positions[i]), static_cast<float>(initial.masses[i]));
            velocity.emplace_back(float3(initial.velocities[i]), 0.0f);
        }
        moved = position;
    }
    void step() {
        bench::avx2_step(position, moved, velocity, time_step, softening * softening);
        std::swap(position, moved);
    }
    std::vector<float4> position;
    std::vector<float4> moved;
    std::vector<float4> velocity;
};

double seconds_of(const variant& of, uint32_t steps) {
    using clock = std::chrono::steady_clock;
    const clock::time_point start = clock::now();
    of.run(steps);
    return std::chrono::duration<double>(clock::now() - start).count();
}

void take_turns(std::vector<variant>& among, uint32_t repetitions) {
    constexpr double sample_seconds = 4e-3;
    for (variant& each : among) {
        each.run(3);  // builds kernels, touches memory, raises clocks
        each.steps_in_sample = std::max(1u, static_cast<uint32_t>(std::ceil(sample_seconds / seconds_of(each, 1))));
    }
    for (uint32_t i = 0; i < repetitions; ++i)
        for (variant& each : among) each.seconds.push_back(seconds_of(each, each.steps_in_sample) / each.steps_in_sample);
}

void write_json(const std::filesystem::path& file, const std::vector<variant>& measured, uint32_t bodies) {
    nlohmann::ordered_json all {{"bodies", bodies}, {"operations_of_interaction", operations_of_interaction}};
    for (const variant& each : measured) {
        nlohmann::ordered_json results {{"backend", each.name},
                                        {"description", each.description},
                                        {"gflops", each.gigaflops(bodies)},
                                        {"median_ms", 1e3 * each.percentile(0.5)},
                                        {"p95_ms", 1e3 * each.percentile(0.95)},
                                        {"samples", each.seconds.size()},
                                        {"steps_in_sample", each.steps_in_sample}};
        if (each.peak != 0.0) results["peak_gflops"] = each.peak * 1e-9;
        if (each.peak != 0.0) results["share_of_peak"] = each.share_of_peak(bodies);
        all["variants"].push_back(std::move(results));
    }
    std::ofstream stream(file);
    if (!(stream << all.dump(2) << '\n') || !stream.flush()) throw error(fmt::format("cannot write '{}'", file.string()));
}

// Prints the results. Returns the best OpenCL variant's speed relative to the baseline; 1 if either was not measured.
double print(const std::vector<variant>& among, const variant* baseline, uint32_t bodies) {
    double best = 0.0;
    bool compared = false;
    for (const variant& each : among) {
        const double gigaflops = each.gigaflops(bodies);
        fmt::print("  {:<10} {:<44} {:>9.1f} GFLOPS", each.name, each.description, gigaflops);
        if (each.peak != 0.0) fmt::print("   {:>2.0f} % of the peak", 100.0 * each.share_of_peak(bodies));
        if (baseline) {
            const double share = gigaflops / baseline->gigaflops(bodies);
            fmt::print("   {:.2f} of the baseline", share);
            if (each.name == to_string(backend::opencl)) {
                compared = true;
                best = std::max(best, share);
            }
        }
        fmt::print("\n");
    }
    return compared ? best : 1.0;
}

int compare(const options& with) {
    const bodies initial = plummer_sphere(with.bodies, 1);
    std::vector<variant> variants;
    const std::optional<backend> only = find_backend(with.backend);
    for (const backend_description& each : all_backends())
        if (!only || only == each.backend) add_backend(variants, each.backend, initial, with);
    const bool has_baseline = with.baseline && bench::has_avx2();
    if (has_baseline) {
        const auto hand = std::make_shared<by_hand>(initial);
        variants.push_back({.name = "avx2", .description = "by hand, all cores: the baseline", .run = [hand](uint32_t steps) {
                                for (uint32_t i = 0; i < steps; ++i) hand->step();
                            }});
    } else if (with.baseline) {
        fmt::print("  {:<10} not measured: this processor lacks AVX2 or FMA\n", "avx2");
    }

    take_turns(variants, with.repetitions);
    fmt::print("{} bodies, {} operations an interaction, medians of {} repetitions that take turns\n", with.bodies,
               operations_of_interaction, with.repetitions);
    if (!with.json.empty()) write_json(with.json, variants, with.bodies);
    const double share = print(variants, has_baseline ? &variants.back() : nullptr, with.bodies);
    if (share >= with.least) return 0;
    fmt::print(stderr, "bench_nbody: OpenCL reached {:.2f} of the baseline; --least requires {:.2f}\n", share, with.least);
    return 1;
}

}  // namespace

int main(int count, char** arguments) {
    options with;
    CLI::App app {"N-body on every device, compared with AVX2 code written by hand"};
    app.add_option("--bodies", with.bodies, "number of bodies")->check(CLI::Range(1u, 1'048'576u))->capture_default_str();
    app.add_option("--repetitions", with.repetitions, "repetitions of each variant")
        ->check(CLI::Range(1u, 10'000u))
        ->capture_default_str();
    std::vector<std::string> names;
    for (const tiling& each : tilings) names.push_back(name(each));
    app.add_option("--tilings", with.tilings, "tilings to compare, separated by commas; default: the best for each device")
        ->delimiter(',')
        ->check(CLI::IsMember(names));
    app.add_option("--devices", with.devices, "numbers of devices of a backend that share the bodies, separated by commas")
        ->delimiter(',')
        ->check(CLI::Range(1u, 16u));
    app.add_option("--least", with.least, "fail if OpenCL is slower than this share of the baseline");
    app.add_option("--backend", with.backend, "measure only this backend")->check([](const std::string& text) {
        return find_backend(text) ? std::string() : "not one of " + backend_names();
    });
    app.add_flag("!--no-baseline", with.baseline, "measure devices only");
    app.add_flag("!--no-yardstick", with.baseline, "the name of --no-baseline in earlier versions")->group("");
    app.add_option("--json", with.json, "also write the results to this file");
    CLI11_PARSE(app, count, arguments);
    try {
        return compare(with);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_nbody: {}\n", problem.what());
        return 1;
    }
}
