// The commands that a queue submits together, and everything that they use until they have ended.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../timing_log.hpp"
#include "buffer.hpp"
#include "command_buffer.hpp"

namespace ingot::backends::vulkan {

class kernel;

/// The largest number of commands in a batch.
inline constexpr uint32_t batch_commands = 64;

/// A part of a buffer that the host writes and a kernel reads.
struct argument_memory {
    std::byte* host;
    VkDescriptorBufferInfo place;
};

/// What a kernel printed, if it did.
struct printed_text {
    std::shared_ptr<kernel> printer;
    std::shared_ptr<buffer> memory;
};

class batch {
public:
    /// `arguments` is the memory for arguments of kernels. A batch of transfers has no commands but copies between buffers
    /// (buffer::takes_transfers()).
    batch(std::shared_ptr<const logical_device> device, std::shared_ptr<staging_pool> arguments, work_kind kind);

    void begin();
    void end();

    /// Records a command with `record(VkCommandBuffer)`. It begins when all commands before it in the queue have ended.
    template <typename Record>
    void add(timed_command description, Record record) {
        begin_command();
        record(commands_.handle());
        end_command(std::move(description));
    }
    /// Keeps an object until the batch has ended.
    void keep(std::shared_ptr<const void> used) { used_.push_back(std::move(used)); }
    void keep(printed_text text) { printed_.push_back(std::move(text)); }

    work_kind kind() const { return kind_; }
    bool is_empty() const { return descriptions_.empty(); }
    bool is_full() const { return descriptions_.size() >= batch_commands; }
    VkCommandBuffer commands() const { return commands_.handle(); }

    /// Returns a set of descriptors that is valid until the batch has ended.
    VkDescriptorSet allocate_set(VkDescriptorSetLayout layout, uint32_t descriptors);
    /// Returns memory for arguments that is valid until the batch has ended.
    argument_memory allocate_arguments(size_t bytes);

    /// The begin and the end of a command on the device's clock, which begins anywhere.
    struct device_time {
        std::chrono::nanoseconds begin;
        std::chrono::nanoseconds end;
    };
    /// Returns the times of the commands, which have ended. Empty if the device has no clock.
    std::vector<device_time> times() const;
    const std::vector<timed_command>& descriptions() const { return descriptions_; }
    const std::vector<printed_text>& printed() const { return printed_; }
    /// Releases everything that the commands used. They have ended.
    void clear();

    uint64_t value = 0;  ///< the number that the queue's semaphore has when the batch has ended

private:
    void begin_command();
    void end_command(timed_command description);
    void add_barrier(VkPipelineStageFlags until, VkAccessFlags accessed);
    bool has_clock() const { return queries_.get() != VK_NULL_HANDLE; }

    std::shared_ptr<const logical_device> device_;
    std::shared_ptr<staging_pool> arguments_;
    work_kind kind_;
    command_buffer commands_;
    owned<VkQueryPool> queries_;
    std::vector<owned<VkDescriptorPool>> descriptor_pools_;
    std::vector<std::shared_ptr<buffer>> argument_blocks_;
    size_t argument_bytes_ = 0;  // used of the last block
    std::vector<timed_command> descriptions_;
    std::vector<std::shared_ptr<const void>> used_;
    std::vector<printed_text> printed_;
};

}  // namespace ingot::backends::vulkan
