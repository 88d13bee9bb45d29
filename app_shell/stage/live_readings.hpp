// A sample's readings as panels show them while it runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "session/session.hpp"

namespace ingot::shell {

/// Readings are read again after a frame that was stepped or changed, but not more than four times a second, and for at most a
/// tenth of the time: on a slow device reading may take longer than a step.
class live_readings {
public:
    /// Reads them where that is due. Throws what the sample throws.
    void update(const session& of);
    /// Something else than a step changed them.
    void set_changed() { changed = true; }
    /// Another sample is on: what the one before it took does not count.
    void clear() { *this = {}; }
    /// Empty until the first update.
    const std::vector<reading>& latest() const { return values; }

private:
    using clock = std::chrono::steady_clock;

    std::vector<reading> values;
    clock::time_point last;
    clock::time_point not_before;
    bool changed = true;
    uint64_t frame = 0;  ///< after which they were read
};

}  // namespace ingot::shell
