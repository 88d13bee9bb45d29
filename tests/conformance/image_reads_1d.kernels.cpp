// Tests of Table 15 of the thesis that docs/host-library.md names: reads of one-dimensional images.
#include "image_probe.hpp"
#include "image_reads.hpp"

using reads = reads_of<image_shape::image_1d, image_shape::image_1d_array, image_shape::image_1d_buffer>;
