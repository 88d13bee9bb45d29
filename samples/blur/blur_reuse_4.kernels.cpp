// Two passes with 4 pixels for each work-item: what one read is used for 4 results.
#include "pass_kernels.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

#define KERNELS_OF(TAPS) PASS_KERNELS(TAPS, 4)
FOR_EACH_NUMBER_OF_TAPS(KERNELS_OF)
