#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <ingot/gl_sharing.hpp>
#include <ingot/runtime/error.hpp>
#include <string_view>
#include <utility>

#include "backend.hpp"
#include "gl_memory.hpp"

namespace ingot {

namespace {

using backends::buffer_interface;
using backends::gl_way;
using clock = std::chrono::steady_clock;

// What the device can do, or no more than copying where that is asked for: to find out what sharing is worth, or whether a driver
// does it right.
backends::gl_support support_of(const device& on) {
    const char* const asked = std::getenv("INGOT_GL_SHARING");
    if (asked && std::string_view(asked) == "off") return {gl_way::none, "INGOT_GL_SHARING=off asks for it"};
    backends::gl_support support = on.implementation().gl_sharing();
    if (support.way == gl_way::none) support.why_not += "; OpenGL runs on " + gl_renderer();
    return support;
}

// One way of bringing a buffer of OpenGL to a device and back.
class way_between {
public:
    virtual ~way_between() = default;
    virtual std::shared_ptr<buffer_interface> acquire(queue& in) = 0;
    /// Where OpenGL's next call would read what kernels still write, the host waits for them.
    virtual bool needs_finished_kernels() const { return true; }
    virtual void release(queue& in) = 0;
};

// The driver knows the object itself.
class by_name final : public way_between {
public:
    by_name(const device& on, const gl_memory& object, gl_access access)
        : registered(on.implementation().share_gl_buffer({object.name(), object.bytes(), access})) {}

    std::shared_ptr<buffer_interface> acquire(queue& in) override { return registered->acquire(in.implementation()); }
    bool needs_finished_kernels() const override { return false; }
    void release(queue& in) override { registered->release(in.implementation()); }

private:
    std::shared_ptr<backends::gl_buffer_interface> registered;
};

// OpenGL's memory is the host's, and so the device's.
class by_address final : public way_between {
public:
    by_address(const device& of, gl_memory& object, gl_access how) : on(of), mapped(object), access(how) {}

    std::shared_ptr<buffer_interface> acquire(queue&) override { return on.implementation().use_host_memory(mapped.map(access)); }
    void release(queue&) override { mapped.unmap(); }

private:
    device on;
    gl_memory& mapped;
    gl_access access;
};

// A buffer of the device beside OpenGL's, and copies through the host.
class by_copies final : public way_between {
public:
    by_copies(const device& on, gl_memory& object, gl_access how) : there(object), access(how), here(on, object.bytes()) {}

    std::shared_ptr<buffer_interface> acquire(queue& in) override {
        if (access != gl_access::write) {
            here.write(in, 0, there.map(gl_access::read));
            there.unmap();
        }
        return here.share();
    }
    void release(queue& in) override {
        if (access == gl_access::read) return;
        const std::span<std::byte> to = there.map(gl_access::write);
        try {
            here.read(in, 0, to);
        } catch (...) {
            there.unmap();
            throw;
        }
        there.unmap();
    }

private:
    gl_memory& there;
    gl_access access;
    memory here;
};

std::unique_ptr<way_between> find_way(const device& on, gl_way way, gl_memory& object, gl_access access) {
    switch (way) {
        case gl_way::by_name:
            return std::make_unique<by_name>(on, object, access);
        case gl_way::by_address:
            return std::make_unique<by_address>(on, object, access);
        case gl_way::none:
            break;
    }
    return std::make_unique<by_copies>(on, object, access);
}

}  // namespace

struct shared_memory::objects {
    objects(const device& on, const backends::gl_support& support, gl_buffer_name name, gl_access access)
        : reason(support.why_not), object(name), way(find_way(on, support.way, object, access)) {}
    objects(const device& on, const backends::gl_support& support, size_t bytes, gl_access access)
        : reason(support.why_not),
          // What is written anew each time needs no lasting mapping: OpenGL gives fresh memory while it draws from the old.
          object(bytes, support.way == gl_way::by_address && access != gl_access::write),
          way(find_way(on, support.way, object, access)) {}

    std::string reason;
    gl_memory object;
    std::unique_ptr<way_between> way;  ///< after the object: it ends first
    queue* turn_of = nullptr;
    clock::duration acquire_took {};
};

std::string why_copied(const device& on) { return support_of(on).why_not; }

shared_memory::shared_memory(const device& on, size_t bytes, gl_access access)
    : all(std::make_unique<objects>(on, support_of(on), bytes, access)) {}

shared_memory::shared_memory(const device& on, gl_buffer_name name, gl_access access)
    : all(std::make_unique<objects>(on, support_of(on), name, access)) {}

shared_memory::shared_memory(shared_memory&&) noexcept = default;
shared_memory& shared_memory::operator=(shared_memory&&) noexcept = default;
shared_memory::~shared_memory() = default;

uint32_t shared_memory::gl_name() const { return all->object.name(); }
size_t shared_memory::bytes() const { return all->object.bytes(); }
const std::string& shared_memory::why_copied() const { return all->reason; }

std::shared_ptr<backends::buffer_interface> shared_memory::acquire(queue& in) {
    if (all->turn_of) throw error(fmt::format("buffer {} of OpenGL is acquired already", gl_name()));
    const clock::time_point start = clock::now();
    std::shared_ptr<backends::buffer_interface> memory = all->way->acquire(in);
    all->turn_of = &in;
    all->acquire_took = clock::now() - start;
    return memory;
}

void shared_memory::release() {
    queue& in = *std::exchange(all->turn_of, nullptr);
    std::exception_ptr failed;
    if (all->way->needs_finished_kernels()) try {
            in.finish();
        } catch (...) {
            failed = std::current_exception();  // the buffer is OpenGL's again all the same
        }
    const clock::time_point start = clock::now();
    all->way->release(in);
    if (failed) std::rethrow_exception(failed);
    in.add_sharing_timing({all->reason, all->acquire_took, clock::now() - start});
}

}  // namespace ingot
