#include "denoiser.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace ingot::samples::pathtracer {

namespace {

constexpr uint32_t group = 64;
constexpr uint32_t group_side = 8;

}  // namespace

const device_buffer<float4>& denoiser::filter(queue& queue, const renderer& renderer) {
    begin(queue, renderer);
    add_rows(queue, renderer, std::numeric_limits<uint64_t>::max());
    return result();
}

void denoiser::begin(queue& queue, const renderer& renderer) {
    const uint32_t count = renderer.settings().width * renderer.settings().height;
    if (!buffers_ || buffers_->light.size() != count) buffers_.emplace(queue.owner(), count);
    // Divide the light by the albedo.
    queue.run(program_.take_colour_off, range(count).groups_of(group), renderer.means(), renderer.deviations(),
              renderer.albedos(), buffers_->light, count, renderer.samples());
    pass_ = 0;
    row_ = 0;
}

bool denoiser::add_rows(queue& queue, const renderer& renderer, uint64_t count) {
    const uint32_t width = renderer.settings().width;
    const uint32_t height = renderer.settings().height;
    // Blur five times. The pixels that are read are 1, 2, 4, 8 and 16 pixels apart. A pass reads the rows above and below too, so
    // it begins after the pass before has ended.
    for (uint64_t left = count; is_busy() && left > 0;) {
        // Launch whole groups of rows.
        const uint64_t whole = std::max<uint64_t>(left / group_side, 1) * group_side;
        const auto rows = static_cast<uint32_t>(std::min<uint64_t>(whole, height - row_));
        queue.run(program_.blur_between_edges, range(width, rows).groups_of(group_side, group_side),
                  std::as_const(buffers_->light), renderer.albedos(), renderer.normals(), buffers_->next, width, height, row_,
                  int32_t {1} << pass_);
        left -= std::min<uint64_t>(left, rows);
        row_ += rows;
        if (row_ < height) continue;
        std::swap(buffers_->light, buffers_->next);
        row_ = 0;
        ++pass_;
    }
    if (is_busy()) return false;
    // Multiply by the albedo again.
    queue.run(program_.put_colour_on, range(width * height).groups_of(group), std::as_const(buffers_->light), renderer.albedos(),
              buffers_->clean, width * height);
    return true;
}

}  // namespace ingot::samples::pathtracer
