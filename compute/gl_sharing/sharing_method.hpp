// Controls who may use an object that OpenGL and a device share. At each time only one of the two may use it:
//
//     acquire(queue)    the device may use the object
//     release()         OpenGL may use the object again
//
// How the contents are transferred depends on the device. There are four sharing methods:
//
//     by name       The driver of the device accesses OpenGL's object directly, in the order of the queue. Nothing is copied.
//     by address    Kernels use the host memory to which OpenGL maps the buffer. Nothing is copied.
//     by import     OpenGL's object consists of memory of the device. Nothing is copied. The two wait for each other's semaphores
//                   where the drivers have them, otherwise the host waits for each of the two.
//                   An object that OpenGL has made is copied by OpenGL to one that consists of memory of the device, and back.
//     by copies     The device has a separate buffer or image, and the contents are copied through the host.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/queue.hpp>
#include <memory>
#include <string>
#include <utility>

#include "backend.hpp"
#include "gl_errors.hpp"
#include "gl_import.hpp"
#include "timeline_log.hpp"

namespace ingot {

/// A sharing method: makes an object of OpenGL available to a device and returns it to OpenGL. `Memory` is
/// buffer_interface or image_interface.
template <typename Memory>
class sharing_method {
public:
    virtual ~sharing_method() = default;
    virtual std::shared_ptr<Memory> acquire(queue& queue) = 0;
    /// Returns whether the host must wait for the kernels before it calls release(). False if the driver executes OpenGL's
    /// further commands after the kernels.
    virtual bool needs_finished_kernels() const { return true; }
    virtual void release(queue& queue) = 0;
};

/// The sharing method by name: the driver of the device accesses OpenGL's object directly.
template <typename Memory>
class sharing_by_name final : public sharing_method<Memory> {
public:
    explicit sharing_by_name(std::shared_ptr<backends::gl_object_interface<Memory>> object) : registered_(std::move(object)) {}

    std::shared_ptr<Memory> acquire(queue& queue) override { return registered_->acquire(queue.implementation()); }
    bool needs_finished_kernels() const override { return false; }
    void release(queue& queue) override { registered_->release(queue.implementation()); }

private:
    std::shared_ptr<backends::gl_object_interface<Memory>> registered_;
};

/// The sharing method by import: OpenGL's object consists of memory of the device.
template <typename Memory>
class sharing_by_import final : public sharing_method<Memory> {
public:
    /// Without `turns`, the host waits for OpenGL and for the device.
    sharing_by_import(std::shared_ptr<backends::gl_object_interface<Memory>> object, std::unique_ptr<const imported_turns> turns)
        : exported_(std::move(object)), turns_(std::move(turns)) {}

    std::shared_ptr<Memory> acquire(queue& queue) override {
        if (turns_)
            turns_->signal();
        else
            wait_for_gl();
        return exported_->acquire(queue.implementation());
    }
    bool needs_finished_kernels() const override { return !turns_; }
    void release(queue& queue) override {
        exported_->release(queue.implementation());
        if (turns_)
            turns_->wait();
        else
            queue.finish();  // the kernels have ended: this waits only for the command that gives the object to OpenGL
    }

private:
    std::shared_ptr<backends::gl_object_interface<Memory>> exported_;
    std::unique_ptr<const imported_turns> turns_;
};

/// Makes the sharing method by import for OpenGL's buffer or texture that consists of the exported memory; the other name is 0.
template <typename Memory>
std::unique_ptr<sharing_method<Memory>> share_by_import(backends::exported_object<Memory> exported, GLuint buffer,
                                                        GLuint texture) {
    std::unique_ptr<const imported_turns> turns;
    if (exported.semaphores) turns = std::make_unique<const imported_turns>(std::move(*exported.semaphores), buffer, texture);
    return std::make_unique<sharing_by_import<Memory>>(std::move(exported.object), std::move(turns));
}

/// The sharing method by import for an object that OpenGL has made: OpenGL copies the contents between that object and another
/// one, which consists of memory of the device. `Object` is gl_memory or gl_texture.
template <typename Memory, typename Object>
class sharing_by_imported_copy final : public sharing_method<Memory> {
public:
    /// `method` shares `imported`. Throws error if OpenGL cannot copy between the two.
    sharing_by_imported_copy(Object& object, std::unique_ptr<Object> imported, std::unique_ptr<sharing_method<Memory>> method,
                             gl_access access)
        : object_(object), imported_(std::move(imported)), method_(std::move(method)), access_(access) {
        clear_gl_errors();
        imported_->copy_from(object_);
        if (const GLenum code = glGetError(); code != GL_NO_ERROR)
            throw error(fmt::format("OpenGL cannot copy it: it reports error 0x{:04x}", static_cast<unsigned int>(code)));
    }

