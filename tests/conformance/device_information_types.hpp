#pragma once

#include <cstdint>

struct device_facts {
    uint32_t type;
    uint32_t has_fma;
    uint32_t has_64_bit_atomics;
    uint32_t has_native_extended_64_bit_atomics;
    uint32_t has_pointer_atomics;
    uint32_t has_dedicated_local_memory;
    uint32_t simd_width;
    uint32_t vendor;
    uint32_t platform_vendor;
    uint32_t os;
};
