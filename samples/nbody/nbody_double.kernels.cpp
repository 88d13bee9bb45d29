// All kernels in double precision. They have their own file because a device may lack double precision.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

using steps = instances_for<tilings, []<tiling plan> { return instances<advance<plan, double>>(); }>;
using measurements = instances<measure_depths<double>, measure_totals<double>, place_points<double>>;
