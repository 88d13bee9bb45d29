// The function behind Student's t and the binomial distribution.
#pragma once

namespace ingot::metrics {

/// The regularised incomplete beta function I_x(a, b) (Abramowitz and Stegun, 26.5.1), for x from 0 to 1 and a, b > 0.
double incomplete_beta(double x, double a, double b);

/// How probable `least` or more successes in so many trials are (Abramowitz and Stegun, 26.5.24).
double binomial_at_least(double least, double trials, double probability);

}  // namespace ingot::metrics
