// Buffers and images that belong to OpenGL and to a device: kernels write what OpenGL draws, without a way through the host where
// the driver can. Everything here wants the same OpenGL context (3.1 or later) current in the calling thread, also at the end of
// the objects' lives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/image.hpp>
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

/// The name of a texture of OpenGL, as glGenTextures gives it.
struct gl_texture_name {
    uint32_t value = 0;
};

class acquired_image;

/// An image that OpenGL draws from, or into, and kernels use: a GL_TEXTURE_2D with one level.
///
///     shared_image picture(device, {.format = {channel_type::float_32, 4}, .width = 640, .height = 480}, gl_access::write);
///     {
///         auto for_kernels = picture.acquire(queue);
///         queue.run(program.paint, range(640, 480), *for_kernels);
///     }
///     glBindTexture(GL_TEXTURE_2D, picture.gl_name());
class shared_image {
public:
    /// Makes a texture of its own, which is filtered linearly (integers: not at all) and repeats its edge until somebody says
    /// otherwise. Formats are the integers, normalised numbers and floats of 8, 16 and 32 bits with 1, 2 or 4 channels. Throws
    /// error where OpenGL or the device has no such image.
    shared_image(const device& on, const image_description& what, gl_access access);
    /// Uses a texture that is there, and outlives this one. Throws error where it is none, or of a format that kernels have not.
    static shared_image of(const device& on, gl_texture_name texture, gl_access access);
    shared_image(shared_image&&) noexcept;
    shared_image& operator=(shared_image&&) noexcept;
    ~shared_image();

    /// The texture's name in OpenGL.
    uint32_t gl_name() const;
    const image_description& description() const;
    /// Why copies go between the device and OpenGL; empty where there are none. The CPU copies images, as OpenGL maps no
    /// textures.
    const std::string& why_copied() const;

    /// From acquire until the result ends OpenGL must not use the texture; outside of that the device must not. Acquiring twice
    /// throws error.
    [[nodiscard]] acquired_image acquire(queue& in);

private:
    friend class acquired_image;
    struct objects;
    explicit shared_image(std::unique_ptr<objects> of);
    std::unique_ptr<objects> all;
};

/// The device's turn with a shared image, until this object ends; in order with OpenGL as with acquired_buffer.
class acquired_image {
public:
    acquired_image(shared_image& from, queue& in);
    acquired_image(const acquired_image&) = delete;
    acquired_image& operator=(const acquired_image&) = delete;
    ~acquired_image() noexcept(false);

    device_image& operator*() { return image; }
    device_image* operator->() { return &image; }

private:
    shared_image* of;
    device_image image;
};

}  // namespace ingot
