// Table 15: reads of depth images.
#include "image_probe.hpp"
#include "image_reads.hpp"

READ_DEPTH_KERNEL(image_2d_depth, 2, false)
READ_DEPTH_KERNEL(image_2d_depth_array, 2, true)
READ_DEPTH_KERNEL(image_cube_depth, 3, false)
READ_DEPTH_KERNEL(image_cube_depth_array, 3, true)
