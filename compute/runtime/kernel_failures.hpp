// The failures of work-items: an assertion was false, or the standard library reached a place at which it throws an exception
// on the host. A work-item that fails ends, and the host throws error. Also the errors of destructors, which cannot throw them.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>

namespace ingot::backends {

class buffer_interface;
class device_interface;
class queue_interface;

/// Writes to the standard error which work-item failed and why, and throws error with the same message. `title` names the
/// kernel and the device.
[[noreturn]] void throw_work_item_failure(const std::string& title, const std::array<uint32_t, 3>& global_id,
                                          const std::string& reason);

/// The failures of the kernels of one queue. A kernel that can fail gets a buffer with a record
/// (ingot/archive/failures.hpp). The first work-item that fails writes to the record. The host reads the record when it waits
/// for the queue. The object also keeps an error of a destructor until then.
class kernel_failures {
public:
    /// Returns the buffer with the record, for a launch. The first call creates the buffer.
    std::shared_ptr<buffer_interface> record_for_launch(device_interface& device, queue_interface& queue);

    /// Throws the kept error if there is one. Else throws error if a work-item has failed since the last call: if a kernel that
    /// can fail was launched since the last call, waits for the queue's work and reads the record.
    void check(queue_interface& queue);

    /// Keeps an error that a destructor could not throw. The next call of check() throws it. If an error is kept already, the
    /// older one stays.
    void keep(std::exception_ptr failure) noexcept;

private:
    std::mutex guard_;
    std::shared_ptr<buffer_interface> record_;
    std::string device_name_;
    bool is_unread_ = false;  // was a kernel that can fail launched since the record was read?
    std::exception_ptr kept_;
};

}  // namespace ingot::backends
