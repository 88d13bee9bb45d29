// Fractals in space: one work-item computes one sample of one pixel. The algorithm is in sphere_tracing.hpp.
#include <ingot/kernel.hpp>

#include "pixel_samples.hpp"
#include "sphere_tracing.hpp"

using namespace ingot;
using namespace ingot::samples::fractal;

// Traces one sample for each pixel of the launch's rows. `means` has the mean colour of each pixel's samples, and `steps` how
// often its first sample evaluated the distance.
template <solid_kind kind>
kernel void trace_solid(param<pinhole_camera> camera, param<solid_settings> settings, param<pixel_rows> rows,
                        buffer<float4> means, buffer<uint32_t> steps) {
    if (global_id.x >= rows.width || global_id.y >= rows.rows) return;
    const uint2 pixel {global_id.x, rows.first_row + global_id.y};
    const float2 place = place_in_picture(pixel, rows);
    const float3 forward = normalize(camera.forward + camera.right * place.x + camera.up * place.y);
    solid_tracer<kind> tracer(settings);
    const solid_sample sample = tracer.trace(camera.eye, forward);
    add_sample(pixel, rows, sample.colour, sample.evaluations, means, steps);
}
using solids = instances<trace_solid<solid_kind::mandelbulb>, trace_solid<solid_kind::mandelbox>, trace_solid<solid_kind::julia>>;
