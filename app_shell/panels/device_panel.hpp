// Every device, the one in use, and why others cannot be used.
#pragma once

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// A part of a panel: a click on a device switches to it.
void draw_devices(stage& on, const user_interface& in);

}  // namespace ingot::shell
