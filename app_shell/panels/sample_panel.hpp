// The panel at the left edge: what runs, where, with which parameters.
#pragma once

#include "panels/parameter_panel.hpp"
#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

class sample_panel {
public:
    /// True where the person wants to go back to the browser.
    bool draw(stage& on, const user_interface& in);

private:
    parameter_panel parameters;
};

/// The bar at the lower edge: pause, step, reset, frame and time. True where a picture is to be saved.
bool draw_transport(stage& on, const user_interface& in);

}  // namespace ingot::shell
