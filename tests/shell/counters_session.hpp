// Helpers for tests of sessions: the sample "counters" and the reference device.
#pragma once

#include "session/session.hpp"
#include "test_sample.hpp"

namespace ingot::tests {

inline device cpu() { return find_device(backend::cpu_debug); }

/// Returns the description of "counters". The object is static, because sessions keep a reference to it.
inline const sample_description& counters() {
    static const auto samples = test_samples();
    return samples.front();
}

inline std::vector<int64_t> values(const shell::session& session) { return session.save().get<int64_t>("counters"); }

}  // namespace ingot::tests
