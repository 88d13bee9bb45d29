// What all systems have in common.
#include "processor.hpp"

#include <unistd.h>

namespace ingot::backends::host_memory {

uint32_t lanes_of_processor() {
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_cpu_supports("avx512f") ? 16 : __builtin_cpu_supports("avx") ? 8 : __builtin_cpu_supports("sse") ? 4 : 1;
#elif defined(__ARM_NEON)
    return 4;
#else
    return 0;
#endif
}

uint64_t physical_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(page) : 0;
}

}  // namespace ingot::backends::host_memory
