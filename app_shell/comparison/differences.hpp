// Differences between the pictures and the states of two devices.
#pragma once

#include <cstddef>
#include <ingot/metrics/pixel_difference.hpp>
#include <ingot/sample/sample.hpp>
#include <string>
#include <vector>

namespace ingot::shell {

/// An array that differs between two states.
struct array_difference {
    std::string name;
    size_t bytes = 0;            ///< size in the first state; 0 if that state has no such array
    size_t bytes_of_second = 0;  ///< size in the second state; 0 if that state has no such array
    size_t differing = 0;        ///< number of bytes that differ, including those beyond the end of the shorter array
    size_t first_at = 0;         ///< offset of the first differing byte
};

/// Returns the arrays that differ: first the arrays of `first`, then the arrays that only `second` has, both sorted by
/// name. Treats a missing array like an empty one.
std::vector<array_difference> compare_states(const state& first, const state& second);

/// "positions differs in 12 of 4096 bytes, first at byte 16". If the sizes differ, returns both sizes instead.
std::string to_text(const array_difference& difference);

/// "60.25 dB", or "equal" if there is no difference.
std::string format_decibels(double psnr);

/// "largest 2/255 at 640,360   PSNR 60.25 dB   0.020 % of the pixels differ", or "no difference".
std::string to_text(const metrics::pixel_difference& difference);

}  // namespace ingot::shell
