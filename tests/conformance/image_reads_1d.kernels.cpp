// Table 15: reads of images of one dimension.
#include "image_probe.hpp"
#include "image_reads.hpp"

READ_KERNELS(image_1d, 1, false)
READ_KERNELS(image_1d_array, 1, true)
READ_KERNELS(image_1d_buffer, 1, false)
