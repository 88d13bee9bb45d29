// The panel at the left edge: what runs, where, with which parameters.
#pragma once

#include <ingot/sample/sample.hpp>
#include <map>

#include "camera/camera_controls.hpp"
#include "panels/parameter_panel.hpp"
#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

class sample_panel {
public:
    enum class wish { none, back, copy_command };
    /// What the person wants of the window.
    wish draw(stage& on, camera_controls& moves, std::map<int, orbit>& bookmarks, const user_interface& in);

private:
    parameter_panel parameters;
};

}  // namespace ingot::shell
