#pragma once

#include <cstdint>

// A struct of 12 bytes with one byte of padding: no register has its size.
struct odd_struct {
    uint32_t number;
    uint8_t letters[7];
};
