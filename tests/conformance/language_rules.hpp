// A type that kernels and host share: bit fields have the same layout on both.
#pragma once

#include <cstdint>

struct packed_pixel {
    uint32_t red : 5;
    uint32_t green : 6;
    uint32_t blue : 5;
    int32_t offset : 9;
    uint32_t visible : 1;
};
