// Table 15: writes of signed integers to layers and three-dimensional images. A file of their own, as PoCL before 7 has them not.
#include "image_probe.hpp"
#include "image_writes.hpp"

WRITE_KERNEL(image_2d_array, int, int32_t, 2, true)
WRITE_KERNEL(image_3d, int, int32_t, 3, false)
WRITE_KERNEL(image_cube, int, int32_t, 3, false)
WRITE_KERNEL(image_cube_array, int, int32_t, 3, true)
