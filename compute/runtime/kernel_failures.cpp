#include "kernel_failures.hpp"

#include <cstddef>
#include <cstdio>
#include <ingot/archive/failures.hpp>
#include <ingot/runtime/error.hpp>
#include <span>
#include <string_view>
#include <utility>

#include "backend.hpp"

namespace ingot::backends {

void throw_work_item_failure(const std::string& title, const std::array<uint32_t, 3>& global_id, const std::string& reason) {
    const std::string message = title + ": work-item (" + std::to_string(global_id[0]) + ", " + std::to_string(global_id[1]) +
                                ", " + std::to_string(global_id[2]) + "): " + reason;
    std::fprintf(stderr, "%s\n", message.c_str());
    throw error(message);
}

std::shared_ptr<buffer_interface> kernel_failures::record_for_launch(device_interface& device, queue_interface& queue) {
    const std::lock_guard lock(guard_);
    if (!record_) {
        std::shared_ptr<buffer_interface> made = device.create_buffer(sizeof(archive::failure_record), {});
        const archive::failure_record empty;
        queue.write(made, 0, std::as_bytes(std::span(&empty, 1)));
        device_name_ = device.properties().name;
        record_ = std::move(made);
    }
    is_unread_ = true;
    return record_;
}

void kernel_failures::check(queue_interface& queue) {
    std::shared_ptr<buffer_interface> unread;
    {
        const std::lock_guard lock(guard_);
        if (kept_) std::rethrow_exception(std::exchange(kept_, nullptr));
        if (!is_unread_) return;
        is_unread_ = false;
        unread = record_;
    }
    archive::failure_record record;
    try {
        queue.read(unread, 0, std::as_writable_bytes(std::span(&record, 1)));
    } catch (...) {
        // The read throws an error of earlier work. The record is still unread, so the next call reads it.
        const std::lock_guard lock(guard_);
        is_unread_ = true;
        throw;
    }
    if (record.is_set == 0) return;
    const uint32_t reset = 0;
    queue.write(unread, offsetof(archive::failure_record, is_set), std::as_bytes(std::span(&reset, 1)));
    record.text.back() = 0;
    const std::string_view text = record.text.data();
    const size_t name_end = text.find('\n');
    throw_work_item_failure("kernel '" + std::string(text.substr(0, name_end)) + "' on '" + device_name_ + "'", record.global_id,
                            std::string(text.substr(name_end + 1)));
}

void kernel_failures::keep(std::exception_ptr failure) noexcept {
    const std::lock_guard lock(guard_);
    if (!kept_) kept_ = std::move(failure);
}

}  // namespace ingot::backends
