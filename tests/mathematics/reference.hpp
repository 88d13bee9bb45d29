// The reference for measurements: MPFR, which rounds correctly at any precision.
#pragma once

#include <memory>

#include "functions.hpp"

namespace ingot::testing {

/// Computes values of a function with 160 bits of precision, here called exact values, and the errors of results of other
/// implementations.
class reference {
public:
    explicit reference(function operation);
    ~reference();
    reference(const reference&) = delete;
    reference& operator=(const reference&) = delete;

    /// Computes the exact value that error() compares with.
    void evaluate(double x, double y, double z);

    /// Returns |result - exact value| in units in the last place of T at the exact value. This unit is the distance between
    /// the two numbers of T around the exact value, denormal numbers included. An infinite result counts as the number that
    /// would follow the greatest finite one, and so does a finite exact value that overflows T. The error is infinite if only
    /// one of the two values is NaN, if only the exact value is infinite, or if the result is infinite and the exact value,
    /// with the other sign, is infinite or overflows T.
    template <detail::floating_point T>
    double error(T result) const;

    /// Returns whether the exact value is not 0, but smaller in magnitude than the least normal T.
    template <detail::floating_point T>
    bool is_denormal() const;

private:
    struct numbers;
    function function_;
    std::unique_ptr<numbers> held_;
};

}  // namespace ingot::testing
