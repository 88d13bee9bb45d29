// What is read from the bodies, in single precision: energy, momentum, points to draw. Apart from the steps, because compensated
// sums must be calculated as they are written.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

using readings = instances<measure_totals<float>, place_points<float>>;
