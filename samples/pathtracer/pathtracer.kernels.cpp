// The kernel of the path tracer, for the binary hierarchy.
#include "trace_pixel.hpp"

using namespace ingot;
using namespace ingot::samples::pathtracer;

// Traces `order.samples` samples for each pixel of `order.rows` rows. Launched with one work-item for each of these pixels.
kernel void trace(binary_tree tree, scene_view scene, param<lens_camera> camera, param<launch_parameters> order,
                  pixel_means image) {
    trace_pixel(scene, tree, camera, order, image);
}
