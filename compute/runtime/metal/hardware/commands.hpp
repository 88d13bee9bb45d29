// The command buffers that a queue has committed and that are not known to have ended.
#pragma once

#include <deque>
#include <exception>
#include <memory>
#include <vector>

#include "../../backend.hpp"
#include "../../device_clock.hpp"
#include "../../timing_log.hpp"
#include "buffer.hpp"

namespace ingot::backends::metal::hardware {

/// The commands of one queue, in order: each is a command buffer of its own, because Metal measures the time of command buffers.
/// A queue calls the functions with its lock held.
class pending_commands {
public:
    explicit pending_commands(const native_device& device) : device_(device) {}

    /// Adds a command buffer that was committed. `used_objects` are kept until it has ended.
    void add(retained command_buffer, std::vector<std::shared_ptr<const void>> used_objects, timed_command description);
    /// Removes the commands at the front that have ended, without waiting.
    void remove_ended();
    /// Waits until at most `left` commands have not ended.
    void wait_until_at_most(size_t left);
    /// Throws the first error of the commands that were removed, if it was not thrown yet.
    void throw_failure();
    /// Returns the command buffers that have not been removed.
    std::vector<retained> command_buffers() const;

    timing_log& timings() { return timings_; }

private:
    struct command {
        retained command_buffer;
        std::vector<std::shared_ptr<const void>> used_objects;
        timed_command description;
    };
    void remove_first();
    std::string describe(const command& failed) const;

    const native_device& device_;
    std::deque<command> commands_;
    std::exception_ptr failure_;
    device_clock clock_;
    timing_log timings_;
};

/// Has the command buffer ended, with or without an error?
bool has_ended(const metal_library& metal, object command_buffer);

}  // namespace ingot::backends::metal::hardware
