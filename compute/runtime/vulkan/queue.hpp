// Queues of a Vulkan device.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "../backend.hpp"
#include "../device_clock.hpp"
#include "../timing_log.hpp"
#include "batch.hpp"
#include "device.hpp"
#include "semaphore.hpp"

namespace ingot::backends::vulkan {

class image;

/// The semaphores of an object that OpenGL and a queue use in turn.
struct gl_semaphores {
    std::shared_ptr<const exported_semaphore> of_gl;      ///< OpenGL signals it
    std::shared_ptr<const exported_semaphore> of_device;  ///< the queue signals it
};

/// Commands are collected in a batch. It is submitted when the device has nothing else to do, when it is full, and when somebody
/// waits for it or calls flush(). Large copies between host and device are batches of their own if the driver has queues for
/// transfers. A batch begins when those before it have ended, also if they run on another of the driver's queues.
class queue final : public queue_interface, public image_commands_interface, public mapping_interface, public timing_interface {
public:
    explicit queue(std::shared_ptr<device> owner);
    ~queue() override;

    image_commands_interface* image_commands() override { return this; }
    /// Only where host and device share memory. Elsewhere the runtime maps a copy.
    mapping_interface* mapping() override { return device_->shares_memory() ? this : nullptr; }
    timing_interface* timing() override { return this; }

    void read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) override;
    void write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) override;
    void copy(const std::shared_ptr<buffer_interface>& destination, size_t destination_offset,
              const std::shared_ptr<buffer_interface>& source, size_t source_offset, size_t count) override;
    void fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
              std::span<const std::byte> pattern) override;
    void launch(const std::shared_ptr<kernel_interface>& kernel, const launch_range& items,
                std::span<const launch_argument> arguments) override;
    void flush() override;
    void finish() override;
    void throw_failure() override;
    std::shared_ptr<event_interface> mark() override;
    void wait_for(const std::shared_ptr<event_interface>& event) override;

    std::byte* map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count, map_access access) override;
    std::byte* start_map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count,
                         map_access access) override;
    void unmap(const std::shared_ptr<buffer_interface>&, std::byte*) override {}

    void read_image(const image_position& source, const std::array<uint32_t, 3>& extent,
                    std::span<std::byte> destination) override;
    void write_image(const image_position& destination, const std::array<uint32_t, 3>& extent,
                     std::span<const std::byte> source) override;
    void copy_image(const image_position& destination, const image_position& source,
                    const std::array<uint32_t, 3>& extent) override;
    void copy_image_to_buffer(const std::shared_ptr<buffer_interface>& destination, size_t offset, const image_position& source,
                              const std::array<uint32_t, 3>& extent) override;
    void copy_buffer_to_image(const image_position& destination, const std::shared_ptr<buffer_interface>& source, size_t offset,
                              const std::array<uint32_t, 3>& extent) override;

    /// Commands that make a buffer or an image the queue's own, or OpenGL's. With semaphores, which may be null, the commands
    /// after take_from_gl() wait for OpenGL, and OpenGL can wait for the commands before give_to_gl().
    template <typename Memory>
    void take_from_gl(const std::shared_ptr<Memory>& memory, const gl_semaphores* semaphores) {
        pass(memory, turn::of_queue, semaphores);
    }
    template <typename Memory>
    void give_to_gl(const std::shared_ptr<Memory>& memory, const gl_semaphores* semaphores) {
        pass(memory, turn::of_gl, semaphores);
    }

    std::vector<launch_timing> take_timings() override;
    std::vector<transfer_timing> take_transfer_timings() override;
    std::vector<timeline_entry> take_timeline() override { return timings_.timeline().take(); }

private:
    enum class turn { of_queue, of_gl };
    void pass(const std::shared_ptr<buffer>& memory, turn next, const gl_semaphores* semaphores);
    void pass(const std::shared_ptr<image>& pixels, turn next, const gl_semaphores* semaphores);
    template <typename Object, typename Record>
    void pass(const std::shared_ptr<Object>& passed, turn next, const gl_semaphores* semaphores, Record record);
    template <typename Semaphore>
    void wait_in_next_batch(const std::shared_ptr<Semaphore>& awaited, uint64_t value = 0);
    template <typename Barrier>
    Barrier barrier_for(VkStructureType type, turn next) const;
    batch& open_batch(work_kind kind = work_kind::kernels);
    work_kind kind_of_copy(const buffer& memory, size_t bytes) const;
    template <typename Record>
    void add(batch& into, timed_command description, Record record);
    void add_copy(const std::shared_ptr<buffer>& destination, size_t destination_offset, const std::shared_ptr<buffer>& source,
                  size_t source_offset, size_t count, transfer direction, work_kind kind = work_kind::kernels);
    void add_image_copy_to_buffer(const std::shared_ptr<buffer>& destination, size_t offset, const image_position& source,
                                  const std::array<uint32_t, 3>& extent, transfer direction);
    void add_image_copy_from_buffer(const image_position& destination, const std::shared_ptr<buffer>& source, size_t offset,
                                    const std::array<uint32_t, 3>& extent, transfer direction);
    void submit_batch();
    void wait_for_all();
    void wait_for_value(uint64_t value);
    void collect_finished(bool has_just_ended);
    void collect(batch& finished, bool has_just_ended);
    void drop_lost_work() noexcept;
    bool is_idle();
    std::string describe_launches() const;

    std::shared_ptr<device> device_;
    std::shared_ptr<logical_device> logical_;
    hardware_queue& hardware_;
    std::shared_ptr<hardware_queue> transfer_hardware_;  // null if there is none
    std::shared_ptr<semaphore> progress_;

    std::mutex mutex_;  // protects all members below
    uint64_t submitted_ = 0;
    std::array<uint64_t, 2> last_of_kind_ {};  // the numbers of the last batches, by work_kind
    std::unique_ptr<batch> open_;
    std::deque<std::unique_ptr<batch>> running_;
    std::array<std::vector<std::unique_ptr<batch>>, 2> unused_;  // by work_kind
    std::vector<semaphore_state> awaited_;                       // by the next batch
    std::vector<semaphore_state> signalled_;                     // by the open batch, beside progress_
    timing_log timings_;
    device_clock clock_;
};

}  // namespace ingot::backends::vulkan
