// Reductions and scans in double precision. They are a separate program because some devices lack double precision.
#include "reduce_scan.hpp"

using of_double = ingot::algorithms_detail::reductions_and_scans<double>;
