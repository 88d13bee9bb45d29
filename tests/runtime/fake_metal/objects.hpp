// The objects of the fake Metal: classes with tables of methods, reference counts, and autorelease pools.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fake_metal.hpp"

namespace fake_metal {

/// The type of a class: the methods of its objects.
struct method_table {
    std::string class_name;
    std::map<std::string, void*, std::less<>> methods {};

    template <auto member>
    method_table& add(const char* selector);
};

/// The beginning of all objects. An object is created with one reference.
class any_object {
public:
    explicit any_object(const method_table& type);
    any_object(const any_object&) = delete;
    any_object& operator=(const any_object&) = delete;
    virtual ~any_object();

    const method_table& type() const { return type_; }
    void retain() { ++references_; }
    void release() {
        if (--references_ == 0) delete this;
    }

private:
    const method_table& type_;
    std::atomic<int> references_ = 1;
};

/// A counted reference to an object.
template <typename T>
class reference {
public:
    reference() = default;
    explicit reference(T* shared) : object_(shared) {
        if (object_) object_->retain();
    }
    reference(const reference& other) : reference(other.object_) {}
    reference(reference&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    reference& operator=(reference other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~reference() {
        if (object_) object_->release();
    }
    T* get() const { return object_; }
    T* operator->() const { return object_; }

private:
    T* object_ = nullptr;
};

/// A selector is the address of its name in a set of names.
using selector = const std::string*;

/// A function with the type of a method, which calls a member function.
template <auto member>
struct method_function;
template <typename Class, typename Result, typename... Parameters, Result (Class::*member)(Parameters...)>
struct method_function<member> {
    static Result call(any_object* receiver, selector, Parameters... arguments) {
        return (static_cast<Class*>(receiver)->*member)(arguments...);
    }
};

template <auto member>
method_table& method_table::add(const char* selector) {
    methods[selector] = reinterpret_cast<void*>(&method_function<member>::call);
    return *this;
}

/// The state that tests see.
class state final : public controls {
public:
    static state& get();

    void reset() override;
    std::vector<std::string> broken_rules() const override;
    size_t live_objects() const override { return live; }
    size_t waiting() const override { return committed; }
    std::string compiled_text() const override { return text; }
    std::string compile_options() const override { return options; }
    std::vector<std::string> selectors() const override;

    /// Adds a class whose objects the program creates by methods of the class.
    void add_class(any_object& of_class) { classes[of_class.type().class_name] = &of_class; }
    void add_table(const method_table& table) { tables.push_back(&table); }
    void report(const std::string& broken_rule);
    void require(bool kept, const std::string& rule) {
        if (!kept) report(rule);
    }

    std::atomic<size_t> live = 0;
    std::atomic<size_t> committed = 0;
    std::string text;
    std::string options;
    std::map<std::string, any_object*, std::less<>> classes;
    std::set<std::string, std::less<>> selector_names;

private:
    mutable std::mutex guard_;
    std::vector<std::string> broken_;
    std::vector<const method_table*> tables;
};

/// Gives the current pool the reference that the object was created with.
any_object* autorelease(any_object* object);

/// Does INGOT_FAKE_METAL_FAIL name this selector?
bool fails(std::string_view selector);

/// NSString, and NSError with its description.
class string_object final : public any_object {
public:
    explicit string_object(std::string words);
    const char* characters() { return text.c_str(); }
    std::string text;
};
class error_object final : public any_object {
public:
    explicit error_object(std::string words);
    any_object* description() { return autorelease(new string_object(reason)); }
    std::string reason;
};

}  // namespace fake_metal
