// The plain two passes: each work-item reads all taps of its one pixel.
#include "pass_kernels.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

#define KERNELS_OF(TAPS) PASS_KERNELS(TAPS, 1)
FOR_EACH_NUMBER_OF_TAPS(KERNELS_OF)
