// A sample's parameters and presets, made from what it declares.
#pragma once

#include <ingot/sample/parameter.hpp>
#include <map>
#include <optional>
#include <string>

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// A part of a panel.
class parameter_panel {
public:
    void draw_presets(stage& on, const user_interface& in);
    void draw(stage& on, const user_interface& in);

private:
    void draw_new_preset(stage& on, const user_interface& in);
    /// The value that the widget leaves behind, where it changed the parameter in this frame.
    std::optional<parameter_value> edit(const parameter_base& of, const user_interface& in);
    std::optional<parameter_value> edit_integer(const parameter_base& of, const user_interface& in);
    std::optional<parameter_value> edit_real(const parameter_base& of, const user_interface& in);
    std::optional<parameter_value> edit_choice(const parameter_base& of, const user_interface& in);
    std::optional<parameter_value> edit_file(const parameter_base& of);

    /// Values under the mouse or the keyboard that the sample does not have yet: whole numbers and files are handed over when
    /// the mouse lets go, since a sample may make everything anew for them.
    std::map<std::string, parameter_value> unfinished;
    std::optional<std::string> new_preset;  ///< its title, while a person types it
};

}  // namespace ingot::shell
