#include "renderer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>

namespace ingot::samples::pathtracer {

bool operator==(const render_settings& a, const render_settings& b) {
    const auto same = [](const float3& x, const float3& y) { return all(x == y); };
    return a.width == b.width && a.height == b.height && a.seed == b.seed && a.bounces == b.bounces &&
           a.filter_radius == b.filter_radius && a.indirect_limit == b.indirect_limit && same(a.camera.eye, b.camera.eye) &&
           same(a.camera.right, b.camera.right) && same(a.camera.up, b.camera.up) && same(a.camera.forward, b.camera.forward) &&
           a.camera.lens_radius == b.camera.lens_radius && a.camera.focus_distance == b.camera.focus_distance;
}

trace_program make_trace_program(const device& device, hierarchy_kind kind) {
    if (kind == hierarchy_kind::wide) return pathtracer_wide_program(device);
    return pathtracer_program(device);
}

void renderer::begin(queue& queue, const render_settings& settings) {
    const size_t pixels = size_t {settings.width} * settings.height;
    if (!buffers_ || buffers_->means.size() != pixels) buffers_.emplace(queue.owner(), pixels);
    current_ = settings;
    samples_ = 0;
    rows_ahead_ = 0;
}

void renderer::trace(queue& queue, const device_scene& scene, uint32_t first_row, uint32_t rows, uint32_t samples) {
    const launch_parameters order {.width = current_.width,
                                   .height = current_.height,
                                   .first_row = first_row,
                                   .rows = rows,
                                   .seed = current_.seed,
                                   .first_sample = samples_,
                                   .samples = samples,
                                   .bounces = current_.bounces,
                                   .filter_radius = current_.filter_radius,
                                   .indirect_limit = current_.indirect_limit};
    const auto run = [&](const auto& kernel, const auto&... tree) {
        queue.run(kernel, range(current_.width, rows).groups_of(groups_.width, groups_.height), tree..., scene.corners,
                  scene.shadings, scene.materials, scene.lights, scene.textures, scene.texels, scene.environment,
                  scene.environment_choice, scene.sizes, current_.camera, order, buffers_->means, buffers_->deviations,
                  buffers_->albedos, buffers_->normals);
    };
    if (const auto* wide = std::get_if<device_scene::wide_nodes>(&scene.tree))
        run(std::get<pathtracer_wide_program>(program_).trace, wide->nodes, wide->blocks);
    else
        run(std::get<pathtracer_program>(program_).trace, std::get<device_scene::binary_nodes>(scene.tree).nodes);
}

void renderer::add_samples(queue& queue, const device_scene& scene, uint32_t count) {
    // Complete the sample that add_rows() has begun.
    if (count > 0 && rows_ahead_ > 0) {
        add_rows(queue, scene, current_.height);
        --count;
    }
    if (count == 0) return;
    trace(queue, scene, 0, current_.height, count);
    samples_ += count;
}

void renderer::add_rows(queue& queue, const device_scene& scene, uint32_t count) {
    count = std::min(count, current_.height - rows_ahead_);
    if (count == 0) return;
    trace(queue, scene, rows_ahead_, count, 1);
    rows_ahead_ += count;
    if (rows_ahead_ < current_.height) return;
    rows_ahead_ = 0;
    ++samples_;
}

accumulation renderer::read(queue& queue) const {
    if (samples_ == 0) return {};
    return {samples_,
            rows_ahead_,
            buffers_->means.read(queue),
            buffers_->deviations.read(queue),
            buffers_->albedos.read(queue),
            buffers_->normals.read(queue)};
}

void renderer::restore(queue& queue, const render_settings& settings, const accumulation& accumulation) {
    begin(queue, settings);
    if (accumulation.samples == 0) return;
    const size_t pixels = size_t {settings.width} * settings.height;
    for (const auto* each : {&accumulation.means, &accumulation.deviations, &accumulation.albedos, &accumulation.normals})
        if (each->size() != pixels)
            throw error(fmt::format("the saved samples have {} pixels, but the picture has {}", each->size(), pixels));
    buffers_->means.write(queue, accumulation.means);
    buffers_->deviations.write(queue, accumulation.deviations);
    buffers_->albedos.write(queue, accumulation.albedos);
    buffers_->normals.write(queue, accumulation.normals);
    samples_ = accumulation.samples;
    rows_ahead_ = accumulation.rows_ahead;
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
