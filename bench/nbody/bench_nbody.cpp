// N-body on every device, and by hand with AVX2 as the yardstick. All variants take turns, so that what else the machine does
// falls on all of them alike.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "avx2_yardstick.hpp"
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
    std::vector<std::string> tilings;  ///< their names; empty: the best of each device
    double least = 0.0;
};

struct variant {
    std::string name;
    std::string description;
    std::function<void()> step;  ///< one step, to its end
    std::vector<double> seconds {};

    double gigaflops(uint32_t bodies) const {
        std::vector<double> sorted = seconds;
        std::ranges::sort(sorted);
        const double interactions = static_cast<double>(bodies) * static_cast<double>(bodies);
        return interactions * operations_of_interaction / sorted[sorted.size() / 2] * 1e-9;
    }
};

// A simulation with its queue, which must outlive it and stay where it is.
struct running {
    running(const device& on, const bodies& initial)
        : in(on.create_queue()), bodies_on_device(simulation<float>::build(on), in, initial) {}
    queue in;
    simulation<float> bodies_on_device;
};

void add_device(std::vector<variant>& to, const device& on, const bodies& initial, const options& with) {
    std::vector<tiling> plans;
    for (const std::string& each : with.tilings) plans.push_back(tiling_from(each).value());
    if (plans.empty()) plans.push_back(best_tiling(on.properties(), initial.count()));
    const auto shared = std::make_shared<running>(on, initial);
    for (const tiling& plan : plans) {
        if (plan.group_size > on.properties().max_group_size) continue;
        const step_settings settings {.method = integrator::euler, .time_step = time_step, .softening = softening, .plan = plan};
        to.push_back({std::string(to_string(on.backend())), fmt::format("{}, {}", on.name(), name(plan)), [shared, settings] {
                          shared->bodies_on_device.step(settings);
                          shared->in.finish();
                      }});
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

void take_turns(std::vector<variant>& among, uint32_t repetitions) {
    using clock = std::chrono::steady_clock;
    for (variant& each : among) each.step();  // kernels are built, pages are there
    for (uint32_t i = 0; i < repetitions; ++i) {
        for (variant& each : among) {
            const clock::time_point start = clock::now();
            each.step();
            each.seconds.push_back(std::chrono::duration<double>(clock::now() - start).count());
        }
    }
}

// The best OpenCL variant's share of the yardstick; 1 where there is none of either to compare.
double print(const std::vector<variant>& among, const variant* yardstick, uint32_t bodies) {
    double best = 0.0;
    bool compared = false;
    for (const variant& each : among) {
        const double gigaflops = each.gigaflops(bodies);
        fmt::print("  {:<10} {:<44} {:>9.1f} GFLOPS", each.name, each.description, gigaflops);
        if (yardstick) {
            const double share = gigaflops / yardstick->gigaflops(bodies);
            fmt::print("   {:.2f} of the yardstick", share);
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
    for (const device_listing& listed : devices()) {
        if (listed.device)
            add_device(variants, *listed.device, initial, with);
        else
            fmt::print("  {:<10} not measured: {}\n", to_string(listed.backend), listed.unavailable);
    }
    const bool has_yardstick = bench::has_avx2();
    if (has_yardstick) {
        const auto hand = std::make_shared<by_hand>(initial);
        variants.push_back({"avx2", "by hand, all cores: the yardstick", [hand] { hand->step(); }});
    } else {
        fmt::print("  {:<10} not measured: this processor lacks AVX2 or FMA\n", "avx2");
    }

    take_turns(variants, with.repetitions);
    fmt::print("{} bodies, {} operations an interaction, medians of {} repetitions that take turns\n", with.bodies,
               operations_of_interaction, with.repetitions);
    const double share = print(variants, has_yardstick ? &variants.back() : nullptr, with.bodies);
    if (share >= with.least) return 0;
    fmt::print(stderr, "bench_nbody: OpenCL reached {:.2f} of the yardstick; --least asks for {:.2f}\n", share, with.least);
    return 1;
}

}  // namespace

int main(int count, char** arguments) {
    options with;
    CLI::App app {"N-body on every device against AVX2 by hand"};
    app.add_option("--bodies", with.bodies, "number of bodies")->check(CLI::Range(1u, 1'048'576u))->capture_default_str();
    app.add_option("--repetitions", with.repetitions, "of each variant")->check(CLI::Range(1u, 10'000u))->capture_default_str();
    std::vector<std::string> names;
    for (const tiling& each : tilings) names.push_back(name(each));
    app.add_option("--tilings", with.tilings, "tilings to compare, with commas; the best of each device where none is given")
        ->delimiter(',')
        ->check(CLI::IsMember(names));
    app.add_option("--least", with.least, "fail where OpenCL reaches a smaller share of the yardstick");
    CLI11_PARSE(app, count, arguments);
    try {
        return compare(with);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_nbody: {}\n", problem.what());
        return 1;
    }
}
