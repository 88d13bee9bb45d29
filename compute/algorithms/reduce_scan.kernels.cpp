// Reductions and scans of integers and of single-precision numbers; reduce_scan_double.kernels.cpp has those of double.
// Each alias is a list of kernel instances that ingotc compiles. Nothing else uses the aliases.
#include "reduce_scan.hpp"

using namespace ingot::algorithms_detail;

using of_int32 = reductions_and_scans<int32_t>;
using of_uint32 = reductions_and_scans<uint32_t>;
using of_int64 = reductions_and_scans<int64_t>;
using of_uint64 = reductions_and_scans<uint64_t>;
using of_float = reductions_and_scans<float>;
