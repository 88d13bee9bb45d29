#include "denoiser.hpp"

#include <utility>

namespace ingot::samples::pathtracer {

namespace {

constexpr int32_t passes = 5;
constexpr uint32_t group = 64;
constexpr uint32_t group_side = 8;

}  // namespace

const device_buffer<float4>& denoiser::filter(queue& queue, const renderer& renderer) {
    const uint32_t width = renderer.settings().width;
    const uint32_t height = renderer.settings().height;
    const uint32_t count = width * height;
    if (!buffers_ || buffers_->light.size() != count) buffers_.emplace(queue.owner(), count);
    const range all = range(count).groups_of(group);
    // Divide the light by the albedo.
    queue.run(program_.take_colour_off, all, renderer.means(), renderer.deviations(), renderer.albedos(), buffers_->light, count,
              renderer.samples());
    // Blur five times. The pixels that are read are 1, 2, 4, 8 and 16 pixels apart.
    for (int32_t pass = 0; pass < passes; ++pass) {
        queue.run(program_.blur_between_edges, range(width, height).groups_of(group_side, group_side),
                  std::as_const(buffers_->light), renderer.albedos(), renderer.normals(), buffers_->next, width, height,
                  int32_t {1} << pass);
        std::swap(buffers_->light, buffers_->next);
    }
    // Multiply by the albedo again.
    queue.run(program_.put_colour_on, all, std::as_const(buffers_->light), renderer.albedos(), buffers_->next, count);
    return buffers_->next;
}

}  // namespace ingot::samples::pathtracer
