// The kernel of the path tracer. One work-item traces the launch's samples of one pixel and adds them to the pixel's
// running means. The algorithm for one path is in path.hpp.
#include <ingot/kernel.hpp>

#include "path.hpp"
#include "running_means.hpp"

using namespace ingot;
using namespace ingot::samples::pathtracer;

// Returns a camera ray through the pixel. Two of four random numbers choose the position within the pixel's filter, the
// other two the position on the lens (pbrt-v4, sections 8.8 and 5.2.3).
static ray camera_ray(const lens_camera& camera, const launch_parameters& order, uint2 pixel, random_sequence& random) {
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

// Traces `order.samples` samples for each pixel of `order.rows` rows. Launched with one work-item for each of these pixels.
kernel void trace(buffer<const bvh_node> nodes, buffer<const triangle_corners> corners, buffer<const triangle_shading> shadings,
                  buffer<const surface_material> materials, buffer<const light_triangle> lights,
                  buffer<const texture_layout> textures, buffer<const uint32_t> texels, buffer<const float4> environment,
                  buffer<const alias_entry> environment_choice, param<scene_sizes> sizes, param<lens_camera> camera,
                  param<launch_parameters> order, buffer<float4> means, buffer<float4> deviations, buffer<float4> albedos,
                  buffer<float4> normals) {
    // The range is rounded up to whole work-groups, so some work-items have no pixel.
    if (global_id.x >= order.width || global_id.y >= order.rows) return;
    const uint2 pixel {global_id.x, order.first_row + global_id.y};
    const scene_view scene {nodes,    corners, shadings,    materials,          lights,
                            textures, texels,  environment, environment_choice, sizes};
    const uint32_t index = pixel.y * order.width + pixel.x;
    // Load the means of earlier launches, or start from zero.
    running_means updated_means = order.first_sample == 0 ? running_means {}
                                                          : running_means {xyz(means[index]), xyz(deviations[index]),
                                                                           xyz(albedos[index]), xyz(normals[index])};
    // The random numbers depend on seed, pixel and sample number only, so the result does not depend on how samples are
    // divided among launches and devices.
    for (uint32_t i = order.first_sample; i < order.first_sample + order.samples; ++i) {
        random_sequence random {order.seed, index, i};
        const ray first = camera_ray(camera, order, pixel, random);
        updated_means.add(trace_path(scene, first, {order.bounces, order.indirect_limit}, random), i + 1);
    }
    // Store the updated means.
    means[index] = float4(updated_means.mean, 1.0f);
    deviations[index] = float4(updated_means.deviation, 0.0f);
    albedos[index] = float4(updated_means.albedo, 0.0f);
    normals[index] = float4(updated_means.normal, 0.0f);
}
