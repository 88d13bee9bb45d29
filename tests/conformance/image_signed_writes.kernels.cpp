// Tests of Table 15 of the thesis that docs/host-library.md names: writes of signed integers to 2D arrays, three-dimensional
// images and cube maps. They have their own file, because PoCL before release 7 does not support them.
#include "image_probe.hpp"
#include "image_writes.hpp"

using writes = writes_of<int32_t, image_shape::image_2d_array, image_shape::image_3d, image_shape::image_cube,
                         image_shape::image_cube_array>;
