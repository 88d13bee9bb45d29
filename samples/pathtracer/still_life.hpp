// The built-in still life: gold, glass and stones at night, with lamps out of focus.
#pragma once

#include <ingot/media/scene.hpp>

namespace ingot::samples::pathtracer {

/// Returns the scene: a gold trefoil knot on black marble, among balls of glass and metal and a cut stone, with lamps
/// behind it.
media::scene still_life();

}  // namespace ingot::samples::pathtracer
