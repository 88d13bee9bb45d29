// The colours and brightnesses of the bodies.
#pragma once

#include <glm/vec4.hpp>
#include <vector>

#include "bodies.hpp"

namespace ingot::samples {

/// Returns for each body a linear colour in rgb and a brightness in a. Both depend on the body's origin and mass, with
/// a random scatter like that of stars. The same bodies always get the same result.
std::vector<glm::vec4> lights_of(const bodies& bodies);

}  // namespace ingot::samples
