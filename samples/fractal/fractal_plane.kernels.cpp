// The Mandelbrot set: one work-item computes one sample of one pixel. The algorithm is in perturbation.hpp.
#include <ingot/kernel.hpp>

#include "palette.hpp"
#include "perturbation.hpp"
#include "pixel_samples.hpp"

using namespace ingot;
using namespace ingot::samples::fractal;

// Returns the colour of a point whose orbit has escaped.
static float3 colour_of(const escape& orbit, const plane_settings& view) {
    // The potential of the point makes the number of iterations continuous (Linas Vepstas 1997, "Renormalizing the Mandelbrot
    // escape").
    const float log_length = 0.5f * log(squared_length(orbit.z));
    const float log_escape = 0.5f * log(escape_squared);
    const float smooth_iterations = static_cast<float>(orbit.iterations) - log2(log_length / log_escape);
    const float3 base = palette_colour(view.palette, view.colour_offset + smooth_iterations / view.colour_cycle);

    // z / z' points up the slope of the potential. Light it from the upper left, as on a relief map.
    const float2 derivative = orbit.derivative.mantissa;
    const float2 slope = product(orbit.z, float2(derivative.x, -derivative.y));
    const float2 upward = slope * rsqrt(max(squared_length(slope), 1.0e-30f));
    const float lit = 0.5f + 0.5f * (0.70710678f * (upward.y - upward.x));
    const float3 light = base * (1.0f - view.relief + view.relief * (0.35f + 1.3f * lit));

    // |z| ln|z| / |z'| is about half of the distance to the set (Hubbard, Douady; Milnor 1989). Draw what is thinner than a pixel
    // dark.
    const float unscaled = log2(length(orbit.z) * log_length * view.pixels_per_unit / max(length(derivative), 1.0e-30f));
    const float distance = exp2(clamp(unscaled - static_cast<float>(orbit.derivative.exponent), -20.0f, 20.0f));
    return light * (0.12f + 0.88f * smoothstep(0.0f, 0.6f, distance));
}

// Iterates one sample for each pixel of the launch's rows. `means` has the mean colour of each pixel's samples, and `steps` the
// iterations of its first one.
kernel void iterate_plane(buffer<const orbit_point> reference, param<plane_settings> view, param<pixel_rows> rows,
                          buffer<float4> means, buffer<uint32_t> steps) {
    if (global_id.x >= rows.width || global_id.y >= rows.rows) return;
    const uint2 pixel {global_id.x, rows.first_row + global_id.y};
    const float2 place = place_in_picture(pixel, rows);
    const float2 offset = (view.middle + float2(place.x * view.half_size.x, place.y * view.half_size.y)) * view.unit;
    perturbed_orbit orbit(reference, view.orbit_points, {offset, view.unit_exponent}, view.unit_exponent);
    const escape end = orbit.iterate(view.iterations);
    const float3 colour = end.has_escaped ? colour_of(end, view) : float3(0.0f);
    add_sample(pixel, rows, colour, end.iterations, means, steps);
}
