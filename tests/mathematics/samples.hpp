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

/// Returns the special values (all their pairs for two arguments, some triples for three); then `count` numbers (or pairs
/// or triples) that are spread evenly over signs and exponents; then as many at which functions of this number of
/// arguments have interesting results.
template <detail::floating_point T>
arguments<T> samples(function operation, size_t count);

}  // namespace ingot::testing
