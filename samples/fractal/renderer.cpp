#include "renderer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace ingot::samples::fractal {

namespace {

// Compares plain data without gaps. Numbers that are not equal in each bit are different settings.
template <typename T>
bool same_bytes(const T& a, const T& b) {
    using words = std::array<uint32_t, sizeof(T) / sizeof(uint32_t)>;
    return std::bit_cast<words>(a) == std::bit_cast<words>(b);
}
static_assert(sizeof(pinhole_camera) == 4 * sizeof(float3), "no gaps");
static_assert(sizeof(solid_settings) == 12 * sizeof(float), "no gaps");
static_assert(sizeof(plane_settings) == 14 * sizeof(float), "no gaps");

}  // namespace

bool operator==(const fractal_view& a, const fractal_view& b) {
    if (a.width != b.width || a.height != b.height || a.solid != b.solid) return false;
    if (a.solid) return same_bytes(a.camera, b.camera) && same_bytes(a.tracing, b.tracing);
    return same_bytes(a.plane, b.plane);
}

float2 sample_offset(uint32_t sample) {
    const auto place = [&](double step) {
        const double sum = 0.5 + step * sample;
        return static_cast<float>(sum - std::floor(sum) - 0.5);
    };
    return {place(0.7548776662466927), place(0.5698402909980532)};
}

void renderer::begin(queue& queue, const fractal_view& view) {
    const size_t pixels = size_t {view.width} * view.height;
    if (!buffers_ || buffers_->means.size() != pixels) buffers_.emplace(queue.owner(), pixels);
    current_ = view;
    samples_ = 0;
    rows_ahead_ = 0;
}

void renderer::add_samples(queue& queue, const device_buffer<orbit_point>& reference, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) add_rows(queue, reference, current_.height);
}

void renderer::add_rows(queue& queue, const device_buffer<orbit_point>& reference, uint32_t count) {
    count = std::min(count, current_.height - rows_ahead_);
    if (count == 0) return;
    const pixel_rows rows {.width = current_.width,
                           .height = current_.height,
                           .first_row = rows_ahead_,
                           .rows = count,
                           .sample = samples_,
                           .offset = sample_offset(samples_)};
    const range items = range(current_.width, count).groups_of(groups_.width, groups_.height);
    if (current_.solid)
        queue.run(kernels_.solids.trace_solid(*current_.solid), items, current_.camera, current_.tracing, rows, buffers_->means,
                  buffers_->steps);
    else
        queue.run(kernels_.plane.iterate_plane, items, reference, current_.plane, rows, buffers_->means, buffers_->steps);
    launches_.push_back({.pixels = uint64_t {count} * current_.width, .is_whole = count == current_.height});
    rows_ahead_ += count;
    if (rows_ahead_ < current_.height) return;
    rows_ahead_ = 0;
    ++samples_;
}

accumulation renderer::read(queue& queue) const {
    if (samples_ == 0) return {};
    return {samples_, rows_ahead_, buffers_->means.read(queue), buffers_->steps.read(queue)};
}

void renderer::restore(queue& queue, const fractal_view& view, const accumulation& accumulation) {
    begin(queue, view);
    if (accumulation.samples == 0) return;
    const size_t pixels = size_t {view.width} * view.height;
    if (accumulation.means.size() != pixels || accumulation.steps.size() != pixels)
        throw error(fmt::format("the saved samples have {} pixels, but the picture has {}", accumulation.means.size(), pixels));
    buffers_->means.write(queue, accumulation.means);
    buffers_->steps.write(queue, accumulation.steps);
    samples_ = accumulation.samples;
    rows_ahead_ = accumulation.rows_ahead;
}

}  // namespace ingot::samples::fractal
