// How far two devices are apart: in their pictures, and in their states.
#pragma once

#include <cstddef>
#include <ingot/metrics/pixel_difference.hpp>
#include <ingot/sample/sample.hpp>
#include <string>
#include <vector>

namespace ingot::shell {

/// An array of two states that is not the same in both.
struct array_difference {
    std::string name;
    size_t bytes = 0;            ///< of the first state's array; 0 where it has none of that name
    size_t bytes_of_second = 0;  ///< the same of the second
    size_t differing = 0;        ///< bytes of both that differ; where the sizes do, those beyond the shorter one too
    size_t first_at = 0;         ///< where the first of them is, from the array's start
};

/// Those that differ, by name; empty where the states are equal.
std::vector<array_difference> compare_states(const state& first, const state& second);

/// "positions differs in 12 of 4096 bytes, the first at 16"
std::string to_text(const array_difference& of);

/// "60.25 dB", or "equal" where there is no difference.
std::string decibels(double psnr);

/// "2/255 at 640,360   PSNR 60.25 dB   0.02 % of the pixels", or "no difference".
std::string to_text(const metrics::pixel_difference& of);

}  // namespace ingot::shell
