// Samples for the tests: a row of counters with parameters of each kind, which fails on request, and a minimal sample.
#pragma once

#include <ingot/sample/sample.hpp>
#include <vector>

namespace ingot::tests {

/// Returns descriptions as ingot_add_sample() generates them: "counters" has presets; "plain" has no presets and no
/// result to save.
std::vector<sample_description> test_samples();

/// Returns how often "counters" was loaded since the last call.
size_t take_load_count();

/// The presets.json of "counters".
std::filesystem::path counters_presets();

}  // namespace ingot::tests
