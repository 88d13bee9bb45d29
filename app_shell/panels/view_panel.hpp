// Where the sample is looked at from, and how bright.
#pragma once

#include <ingot/sample/sample.hpp>
#include <map>

#include "camera/camera_controls.hpp"
#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// A part of a panel.
void draw_view(stage& on, camera_controls& moves, std::map<int, orbit>& bookmarks, const user_interface& in);

}  // namespace ingot::shell
