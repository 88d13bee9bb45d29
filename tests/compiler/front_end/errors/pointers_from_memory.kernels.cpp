// Pointers that come from a buffer, or from a number without a memory.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void from_buffer(buffer<uint64_t> memory, buffer<float> out) {
    const float* const* const pointers = reinterpret_cast<const float* const*>(memory.data());
    out[0] = *pointers[1];  // error: it is not known at compile time which memory this pointer points to
    // advice: a pointer cannot come from a buffer's element or from a number; use an index into a buffer
}
kernel void from_number(buffer<uint64_t> memory, buffer<float> out) {
    out[0] = *reinterpret_cast<const float*>(memory[0]);  // error: it is not known at compile time which memory this pointer points to
}
kernel void from_several_numbers(buffer<float> values, param<uint32_t> choice) {
    local_buffer<float, 4> tile;
    const uintptr_t numbers[2] {reinterpret_cast<uintptr_t>(values.data()), reinterpret_cast<uintptr_t>(tile.data())};
    values[0] = *reinterpret_cast<const float*>(numbers[choice & 1]);  // error: it is not known at compile time which memory this pointer points to
}
