// Table 15: writes of unsigned integers to layers and three-dimensional images. A file of their own, as PoCL from 4 to 6, which takes
// SPIR-V, lacks them.
#include "image_probe.hpp"
#include "image_writes.hpp"

WRITE_KERNEL(image_2d_array, uint, uint32_t, 2, true)
WRITE_KERNEL(image_3d, uint, uint32_t, 3, false)
WRITE_KERNEL(image_cube, uint, uint32_t, 3, false)
WRITE_KERNEL(image_cube_array, uint, uint32_t, 3, true)
