// Runs one kernel of races.kernels.cpp on the CPU debug device: `races KERNEL`.
#include <cstdio>
#include <string>
#include <vector>

#include "../kernel_calls.hpp"
// Compiles the kernel file as a part of this program, as the CMake function ingot_add_kernels does.
#include "races.kernels.cpp"  // NOLINT(bugprone-suspicious-include)
#undef kernel

namespace {

using namespace ingot;
using namespace ingot::testing;

constexpr uint32_t work_items = 4096;

program build(const device& device) {
    const auto result = buffer_parameter<uint32_t>("result");
    hand_made_source kernels;
    kernels.add("race_in_group", &cpu_debug::run<&race_in_group>, {result});
    kernels.add("race_after_barrier", &cpu_debug::run<&race_after_barrier>, {result}, true);
    kernels.add("race_between_groups", &cpu_debug::run<&race_between_groups>, {result});
    kernels.add("no_race", &cpu_debug::run<&no_race>, {result}, true);
    return {device, kernels.source()};
}

}  // namespace

int main(int argument_count, char** arguments) try {
    if (argument_count < 2) return 2;
    const device device = find_device(backend::cpu_debug);
    queue queue = device.create_queue();
    const program program = build(device);
    const auto result = device.create_buffer<uint32_t>(work_items + 64, 0u);
    for (int repetition = 0; repetition < 3; ++repetition)
        run(queue, program, arguments[1], range(work_items).groups_of(64), result);
    std::printf("%u\n", result.read(queue)[1]);
    return 0;
} catch (const std::exception& reason) {
    std::fprintf(stderr, "%s\n", reason.what());
    return 1;
}
