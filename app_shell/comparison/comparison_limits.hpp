// The limits on the differences between two devices in `ingot compare`.
#pragma once

#include <optional>

namespace ingot::shell {

/// The limits that the command line sets. Differences without a limit are reported, but do not make the comparison fail.
struct comparison_limits {
    std::optional<int> tolerance;    ///< largest allowed difference of a colour channel, from 0 to 255
    std::optional<double> max_flip;  ///< largest allowed mean of FLIP, the visible difference from 0 to 1, in the last frame
    bool exact_state = false;        ///< the states must be equal byte for byte in each compared frame
};

}  // namespace ingot::shell
