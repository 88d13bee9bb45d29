// Calls to Objective-C objects from C++: the run-time library libobjc, selectors, methods, and ownership of objects.
//
// A message is sent by one function, objc_msgSend, which is called as a function of the method's own type (Apple, "Addressing
// architectural differences in your macOS code", section on dynamic method dispatch). So the C++ compiler passes arguments and
// structures as the method expects them.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ingot::backends::metal::hardware {

struct objective_c_object;
struct objective_c_selector;
using object = objective_c_object*;  ///< `id`: any object or class; null is `nil`
using selector = objective_c_selector*;

/// A shared library that is never closed.
class system_library {
public:
    /// Opens the library. Throws error if it is missing or cannot be opened.
    explicit system_library(const std::string& file);
    /// Returns the address of a function. Throws error if the library does not have it.
    void* function(const char* name) const;

private:
    std::string file_;
    void* handle_;
};

/// The type of a method as text: one encoding for the result and for each argument ("Objective-C Runtime Programming Guide",
/// Type Encodings), without the receiver and the selector.
template <typename T>
std::string type_encoding();

/// A method that this backend calls, for tests that compare the list with Apple's.
struct declared_method {
    std::string name;
    std::vector<std::string> types;  ///< of the result and of each argument
};

/// The functions of libobjc.
class objective_c {
public:
    explicit objective_c(const std::string& file);
    objective_c(const objective_c&) = delete;
    objective_c& operator=(const objective_c&) = delete;

    /// Returns a class. Throws error if there is none of this name.
    object find_class(const char* name) const;
    selector find_selector(const char* name) const { return register_name_(name); }
    void* send_function() const { return send_; }
    /// The function that sends messages whose result is returned in memory. Only x86-64 has a separate one.
    void* send_returning_structure() const { return send_returning_structure_; }

    void retain(object owned) const { retain_(owned); }
    void release(object owned) const { release_(owned); }
    void* push_pool() const { return push_pool_(); }
    void pop_pool(void* pool) const { pop_pool_(pool); }

    void declare(declared_method method) { declared_.push_back(std::move(method)); }
    const std::vector<declared_method>& declared() const { return declared_; }

private:
    system_library library_;
    object (*get_class_)(const char*) = nullptr;
    selector (*register_name_)(const char*) = nullptr;
    object (*retain_)(object) = nullptr;
    void (*release_)(object) = nullptr;
    void* (*push_pool_)() = nullptr;
    void (*pop_pool_)(void*) = nullptr;
    void* send_;
    void* send_returning_structure_ = nullptr;
    std::vector<declared_method> declared_;
};

/// Is a result of this type written to memory that the caller passes? On x86-64 such methods have a send function of their own.
template <typename Result>
constexpr bool is_returned_in_memory() {
    if constexpr (std::is_class_v<Result>) return sizeof(Result) > 2 * sizeof(void*);
    return false;
}

/// A method: its selector and its type, as in `method<object(unsigned long)>`.
template <typename Signature>
class method;

template <typename Result, typename... Parameters>
class method<Result(Parameters...)> {
public:
    method(objective_c& runtime, const char* name)
        : selector_(runtime.find_selector(name)),
          send_(reinterpret_cast<function>(is_returned_in_memory<Result>() ? runtime.send_returning_structure()
                                                                           : runtime.send_function())) {
        runtime.declare({name, {type_encoding<Result>(), type_encoding<Parameters>()...}});
    }

    Result operator()(object receiver, Parameters... arguments) const { return send_(receiver, selector_, arguments...); }

private:
    using function = Result (*)(object, selector, Parameters...);

    selector selector_;
    function send_;
};

/// Owns one reference to an object.
class retained {
public:
    retained() = default;
    retained(const retained&) = delete;
    retained& operator=(const retained&) = delete;
    retained(retained&& other) noexcept : runtime_(other.runtime_), object_(std::exchange(other.object_, nullptr)) {}
    retained& operator=(retained&& other) noexcept {
        std::swap(runtime_, other.runtime_);
        std::swap(object_, other.object_);
        return *this;
    }
    ~retained() {
        if (object_) runtime_->release(object_);
    }

    /// Takes the reference that a method returns whose name begins with alloc, new, copy or mutableCopy.
    static retained adopt(const objective_c& runtime, object owned) { return {runtime, owned}; }
    /// Adds a reference to an object that another method returned.
    static retained share(const objective_c& runtime, object shared) {
        if (shared) runtime.retain(shared);
        return {runtime, shared};
    }

    object get() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }

private:
    retained(const objective_c& runtime, object owned) : runtime_(&runtime), object_(owned) {}

    const objective_c* runtime_ = nullptr;
    object object_ = nullptr;
};

/// Releases, at the end of the scope, the objects that methods have returned without a reference for the caller.
class autorelease_pool {
public:
    explicit autorelease_pool(const objective_c& runtime) : runtime_(runtime), pool_(runtime.push_pool()) {}
    autorelease_pool(const autorelease_pool&) = delete;
    autorelease_pool& operator=(const autorelease_pool&) = delete;
    ~autorelease_pool() { runtime_.pop_pool(pool_); }

private:
    const objective_c& runtime_;
    void* pool_;
};

}  // namespace ingot::backends::metal::hardware
