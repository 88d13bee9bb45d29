// Arguments for measuring functions. They are the same on every machine.
#pragma once

#include <cstddef>
#include <ingot/language/half.hpp>
#include <vector>

#include "functions.hpp"

namespace ingot::testing {

template <detail::floating_point T>
struct arguments {
    std::vector<T> x, y, z;
    size_t size() const { return x.size(); }
};

/// Returns zeros, infinities, NaN, denormal and extreme numbers, and numbers near the limits of functions' domains.
template <detail::floating_point T>
std::vector<T> special_values();

/// Returns arguments for a function: the special values (all pairs of them for two arguments, some triples for three), then
/// `count` numbers (or pairs or triples) with all signs and exponents, then `count` more from ranges that are critical for
/// functions of this number of arguments, for example around 0 and 1 and up to the overflow of exponentials.
template <detail::floating_point T>
arguments<T> samples(function operation, size_t count);

}  // namespace ingot::testing
