// One work-item follows the paths of one pixel.
#include <ingot/kernel.hpp>

#include "path.hpp"
#include "running_means.hpp"

using namespace ingot;
using namespace ingot::samples::pathtracer;

// A ray through the pixel: its place drawn by the filter, its start on the lens.
static ray camera_ray(const lens_camera& camera, const trace_order& order, uint2 pixel, random_sequence& random) {
    const float4 drawn = random.next();
    const auto spread = [&](float place) {
        if (order.filter_radius <= 0.5f) return place - 0.5f;
        return order.filter_radius * (place < 0.5f ? sqrt(2.0f * place) - 1.0f : 1.0f - sqrt(2.0f - 2.0f * place));
    };
    const float x = (static_cast<float>(pixel.x) + 0.5f + spread(drawn.x)) / static_cast<float>(order.width);
    const float y = (static_cast<float>(pixel.y) + 0.5f + spread(drawn.y)) / static_cast<float>(order.height);
    const float3 direction = camera.forward + camera.right * (2.0f * x - 1.0f) + camera.up * (1.0f - 2.0f * y);
    const float2 lens = point_in_disk(drawn.z, drawn.w);
    const float3 offset = (normalize(camera.right) * lens.x + normalize(camera.up) * lens.y) * camera.lens_radius;
    return {camera.eye + offset, normalize(direction * camera.focus_distance - offset)};
}

kernel void trace(buffer<const bvh_node> nodes, buffer<const triangle_corners> corners, buffer<const triangle_shading> shadings,
                  buffer<const surface_material> materials, buffer<const light_triangle> lights,
                  buffer<const texture_place> textures, buffer<const uint32_t> texels, buffer<const float4> environment,
                  buffer<const alias_entry> environment_choice, param<scene_sizes> sizes, param<lens_camera> camera,
                  param<trace_order> order, buffer<float4> means, buffer<float4> deviations, buffer<float4> albedos,
                  buffer<float4> normals) {
    if (global_id.x >= order.width || global_id.y >= order.rows) return;
    const uint2 pixel {global_id.x, order.first_row + global_id.y};
    const scene_view scene {nodes,    corners, shadings,    materials,          lights,
                            textures, texels,  environment, environment_choice, sizes};
    const uint32_t index = pixel.y * order.width + pixel.x;
    running_means known = order.first_sample == 0 ? running_means {}
                                                  : running_means {xyz(means[index]), xyz(deviations[index]), xyz(albedos[index]),
                                                                   xyz(normals[index])};
    for (uint32_t i = order.first_sample; i < order.first_sample + order.samples; ++i) {
        random_sequence random {order.seed, index, i};
        const ray first = camera_ray(camera, order, pixel, random);
        known.add(trace_path(scene, first, order.bounces, random), i + 1);
    }
    means[index] = float4(known.mean, 1.0f);
    deviations[index] = float4(known.deviation, 0.0f);
    albedos[index] = float4(known.albedo, 0.0f);
    normals[index] = float4(known.normal, 0.0f);
}
