// Student's t-distribution.
#pragma once

namespace ingot::metrics {

/// How probable a value at least as far from 0 as `t` is, on both sides together, with so many degrees of freedom (greater than
/// 0; infinite gives the normal distribution). 1 for t = 0.
double two_sided_probability(double t, double degrees_of_freedom);

}  // namespace ingot::metrics
