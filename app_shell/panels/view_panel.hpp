// The view controls: camera mode, bookmarks and exposure.
#pragma once

#include <ingot/sample/sample.hpp>
#include <map>

#include "camera/camera_controls.hpp"
#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Draws the view controls into the current panel.
void draw_view(stage& stage, camera_controls& moves, std::map<int, orbit>& bookmarks, const user_interface& interface);

}  // namespace ingot::shell
