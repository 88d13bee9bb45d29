// Two samples for the tests: "counters" has parameters of each kind and fails on request; "plain" overrides only the functions
// that every sample must override.
#pragma once

#include <ingot/sample/sample.hpp>
#include <vector>

namespace ingot::tests {

/// Returns the descriptions of both samples, as the CMake function ingot_add_sample() generates them for a sample. "counters"
/// has presets; "plain" has no presets and no result to save.
std::vector<sample_description> test_samples();

/// Returns how often "counters" was loaded since the last call.
size_t take_load_count();

/// The presets.json of "counters".
std::filesystem::path counters_presets();

}  // namespace ingot::tests
