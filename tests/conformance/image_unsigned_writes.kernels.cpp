// Tests of Table 15 of the thesis that docs/host-library.md names: writes of unsigned integers to image arrays and
// three-dimensional images. They have their own file, because PoCL 4 to 6, which compile from SPIR-V, do not support them.
#include "image_probe.hpp"
#include "image_writes.hpp"

using writes = writes_of<uint32_t, image_shape::image_2d_array, image_shape::image_3d, image_shape::image_cube,
                         image_shape::image_cube_array>;
