// Runs the kernel of doubled.kernels.cpp on the device cpu-native, and prints the result of the work-item 5.
#include <cstdio>
#include <exception>
#include <ingot/ingot.hpp>
#include <vector>

#include "doubled.kernels.hpp"

int main() try {
    using namespace ingot;
    const device device = find_device(backend::cpu_native);
    queue queue = device.create_queue();
    const doubled_program program(device);
    std::vector<float> values(64);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
    auto buffer = device.create_buffer<float>(std::span<const float>(values));
    program.double_values.enqueue(queue, range(64).groups_of(64), buffer);
    std::printf("%g\n", static_cast<double>(buffer.read(queue)[5]));
    return 0;
} catch (const std::exception& reason) {
    std::fprintf(stderr, "%s\n", reason.what());
    return 1;
}
