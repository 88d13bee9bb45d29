// What the kernels of packs compute for each pair of packs, in the order of the results.
#pragma once

#include <cstdint>
#include <ingot/language/pack.hpp>

namespace pack_results {

/// Results that are packs of numbers.
enum number : uint32_t { sum, difference, product, quotient, smaller, larger, selected, scaled, number_count };

/// Results that are the bits of a pack of bool.
enum condition : uint32_t {
    less,
    less_or_equal,
    greater,
    greater_or_equal,
    equal,
    unequal,
    both,
    either,
    neither,
    condition_count
};

}  // namespace pack_results
