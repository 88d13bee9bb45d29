// Arguments for measuring functions. They are the same on every machine.
#pragma once

#include <cstddef>
#include <ingot/language/half.hpp>
#include <vector>

#include "functions.hpp"

namespace ingot::testing {

/// The arguments of many calls: call i gets x[i], y[i] and z[i]. A function of fewer arguments ignores z, or y and z.
template <detail::floating_point T>
struct arguments {
    std::vector<T> x, y, z;
    size_t size() const { return x.size(); }
};

/// Returns zeros, infinities, NaN, denormal and extreme numbers, numbers near the limits of functions' domains, and some
/// simple numbers such as 3 and 0.1. Each number is returned with both signs.
template <detail::floating_point T>
std::vector<T> special_values();

/// Returns arguments for a function: the special values (all pairs of them for two arguments, some triples for three), then
/// `count` numbers (or pairs or triples), then `count` more from ranges that are critical for functions of this number of
/// arguments, for example around 0 and 1 and up to the overflow of exponentials. Among the first `count` numbers, x goes
/// through all signs and exponents of T in turn; double has 4094 combinations of them, so a smaller `count` does not reach all.
template <detail::floating_point T>
arguments<T> samples(function operation, size_t count);

}  // namespace ingot::testing
