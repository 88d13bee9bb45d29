// Numbers that look random and are the same on every machine.
#pragma once

#include <cstdint>

namespace ingot::samples::blur {

/// Returns a pseudo-random number from 0 to 1, the same for the same argument on every machine (T. Wang's hash of integers).
inline float scattered(uint32_t number) {
    number = (number ^ 61u) ^ (number >> 16);
    number *= 9u;
    number ^= number >> 4;
    number *= 0x27d4eb2du;
    number ^= number >> 15;
    return static_cast<float>(number >> 8) / 16'777'216.0f;
}

}  // namespace ingot::samples::blur
