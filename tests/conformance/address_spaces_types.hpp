#pragma once

#include <cstdint>

// A struct of 12 bytes, the last of which is padding. No register has this size.
struct odd_struct {
    uint32_t number;
    uint8_t letters[7];
};
