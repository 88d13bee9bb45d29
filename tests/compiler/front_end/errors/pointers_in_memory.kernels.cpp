// A buffer that is a member of an object in device memory.
#include <ingot/kernel.hpp>

using namespace ingot;

struct picture {
    buffer<float> pixels;
    uint32_t width;
};

kernel void keep(buffer<uint64_t> memory, buffer<float> pixels) {
    auto* const kept = reinterpret_cast<picture*>(memory.data());
    kept->pixels = pixels;  // error: a kernel cannot store a pointer in memory
    // advice: store an index into the buffer instead
}
