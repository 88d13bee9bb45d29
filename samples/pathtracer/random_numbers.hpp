// Random numbers that depend on seed, pixel, sample and place in the path only, so that every device draws the same ones.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples::pathtracer {

/// pcg4d: four words into four words that look independent (Jarzynski and Olano 2020, "Hash Functions for GPU Rendering", Journal
/// of Computer Graphics Techniques 9(3)).
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

/// The highest 24 bits as a number from 0 up to, but not, 1.
constexpr float unit_interval(uint32_t bits) { return static_cast<float>(bits >> 8u) * 0x1p-24f; }

/// One of `count`, each as often as the next to within 2^-32.
constexpr uint32_t chosen_index(uint32_t bits, uint32_t count) {
    return static_cast<uint32_t>((static_cast<uint64_t>(bits) * count) >> 32u);
}

/// The numbers of one path, four at a time.
struct random_sequence {
    uint32_t seed = 0;
    uint32_t pixel = 0;
    uint32_t sample = 0;
    uint32_t taken = 0;

    constexpr uint4 next_bits() { return pcg4d({pixel, sample, taken++, seed}); }
    constexpr float4 next() {
        const uint4 bits = next_bits();
        return {unit_interval(bits.x), unit_interval(bits.y), unit_interval(bits.z), unit_interval(bits.w)};
    }
};

}  // namespace ingot::samples::pathtracer
