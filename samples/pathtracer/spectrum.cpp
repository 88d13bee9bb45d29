#include "spectrum.hpp"

#include <algorithm>
#include <cmath>

namespace ingot::samples::pathtracer {

namespace {

// A Gaussian whose widths below and above its centre differ.
double bell(double wavelength, double centre, double inverse_width_before, double inverse_width_behind) {
    const double t = (wavelength - centre) * (wavelength < centre ? inverse_width_before : inverse_width_behind);
    return std::exp(-0.5 * t * t);
}

// The CIE's colour matching functions of 1931 at wavelength `w` in nanometres (Wyman, Sloan and Shirley 2013, "Simple
// Analytic Approximations to the CIE XYZ Color Matching Functions", JCGT 2(2), the multi-lobe fit).
glm::dvec3 observer(double w) {
    return {
        1.056 * bell(w, 599.8, 0.0264, 0.0323) + 0.362 * bell(w, 442.0, 0.0624, 0.0374) - 0.065 * bell(w, 501.1, 0.0490, 0.0382),
        0.821 * bell(w, 568.8, 0.0213, 0.0247) + 0.286 * bell(w, 530.9, 0.0613, 0.0322),
        1.217 * bell(w, 437.0, 0.0845, 0.0278) + 0.681 * bell(w, 459.0, 0.0385, 0.0725)};
}

// Converts XYZ to linear sRGB (IEC 61966-2-1).
glm::dvec3 to_srgb_primaries(const glm::dvec3& xyz) {
    return {3.2404542 * xyz.x - 1.5371385 * xyz.y - 0.4985314 * xyz.z, -0.9692660 * xyz.x + 1.8760108 * xyz.y + 0.0415560 * xyz.z,
            0.0556434 * xyz.x - 0.2040259 * xyz.y + 1.0572252 * xyz.z};
}

constexpr int first_seen = 360;
constexpr int last_seen = 830;

// Integrates a spectrum over the standard observer's colour matching functions. The luminance is 1 for a spectrum that
// is 1 everywhere.
template <typename Light>
glm::dvec3 tristimulus(const Light& light) {
    glm::dvec3 sum(0.0);
    double white = 0.0;
    for (int nanometre = first_seen; nanometre <= last_seen; ++nanometre) {
        const double wavelength = nanometre;
        const glm::dvec3 response = observer(wavelength);
        sum += response * light(wavelength);
        white += response.y;
    }
    return sum / white;
}

}  // namespace

double spectrum::at(double wavelength) const {
    const double place = (wavelength - first) / step;
    const auto last = static_cast<double>(values.size() - 1);
    if (place < 0.0 || place > last) return 0.0;
    const auto before = static_cast<size_t>(std::min(std::floor(place), last - 1.0));
    const double share = place - static_cast<double>(before);
    return values[before] * (1.0 - share) + values[before + 1] * share;
}

glm::vec3 colour_of_light(const spectrum& spectrum) {
    return glm::max(glm::vec3(to_srgb_primaries(tristimulus([&](double wavelength) { return spectrum.at(wavelength); }))), 0.0f);
}

glm::vec3 colour_of_surface(const spectrum& reflectance, const spectrum& light) {
    const glm::dvec3 lit = tristimulus([&](double wavelength) { return light.at(wavelength); });
    const glm::dvec3 reflected =
        tristimulus([&](double wavelength) { return light.at(wavelength) * reflectance.at(wavelength); });
    return glm::clamp(glm::vec3(to_srgb_primaries(reflected) / to_srgb_primaries(lit)), 0.0f, 1.0f);
}

}  // namespace ingot::samples::pathtracer
