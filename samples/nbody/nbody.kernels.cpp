// The kernels in single precision that visit all pairs of bodies: a step, for every tiling, and the potentials.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

using steps = instances_for<tilings, []<tiling plan> { return instances<advance<plan, float>>(); }>;
using measurements = instances<measure_depths<float>>;
