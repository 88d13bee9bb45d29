#include <cmath>
#include <ingot/metrics/student_t.hpp>
#include <numbers>

#include "incomplete_beta.hpp"

namespace ingot::metrics {

namespace {

// Returns the continued fraction of the incomplete beta function (Abramowitz and Stegun, 26.5.8), computed by Lentz's
// method.
double continued_fraction(double x, double a, double b) {
    constexpr double tiny = 1e-300;
    constexpr double precision = 1e-15;
    const auto kept_from_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
    double c = 1.0;
    double d = 1.0 / kept_from_zero(1.0 - (a + b) * x / (a + 1.0));
    double fraction = d;
    for (int i = 1; i <= 10'000; ++i) {
        const double m = i;
        const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / kept_from_zero(1.0 + even * d);
        c = kept_from_zero(1.0 + even / c);
        fraction *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / kept_from_zero(1.0 + odd * d);
        c = kept_from_zero(1.0 + odd / c);
        fraction *= d * c;
        if (std::abs(d * c - 1.0) < precision) break;
    }
    return fraction;
}

}  // namespace

double incomplete_beta(double x, double a, double b) {
    if (x <= 0.0) return 0.0;
    if (x >= 1.0) return 1.0;
    const double factor = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    // The fraction converges quickly for small x only. For larger x use the symmetry I_x(a, b) = 1 - I_(1-x)(b, a).
    if (x < (a + 1.0) / (a + b + 2.0)) return factor * continued_fraction(x, a, b) / a;
    return 1.0 - factor * continued_fraction(1.0 - x, b, a) / b;
}

double binomial_at_least(double successes, double trials, double probability) {
    if (successes <= 0.0) return 1.0;
    if (successes > trials) return 0.0;
    return incomplete_beta(probability, successes, trials - successes + 1.0);
}

double two_sided_probability(double t, double degrees_of_freedom) {
    constexpr double nearly_infinite = 1e7;
    if (!(degrees_of_freedom < nearly_infinite)) return std::erfc(std::abs(t) / std::numbers::sqrt2);
    // Abramowitz and Stegun, 26.7.1 and 26.5.27.
    return incomplete_beta(degrees_of_freedom / (degrees_of_freedom + t * t), degrees_of_freedom / 2.0, 0.5);
}

}  // namespace ingot::metrics
