// A stream of a CUDA device.
#pragma once

#include <exception>
#include <map>
#include <memory>
#include <mutex>

#include "../backend.hpp"
#include "commands_in_flight.hpp"
#include "pinned_memory.hpp"

namespace ingot::backends::cuda {

class device;

/// A stream that does not wait for others.
class stream {
public:
    explicit stream(std::shared_ptr<primary_context> context);
    stream(const stream&) = delete;
    stream& operator=(const stream&) = delete;
    ~stream();

    /// Waits for what is under way, and tells nobody whether it failed.
    void wait() noexcept;

    stream_handle get() const { return handle; }

private:
    std::shared_ptr<primary_context> context;
    stream_handle handle = nullptr;
};

class queue final : public queue_interface,
                    public image_commands_interface,
                    public mapping_interface,
                    public timing_interface,
                    public peer_interface {
public:
    explicit queue(std::shared_ptr<device> owner);
    ~queue() override { order.wait(); }

    image_commands_interface* image_commands() override { return this; }
    mapping_interface* mapping() override { return this; }
    timing_interface* timing() override { return this; }
    peer_interface* peers() override { return this; }

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
    bool copy_to_other_device(const std::shared_ptr<buffer_interface>& from, size_t from_offset, queue_interface& there,
                              const std::shared_ptr<buffer_interface>& to, size_t to_offset, size_t count) override;
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
    std::vector<timeline_entry> take_timeline() override { return commands.timings().timeline().take(); }

    stream_handle get_stream() const { return order.get(); }

private:
    struct mapped_range {
        std::shared_ptr<pinned_block> block;
        size_t offset;
        size_t count;
        bool written;
    };

    void wait_for_all(const current_context& here);
    void throw_lost_writing();
    std::byte* enqueue_map(const current_context& here, const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count,
                           map_access how);
    void copy_to_host(const current_context& here, const std::shared_ptr<buffer_interface>& from, size_t offset, size_t count,
                      const std::shared_ptr<pinned_block>& to);
    void copy_to_device(const current_context& here, const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count,
                        const std::shared_ptr<pinned_block>& from);
    void enqueue_copy(const current_context& here, const array_copy& what, const moved_bytes& moved,
                      std::vector<std::shared_ptr<const void>> used);
    void fill_by_copies(const current_context& here, const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count,
                        std::span<const std::byte> pattern);

    std::shared_ptr<device> on;
    stream order;
    std::mutex guard;
    commands_in_flight commands;
    std::map<std::byte*, mapped_range> mappings;
    std::exception_ptr lost_writing;  // an unmap failed, and has not been told
};

}  // namespace ingot::backends::cuda
