// Table 15: reads of images of three dimensions.
#include "image_probe.hpp"
#include "image_reads.hpp"

READ_KERNELS(image_3d, 3, false)
