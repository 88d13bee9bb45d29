#pragma once

#include <cstdint>

// A struct of 12 bytes, the last of which is padding. No register has 12 bytes, so compilers must pass the struct in parts.
struct odd_struct {
    uint32_t number;
    uint8_t letters[7];
};
