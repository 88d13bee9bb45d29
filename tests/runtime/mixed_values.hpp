// A struct that the host and kernels share.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

struct mixed_values {
    uint8_t first = 0;
    ingot::float4 vector;
    ingot::float3 three;
    int64_t last = 0;
};
