// What the kernels that trace paths do for one pixel. One work-item traces the launch's samples of the pixel and adds them to the
// pixel's running means. The algorithm for one path is in path.hpp.
#pragma once

#include <ingot/kernel.hpp>

#include "path.hpp"
#include "running_means.hpp"

namespace ingot::samples::pathtracer {

/// Returns a camera ray through the pixel. Two of four random numbers choose the position within the pixel's filter, the
/// other two the position on the lens (pbrt-v4, sections 8.8 and 5.2.3).
inline ray camera_ray(const lens_camera& camera, const launch_parameters& order, uint2 pixel, random_sequence& random) {
    const float4 numbers = random.next();
    // Importance-sample the reconstruction filter: a box of one pixel, or a tent. For the tent, the inverse of its cumulative
    // distribution function maps a uniform number to an offset.
    const auto spread = [&](float place) {
        if (order.filter_radius <= 0.5f) return place - 0.5f;
        return order.filter_radius * (place < 0.5f ? sqrt(2.0f * place) - 1.0f : 1.0f - sqrt(2.0f - 2.0f * place));
    };
    // Compute the position in the image, 0 to 1, and the direction of the ray through the lens's centre.
    const float x = (static_cast<float>(pixel.x) + 0.5f + spread(numbers.x)) / static_cast<float>(order.width);
    const float y = (static_cast<float>(pixel.y) + 0.5f + spread(numbers.y)) / static_cast<float>(order.height);
    const float3 direction = camera.forward + camera.right * (2.0f * x - 1.0f) + camera.up * (1.0f - 2.0f * y);
    // Move the origin to a point of the lens. All rays of this image position meet in the plane of focus.
    const float2 lens = point_in_disk(numbers.z, numbers.w);
    const float3 offset = (normalize(camera.right) * lens.x + normalize(camera.up) * lens.y) * camera.lens_radius;
    return {camera.eye + offset, normalize(direction * camera.focus_distance - offset)};
}

/// The buffers of the image: for each pixel, the averages of its samples.
struct pixel_means {
    buffer<float4> means;
    buffer<float4> deviations;
    buffer<float4> albedos;
    buffer<float4> normals;
};

/// Traces `order.samples` samples for the pixel of the work-item. `tree` is the scene's binary_tree or wide_tree.
template <typename Tree>
inline void trace_pixel(const scene_view& scene, const Tree& tree, const lens_camera& camera, const launch_parameters& order,
                        const pixel_means& image) {
    // The range is rounded up to whole work-groups, so some work-items have no pixel.
    if (global_id.x >= order.width || global_id.y >= order.rows) return;
    const uint2 pixel {global_id.x, order.first_row + global_id.y};
    const uint32_t index = pixel.y * order.width + pixel.x;
    // Load the means of earlier launches, or start from zero.
    running_means updated_means = order.first_sample == 0 ? running_means {}
                                                          : running_means {xyz(image.means[index]), xyz(image.deviations[index]),
                                                                           xyz(image.albedos[index]), xyz(image.normals[index])};
    // The random numbers depend on seed, pixel and sample number only, so the result does not depend on how samples are
    // divided among launches and devices.
    for (uint32_t i = order.first_sample; i < order.first_sample + order.samples; ++i) {
        random_sequence random {order.seed, index, i};
        const ray first = camera_ray(camera, order, pixel, random);
        updated_means.add(trace_path(scene, tree, first, {order.bounces, order.indirect_limit}, random), i + 1);
    }
    // Store the updated means.
    image.means[index] = float4(updated_means.mean, 1.0f);
    image.deviations[index] = float4(updated_means.deviation, 0.0f);
    image.albedos[index] = float4(updated_means.albedo, 0.0f);
    image.normals[index] = float4(updated_means.normal, 0.0f);
}

}  // namespace ingot::samples::pathtracer
