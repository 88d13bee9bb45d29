// A scene of the project's own: gold, glass and stones at night, with lamps out of focus.
#pragma once

#include <ingot/media/scene.hpp>

namespace ingot::samples::pathtracer {

/// A trefoil knot of gold on black marble, among balls of glass and metal and a cut stone; behind it hang lamps.
media::scene still_life();

}  // namespace ingot::samples::pathtracer
