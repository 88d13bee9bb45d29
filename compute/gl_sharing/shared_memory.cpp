#include <fmt/format.h>

#include <cstdlib>
#include <ingot/gl_sharing.hpp>
#include <string_view>

#include "gl_memory.hpp"
#include "sharing_method.hpp"

namespace ingot {

namespace {

using backends::buffer_interface;
using backends::gl_sharing_method;

// The sharing method by address: the device uses the host memory to which OpenGL maps the buffer.
class by_address final : public sharing_method<buffer_interface> {
public:
    by_address(const device& device, gl_memory& object, gl_access access) : device_(device), mapped_(object), access_(access) {}

    std::shared_ptr<buffer_interface> acquire(queue&) override {
        const std::span<std::byte> bytes = mapped_.map(access_);
        try {
            return device_.implementation().use_host_memory(bytes);
        } catch (...) {
            mapped_.unmap();  // otherwise the buffer would stay mapped, and the next acquire() could not map it
            throw;
        }
    }
    void release(queue&) override { mapped_.unmap(); }

private:
    device device_;
    gl_memory& mapped_;
    gl_access access_;
};

// The sharing method by copies: the device has a separate buffer, and bytes are copied through the host.
class by_copies final : public sharing_method<buffer_interface> {
public:
    by_copies(const device& device, gl_memory& object, gl_access access)
        : gl_object_(object), access_(access), device_copy_(device, object.bytes()) {}

    std::shared_ptr<buffer_interface> acquire(queue& queue) override {
        if (access_ != gl_access::write)
            with_mapping(gl_access::read, [&](std::span<std::byte> bytes) { device_copy_.write(queue, 0, bytes); });
        return device_copy_.shared_implementation();
    }
    void release(queue& queue) override {
        if (access_ == gl_access::read) return;
        with_mapping(gl_access::write, [&](std::span<std::byte> bytes) { device_copy_.read(queue, 0, bytes); });
    }

private:
    // Maps OpenGL's buffer, calls `use`, and unmaps the buffer, also if `use` throws.
    template <typename Use>
    void with_mapping(gl_access access, const Use& use) {
        const std::span<std::byte> bytes = gl_object_.map(access);
        try {
            use(bytes);
        } catch (...) {
            gl_object_.unmap();
            throw;
        }
        gl_object_.unmap();
    }

    gl_memory& gl_object_;
    gl_access access_;
    memory device_copy_;
};

// Makes the sharing method for a buffer.
std::unique_ptr<sharing_method<buffer_interface>> make_method(const device& device, gl_sharing_method method, gl_memory& object,
                                                              gl_access access) {
    switch (method) {
        case gl_sharing_method::by_name:
            return std::make_unique<sharing_by_name<buffer_interface>>(
                device.implementation().share_gl_buffer({object.name(), object.bytes(), access}));
        case gl_sharing_method::by_address:
            return std::make_unique<by_address>(device, object, access);
        case gl_sharing_method::none:
            break;
    }
    return std::make_unique<by_copies>(device, object, access);
}

}  // namespace

backends::gl_support find_gl_support(const device& device) {
    const char* const setting = std::getenv("INGOT_GL_SHARING");
    if (setting && std::string_view(setting) == "off") return {gl_sharing_method::none, "INGOT_GL_SHARING=off requests copies"};
    backends::gl_support support = device.implementation().gl_sharing();
    if (support.method == gl_sharing_method::none) support.unavailable_reason += "; OpenGL runs on " + gl_renderer();
    return support;
}

struct shared_memory::objects {
    objects(const device& device, const backends::gl_support& support, gl_buffer_name name, gl_access access)
        : object(name), turn(choose_method(device, support, access)) {}
    objects(const device& device, const backends::gl_support& support, size_t bytes, gl_access access)
        :  // With gl_access::write, kernels replace the whole contents. Such a buffer is mapped only while it is acquired, not
           // for its whole life: when it is mapped, OpenGL can then provide fresh memory while it still draws from the old one.
          object(bytes, support.method == gl_sharing_method::by_address && access != gl_access::write),
          turn(choose_method(device, support, access)) {}

    gl_memory object;
    shared_object_state<buffer_interface> turn;  ///< declared after the object, so that it is destroyed first

private:
    shared_object_state<buffer_interface> choose_method(const device& device, const backends::gl_support& support,
                                                        gl_access access) {
        return {make_method(device, support.method, object, access), support.unavailable_reason,
                fmt::format("buffer {}", object.name())};
    }
};

std::string copy_reason(const device& device) { return find_gl_support(device).unavailable_reason; }

shared_memory::shared_memory(const device& device, size_t bytes, gl_access access)
    : objects_(std::make_unique<objects>(device, find_gl_support(device), bytes, access)) {}

shared_memory::shared_memory(const device& device, gl_buffer_name name, gl_access access)
    : objects_(std::make_unique<objects>(device, find_gl_support(device), name, access)) {}

shared_memory::shared_memory(shared_memory&&) noexcept = default;
shared_memory& shared_memory::operator=(shared_memory&&) noexcept = default;
shared_memory::~shared_memory() = default;

uint32_t shared_memory::gl_name() const { return objects_->object.name(); }
size_t shared_memory::bytes() const { return objects_->object.bytes(); }
const std::string& shared_memory::copy_reason() const { return objects_->turn.copy_reason(); }
std::shared_ptr<backends::buffer_interface> shared_memory::acquire(queue& queue) { return objects_->turn.acquire(queue); }
void shared_memory::release() { objects_->turn.release(); }
void shared_memory::release_in_destructor() noexcept { objects_->turn.release_in_destructor(); }

}  // namespace ingot
