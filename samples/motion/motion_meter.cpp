#include "motion_meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace ingot::samples::motion {

namespace {

std::variant<motion_program, motion_in_metal_program> build(const device& device, kernel_language language) {
    if (language == kernel_language::metal) return motion_in_metal_program(device);
    return motion_program(device);
}

range pixels_of(const motion_frame& frame) { return range(frame.width, frame.height).groups_of(group_width, group_width); }

}  // namespace

motion_kernels::motion_kernels(const device& device, kernel_language language) : programs_(build(device, language)) {}

template <typename Sample>
void motion_kernels::measure(queue& queue, const motion_frame& frame, const device_buffer<Sample>& previous,
                             const device_buffer<Sample>& current, device_buffer<uint64_t>& group_sums) const {
    if (const auto* own = std::get_if<motion_program>(&programs_)) {
        queue.run(own->measure_motion<Sample>(), pixels_of(frame), previous, current, group_sums, frame);
        return;
    }
    const auto& metal = std::get<motion_in_metal_program>(programs_);
    const motion_in_metal_types::motion_frame same {frame.width, frame.height, frame.bits, frame.far_edge};
    if constexpr (sizeof(Sample) == 1)
        queue.run(metal.measure_motion_8, pixels_of(frame), previous, current, group_sums, same);
    else
        queue.run(metal.measure_motion_16, pixels_of(frame), previous, current, group_sums, same);
}

template void motion_kernels::measure<uint8_t>(queue&, const motion_frame&, const device_buffer<uint8_t>&,
                                               const device_buffer<uint8_t>&, device_buffer<uint64_t>&) const;
template void motion_kernels::measure<uint16_t>(queue&, const motion_frame&, const device_buffer<uint16_t>&,
                                                const device_buffer<uint16_t>&, device_buffer<uint64_t>&) const;

void motion_kernels::add_up(queue& queue, const device_buffer<uint64_t>& group_sums, device_buffer<uint64_t>& total) const {
    std::visit(
        [&](const auto& program) {
            queue.run(program.add_groups, range(group_items).groups_of(group_items), group_sums, total,
                      static_cast<uint32_t>(group_sums.size()));
        },
        programs_);
}

// A frame is compared with the one before, so there is one slot more than frames in flight, and one more for the frame whose luma
// is sent.
motion_meter::motion_meter(const motion_kernels& kernels, queue& computation, const motion_frame& frame)
    : kernels_(kernels), computation_(computation), uploads_(computation.owner().create_queue()), frame_(frame) {
    const device& owner = computation.owner();
    const size_t samples = size_t {frame.width} * frame.height;
    for (size_t i = 0; i < frames_in_flight + 2; ++i) {
        const size_t groups = size_t {columns()} * rows();
        if (frame.bits == 8)
            slots_.push_back({device_buffer<uint8_t>(owner, samples), device_buffer<uint64_t>(owner, groups),
                              device_buffer<uint64_t>(owner, 1)});
        else
            slots_.push_back({device_buffer<uint16_t>(owner, samples), device_buffer<uint64_t>(owner, groups),
                              device_buffer<uint64_t>(owner, 1)});
    }
}

void motion_meter::submit(uint64_t number, std::span<const std::byte> luma, bool only_compared) {
    while (flights_.size() >= frames_in_flight) land();
    const bool is_first = submitted_ == 0;
    const size_t before = is_first ? 0 : last_slot();
    slot& own = slots_[submitted_ % slots_.size()];
    std::visit(
        [&]<typename Sample>(device_buffer<Sample>& memory) {
            if (luma.size() != memory.size() * sizeof(Sample))
                throw error(fmt::format("frame {} has {} bytes of luma; expected {}", number, luma.size(),
                                        memory.size() * sizeof(Sample)));
            // The last frame that used this memory has landed, so nothing has to be waited for.
            if constexpr (sizeof(Sample) == 1) {
                memory.write(uploads_, {reinterpret_cast<const uint8_t*>(luma.data()), luma.size()});
            } else {
                std::vector<uint16_t> samples(memory.size());
                std::memcpy(samples.data(), luma.data(), luma.size());
                memory.write(uploads_, samples);
            }
            computation_.wait_for(uploads_);
            if (is_first) return own.group_sums.zero(computation_);
            kernels_.measure(computation_, frame_, std::get<device_buffer<Sample>>(slots_[before].luma), memory, own.group_sums);
            kernels_.add_up(computation_, own.group_sums, own.total);
        },
        own.luma);
    ++submitted_;
    if (!is_first) {
        flights_.push_back({number, own.total.start_map(computation_, map_access::read)});
        computation_.flush();
    } else if (!only_compared) {
        take({.frame = number});
    }
}

// Waits for the oldest frame on its way.
void motion_meter::land() {
    flight oldest = std::move(flights_.front());
    flights_.pop_front();
    const uint64_t sum = oldest.sum.wait()[0];
    const double pixels = static_cast<double>(frame_.width) * frame_.height;
    take({.frame = oldest.number, .sum = sum, .score = static_cast<double>(sum) / (256.0 * pixels)});
}

void motion_meter::take(frame_score measured) {
    if (latest_) {
        latest_->motion2 = std::min(latest_->score, measured.score);
        finished_.push_back(*latest_);
    }
    latest_ = measured;
}

std::vector<frame_score> motion_meter::collect() {
    while (!flights_.empty() && flights_.front().sum.is_ready()) land();
    return std::exchange(finished_, {});
}

void motion_meter::wait() {
    while (!flights_.empty()) land();
}

std::vector<frame_score> motion_meter::flush() {
    wait();
    if (latest_) {
        latest_->motion2 = latest_->score;
        finished_.push_back(*latest_);
    }
    latest_.reset();
    return std::exchange(finished_, {});
}

}  // namespace ingot::samples::motion
