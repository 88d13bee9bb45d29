// The panel at the left edge: the sample's title, the devices, presets, parameters, and the view.
#pragma once

#include <ingot/sample/sample.hpp>
#include <map>

#include "camera/camera_controls.hpp"
#include "panels/parameter_panel.hpp"
#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Draws the panel with everything that belongs to the running sample.
class sample_panel {
public:
    /// Where the panel ends, in design pixels from the left edge of the window.
    static constexpr float right_edge = 332.0f;

    enum class action { none, back, copy_command };
    /// Draws the panel. Returns the action that the user requested and that the window must carry out.
    action draw(stage& stage, camera_controls& moves, std::map<int, orbit>& bookmarks, const user_interface& interface);

private:
    parameter_panel parameters_;
};

}  // namespace ingot::shell
