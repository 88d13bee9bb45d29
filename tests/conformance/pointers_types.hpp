// Types that the kernels of pointers.kernels.cpp and the host share.
#pragma once

#include <cstdint>

/// A struct that is too large to be copied by a few loads and stores.
struct pointers_record {
    uint32_t first;
    uint32_t second;
    uint32_t third;
    uint32_t fourth;
    uint32_t large[8];
};
