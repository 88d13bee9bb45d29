#include "primary_context.hpp"

#include <ingot/runtime/error.hpp>

namespace ingot::backends::cuda {

primary_context::primary_context(const driver& calls, device_number device, std::string device_name)
    : driver_(calls), device_(device), device_name_(std::move(device_name)) {}

primary_context::~primary_context() {
    if (handle_) driver_.release_primary_context(device_);
}

std::optional<std::string> primary_context::lost_reason() const {
    const std::lock_guard lock(guard_);
    return lost_reason_;
}

void primary_context::push() {
    const std::lock_guard lock(guard_);
    if (lost_reason_) throw error("'" + device_name_ + "' is lost: " + *lost_reason_);
    const auto check = [this](const char* function, result answer) {
        if (answer == result::success) return;
        if (is_fatal(answer)) lost_reason_ = describe_failure(function, answer);
        throw error(std::string(function) + " on '" + device_name_ + "': " + driver_.describe(answer));
    };
    if (!handle_) {
        context_handle retained = nullptr;
        check(driver_.retain_primary_context.name(), driver_.retain_primary_context(&retained, device_));
        handle_ = retained;
    }
    check(driver_.push_context.name(), driver_.push_context(handle_));
}

std::string primary_context::describe_failure(const char* function, result answer) const {
    return std::string(function) + " returned " + driver_.describe(answer) + "; start this program again to use it";
}

bool primary_context::push_retained() noexcept {
    const std::lock_guard lock(guard_);
    return handle_ && driver_.push_context(handle_) == result::success;
}

void primary_context::pop() noexcept {
    context_handle popped = nullptr;
    note_result(driver_.pop_context.name(), driver_.pop_context(&popped));
}

void primary_context::note_result(const char* function, result answer) noexcept {
    if (!is_fatal(answer)) return;
    try {
        const std::lock_guard lock(guard_);
        if (!lost_reason_) lost_reason_ = describe_failure(function, answer);
    } catch (const std::bad_alloc&) {
        // There is no memory for the reason. The driver returns the same result at the next call.
    }
}

void current_context::fail(const std::string& action, const char* function, result answer, const std::string& log) const {
    std::string text = action.empty() ? std::string(function) + " on '" + context_.device_name_ + "': "
                                      : action + " on '" + context_.device_name_ + "': " + function + ": ";
    text += driver_functions().describe(answer);
    if (is_fatal(answer)) text += "; the device is lost to this program, which must be started again to use it";
    throw error(text + log);
}

}  // namespace ingot::backends::cuda
