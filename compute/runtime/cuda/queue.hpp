// A queue of a CUDA device, which is a CUDA stream.
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

/// A CUDA stream that does not synchronize with the default stream.
class stream {
public:
    explicit stream(std::shared_ptr<primary_context> context);
    stream(const stream&) = delete;
    stream& operator=(const stream&) = delete;
    ~stream();

    /// Waits for the enqueued commands. Ignores failures.
    void wait() noexcept;

    stream_handle get() const { return handle_; }

private:
    std::shared_ptr<primary_context> context_;
    stream_handle handle_ = nullptr;
};

/// A queue. Its commands go to one stream, in order. Reads and writes of host memory are staged through pinned memory.
class queue final : public queue_interface,
                    public image_commands_interface,
                    public mapping_interface,
                    public timing_interface,
                    public peer_interface {
public:
    explicit queue(std::shared_ptr<device> owner);
    ~queue() override { stream_.wait(); }

    image_commands_interface* image_commands() override { return this; }
    mapping_interface* mapping() override { return this; }
    timing_interface* timing() override { return this; }
    peer_interface* peers() override { return this; }

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
    bool copy_to_other_device(const std::shared_ptr<buffer_interface>& source, size_t from_offset,
                              queue_interface& destination_queue, const std::shared_ptr<buffer_interface>& destination,
                              size_t to_offset, size_t count) override;
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
    std::vector<timeline_entry> take_timeline() override { return commands_.timings().timeline().take(); }

    stream_handle native_stream() const { return stream_.get(); }

private:
    struct mapped_range {
        std::shared_ptr<pinned_block> block;
        size_t offset;
        size_t count;
        bool writes_back;
    };

    void wait_for_all(const current_context& context);
    void throw_unmap_failure();
    std::byte* enqueue_map(const current_context& context, const std::shared_ptr<buffer_interface>& buffer, size_t offset,
                           size_t count, map_access access);
    void copy_to_host(const current_context& context, const std::shared_ptr<buffer_interface>& source, size_t offset,
                      size_t count, const std::shared_ptr<pinned_block>& destination);
    void copy_to_device(const current_context& context, const std::shared_ptr<buffer_interface>& destination, size_t offset,
                        size_t count, const std::shared_ptr<pinned_block>& source);
    void enqueue_copy(const current_context& context, const array_copy& description, const transfer_size& size,
                      std::vector<std::shared_ptr<const void>> used_objects);
    void fill_by_copies(const current_context& context, const std::shared_ptr<buffer_interface>& destination, size_t offset,
                        size_t count, std::span<const std::byte> pattern);

    std::shared_ptr<device> device_;
    stream stream_;
    std::mutex mutex_;
    pending_commands commands_;
    std::map<std::byte*, mapped_range> mappings_;
    std::exception_ptr unmap_failure_;  // the failure of an unmap() that has not been reported yet
};

}  // namespace ingot::backends::cuda
