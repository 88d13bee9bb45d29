// Colours of slime moulds.
#pragma once

#include <string>
#include <vector>

#include "picture_layout.hpp"

namespace ingot::samples::slime {

/// The names of the palettes, in the order of the choice.
std::vector<std::string> palette_names();
const slime_palette& palette_of(size_t index);

}  // namespace ingot::samples::slime
