#include <ingot/kernel.hpp>

using namespace ingot;

kernel void wide(buffer<uint64_t> values) {
    const auto low = static_cast<uint64_t>(static_cast<unsigned __int128>(values[0]) >> 3);  // error: a kernel cannot compute with 128-bit integers
    // advice: use uint64_t, or two of them
    values[1] = low;
}

kernel void stored(buffer<__int128> values) { values[0] = 1; }  // error: the element type of parameter 'values' of kernel 'stored' is an integer of 128 bits

kernel void wider(buffer<uint64_t> values) {
    const auto low = static_cast<uint64_t>(static_cast<unsigned _BitInt(200)>(values[0]) >> 3);  // error: a kernel cannot compute with 200-bit integers
    values[1] = low;
}

kernel void stored_wider(buffer<_BitInt(128)> values) { values[0] = 1; }  // error: the element type of parameter 'values' of kernel 'stored_wider' is an integer of 128 bits
