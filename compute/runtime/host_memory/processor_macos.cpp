// The processor by the interfaces of macOS. Never run: see docs/building.md.
#include <sys/sysctl.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "processor.hpp"

namespace ingot::backends::host_memory {

namespace {

// Returns a text of the system's table; "" if it has none of that name.
std::string text_of_system(const char* name) {
    size_t size = 0;
    if (::sysctlbyname(name, nullptr, &size, nullptr, 0) != 0 || size == 0) return {};
    std::string text(size, '\0');
    if (::sysctlbyname(name, text.data(), &size, nullptr, 0) != 0) return {};
    return text.c_str();  // without the final null character
}

// Returns a number of the system's table; 0 if it has none of that name.
uint64_t number_of_system(const char* name) {
    uint64_t number = 0;
    size_t size = sizeof number;
    return ::sysctlbyname(name, &number, &size, nullptr, 0) == 0 ? number : 0;
}

}  // namespace

std::vector<int> allowed_cores() {
    std::vector<int> cores(std::max(1u, std::thread::hardware_concurrency()));
    std::iota(cores.begin(), cores.end(), 0);
    return cores;
}

// macOS binds no thread to a core.
void pin_thread(int) {}

processor query_processor() {
    std::string name = text_of_system("machdep.cpu.brand_string");
    const std::string vendor = text_of_system("machdep.cpu.vendor");  // processors of Intel have it
    return {name.empty() ? "CPU" : std::move(name), vendor == "GenuineIntel" ? "Intel" : "Apple",
            static_cast<uint32_t>(number_of_system("hw.cpufrequency_max") / 1'000'000), lanes_of_processor()};
}

}  // namespace ingot::backends::host_memory
