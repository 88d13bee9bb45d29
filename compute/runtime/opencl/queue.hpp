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

    void read(const std::shared_ptr<buffer_interface>& from, size_t offset, std::span<std::byte> to) override;
    void write(const std::shared_ptr<buffer_interface>& to, size_t offset, std::span<const std::byte> from) override;
    void copy(const std::shared_ptr<buffer_interface>& to, size_t to_offset, const std::shared_ptr<buffer_interface>& from,
              size_t from_offset, size_t count) override;
    void fill(const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count,
              std::span<const std::byte> pattern) override;
    std::byte* map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count, map_access how) override;
    std::byte* start_map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count, map_access how) override;
    std::shared_ptr<event_interface> mark() override;
    void wait_for(const std::shared_ptr<event_interface>& event) override;
    void throw_failure() override;
    void unmap(const std::shared_ptr<buffer_interface>& of, std::byte* mapped) override;
    void read_image(const image_place& from, const std::array<uint32_t, 3>& extent, std::span<std::byte> to) override;
    void write_image(const image_place& to, const std::array<uint32_t, 3>& extent, std::span<const std::byte> from) override;
    void copy_image(const image_place& to, const image_place& from, const std::array<uint32_t, 3>& extent) override;
    void copy_image_to_buffer(const std::shared_ptr<buffer_interface>& to, size_t offset, const image_place& from,
                              const std::array<uint32_t, 3>& extent) override;
    void copy_buffer_to_image(const image_place& to, const std::shared_ptr<buffer_interface>& from, size_t offset,
                              const std::array<uint32_t, 3>& extent) override;
    void launch(const std::shared_ptr<kernel_interface>& kernel, const launch_range& items,
                std::span<const launch_argument> arguments) override;
    void flush() override;
    void finish() override;
    std::vector<launch_timing> take_timings() override;
    std::vector<transfer_timing> take_transfer_timings() override;
    std::vector<timeline_entry> take_timeline() override { return timings.timeline().take(); }

private:
    struct enqueued {
        timed_command what;
        owned<cl_event> event;
        std::chrono::steady_clock::time_point given;  ///< when the driver had taken it
    };

    void fill_by_copies(cl_mem to, size_t offset, size_t count, std::span<const std::byte> pattern);
    void collect_ended();
    void collect(enqueued& ended, cl_int status);
    /// `enqueue(event)` is a call of the driver that moves bytes.
    template <typename Enqueue>
    void transferred(const moved_bytes& what, const char* call, Enqueue enqueue);
    void keep(timed_command what, owned<cl_event> event);
    void end_all();
    void check(cl_int code, const char* call) const;

    std::shared_ptr<device> on;
    owned<cl_command_queue> handle;

    std::mutex guard;  // of all below
    std::deque<enqueued> under_way;
    timing_log timings;
    device_clock clock;
    std::optional<std::string> first_failure;
};

}  // namespace ingot::backends::opencl
