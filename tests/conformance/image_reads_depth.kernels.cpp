// Tests of Table 15 of the thesis that docs/host-library.md names: reads of depth images.
#include "image_probe.hpp"
#include "image_reads.hpp"

using reads = instances<read_image<image_shape::image_2d_depth, float>, read_image<image_shape::image_2d_depth_array, float>,
                        read_image<image_shape::image_cube_depth, float>, read_image<image_shape::image_cube_depth_array, float>>;