    std::shared_ptr<Memory> acquire(queue& queue) override {
        if (access_ != gl_access::write) imported_->copy_from(object_);
        return method_->acquire(queue);
    }
    bool needs_finished_kernels() const override { return method_->needs_finished_kernels(); }
    void release(queue& queue) override {
        method_->release(queue);
        if (access_ != gl_access::read) object_.copy_from(*imported_);
    }

private:
    Object& object_;
    std::unique_ptr<Object> imported_;
    std::unique_ptr<sharing_method<Memory>> method_;  ///< declared after the object, so that it is destroyed first
    gl_access access_;
};

/// The state of a shared object: whether a device has acquired it, and how long the last acquire took.
template <typename Memory>
class shared_object_state {
public:
    /// `reason` is the reason for copying; empty if nothing is copied. `object` names the object in error messages:
    /// "buffer 7".
    shared_object_state(std::unique_ptr<sharing_method<Memory>> method, std::string reason, std::string object)
        : method_(std::move(method)), copy_reason_(std::move(reason)), object_name_(std::move(object)) {}

    const std::string& copy_reason() const { return copy_reason_; }

    /// Makes the object available to the device of the queue. The queue may be neither moved nor destroyed before release().
    /// Throws error if the object is already acquired.
    std::shared_ptr<Memory> acquire(queue& queue) {
        if (queue_) throw error(fmt::format("{} of OpenGL is already acquired", object_name_));
        const clock::time_point start = clock::now();
        std::shared_ptr<Memory> memory = method_->acquire(queue);
        queue_ = &queue;
        commands_ = queue.shared_implementation();
        acquire_duration_ = clock::now() - start;
        add_to_timeline(queue, "acquire for the device", start);
        return memory;
    }

    /// Returns the object to OpenGL, and records the durations of acquire and release in the queue. Waits for the kernels first
    /// if the sharing method requires this. If a kernel failed, returns the object too, but records nothing and throws the
    /// error of the kernel. Throws error if no device has acquired the object.
    void release() {
        if (!queue_) throw error(fmt::format("{} of OpenGL is not acquired, so it cannot be released", object_name_));
        queue& queue = *std::exchange(queue_, nullptr);
        commands_.reset();
        std::exception_ptr failed;
        if (method_->needs_finished_kernels()) try {
                queue.finish();
            } catch (...) {
                failed = std::current_exception();  // the object must be returned to OpenGL in any case
            }
        const clock::time_point start = clock::now();
        try {
            method_->release(queue);
        } catch (...) {
            if (!failed) failed = std::current_exception();  // a failed kernel is the first error, and the cause of later ones
        }
        if (failed) std::rethrow_exception(failed);
        queue.add_sharing_timing({copy_reason_, acquire_duration_, clock::now() - start});
        add_to_timeline(queue, "release to OpenGL", start);
    }

    /// Does the same for a destructor, which must not throw: an error is thrown by the next call that waits for the queue.
    void release_in_destructor() noexcept {
        if (!queue_) return;
        const auto commands = commands_;
        try {
            release();
        } catch (...) {
            commands->failures().keep(std::current_exception());
        }
    }

private:
    using clock = std::chrono::steady_clock;

    // Adds an event that began at `start` and ends now to the queue's timeline.
    static void add_to_timeline(queue& queue, const char* event, clock::time_point start) {
        queue.sharing_timeline().add({timeline_entry::kind::sharing, event, 0, start, clock::now() - start});
    }

    std::unique_ptr<sharing_method<Memory>> method_;
    std::string copy_reason_;
    std::string object_name_;
    queue* queue_ = nullptr;                               // the queue of acquire(); null if the object is not acquired
    std::shared_ptr<backends::queue_interface> commands_;  // the implementation of that queue
    clock::duration acquire_duration_ {};
};

/// Returns how the device can share objects with the current OpenGL context. If the environment variable INGOT_GL_SHARING is
/// `off`, the result allows only copies. With this setting one can measure the benefit of sharing, and test whether a
/// driver shares correctly.
backends::gl_support find_gl_support(const device& device);

}  // namespace ingot
