// The edge-avoiding à-trous wavelet filter (Dammertz, Sewtz, Hanika and Lensch 2010, "Edge-Avoiding À-Trous Wavelet
// Transform for fast Global Illumination Filtering").
//
// The filter divides the light by the albedo, blurs the result five times, and multiplies by the albedo again. Each
// blur reads 5 x 5 pixels, spaced twice as far apart as in the blur before, and gives little weight to pixels whose
// normal, albedo or light differs. The tolerance for differences of light is proportional to the standard deviation of the
// mean light, whose variance is filtered along with the light (as in Schied et al. 2017, "Spatiotemporal Variance-Guided
// Filtering"). The more samples there are, the smaller the tolerance is, and the less the filter blurs.
#include <ingot/kernel.hpp>

#include "directions.hpp"

using namespace ingot;
using namespace ingot::samples::pathtracer;

// Returns the albedo to divide by. The filter smooths the light without the surface's own colour, so that textures stay
// sharp. The lower bound avoids a division by zero.
static float3 colour_of(const float4& albedo) { return {fmax(albedo.x, 0.02f), fmax(albedo.y, 0.02f), fmax(albedo.z, 0.02f)}; }

// Returns the squared distance of two colours or normals.
static float difference(const float4& a, const float4& b) {
    const float3 d = float3(a.x - b.x, a.y - b.y, a.z - b.z);
    return dot(d, d);
}

// Writes to xyz the mean light divided by the albedo. Writes to w the luminance of the variances of its three channels: this is
// an upper bound for the variance of its luminance, whatever the correlation of the channels is. `deviations` contains the sums
// of the samples' squared deviations from their mean.
kernel void take_colour_off(buffer<const float4> means, buffer<const float4> deviations, buffer<const float4> albedos,
                            buffer<float4> light, param<uint32_t> count, param<uint32_t> samples) {
    const uint32_t i = global_id.x;
    if (i >= count) return;
    const float3 colour = colour_of(albedos[i]);
    const float3 mean {means[i].x, means[i].y, means[i].z};
    const float n = static_cast<float>(samples);
    // One sample gives no estimate of the variance; the square of the sample is used instead.
    const float3 deviation =
        samples > 1 ? float3(deviations[i].x, deviations[i].y, deviations[i].z) / (n * (n - 1.0f)) : mean * mean;
    light[i] = float4(mean / colour, luminance(deviation / (colour * colour)));
}

// One of the five blurs, for the rows from `first_row` on; `step` is the distance between the pixels that it reads.
kernel void blur_between_edges(buffer<const float4> input, buffer<const float4> albedos, buffer<const float4> normals,
                               buffer<float4> output, param<uint32_t> width, param<uint32_t> height, param<uint32_t> first_row,
                               param<int32_t> step) {
    constexpr float weights[3] = {3.0f / 8.0f, 1.0f / 4.0f, 1.0f / 16.0f};  // the B3 spline
    constexpr float normal_tolerance = 0.05f;
    constexpr float albedo_tolerance = 0.01f;
    constexpr float light_tolerance = 3.0f;  // in standard deviations
    const auto x = static_cast<int32_t>(global_id.x);
    const auto y = static_cast<int32_t>(first_row + global_id.y);
    const auto w = static_cast<int32_t>(width);
    const auto h = static_cast<int32_t>(height);
    if (x >= w || y >= h) return;
    const int32_t centre = y * w + x;
    const float4 centre_value = input[centre];
    const float4 own_albedo = albedos[centre];
    const float4 own_normal = normals[centre];
    const float own_luminance = luminance({centre_value.x, centre_value.y, centre_value.z});
    // The variance estimated from few samples is itself noisy, so average it over 3 x 3 pixels.
    float variance = 0.0f;
    float variance_weight = 0.0f;
    for (int32_t dy = -1; dy <= 1; ++dy)
        for (int32_t dx = -1; dx <= 1; ++dx) {
            const int32_t px = clamp(x + dx, 0, w - 1);
            const int32_t py = clamp(y + dy, 0, h - 1);
            const float weight = (dx == 0 ? 2.0f : 1.0f) * (dy == 0 ? 2.0f : 1.0f);
            variance += weight * input[py * w + px].w;
            variance_weight += weight;
        }
    const float inverse_deviation = 1.0f / (light_tolerance * sqrt(variance / variance_weight) + 1.0e-4f);

    // Average the pixels, each weighted by the spline and by its similarity to the centre. The variance of the average is
    // the sum of the variances times the squared weights, divided by the square of the sum of the weights.
    float3 sum {};
    float sum_variance = 0.0f;
    float sum_weights = 0.0f;
    for (int32_t dy = -2; dy <= 2; ++dy)
        for (int32_t dx = -2; dx <= 2; ++dx) {
            const int32_t px = x + dx * step;
            const int32_t py = y + dy * step;
            if (px < 0 || py < 0 || px >= w || py >= h) continue;
            const int32_t index = py * w + px;
            const float4 other = input[index];
            const float edges = difference(own_normal, normals[index]) / normal_tolerance +
                                difference(own_albedo, albedos[index]) / albedo_tolerance +
                                fabs(own_luminance - luminance({other.x, other.y, other.z})) * inverse_deviation;
            const float weight = weights[abs(dx)] * weights[abs(dy)] * exp(-edges);
            sum += float3(other.x, other.y, other.z) * weight;
            sum_variance += other.w * weight * weight;
            sum_weights += weight;
        }
    output[centre] = float4(sum / sum_weights, sum_variance / (sum_weights * sum_weights));
}

// Writes light · albedo: undoes the division of take_colour_off.
kernel void put_colour_on(buffer<const float4> light, buffer<const float4> albedos, buffer<float4> clean, param<uint32_t> count) {
    const uint32_t i = global_id.x;
    if (i >= count) return;
    const float3 colour = colour_of(albedos[i]);
    clean[i] = float4(float3(light[i].x, light[i].y, light[i].z) * colour, 1.0f);
}
