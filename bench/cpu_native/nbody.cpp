#include <array>
#include <chrono>
#include <memory>
#include <utility>

#include "../nbody/avx2_baseline.hpp"
#include "bodies.hpp"
#include "measurement.hpp"
#include "simulation.hpp"
#include "work.hpp"

namespace ingot::bench {

namespace {

using namespace ingot::samples;

constexpr size_t body_count = 16'384;
constexpr float time_step = 0.001f;
constexpr float softening = 0.05f;

struct moving_bodies {
    moving_bodies(const device& device, const bodies& initial)
        : work_queue(device.create_queue()), simulated(simulation<float>::build(device), work_queue, initial) {}
    queue work_queue;
    simulation<float> simulated;
};

}  // namespace

std::vector<work> nbody_work(const device& device) {
    const bodies initial = plummer_sphere(body_count, 1);
    std::vector<work> all;
    for (const char* const tiling_name : {"256x4", "256x1", "64x1"}) {
        const auto moving = std::make_shared<moving_bodies>(device, initial);
        const step_settings settings {.method = integrator::euler,
                                      .time_step = time_step,
                                      .softening = softening,
                                      .plan = find_tiling(tiling_name).value()};
        const auto run = [moving, settings] {
            take_device_seconds(moving->work_queue);
            moving->simulated.step(settings);
            return take_device_seconds(moving->work_queue).kernels;
        };
        const auto result = [moving, initial] {
            bodies now = initial;
            moving->simulated.read(now);
            std::vector<double> numbers;
            for (const double3& position : now.positions) numbers.insert(numbers.end(), {position.x, position.y, position.z});
            return numbers;
        };
        all.push_back({std::string("N-body, 16,384 bodies, ") + tiling_name, run, result, 1e-3});
    }
    return all;
}

std::function<double()> nbody_by_hand() {
    if (!has_avx2()) return {};
    struct bodies_by_hand {
        std::vector<float4> position;
        std::vector<float4> moved_position;
        std::vector<float4> velocity;
    };
    const auto state = std::make_shared<bodies_by_hand>();
    const bodies initial = plummer_sphere(body_count, 1);
    for (size_t i = 0; i < initial.count(); ++i) {
        state->position.emplace_back(float3(initial.positions[i]), static_cast<float>(initial.masses[i]));
        state->velocity.emplace_back(float3(initial.velocities[i]), 0.0f);
    }
    state->moved_position = state->position;
    return [state] {
        const auto start = std::chrono::steady_clock::now();
        avx2_step(state->position, state->moved_position, state->velocity, time_step, softening * softening);
        std::swap(state->position, state->moved_position);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
}

}  // namespace ingot::bench
