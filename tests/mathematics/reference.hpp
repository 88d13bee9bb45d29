// What the functions are measured against: MPFR, which rounds correctly at any precision.
#pragma once

#include <memory>

#include "functions.hpp"

namespace ingot::testing {

/// Exact values of a function (to 160 bits), and how far results are from them.
class reference {
public:
    explicit reference(function which);
    ~reference();
    reference(const reference&) = delete;
    reference& operator=(const reference&) = delete;

    /// Computes the exact value that error() compares with.
    void evaluate(double x, double y, double z);

    /// |result - exact| in units in the last place of T at the exact value: the distance of the two numbers of T around it
    /// (denormal ones included). An overflow that rounding makes, or a NaN where the exact value is none, is right: 0. A NaN, an
    /// infinity or a number in the place of another of these is infinitely wrong.
    template <floating_point T>
    double error(T result) const;

    /// The exact value is denormal as a T.
    template <floating_point T>
    bool is_denormal() const;

private:
    struct numbers;
    function of;
    std::unique_ptr<numbers> held;
};

}  // namespace ingot::testing
