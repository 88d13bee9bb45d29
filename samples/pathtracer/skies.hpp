// Built-in environments, computed from formulas.
#pragma once

#include <ingot/media/picture.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::samples::pathtracer {

/// Returns the names: "studio", "daylight", "dusk", "white".
std::vector<std::string> sky_names();
/// Returns an environment in the layout of environment_map::picture. Throws std::invalid_argument for an unknown name.
media::picture make_sky(std::string_view name);

}  // namespace ingot::samples::pathtracer
