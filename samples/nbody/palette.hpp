// What light each body gives.
#pragma once

#include <glm/vec4.hpp>
#include <vector>

#include "bodies.hpp"

namespace ingot::samples {

/// Linear colour in rgb, brightness in a: by origin and mass, with the scatter that stars have. The same for the same bodies.
std::vector<glm::vec4> lights_of(const bodies& of);

}  // namespace ingot::samples
