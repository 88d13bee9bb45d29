#include <fmt/format.h>

#include <cstdlib>
#include <ingot/gl_sharing.hpp>
#include <string_view>

#include "gl_import.hpp"
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

// A buffer object and how it is shared.
struct shared_buffer_object {
    std::unique_ptr<gl_memory> object;
    std::unique_ptr<sharing_method<buffer_interface>> method;
    std::string copy_reason;
};

// Makes the sharing method for a buffer that was not imported.
std::unique_ptr<sharing_method<buffer_interface>> make_method(const device& device, gl_sharing_method method, gl_memory& object,
                                                              gl_access access) {
    if (method == gl_sharing_method::by_name)
        return std::make_unique<sharing_by_name<buffer_interface>>(
            device.implementation().share_gl_buffer({object.name(), object.bytes(), access}));
    if (method == gl_sharing_method::by_address) return std::make_unique<by_address>(device, object, access);
    return std::make_unique<by_copies>(device, object, access);
}

shared_buffer_object share(const device& device, const backends::gl_support& support, std::unique_ptr<gl_memory> object,
                           gl_access access, std::string copy_reason) {
    auto method = make_method(device, support.method, *object, access);
    return {std::move(object), std::move(method), std::move(copy_reason)};
}

// A buffer object that consists of a device's memory, and how it is shared.
struct imported_buffer {
    std::unique_ptr<gl_memory> object;
    std::unique_ptr<sharing_method<buffer_interface>> method;
};

// Throws error if the device cannot export memory, or OpenGL cannot import it.
imported_buffer import_object(const device& device, const backends::gl_support& support, size_t bytes) {
    auto exported = device.implementation().export_buffer(bytes, find_gl_order(support));
    auto object = std::make_unique<gl_memory>(bytes, std::move(exported.memory));
    auto method = share_by_import(std::move(exported), object->name(), 0);
    return {std::move(object), std::move(method)};
}

shared_buffer_object create(const device& device, size_t bytes, gl_access access) {
    const backends::gl_support support = find_gl_support(device);
    std::string reason = support.unavailable_reason;
    if (support.method == gl_sharing_method::by_import && bytes == 0) reason = "an empty buffer has no memory";
    if (support.method == gl_sharing_method::by_import && bytes != 0) try {
            imported_buffer imported = import_object(device, support, bytes);
            return {std::move(imported.object), std::move(imported.method), {}};
        } catch (const error& rejected) {
            reason = rejected.what();  // the driver cannot share this buffer, so its contents are copied
        }
    // With gl_access::write, kernels replace the whole contents. Such a buffer is mapped only while it is acquired, not for its
    // whole life: when it is mapped, OpenGL can then provide fresh memory while it still draws from the old one.
    const bool is_mapped = support.method == gl_sharing_method::by_address && access != gl_access::write;
    return share(device, support, std::make_unique<gl_memory>(bytes, is_mapped), access, std::move(reason));
}

shared_buffer_object use(const device& device, gl_buffer_name name, gl_access access) {
    const backends::gl_support support = find_gl_support(device);
    auto object = std::make_unique<gl_memory>(name);
    std::string reason = support.unavailable_reason;
    if (support.method == gl_sharing_method::by_import) {
        reason = "OpenGL has made the buffer, not the device";
        if (object->bytes() != 0) try {
                imported_buffer imported = import_object(device, support, object->bytes());
                auto method = std::make_unique<sharing_by_imported_copy<buffer_interface, gl_memory>>(
                    *object, std::move(imported.object), std::move(imported.method), access);
                return {std::move(object), std::move(method), reason + "; it is copied in OpenGL"};
            } catch (const error& rejected) {
                reason += fmt::format("; {}", rejected.what());
            }
    }
    return share(device, support, std::move(object), access, std::move(reason));
}

}  // namespace

backends::gl_support find_gl_support(const device& device) {
    const char* const setting = std::getenv("INGOT_GL_SHARING");
    if (setting && std::string_view(setting) == "off") return {gl_sharing_method::none, "INGOT_GL_SHARING=off requests copies"};
    backends::gl_support support = device.implementation().gl_sharing();
    if (support.method == gl_sharing_method::by_import)
        if (std::string problem = import_problem(support); !problem.empty())
            support = {gl_sharing_method::none, std::move(problem)};
    if (support.method == gl_sharing_method::none) support.unavailable_reason += "; OpenGL runs on " + gl_renderer();
    return support;
}

struct shared_memory::objects {
    explicit objects(shared_buffer_object shared)
        : object(std::move(shared.object)),
          turn(std::move(shared.method), std::move(shared.copy_reason), fmt::format("buffer {}", object->name())) {}

    std::unique_ptr<gl_memory> object;
    shared_object_state<buffer_interface> turn;  ///< declared after the object, so that it is destroyed first
};

std::string copy_reason(const device& device) { return find_gl_support(device).unavailable_reason; }

shared_memory::shared_memory(const device& device, size_t bytes, gl_access access)
    : objects_(std::make_unique<objects>(create(device, bytes, access))) {}

shared_memory::shared_memory(const device& device, gl_buffer_name name, gl_access access)
    : objects_(std::make_unique<objects>(use(device, name, access))) {}

shared_memory::shared_memory(shared_memory&&) noexcept = default;
shared_memory& shared_memory::operator=(shared_memory&&) noexcept = default;
shared_memory::~shared_memory() = default;

uint32_t shared_memory::gl_name() const { return objects_->object->name(); }
size_t shared_memory::bytes() const { return objects_->object->bytes(); }
const std::string& shared_memory::copy_reason() const { return objects_->turn.copy_reason(); }
std::shared_ptr<backends::buffer_interface> shared_memory::acquire(queue& queue) { return objects_->turn.acquire(queue); }
void shared_memory::release() { objects_->turn.release(); }
void shared_memory::release_in_destructor() noexcept { objects_->turn.release_in_destructor(); }

}  // namespace ingot
