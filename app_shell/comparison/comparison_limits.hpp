// How far two devices may be apart in `ingot compare`.
#pragma once

#include <optional>

namespace ingot::shell {

struct comparison_limits {
    std::optional<int> tolerance;     ///< largest difference of a channel, of 255, that is still right
    std::optional<double> most_flip;  ///< mean FLIP error of the last frame that is still right
    bool exact_state = false;         ///< the states must be equal byte for byte
};

}  // namespace ingot::shell
