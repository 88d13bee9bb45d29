// The kernels over all pairs of bodies in single precision: a step in every tiling, and potentials.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

using steps = instances_for<tilings, []<tiling plan> { return instances<advance<plan, float>>(); }>;
using measurements = instances<measure_depths<float>>;
