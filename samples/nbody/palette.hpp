// The colours and brightnesses of the bodies.
#pragma once

#include <glm/vec4.hpp>
#include <vector>

#include "bodies.hpp"

namespace ingot::samples {

/// Returns for each body a linear colour in rgb and a brightness in alpha. The colour depends on the body's origin, and the
/// brightness on its mass and origin. Both vary at random, as for stars, except for bodies from a file. The same bodies always
/// get the same result.
std::vector<glm::vec4> lights_of(const bodies& bodies);

}  // namespace ingot::samples
