// Table 15: reads of cubes.
#include "image_probe.hpp"
#include "image_reads.hpp"

READ_KERNELS(image_cube, 3, false)
READ_KERNELS(image_cube_array, 3, true)
