#pragma once

#include <cstdint>

// Of a size that no register has.
struct odd_struct {
    uint32_t number;
    uint8_t letters[7];
};
