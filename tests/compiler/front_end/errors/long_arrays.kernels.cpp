// A constant array with more elements than SPIR-V allows.
#include <ingot/kernel.hpp>
#include <array>

using namespace ingot;

constexpr auto table = [] {
    std::array<uint32_t, 70'000> made {};
    for (uint32_t i = 0; i < made.size(); ++i) made[i] = i * i;
    return made;
}();

kernel void look_up(buffer<uint32_t> values) {
    values[0] = table[values[1] % table.size()];  // error: a constant array of 70000 elements is too long: SPIR-V has at most 65532
    // advice: make it an array of shorter arrays, or pass it as a constant_buffer<T>
}
