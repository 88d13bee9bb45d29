// The Cornell box, as measured.
#pragma once

#include <ingot/media/scene.hpp>

namespace ingot::samples::pathtracer {

/// Geometry in millimetres, surfaces and light of the box at Cornell University as published ("Cornell Box Data",
/// https://www.graphics.cornell.edu/online/box/data.html), all surfaces Lambertian; the spectra become linear sRGB.
media::scene cornell_box();

/// The same room with a ball of glass and one of gold in place of the blocks: light through glass and metal.
media::scene cornell_box_with_spheres();

}  // namespace ingot::samples::pathtracer
