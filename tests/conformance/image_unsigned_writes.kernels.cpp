// Table 15: writes of unsigned integers to layers and three-dimensional images. A file of their own, as PoCL from 4 to 6, which
// takes SPIR-V, lacks them.
#include "image_probe.hpp"
#include "image_writes.hpp"

using writes = writes_of<uint32_t, image_shape::image_2d_array, image_shape::image_3d, image_shape::image_cube,
                         image_shape::image_cube_array>;
