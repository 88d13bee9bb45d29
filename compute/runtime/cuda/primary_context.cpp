#include "primary_context.hpp"

#include <ingot/runtime/error.hpp>

namespace ingot::backends::cuda {

primary_context::primary_context(const driver& calls, device_number of, std::string device_name)
    : functions(calls), device(of), name(std::move(device_name)) {}

primary_context::~primary_context() {
    if (handle) functions.release_primary_context(device);
}

std::optional<std::string> primary_context::lost() const {
    const std::lock_guard lock(guard);
    return end;
}

void primary_context::push() {
    const std::lock_guard lock(guard);
    if (end) throw error("'" + name + "' is lost: " + *end);
    const auto check = [this](const char* function, result answer) {
        if (answer == result::success) return;
        if (ends_device(answer)) end = reason(function, answer);
        throw error(std::string(function) + " on '" + name + "': " + functions.words(answer));
    };
    if (!handle) {
        context_handle retained = nullptr;
        check(functions.retain_primary_context.name(), functions.retain_primary_context(&retained, device));
        handle = retained;
    }
    check(functions.push_context.name(), functions.push_context(handle));
}

std::string primary_context::reason(const char* function, result answer) const {
    return std::string(function) + " answered " + functions.words(answer) + "; start this program again to use it";
}

bool primary_context::push_retained() noexcept {
    const std::lock_guard lock(guard);
    return handle && functions.push_context(handle) == result::success;
}

void primary_context::pop() noexcept {
    context_handle popped = nullptr;
    note(functions.pop_context.name(), functions.pop_context(&popped));
}

void primary_context::note(const char* function, result answer) noexcept {
    if (!ends_device(answer)) return;
    try {
        const std::lock_guard lock(guard);
        if (!end) end = reason(function, answer);
    } catch (const std::bad_alloc&) {
        // The driver says it again at the next call.
    }
}

void current_context::refuse(const std::string& asked, const char* function, result answer) const {
    std::string text = asked.empty() ? std::string(function) + " on '" + context.name + "': "
                                     : asked + " on '" + context.name + "': " + function + ": ";
    text += calls().words(answer);
    if (ends_device(answer)) text += "; the device is lost to this program, which must be started again to use it";
    throw error(text);
}

}  // namespace ingot::backends::cuda
