// How a person left the window: theme, size of text, place, and which panels are open.
#pragma once

#include <functional>
#include <string>

#include "window/look.hpp"
#include "window/placement.hpp"

namespace ingot::shell {

struct window_settings {
    placement placed;
    theme::look look = theme::look::dark;
    float ui_scale = 0.0f;  ///< 0: as the display asks for
    bool panels = true;
    bool figures = true;
    bool kernels = false;
};

/// What is missing or wrong in the file is as at the first start; a file that cannot be read goes to `report`.
window_settings recall_window(const std::function<void(const std::string&)>& report);

/// Throws std::runtime_error where the file cannot be written.
void keep_window(const window_settings& what);

}  // namespace ingot::shell
