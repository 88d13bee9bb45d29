#include <fmt/format.h>

#include <cstdlib>
#include <ingot/gl_sharing.hpp>
#include <string_view>

#include "gl_memory.hpp"
#include "turns.hpp"

namespace ingot {

namespace {

using backends::buffer_interface;
using backends::gl_way;

// OpenGL's memory is the host's, and so the device's.
class by_address final : public way_between<buffer_interface> {
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
class by_copies final : public way_between<buffer_interface> {
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

std::unique_ptr<way_between<buffer_interface>> find_way(const device& on, gl_way way, gl_memory& object, gl_access access) {
    switch (way) {
        case gl_way::by_name:
            return std::make_unique<way_by_name<buffer_interface>>(
                on.implementation().share_gl_buffer({object.name(), object.bytes(), access}));
        case gl_way::by_address:
            return std::make_unique<by_address>(on, object, access);
        case gl_way::none:
            break;
    }
    return std::make_unique<by_copies>(on, object, access);
}

}  // namespace

backends::gl_support gl_support_of(const device& on) {
    const char* const asked = std::getenv("INGOT_GL_SHARING");
    if (asked && std::string_view(asked) == "off") return {gl_way::none, "INGOT_GL_SHARING=off asks for it"};
    backends::gl_support support = on.implementation().gl_sharing();
    if (support.way == gl_way::none) support.why_not += "; OpenGL runs on " + gl_renderer();
    return support;
}

struct shared_memory::objects {
    objects(const device& on, const backends::gl_support& support, gl_buffer_name name, gl_access access)
        : object(name), turn(take_turns(on, support, access)) {}
    objects(const device& on, const backends::gl_support& support, size_t bytes, gl_access access)
        :  // What is written anew each time needs no lasting mapping: OpenGL gives fresh memory while it draws from the old.
          object(bytes, support.way == gl_way::by_address && access != gl_access::write),
          turn(take_turns(on, support, access)) {}

    gl_memory object;
    turns<buffer_interface> turn;  ///< after the object: it ends first

private:
    turns<buffer_interface> take_turns(const device& on, const backends::gl_support& support, gl_access access) {
        return {find_way(on, support.way, object, access), support.why_not, fmt::format("buffer {}", object.name())};
    }
};

std::string why_copied(const device& on) { return gl_support_of(on).why_not; }

shared_memory::shared_memory(const device& on, size_t bytes, gl_access access)
    : all(std::make_unique<objects>(on, gl_support_of(on), bytes, access)) {}

shared_memory::shared_memory(const device& on, gl_buffer_name name, gl_access access)
    : all(std::make_unique<objects>(on, gl_support_of(on), name, access)) {}

shared_memory::shared_memory(shared_memory&&) noexcept = default;
shared_memory& shared_memory::operator=(shared_memory&&) noexcept = default;
shared_memory::~shared_memory() = default;

uint32_t shared_memory::gl_name() const { return all->object.name(); }
size_t shared_memory::bytes() const { return all->object.bytes(); }
const std::string& shared_memory::why_copied() const { return all->turn.reason(); }
std::shared_ptr<backends::buffer_interface> shared_memory::acquire(queue& in) { return all->turn.acquire(in); }
void shared_memory::release() { all->turn.release(); }

}  // namespace ingot
