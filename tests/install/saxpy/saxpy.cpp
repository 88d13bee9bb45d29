#include <cstdio>
#include <ingot/ingot.hpp>

#include "saxpy.kernels.hpp"  // made by ingotc: typed launchers

int main() {
    constexpr uint32_t count = 1'000'000;
    auto device = ingot::fastest_device();
    auto queue = device.create_queue();
    auto program = saxpy_program(device);

    auto x = device.create_buffer<float>(count, 1.0f);
    auto y = device.create_buffer<float>(count, 2.0f);
    queue.run(program.saxpy, ingot::range(count).groups_of(256), x, y, 3.0f, count);

    std::printf("%s: %g\n", device.name().c_str(), static_cast<double>(y.read(queue).back()));
}
