// Reductions and scans of integers and single precision.
#include "reduce_scan.hpp"

INGOT_REDUCE_SCAN_OF(int32, int32_t)
INGOT_REDUCE_SCAN_OF(uint32, uint32_t)
INGOT_REDUCE_SCAN_OF(int64, int64_t)
INGOT_REDUCE_SCAN_OF(uint64, uint64_t)
INGOT_REDUCE_SCAN_OF(float32, float)
