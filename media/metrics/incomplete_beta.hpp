// The incomplete beta function, from which Student's t-distribution and the binomial distribution are computed.
#pragma once

namespace ingot::metrics {

/// Returns the regularised incomplete beta function I_x(a, b) (Abramowitz and Stegun, 26.5.1), for x from 0 to 1 and a,
/// b > 0.
double incomplete_beta(double x, double a, double b);

/// Returns the probability of `successes` or more successes in `trials` trials, each with the probability `probability`
/// (Abramowitz and Stegun, 26.5.24).
double binomial_at_least(double successes, double trials, double probability);

}  // namespace ingot::metrics
