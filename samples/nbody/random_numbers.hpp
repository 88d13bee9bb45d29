// Random numbers that are the same with every compiler and standard library, up to the rounding of std::log and similar
// functions. The C++ standard defines which numbers an engine returns, but not which ones std::uniform_real_distribution and
// the other distributions return; so this class has its own distributions.
#pragma once

#include <cmath>
#include <cstdint>
#include <ingot/language/vector.hpp>
#include <numbers>
#include <random>

namespace ingot::samples {

/// A sequence of random numbers that a seed determines.
class random_numbers {
public:
    explicit random_numbers(uint64_t seed) : engine_(seed) {}

    /// Returns a number in [0, 1).
    double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    double uniform(double minimum, double maximum) { return minimum + (maximum - minimum) * uniform(); }

    /// Returns a normally distributed number with mean 0 and variance 1 (Box and Muller 1958).
    double normal() {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }

    /// Returns a unit vector, uniformly distributed over all directions.
    double3 direction() {
        const double height = uniform(-1.0, 1.0);
        const double angle = uniform(0.0, 2.0 * std::numbers::pi);
        const double radius = std::sqrt(1.0 - height * height);
        return {radius * std::cos(angle), height, radius * std::sin(angle)};
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace ingot::samples
