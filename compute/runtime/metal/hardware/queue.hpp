// A queue of a Metal device.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "../../backend.hpp"
#include "commands.hpp"
#include "device.hpp"

namespace ingot::backends::metal::hardware {

/// Ends the encoding of commands at the end of its scope. A command buffer with an encoder that has not ended must not be
/// released.
class encoder {
public:
    encoder(const metal_library& metal, object handle) : metal_(metal), handle_(handle) {}
    encoder(const encoder&) = delete;
    encoder& operator=(const encoder&) = delete;
    ~encoder() { metal_.end_encoding(handle_); }

    object get() const { return handle_; }

private:
    const metal_library& metal_;
    object handle_;
};

/// A point in a queue's order: the value of the queue's shared event, and the command buffers that had not ended.
class queue_point final : public event_interface {
public:
    queue_point(const metal_library& metal, retained event, unsigned long long value, std::vector<retained> command_buffers)
        : metal_(metal), event_(std::move(event)), value_(value), command_buffers_(std::move(command_buffers)) {}

    bool is_done() override;
    void wait() override;

    object event() const { return event_.get(); }
    unsigned long long value() const { return value_; }

private:
    const metal_library& metal_;
    retained event_;
    unsigned long long value_;
    std::vector<retained> command_buffers_;
};

/// An MTLCommandQueue. Metal executes command buffers in the order in which they are committed, and a command waits for earlier
/// ones that use the same memory. Host memory is read and written through buffers that the host and the device share.
class queue final : public queue_interface, public image_commands_interface, public mapping_interface, public timing_interface {
public:
    explicit queue(std::shared_ptr<device> owner);
    ~queue() override;

    image_commands_interface* image_commands() override { return this; }
    /// A device with memory of its own has no memory that the host can map.
    mapping_interface* mapping() override { return device_->has_unified_memory() ? this : nullptr; }
    timing_interface* timing() override { return this; }

    void read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) override;
    void write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) override;
    void copy(const std::shared_ptr<buffer_interface>& destination, size_t to_offset,
              const std::shared_ptr<buffer_interface>& source, size_t from_offset, size_t bytes) override;
    void fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t bytes,
              std::span<const std::byte> pattern) override;
    void launch(const std::shared_ptr<kernel_interface>& kernel, const launch_range& items,
                std::span<const launch_argument> arguments) override;
    void finish() override;
    void throw_failure() override;
    std::shared_ptr<event_interface> mark() override;
    void wait_for(const std::shared_ptr<event_interface>& event) override;

    std::byte* map(const std::shared_ptr<buffer_interface>& mapped, size_t offset, size_t bytes, map_access access) override;
    std::byte* start_map(const std::shared_ptr<buffer_interface>& mapped, size_t offset, size_t bytes,
                         map_access access) override;
    void unmap(const std::shared_ptr<buffer_interface>& /*mapped*/, std::byte* /*address*/) override {}

    std::vector<launch_timing> take_timings() override;
    std::vector<transfer_timing> take_transfer_timings() override;
    std::vector<timeline_entry> take_timeline() override;

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

private:
    using used_objects = std::vector<std::shared_ptr<const void>>;

    /// Creates a command buffer, calls `encode(command_buffer)`, and commits.
    template <typename Encode>
    void enqueue(used_objects used, timed_command description, const Encode& encode);
    retained begin();
    void commit(retained command_buffer, used_objects used, timed_command description);
    void wait_for_all();
    std::shared_ptr<buffer> shared_buffer(size_t bytes) const;
    void enqueue_copy(transfer direction, const std::shared_ptr<buffer_interface>& to, size_t to_offset,
                      const std::shared_ptr<buffer_interface>& from, size_t from_offset, size_t bytes);
    void set_arguments(object encoder, const std::vector<argument_place>& places, std::span<const launch_argument> arguments,
                       used_objects& used) const;
    void enqueue_from_image(transfer direction, const std::shared_ptr<buffer_interface>& destination, size_t offset,
                            const image_position& source, const std::array<uint32_t, 3>& extent);
    void enqueue_to_image(transfer direction, const image_position& destination, const std::shared_ptr<buffer_interface>& source,
                          size_t offset, const std::array<uint32_t, 3>& extent);

    std::shared_ptr<device> device_;
    const metal_library& metal_;
    retained handle_;
    retained event_;                     // signalled with a higher value at each mark
    unsigned long long last_value_ = 0;  // of the event
    std::vector<std::shared_ptr<queue_point>> awaited_;
    std::mutex mutex_;
    pending_commands commands_;
};

}  // namespace ingot::backends::metal::hardware
