// Runs one kernel of shift.kernels.cpp with 256 work-items on the CPU debug device: `shift KERNEL [longer]`. The buffers
// have 256 elements. With `longer` they have 257, so that the kernel `shift` does not read past the end.
#include <cstdio>
#include <string_view>
#include <vector>

#include "../kernel_calls.hpp"
// Compiles the kernel file as a part of this program, as the CMake function ingot_add_kernels does.
#include "shift.kernels.cpp"  // NOLINT(bugprone-suspicious-include)
#undef kernel

namespace {

using namespace ingot;
using namespace ingot::testing;

constexpr uint32_t items_in_all = 256;

program build(const device& device) {
    const auto source = buffer_parameter<float>("source", archive::access::read);
    const auto destination = buffer_parameter<float>("destination");
    hand_made_source kernels;
    kernels.add("shift", &cpu_debug::run<&shift>, {source, destination});
    kernels.add("shift_in_group", &cpu_debug::run<&shift_in_group>, {source, destination}, true);
    kernels.add("keep_own", &cpu_debug::run<&keep_own>, {source, destination}, true);
    kernels.add("weigh", &cpu_debug::run<&weigh>, {source, destination, value_parameter<float>("weight")}, true);
    return {device, kernels.source()};
}

void run_kernel(std::string_view name, uint32_t elements) {
    const device device = find_device(backend::cpu_debug);
    queue queue = device.create_queue();
    const program program = build(device);
    std::vector<float> values(elements);
    for (uint32_t i = 0; i < elements; ++i) values[i] = static_cast<float>(i);
    const auto source = device.create_buffer<float>(std::span<const float>(values));
    const auto destination = device.create_buffer<float>(elements, 0.0f);
    const range items = range(items_in_all).groups_of(64);
    if (name == "weigh")
        run(queue, program, "weigh", items, source, destination, 3.0f);
    else
        run(queue, program, std::string(name).c_str(), items, source, destination);
    std::printf("%g\n", static_cast<double>(destination.read(queue)[5]));
}

}  // namespace

int main(int argument_count, char** arguments) try {
    if (argument_count < 2) return 2;
    run_kernel(arguments[1], argument_count > 2 ? items_in_all + 1 : items_in_all);
    return 0;
} catch (const std::exception& reason) {
    std::fprintf(stderr, "%s\n", reason.what());
    return 1;
}
