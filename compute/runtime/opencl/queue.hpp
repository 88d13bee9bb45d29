#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "../backend.hpp"
#include "../device_clock.hpp"
#include "../timing_log.hpp"
#include "device.hpp"
#include "driver.hpp"

namespace ingot::backends::opencl {

class queue final : public queue_interface, public image_commands_interface, public mapping_interface, public timing_interface {
public:
    explicit queue(std::shared_ptr<device> owner);
    ~queue() override;

    image_commands_interface* image_commands() override { return this; }
    mapping_interface* mapping() override { return this; }
    timing_interface* timing() override { return this; }

    void read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) override;
    void write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) override;
    void copy(const std::shared_ptr<buffer_interface>& destination, size_t destination_offset,
              const std::shared_ptr<buffer_interface>& source, size_t source_offset, size_t count) override;
    void fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
              std::span<const std::byte> pattern) override;
    std::byte* map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count, map_access access) override;
    std::byte* start_map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count,
                         map_access access) override;
    std::shared_ptr<event_interface> mark() override;
    void wait_for(const std::shared_ptr<event_interface>& event) override;
    void throw_failure() override;
    void unmap(const std::shared_ptr<buffer_interface>& buffer, std::byte* mapped) override;
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
    void launch(const std::shared_ptr<kernel_interface>& kernel, const launch_range& items,
                std::span<const launch_argument> arguments) override;
    void flush() override;
    void finish() override;
    std::vector<launch_timing> take_timings() override;
    std::vector<transfer_timing> take_transfer_timings() override;
    std::vector<timeline_entry> take_timeline() override { return timings_.timeline().take(); }

private:
    struct enqueued_command {
        timed_command description;
        owned<cl_event> event;
        std::chrono::steady_clock::time_point enqueue_time;  ///< the time after the driver had accepted the command
    };

    void fill_by_copies(cl_mem destination, size_t offset, size_t count, std::span<const std::byte> pattern);
    void collect_finished();
    void collect(enqueued_command& command, cl_int status);
    /// Calls `enqueue(event)`, which enqueues a transfer with the driver's function `call`, and records the transfer. Throws
    /// error that names the function if it fails.
    template <typename Enqueue>
    void enqueue_transfer(const transfer_size& transfer, const char* call, Enqueue enqueue);
    void add_command(timed_command command, owned<cl_event> event);
    void finish_all();
    void check(cl_int code, const char* call) const;

    std::shared_ptr<device> device_;
    owned<cl_command_queue> handle_;

    std::mutex mutex_;  // protects all members below
    std::deque<enqueued_command> unfinished_commands_;
    timing_log timings_;
    device_clock clock_;
    std::optional<std::string> first_failure_;
};

}  // namespace ingot::backends::opencl
