// Tests of Table 15 of the thesis that docs/host-library.md names: reads of two-dimensional images.
#include "image_probe.hpp"
#include "image_reads.hpp"

using reads = reads_of<image_shape::image_2d, image_shape::image_2d_array>;

kernel void read_levels(const_image_2d<float> source, buffer<const image_probe> probes, buffer<float4> results,
                        param<uint32_t> read_kind, param<uint32_t> count) {
    read_all<2, false, true>(source, probes, results, read_kind, count);
}
