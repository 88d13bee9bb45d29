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
    /// Each of these functions draws the control for one parameter, and returns the new value if the user changed it in
    /// this frame. edit_integer() and edit_file() return it only when the edit ends (see pending_values_).
    std::optional<parameter_value> edit(const parameter_base& parameter, const user_interface& interface);
    std::optional<parameter_value> edit_integer(const parameter_base& parameter, const user_interface& interface);
    std::optional<parameter_value> edit_real(const parameter_base& parameter, const user_interface& interface);
    std::optional<parameter_value> edit_choice(const parameter_base& parameter, const user_interface& interface);
    std::optional<parameter_value> edit_file(const parameter_base& parameter);

    /// Integers and files that are being edited, by the name of the parameter. The sample gets a value when the edit ends,
    /// for example when the mouse button is released, because a sample may rebuild all of its data for a new value.
    std::map<std::string, parameter_value> pending_values_;
    /// The integers whose sliders were clicked, and the times until which a second click can restore their values.
    std::map<std::string, double> clicked_integers_;
    std::optional<std::string> new_preset_;  ///< the title of a new preset while the user types it
};

}  // namespace ingot::shell
