// The kernels that evaluate the bodies for the host, in single precision: energy, momentum, and points to draw. They
// are not in nbody.kernels.cpp because that file is compiled with fast mathematics, which would optimise the
// compensated sums away.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

using measurements = instances<measure_totals<float>, place_points<float>>;
