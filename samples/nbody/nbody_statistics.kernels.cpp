// The kernels in single precision that compute results for the host: energy, momentum, and the points that OpenGL draws.
// They are not in nbody.kernels.cpp because that file is compiled with fast mathematics, which would remove the
// compensation from the compensated sums.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

using measurements = instances<measure_totals<float>, place_points<float>>;
