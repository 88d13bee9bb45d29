// The Cornell box as it was measured.
#pragma once

#include <ingot/media/scene.hpp>

namespace ingot::samples::pathtracer {

/// Returns the box at Cornell University with geometry in millimetres, reflectances and lamp as published ("Cornell Box
/// Data", https://www.graphics.cornell.edu/online/box/data.html). All surfaces are Lambertian; the spectra are
/// converted to linear sRGB.
media::scene cornell_box();

/// Returns the same room with a glass ball and a gold ball instead of the blocks.
media::scene cornell_box_with_spheres();

}  // namespace ingot::samples::pathtracer
