// The orbits on which a few bodies would move if each were attracted by one other body only.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "bodies.hpp"

namespace ingot::samples {

/// Returns the osculating ellipses of the bodies: for each body on a bound orbit the points of a closed line (Murray and
/// Dermott 1999, *Solar System Dynamics*, section 2.8). A body circles the heaviest body, or the body whose sphere of influence
/// contains it, as that of the Earth contains the Moon. Returns no orbits if no body has more than half of the mass.
std::vector<std::vector<glm::vec3>> kepler_orbits(const bodies& bodies);

}  // namespace ingot::samples
