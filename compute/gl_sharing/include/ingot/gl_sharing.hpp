// Buffers that belong to OpenGL and to a device: kernels write what OpenGL draws, without a way through the host where the driver
// can. Everything here wants the same OpenGL context (3.1 or later) current in the calling thread, also at the end of the
// objects' lives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/queue.hpp>
#include <memory>
#include <string>

namespace ingot {

/// Why buffers of the current OpenGL context would be copied to this device and back; empty where it uses them in place. The
/// environment's INGOT_GL_SHARING=off makes every device copy.
std::string why_copied(const device& on);

/// The name of a buffer object of OpenGL, as glGenBuffers gives it.
struct gl_buffer_name {
    uint32_t value = 0;
};

/// Bytes of a buffer object of OpenGL: what shared_buffer<T> is made of.
class shared_memory {
public:
    /// Makes a buffer object of its own. Throws error where OpenGL or the device refuses.
    shared_memory(const device& on, size_t bytes, gl_access access);
    /// Uses a buffer object that is there, and outlives this one.
    shared_memory(const device& on, gl_buffer_name object, gl_access access);
    shared_memory(shared_memory&&) noexcept;
    shared_memory& operator=(shared_memory&&) noexcept;
    ~shared_memory();

    /// The buffer object's name in OpenGL.
    uint32_t gl_name() const;
    size_t bytes() const;
    /// Empty where the device uses the buffer in place.
    const std::string& why_copied() const;

    /// From acquire to release OpenGL must not use the buffer; outside of them the device must not. Acquiring twice throws error.
    std::shared_ptr<backends::buffer_interface> acquire(queue& in);
    /// Adds what both took to the queue's sharing timings.
    void release();

private:
    struct objects;
    std::unique_ptr<objects> all;
};

/// The device's turn with a shared buffer, until this object ends. What OpenGL was given before is done when kernels of the queue
/// run; what OpenGL is given after the end comes after them.
template <typename T>
class acquired_buffer {
public:
    acquired_buffer(shared_memory& from, queue& in) : of(&from), elements(memory(in.owner(), from.bytes(), from.acquire(in))) {}
    acquired_buffer(const acquired_buffer&) = delete;
    acquired_buffer& operator=(const acquired_buffer&) = delete;
    ~acquired_buffer() noexcept(false) { of->release(); }

    device_buffer<T>& operator*() { return elements; }
    device_buffer<T>* operator->() { return &elements; }

private:
    shared_memory* of;
    device_buffer<T> elements;
};

/// An array of `T` that OpenGL draws from and kernels use:
///
///     shared_buffer<float4> points(device, count, gl_access::write);
///     {
///         auto for_kernels = points.acquire(queue);
///         queue.run(program.place, range(count), *for_kernels);
///     }
///     glBindBuffer(GL_ARRAY_BUFFER, points.gl_name());
template <typename T>
class shared_buffer {
public:
    using value_type = T;

    shared_buffer(const device& on, size_t elements, gl_access access)
        : bytes(on, detail::byte_count(elements, sizeof(T)), access) {}
    /// A buffer object of somebody else, which outlives this one.
    static shared_buffer of(const device& on, gl_buffer_name object, gl_access access) {
        return shared_buffer(shared_memory(on, object, access));
    }

    uint32_t gl_name() const { return bytes.gl_name(); }
    size_t size() const { return bytes.bytes() / sizeof(T); }
    /// Why copies go between the device and OpenGL; empty where there are none.
    const std::string& why_copied() const { return bytes.why_copied(); }

    [[nodiscard]] acquired_buffer<T> acquire(queue& in) { return acquired_buffer<T>(bytes, in); }

private:
    explicit shared_buffer(shared_memory of) : bytes(std::move(of)) {}
    shared_memory bytes;
};

}  // namespace ingot
