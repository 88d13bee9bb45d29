// Tests of Table 15 of the thesis that docs/host-library.md names: writes of unsigned integers to 2D arrays, three-dimensional
// images and cube maps. They have their own file, because PoCL 4 to 6 do not support them: these releases get SPIR-V, whose
// instruction does not state whether integers are signed, and then call their missing function for signed integers.
#include "image_probe.hpp"
#include "image_writes.hpp"

using writes = writes_of<uint32_t, image_shape::image_2d_array, image_shape::image_3d, image_shape::image_cube,
                         image_shape::image_cube_array>;
