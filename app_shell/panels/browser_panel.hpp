// The first thing a person sees: a card for each sample, and the devices of this machine.
#pragma once

#include <ingot/sample/sample.hpp>
#include <optional>
#include <span>

#include "panels/user_interface.hpp"

namespace ingot::shell {

class browser_panel {
public:
    /// The index of the sample that was chosen in this frame.
    std::optional<size_t> draw(std::span<const sample_description> samples, std::span<const device_listing> devices,
                               const user_interface& in);

private:
    std::optional<size_t> draw_cards(std::span<const sample_description> samples, std::span<const device_listing> devices,
                                     const user_interface& in);

    size_t selected = 0;  ///< by the arrow keys
};

}  // namespace ingot::shell
