// A device's primary context, and the class with which all driver calls that require it are made.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <type_traits>

#include "driver.hpp"

namespace ingot::backends::cuda {

class current_context;

/// The primary context of a device, which all users of CUDA in the process share. The context is retained at its first use and
/// not before, because it occupies device memory and creating it takes time. After an error that makes the device unusable,
/// every later use of the context throws error with that reason.
class primary_context {
public:
    primary_context(const driver& calls, device_number device, std::string device_name);
    primary_context(const primary_context&) = delete;
    primary_context& operator=(const primary_context&) = delete;
    ~primary_context();

    const driver& driver_functions() const { return driver_; }
    const std::string& device_name() const { return device_name_; }
    /// The context; null before its first use.
    context_handle get() const {
        const std::lock_guard lock(guard_);
        return handle_;
    }
    /// The reason why the device is unusable; nothing if it is usable.
    std::optional<std::string> lost_reason() const;

    /// Calls a function that releases a resource. For destructors, so it throws nothing. If the failure makes the device
    /// unusable, the next use of the context reports that; other failures are ignored.
    template <typename... Parameters>
    void release(const driver_function<Parameters...>& function, std::type_identity_t<Parameters>... arguments) noexcept {
        if (!push_retained()) return;
        note_result(function.name(), function(arguments...));
        pop();
    }

private:
    friend class current_context;

    void push();
    bool push_retained() noexcept;
    void pop() noexcept;
    void note_result(const char* function, result answer) noexcept;
    std::string describe_failure(const char* function, result answer) const;

    const driver& driver_;
    device_number device_;
    std::string device_name_;
    mutable std::mutex guard_;
    context_handle handle_ = nullptr;
    std::optional<std::string> lost_reason_;
};

/// The constructor makes the context current in this thread, and the destructor restores the context that was current before.
/// All driver calls that require a context are made while an object of this class exists.
class current_context {
public:
    /// Throws error if the device is lost or its context cannot be created.
    explicit current_context(primary_context& context) : context_(context) { context_.push(); }
    current_context(const current_context&) = delete;
    current_context& operator=(const current_context&) = delete;
    ~current_context() { context_.pop(); }

    const driver& driver_functions() const { return context_.driver_; }

    /// Calls the function. If it fails, throws error with its name, the device's name and CUDA's description of the result.
    template <typename... Parameters>
    void call(const driver_function<Parameters...>& function, std::type_identity_t<Parameters>... arguments) const {
        if (const result answer = try_call(function, arguments...); answer != result::success) fail({}, function.name(), answer);
    }

    /// Calls the function and returns its result, for callers that report more about a failure than call() does.
    template <typename... Parameters>
    result try_call(const driver_function<Parameters...>& function, std::type_identity_t<Parameters>... arguments) const {
        const result answer = function(arguments...);
        context_.note_result(function.name(), answer);
        return answer;
    }

    /// Throws error. The message consists of the action and the device's name, the function, and CUDA's description of
    /// the result. If the device is lost, it adds that the program must be started again. `log` is the driver's log; it follows
    /// on lines of its own.
    [[noreturn]] void fail(const std::string& action, const char* function, result answer, const std::string& log = {}) const;

private:
    primary_context& context_;
};

}  // namespace ingot::backends::cuda
