// The processor by the interfaces of Linux.
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <thread>

#include "processor.hpp"

namespace ingot::backends::host_memory {

namespace {

// A set of any number of cores. The type cpu_set_t itself is limited to 1024.
class core_set {
public:
    explicit core_set(int cores)
        : set_(CPU_ALLOC(static_cast<size_t>(cores))), bytes_(CPU_ALLOC_SIZE(static_cast<size_t>(cores))) {
        CPU_ZERO_S(bytes_, set_.get());
    }
    cpu_set_t* get() const { return set_.get(); }
    size_t size() const { return bytes_; }

private:
    struct release {
        void operator()(cpu_set_t* set) const { CPU_FREE(set); }
    };
    std::unique_ptr<cpu_set_t, release> set_;
    size_t bytes_;
};

// Returns the value of the first line "key : value" in /proc/cpuinfo; "" if there is none.
std::string value_in_cpuinfo(std::string_view key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const size_t colon = line.find(": ");
        if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
    }
    return {};
}

// Returns the highest clock of the first core in MHz. Where the system has no cpufreq, as in most virtual machines, returns the
// current clock instead.
uint32_t clock_of_processor() {
    std::ifstream highest("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
    if (uint64_t kilohertz = 0; highest >> kilohertz) return static_cast<uint32_t>(kilohertz / 1000);
    const std::string megahertz = value_in_cpuinfo("cpu MHz");
    return megahertz.empty() ? 0 : static_cast<uint32_t>(std::strtod(megahertz.c_str(), nullptr));
}

}  // namespace

std::vector<int> allowed_cores() {
    constexpr int most_cores = 1 << 16;
    for (int cores = 1024; cores <= most_cores; cores *= 2) {
        const core_set allowed(cores);
        if (::sched_getaffinity(0, allowed.size(), allowed.get()) != 0) {
            if (errno == EINVAL) continue;  // the system's set is larger than this one
            break;
        }
        std::vector<int> usable;
        for (int core = 0; core < cores; ++core)
            if (CPU_ISSET_S(static_cast<size_t>(core), allowed.size(), allowed.get())) usable.push_back(core);
        if (!usable.empty()) return usable;
        break;
    }
    std::vector<int> guessed;
    for (unsigned core = 0; core < std::max(1u, std::thread::hardware_concurrency()); ++core)
        guessed.push_back(static_cast<int>(core));
    return guessed;
}

void pin_thread(int core) {
    const core_set only(core + 1);
    CPU_SET_S(static_cast<size_t>(core), only.size(), only.get());
    ::pthread_setaffinity_np(::pthread_self(), only.size(), only.get());
}

processor query_processor() {
    const std::string id = value_in_cpuinfo("vendor_id");
    std::string name = value_in_cpuinfo("model name");
    return {name.empty() ? "CPU" : std::move(name),
            id == "AuthenticAMD"   ? "AMD"
            : id == "GenuineIntel" ? "Intel"
                                   : id,
            clock_of_processor(), lanes_of_processor()};
}

}  // namespace ingot::backends::host_memory
