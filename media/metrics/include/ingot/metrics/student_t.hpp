// Student's t-distribution.
#pragma once

namespace ingot::metrics {

/// Returns the probability of values whose absolute value is at least |t|, which is 1 for t = 0. `degrees_of_freedom`
/// must be greater than 0; infinity means the normal distribution.
double two_sided_probability(double t, double degrees_of_freedom);

}  // namespace ingot::metrics
