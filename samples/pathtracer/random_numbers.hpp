// Random numbers that depend only on seed, pixel, sample number and position in the path, so that they are the same on
// every device.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples::pathtracer {

/// pcg4d: a hash function from four words to four words that behave like independent random numbers (Jarzynski and Olano
/// 2020, "Hash Functions for GPU Rendering", Journal of Computer Graphics Techniques 9(3)).
constexpr uint4 pcg4d(uint4 v) {
    v = v * 1664525u + 1013904223u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    v = v ^ (v >> 16u);
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    return v;
}

/// Returns the highest 24 bits as a number in [0, 1).
constexpr float unit_interval(uint32_t bits) { return static_cast<float>(bits >> 8u) * 0x1p-24f; }

/// Returns an index below `count`. All indices are equally likely to within 2^-32.
constexpr uint32_t random_index(uint32_t bits, uint32_t count) {
    return static_cast<uint32_t>((static_cast<uint64_t>(bits) * count) >> 32u);
}

/// The random numbers of one path, four at a time.
struct random_sequence {
    uint32_t seed = 0;
    uint32_t pixel = 0;
    uint32_t sample = 0;
    uint32_t dimension = 0;  ///< how many times four numbers were drawn

    constexpr uint4 next_bits() { return pcg4d({pixel, sample, dimension++, seed}); }
    constexpr float4 next() {
        const uint4 bits = next_bits();
        return {unit_interval(bits.x), unit_interval(bits.y), unit_interval(bits.z), unit_interval(bits.w)};
    }
};

}  // namespace ingot::samples::pathtracer
