// The list of devices: the one in use, those that can be chosen, and why the others are unavailable.
#pragma once

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Draws the list of devices into the current panel. A click on a device moves the running sample to it. A click on an
/// unavailable one adds a notice with the reason.
void draw_devices(stage& stage, const user_interface& interface);

}  // namespace ingot::shell
