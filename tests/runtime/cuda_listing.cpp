// Prints what the CUDA backend lists, for tests of drivers that are missing or broken: each needs a process of its own.
#include <cstdio>
#include <ingot/runtime/device.hpp>

int main() {
    for (const ingot::device_listing& one : ingot::devices(ingot::backend::cuda)) {
        const std::string line = one.device ? one.device->name() + ", " + one.device->properties().driver : one.unavailable;
        std::puts(line.c_str());
    }
}
