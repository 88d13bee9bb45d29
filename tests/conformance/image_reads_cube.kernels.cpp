// Table 15: reads of cubes.
#include "image_probe.hpp"
#include "image_reads.hpp"

using reads = reads_of<image_shape::image_cube, image_shape::image_cube_array>;
