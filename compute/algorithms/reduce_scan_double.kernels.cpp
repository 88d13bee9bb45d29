// Reductions and scans in double precision, which not every device has.
#include "reduce_scan.hpp"

INGOT_REDUCE_SCAN_OF(float64, double)
