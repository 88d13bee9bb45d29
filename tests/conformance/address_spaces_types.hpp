#pragma once

#include <cstdint>

// A struct whose size does not match any register.
struct odd_struct {
    uint32_t number;
    uint8_t letters[7];
};
