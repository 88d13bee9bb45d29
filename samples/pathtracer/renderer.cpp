#include "renderer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>

namespace ingot::samples::pathtracer {

namespace {

// Eight by eight pixels: the paths of neighbours in both directions are similar, and 64 work-items fit into a group of every
// device.
constexpr uint32_t group_width = 8;
constexpr uint32_t group_height = 8;

}  // namespace

bool operator==(const render_settings& a, const render_settings& b) {
    const auto same = [](const float3& x, const float3& y) { return all(x == y); };
    return a.width == b.width && a.height == b.height && a.seed == b.seed && a.bounces == b.bounces &&
           a.filter_radius == b.filter_radius && same(a.camera.eye, b.camera.eye) && same(a.camera.right, b.camera.right) &&
           same(a.camera.up, b.camera.up) && same(a.camera.forward, b.camera.forward) &&
           a.camera.lens_radius == b.camera.lens_radius && a.camera.focus_distance == b.camera.focus_distance;
}

void renderer::begin(queue& in, const render_settings& with) {
    const size_t pixels = size_t {with.width} * with.height;
    if (!buffers || buffers->means.size() != pixels) buffers.emplace(in.owner(), pixels);
    current = with;
    done = 0;
    row = 0;
}

void renderer::trace(queue& in, const device_scene& of, uint32_t first_row, uint32_t rows, uint32_t samples) {
    const trace_order order {.width = current.width,
                             .height = current.height,
                             .first_row = first_row,
                             .rows = rows,
                             .seed = current.seed,
                             .first_sample = done,
                             .samples = samples,
                             .bounces = current.bounces,
                             .filter_radius = current.filter_radius};
    in.run(program.trace, range(current.width, rows).groups_of(group_width, group_height), of.nodes, of.corners, of.shadings,
           of.materials, of.lights, of.textures, of.texels, of.environment, of.environment_choice, of.sizes, current.camera,
           order, buffers->means, buffers->deviations, buffers->albedos, buffers->normals);
}

void renderer::add_samples(queue& in, const device_scene& of, uint32_t count) {
    if (count > 0 && row > 0) {
        add_rows(in, of, current.height);
        --count;
    }
    if (count == 0) return;
    trace(in, of, 0, current.height, count);
    done += count;
}

void renderer::add_rows(queue& in, const device_scene& of, uint32_t count) {
    count = std::min(count, current.height - row);
    if (count == 0) return;
    trace(in, of, row, count, 1);
    row += count;
    if (row < current.height) return;
    row = 0;
    ++done;
}

accumulation renderer::read(queue& in) const {
    if (done == 0) return {};
    return {
        done, row, buffers->means.read(in), buffers->deviations.read(in), buffers->albedos.read(in), buffers->normals.read(in)};
}

void renderer::restore(queue& in, const render_settings& with, const accumulation& from) {
    begin(in, with);
    if (from.samples == 0) return;
    const size_t pixels = size_t {with.width} * with.height;
    for (const auto* each : {&from.means, &from.deviations, &from.albedos, &from.normals})
        if (each->size() != pixels)
            throw error(fmt::format("the samples are of {} pixels, and the picture has {}", each->size(), pixels));
    buffers->means.write(in, from.means);
    buffers->deviations.write(in, from.deviations);
    buffers->albedos.write(in, from.albedos);
    buffers->normals.write(in, from.normals);
    done = from.samples;
    row = from.rows_ahead;
}

lens_camera camera_from(const glm::vec3& eye, const glm::vec3& target, float field_of_view, float aspect, float lens_radius,
                        float focus_distance) {
    const glm::vec3 forward = glm::normalize(target - eye);
    const glm::vec3 right = glm::normalize(glm::cross(forward, glm::vec3(0.0f, 1.0f, 0.0f)));
    const glm::vec3 up = glm::cross(right, forward);
    const float half_height = std::tan(0.5f * field_of_view);
    const auto to_device = [](const glm::vec3& v) { return float3(v.x, v.y, v.z); };
    return {
        to_device(eye), to_device(right * (half_height * aspect)), to_device(up * half_height), to_device(forward), lens_radius,
        focus_distance};
}

}  // namespace ingot::samples::pathtracer
