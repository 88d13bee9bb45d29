// Light from all around, made by code.
#pragma once

#include <ingot/media/picture.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::samples::pathtracer {

/// "studio", "daylight", "dusk", "white".
std::vector<std::string> sky_names();
/// All directions, as surroundings::picture wants them. Throws std::invalid_argument for another name.
media::picture make_sky(std::string_view name);

}  // namespace ingot::samples::pathtracer
