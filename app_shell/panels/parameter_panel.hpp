// The controls for a sample's parameters and presets, created from the sample's declarations.
#pragma once

#include <ingot/sample/parameter.hpp>
#include <map>
#include <optional>
#include <string>

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Draws the controls for presets and parameters into the current panel.
class parameter_panel {
public:
    void draw_presets(stage& stage, const user_interface& interface);
    void draw(stage& stage, const user_interface& interface);

private:
    void draw_new_preset(stage& stage, const user_interface& interface);
    /// Each draws the control for one parameter, and returns the new value if the user changed it in this frame.
    std::optional<parameter_value> edit(const parameter_base& parameter, const user_interface& interface);
    std::optional<parameter_value> edit_integer(const parameter_base& parameter, const user_interface& interface);
    std::optional<parameter_value> edit_real(const parameter_base& parameter, const user_interface& interface);
    std::optional<parameter_value> edit_choice(const parameter_base& parameter, const user_interface& interface);
    std::optional<parameter_value> edit_file(const parameter_base& parameter);

    /// Integers and files that are being edited. The sample gets them when the edit ends (the mouse button is
    /// released), because a sample may rebuild all of its data for a new value.
    std::map<std::string, parameter_value> pending_values_;
    std::optional<std::string> new_preset_;  ///< its title, while a person types it
};

}  // namespace ingot::shell
