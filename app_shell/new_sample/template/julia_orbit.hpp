// The iteration z → z² + c, and the part of the plane that a picture shows. Kernels, sample and test use this file.
#pragma once

#include <ingot/kernel.hpp>

// The points of the plane at the centres of pixels, and the map that they are iterated with.
struct julia_view {
    ingot::float2 constant;  // c
    ingot::float2 first;     // centre of the pixel at the left of the lowest row
    float pixel = 0.0f;      // distance of the centres of two pixels
    uint32_t width = 0;      // of the picture, in pixels
    uint32_t height = 0;
    uint32_t iterations = 0;  // limit for each point
};

// How the orbit of a point ended.
struct julia_orbit {
    bool escapes = false;
    float time = 0.0f;     // number of iterations until it escaped, made continuous
    float nearest = 0.0f;  // smallest distance from 0 in the first iterations
};

// Iterates a point until it is far away, or for `limit` iterations. Far away, each iteration doubles log |z|, so the
// fraction of the last iteration follows from log log |z|.
inline julia_orbit follow(ingot::float2 z, ingot::float2 c, uint32_t limit) {
    float nearest = ingot::dot(z, z);
    for (uint32_t i = 0; i < limit; ++i) {
        const float squared = ingot::dot(z, z);
        if (squared > 1e6f)
            return {true, static_cast<float>(i) - ingot::log2(0.5f * ingot::log2(squared)), ingot::sqrt(nearest)};
        if (i < 16) nearest = ingot::min(nearest, squared);
        z = ingot::float2 {z.x * z.x - z.y * z.y + c.x, 2.0f * z.x * z.y + c.y};
    }
    return {false, static_cast<float>(limit), ingot::sqrt(nearest)};
}
