#include "processor.hpp"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <thread>

namespace ingot::backends::cpu_debug {

namespace {

// A set for any number of cores; cpu_set_t itself ends at 1024.
class core_set {
public:
    explicit core_set(int cores) : set(CPU_ALLOC(static_cast<size_t>(cores))), bytes(CPU_ALLOC_SIZE(static_cast<size_t>(cores))) {
        CPU_ZERO_S(bytes, set.get());
    }
    cpu_set_t* get() const { return set.get(); }
    size_t size() const { return bytes; }

private:
    struct release {
        void operator()(cpu_set_t* of) const { CPU_FREE(of); }
    };
    std::unique_ptr<cpu_set_t, release> set;
    size_t bytes;
};

// The value of the first line "key : value" in /proc/cpuinfo.
std::string value_in_cpuinfo(std::string_view key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const size_t colon = line.find(": ");
        if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
    }
    return {};
}

}  // namespace

std::vector<int> usable_cores() {
    constexpr int most_cores = 1 << 16;
    for (int cores = 1024; cores <= most_cores; cores *= 2) {
        const core_set allowed(cores);
        if (::sched_getaffinity(0, allowed.size(), allowed.get()) != 0) {
            if (errno == EINVAL) continue;  // the system's sets are larger
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

void pin_to(int core) {
    const core_set only(core + 1);
    CPU_SET_S(static_cast<size_t>(core), only.size(), only.get());
    ::pthread_setaffinity_np(::pthread_self(), only.size(), only.get());
}

processor this_processor() {
    const std::string id = value_in_cpuinfo("vendor_id");
    std::string name = value_in_cpuinfo("model name");
    return {name.empty() ? "CPU" : std::move(name), id == "AuthenticAMD" ? "AMD" : id == "GenuineIntel" ? "Intel" : id};
}

uint64_t physical_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(page) : 0;
}

}  // namespace ingot::backends::cpu_debug
