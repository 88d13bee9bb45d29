// Measures the motion of a video on a device, with several frames on their way at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <ingot/ingot.hpp>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "motion.kernels.hpp"
#include "motion_frame.hpp"
#include "motion_in_metal.hpp"

namespace ingot::samples::motion {

/// The language in which the kernels that measure are written.
enum class kernel_language { ingot, metal };

/// The motion of one frame.
struct frame_score {
    uint64_t frame = 0;
    uint64_t sum = 0;      ///< of the absolute values of the filtered difference to the frame before; 0 for the first frame
    double score = 0.0;    ///< sum / (256 · width · height)
    double motion2 = 0.0;  ///< the smaller one of this frame's score and the next one's
};

/// The kernels that measure, on one device.
class motion_kernels {
public:
    /// Throws error if the device cannot run them: the CPU debug device has no kernels in Metal.
    motion_kernels(const device& device, kernel_language language);

    template <typename Sample>
    void measure(queue& queue, const motion_frame& frame, const device_buffer<Sample>& previous,
                 const device_buffer<Sample>& current, device_buffer<uint64_t>& group_sums) const;
    void add_up(queue& queue, const device_buffer<uint64_t>& group_sums, device_buffer<uint64_t>& total) const;

private:
    std::variant<motion_program, motion_in_metal_program> programs_;
};

/// The life of a measurement: the constructor begins it; submit() takes one frame after the other; collect() returns what is
/// known so far; flush() ends it; the destructor frees everything. Frames are sent to the device on a queue of their own, while
/// the frames before are measured.
class motion_meter {
public:
    /// The number of frames that are measured at the same time.
    static constexpr size_t frames_in_flight = 4;

    /// `computation` must outlive this object. Throws error if the device has not enough memory.
    motion_meter(const motion_kernels& kernels, queue& computation, const motion_frame& frame);

    /// Sends a frame to the device and lets it be measured. The first frame has nothing to be compared with: if it is not
    /// `only_compared`, its score is 0. Later frames follow each other. Waits only if frames_in_flight frames are not measured
    /// yet. `luma` has as many bytes as the frame, and may be reused after the call.
    void submit(uint64_t number, std::span<const std::byte> luma, bool only_compared = false);
    /// Returns the frames that are measured, in order, except for the last one, whose motion2 depends on the next. Does not wait.
    std::vector<frame_score> collect();
    /// Waits until all frames are measured. collect() then returns all but the last.
    void wait();
    /// Waits as wait() does, and returns all frames that collect() has not returned. There is no next frame for the last one: its
    /// motion2 is its score. Submit nothing afterwards.
    std::vector<frame_score> flush();

    /// The last frame that is measured, without its motion2 if the next one is not.
    const std::optional<frame_score>& latest() const { return latest_; }
    /// The number of frames that are on their way.
    size_t in_flight() const { return flights_.size(); }

    /// The luma of the last submitted frame, and the sums of its groups of pixels. They are on the device; later calls of
    /// submit() write other buffers, up to frames_in_flight of them.
    const std::variant<device_buffer<uint8_t>, device_buffer<uint16_t>>& luma() const { return slots_[last_slot()].luma; }
    const device_buffer<uint64_t>& group_sums() const { return slots_[last_slot()].group_sums; }
    uint32_t columns() const { return (frame_.width + group_width - 1) / group_width; }
    uint32_t rows() const { return (frame_.height + group_width - 1) / group_width; }
    const motion_frame& frame() const { return frame_; }
    bool has_frame() const { return submitted_ > 0; }

private:
    // The memory of one frame.
    struct slot {
        std::variant<device_buffer<uint8_t>, device_buffer<uint16_t>> luma;
        device_buffer<uint64_t> group_sums;
        device_buffer<uint64_t> total;
    };
    struct flight {
        uint64_t number = 0;
        pending_map<uint64_t> sum;
    };

    size_t last_slot() const { return (submitted_ - 1) % slots_.size(); }
    void land();
    void take(frame_score measured);

    const motion_kernels& kernels_;
    queue& computation_;
    queue uploads_;
    motion_frame frame_;
    std::vector<slot> slots_;
    uint64_t submitted_ = 0;
    std::deque<flight> flights_;
    std::vector<frame_score> finished_;
    std::optional<frame_score> latest_;
};

}  // namespace ingot::samples::motion
