#version 460
#extension GL_GOOGLE_include_directive : require
#include "launch_block.glsl"
// Clamps sums of a number and a loop's counter, in 64 bits, as LLVM widens them. lavapipe compares such a number wrongly with a
// constant that it knows (docs/vulkan.md): so it must not know the 0.
layout(push_constant, scalar) uniform block {
    LAUNCH_BLOCK
    numbers values;
    floats places;
    uint largest;
} launch;
void main() {
    const uint i = GLOBAL.x;
    const int first = int(launch.places[i].at) - 1;
    uint64_t j = 0ul;
    uint row = 0;
    for (;;) {
        const int64_t place = int64_t(j) + int64_t(first);
        row = place < int64_t(launch.zero) ? 0u : place < int64_t(int(launch.largest)) ? uint(place) : launch.largest - 1u;
        launch.values[i * 3 + uint(j)].at = row;
        j = j + 1ul;
        if (j == 3ul) break;
    }
}
