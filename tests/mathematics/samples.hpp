// Arguments at which functions are measured: the same on every machine.
#pragma once

#include <cstddef>
#include <ingot/language/half.hpp>
#include <vector>

#include "functions.hpp"

namespace ingot::testing {

template <floating_point T>
struct arguments {
    std::vector<T> x, y, z;
    size_t size() const { return x.size(); }
};

/// Zeros, infinities, NaN, denormal and extreme numbers, and what is near the edges of functions' domains.
template <floating_point T>
std::vector<T> special_values();

/// The special values, and in all their combinations for functions of two; then `count` numbers (or pairs and triples) spread
/// evenly over the exponents of both signs; then as many where functions of the kind have interesting results.
template <floating_point T>
arguments<T> samples(function which, size_t count);

}  // namespace ingot::testing
