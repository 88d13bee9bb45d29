// Table 15: writes of signed integers to layers and three-dimensional images. A file of their own, as PoCL before 7 has them not.
#include "image_probe.hpp"
#include "image_writes.hpp"

using writes = writes_of<int32_t, image_shape::image_2d_array, image_shape::image_3d, image_shape::image_cube,
                         image_shape::image_cube_array>;
