// Table 15: reads of images of two dimensions.
#include "image_probe.hpp"
#include "image_reads.hpp"

READ_KERNELS(image_2d, 2, false)
READ_KERNELS(image_2d_array, 2, true)

kernel void read_levels(const_image_2d<float> source, buffer<const image_probe> probes, buffer<float4> results,
                        param<uint32_t> how, param<uint32_t> count) {
    read_all<2, false, true>(source, probes, results, how, count);
}
