// Colours of inks and of what is behind them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "picture_layout.hpp"

namespace ingot::samples::fluid {

/// The names of the palettes, in the order of the choice.
std::vector<std::string> palette_names();
std::vector<std::string> backdrop_names();

/// Returns the inks of a palette. The name is one of palette_names().
ink_palette palette_of(std::string_view name);
/// Sets the colours of the backdrop, the sun and the sky.
void set_backdrop(picture_light& light, size_t backdrop);

}  // namespace ingot::samples::fluid
