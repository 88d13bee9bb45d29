// From measured spectra to linear colours with sRGB's primaries.
#pragma once

#include <glm/glm.hpp>
#include <span>

namespace ingot::samples::pathtracer {

/// Values at equal steps of wavelength, in nanometres; between them it is linear, outside of them 0.
struct spectrum {
    double first;
    double step;
    std::span<const double> values;
    double at(double wavelength) const;
};

/// The colour of light with this spectrum, of luminance 1 where it is 1 everywhere. A part that sRGB has not, which would be
/// negative, is 0.
glm::vec3 colour_of_light(const spectrum& of);
/// The colour of a surface under a light: the factor for each primary that makes of the light's colour that of the reflected
/// light, so that what the light meets directly looks as it does when all wavelengths are calculated one by one.
glm::vec3 colour_of_surface(const spectrum& reflectance, const spectrum& light);

}  // namespace ingot::samples::pathtracer
