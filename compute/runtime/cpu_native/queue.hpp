// A queue of the processor. A command runs when it is given, on the calling thread and for a launch also on the threads of the
// pool. So there is never enqueued work, and nothing to wait for.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "../backend.hpp"
#include "../timing_log.hpp"
#include "device.hpp"
#include "program.hpp"

namespace ingot::backends::cpu_native {

class queue final : public queue_interface, public image_commands_interface, public mapping_interface, public timing_interface {
public:
    explicit queue(std::shared_ptr<device> owner) : device_(std::move(owner)) {}

    image_commands_interface* image_commands() override { return this; }
    mapping_interface* mapping() override { return this; }
    timing_interface* timing() override { return this; }

    void read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) override;
    void write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) override;
    void copy(const std::shared_ptr<buffer_interface>& destination, size_t destination_offset,
              const std::shared_ptr<buffer_interface>& source, size_t source_offset, size_t count) override;
    void fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
              std::span<const std::byte> pattern) override;
    void launch(const std::shared_ptr<kernel_interface>& kernel, const launch_range& items,
                std::span<const launch_argument> arguments) override;
    void finish() override;

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

    std::vector<launch_timing> take_timings() override;
    std::vector<transfer_timing> take_transfer_timings() override;
    std::vector<timeline_entry> take_timeline() override { return timings_.timeline().take(); }

private:
    template <typename Move>
    void transfer_bytes(transfer direction, size_t bytes, Move move);
    void place_arguments(const kernel& function, std::span<const launch_argument> arguments, group_work& work);

    std::shared_ptr<device> device_;
    std::mutex guard_;  // held while a command runs, so that commands of several threads run one after another
    timing_log timings_;
    // The arguments of the running launch, kept here so that a launch does not allocate memory.
    std::vector<uint64_t> slots_;
    struct alignas(16) block {
        std::byte bytes[16];
    };
    std::vector<block> values_;
};

}  // namespace ingot::backends::cpu_native
