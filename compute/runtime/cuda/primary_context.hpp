// A device's primary context, and the way in which every call of the driver that needs it is made.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <type_traits>

#include "driver.hpp"

namespace ingot::backends::cuda {

class current_context;

/// The context that everybody in the process shares for one device. It costs memory of the device and a moment: it is retained at
/// its first use. Once an error has ended the device, every use of it says so.
class primary_context {
public:
    primary_context(const driver& calls, device_number of, std::string device_name);
    primary_context(const primary_context&) = delete;
    primary_context& operator=(const primary_context&) = delete;
    ~primary_context();

    const driver& calls() const { return functions; }
    const std::string& device_name() const { return name; }
    /// Null before the first use.
    context_handle get() const {
        const std::lock_guard lock(guard);
        return handle;
    }
    /// Why nothing runs on this device any more; nothing where it does.
    std::optional<std::string> lost() const;

    /// Calls a function that gives a resource back, from a destructor: a failure has nobody to tell it to, and a device that is
    /// lost is told by the next call.
    template <typename... Parameters>
    void release(const driver_function<Parameters...>& function, std::type_identity_t<Parameters>... arguments) noexcept {
        if (!push_retained()) return;
        note(function.name(), function(arguments...));
        pop();
    }

private:
    friend class current_context;

    void push();
    bool push_retained() noexcept;
    void pop() noexcept;
    void note(const char* function, result answer) noexcept;
    std::string reason(const char* function, result answer) const;

    const driver& functions;
    device_number device;
    std::string name;
    mutable std::mutex guard;
    context_handle handle = nullptr;
    std::optional<std::string> end;
};

/// While it lives, the context is current in this thread; then what was current before. The only way to the calls that need one.
class current_context {
public:
    /// Throws error where the device is lost, or has no context to give.
    explicit current_context(primary_context& of) : context(of) { context.push(); }
    current_context(const current_context&) = delete;
    current_context& operator=(const current_context&) = delete;
    ~current_context() { context.pop(); }

    const driver& calls() const { return context.functions; }

    /// Throws error with the function's name, the device and CUDA's words where it fails.
    template <typename... Parameters>
    void call(const driver_function<Parameters...>& function, std::type_identity_t<Parameters>... arguments) const {
        if (const result answer = attempt(function, arguments...); answer != result::success) refuse({}, function.name(), answer);
    }

    /// The answer, for who has more to say about a failure than call() does.
    template <typename... Parameters>
    result attempt(const driver_function<Parameters...>& function, std::type_identity_t<Parameters>... arguments) const {
        const result answer = function(arguments...);
        context.note(function.name(), answer);
        return answer;
    }

    /// Throws error: `asked` on this device, the function, CUDA's words, and what follows where the device is lost.
    [[noreturn]] void refuse(const std::string& asked, const char* function, result answer) const;

private:
    primary_context& context;
};

}  // namespace ingot::backends::cuda
