// Whose turn it is with an object that OpenGL and a device share, and what each change of turns takes.
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
#include "timeline_log.hpp"

namespace ingot {

/// One way of bringing an object of OpenGL to a device and back. `Memory` is buffer_interface or image_interface.
template <typename Memory>
class way_between {
public:
    virtual ~way_between() = default;
    virtual std::shared_ptr<Memory> acquire(queue& in) = 0;
    /// Where OpenGL's next call would read what kernels still write, the host waits for them.
    virtual bool needs_finished_kernels() const { return true; }
    virtual void release(queue& in) = 0;
};

/// The driver knows the object itself.
template <typename Memory>
class way_by_name final : public way_between<Memory> {
public:
    explicit way_by_name(std::shared_ptr<backends::gl_object_interface<Memory>> of) : registered(std::move(of)) {}

    std::shared_ptr<Memory> acquire(queue& in) override { return registered->acquire(in.implementation()); }
    bool needs_finished_kernels() const override { return false; }
    void release(queue& in) override { registered->release(in.implementation()); }

private:
    std::shared_ptr<backends::gl_object_interface<Memory>> registered;
};

template <typename Memory>
class turns {
public:
    /// `reason` is why copies are made; empty where none are. `object` is for errors: "buffer 7".
    turns(std::unique_ptr<way_between<Memory>> by, std::string reason, std::string object)
        : way(std::move(by)), why_copied(std::move(reason)), name(std::move(object)) {}

    const std::string& reason() const { return why_copied; }

    std::shared_ptr<Memory> acquire(queue& in) {
        if (turn_of) throw error(fmt::format("{} of OpenGL is acquired already", name));
        const clock::time_point start = clock::now();
        std::shared_ptr<Memory> memory = way->acquire(in);
        turn_of = &in;
        acquire_took = clock::now() - start;
        note(in, "acquire for the device", start);
        return memory;
    }

    void release() {
        queue& in = *std::exchange(turn_of, nullptr);
        std::exception_ptr failed;
        if (way->needs_finished_kernels()) try {
                in.finish();
            } catch (...) {
                failed = std::current_exception();  // the object is OpenGL's again all the same
            }
        const clock::time_point start = clock::now();
        way->release(in);
        if (failed) std::rethrow_exception(failed);
        in.add_sharing_timing({why_copied, acquire_took, clock::now() - start});
        note(in, "release to OpenGL", start);
    }

private:
    using clock = std::chrono::steady_clock;

    static void note(queue& in, const char* what, clock::time_point start) {
        in.sharing_log().add({timeline_entry::kind::sharing, what, 0, start, clock::now() - start});
    }

    std::unique_ptr<way_between<Memory>> way;
    std::string why_copied;
    std::string name;
    queue* turn_of = nullptr;
    clock::duration acquire_took {};
};

/// What the device can do, or no more than copying where that is asked for: to find out what sharing is worth, or whether a
/// driver does it right.
backends::gl_support gl_support_of(const device& on);

}  // namespace ingot
