// The struct that emulated.kernels.cpp takes.
#pragma once

#include <cstdint>

struct scaling {
    float factor = 0;
    uint16_t offset = 0;
    uint8_t unused = 0;
    uint8_t shift = 0;
};
