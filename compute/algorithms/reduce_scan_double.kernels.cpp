// Reductions and scans in double precision, which not every device has.
#include "reduce_scan.hpp"

using of_double = ingot::algorithms_detail::reductions_and_scans<double>;
