// Random numbers that are the same with every compiler and standard library: the standard fixes the engine, not its
// distributions.
#pragma once

#include <cmath>
#include <cstdint>
#include <ingot/language/vector.hpp>
#include <numbers>
#include <random>

namespace ingot::samples {

class random_numbers {
public:
    explicit random_numbers(uint64_t seed) : engine(seed) {}

    /// At least 0 and less than 1.
    double uniform() { return static_cast<double>(engine() >> 11) * 0x1p-53; }
    double uniform(double from, double to) { return from + (to - from) * uniform(); }

    /// Normal, with mean 0 and variance 1 (Box and Muller 1958).
    double normal() {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }

    /// A vector of length 1, all directions alike.
    double3 direction() {
        const double height = uniform(-1.0, 1.0);
        const double angle = uniform(0.0, 2.0 * std::numbers::pi);
        const double radius = std::sqrt(1.0 - height * height);
        return {radius * std::cos(angle), height, radius * std::sin(angle)};
    }

private:
    std::mt19937_64 engine;
};

}  // namespace ingot::samples
