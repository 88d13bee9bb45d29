// Converts measured spectra to linear colours with sRGB's primaries.
#pragma once

#include <glm/glm.hpp>
#include <span>

namespace ingot::samples::pathtracer {

/// A spectrum: values at equal steps of wavelength, in nanometres. It is linear between the values and 0 outside of
/// them.
struct spectrum {
    double first;
    double step;
    std::span<const double> values;
    double at(double wavelength) const;
};

/// Returns the colour of light with this spectrum. A spectrum that is 1 at all wavelengths has luminance 1. Components that are
/// negative, because the colour is outside of sRGB, become 0.
glm::vec3 colour_of_light(const spectrum& spectrum);
/// Returns the colour of a surface under a light: for each primary, the reflected light divided by the light. A surface that
/// this light illuminates directly then has the same colour as in a calculation with all wavelengths.
glm::vec3 colour_of_surface(const spectrum& reflectance, const spectrum& light);

}  // namespace ingot::samples::pathtracer
