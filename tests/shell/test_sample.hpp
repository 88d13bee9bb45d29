// Samples of the tests: a row of counters, one parameter of each kind, and failures at will.
#pragma once

#include <ingot/sample/sample.hpp>
#include <vector>

namespace ingot::tests {

/// Described as ingot_add_sample() would: "counters" with presets, and "plain" without any, which cannot be saved.
std::vector<sample_description> test_samples();

/// How often "counters" was loaded since the last call.
size_t take_loads();

/// Presets of "counters", made in the test's own folder.
std::filesystem::path counters_presets();

}  // namespace ingot::tests
