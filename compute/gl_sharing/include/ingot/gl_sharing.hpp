// Buffers and images that OpenGL and a device share: kernels write data that OpenGL draws. If the driver can share
// objects of OpenGL, nothing is copied through the host.
//
// All functions and destructors here need the same OpenGL context, of version 3.1 or later, current in the calling
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/image.hpp>
#include <ingot/runtime/queue.hpp>
#include <memory>
#include <string>
#include <utility>

namespace ingot {

/// Returns the reason why buffers of the current OpenGL context would be copied between OpenGL and this device; empty
/// if the device uses them in place. With INGOT_GL_SHARING=off in the environment every device copies.
std::string copy_reason(const device& device);

/// The name of a buffer object of OpenGL, as glGenBuffers gives it.
struct gl_buffer_name {
    uint32_t value = 0;
};

/// The memory of a shared_buffer<T>: bytes in a buffer object of OpenGL. Programs use shared_buffer<T>.
class shared_memory {
public:
    /// Creates a buffer object. Throws error if OpenGL or the device cannot create it.
    shared_memory(const device& device, size_t bytes, gl_access access);
    /// Uses an existing buffer object, which must outlive this object. Throws error if there is no buffer object of
    /// that name, or if the device cannot use it.
    shared_memory(const device& device, gl_buffer_name object, gl_access access);
    shared_memory(shared_memory&&) noexcept;
    shared_memory& operator=(shared_memory&&) noexcept;
    ~shared_memory();

    /// The buffer object's name in OpenGL.
    uint32_t gl_name() const;
    size_t bytes() const;
    /// The reason why contents are copied between OpenGL and the device; empty if the device uses the buffer in place.
    const std::string& copy_reason() const;

    /// Makes the buffer available to the queue's device. Until release() OpenGL must not use the buffer; at other times
    /// the device must not use it. Throws error if the buffer is already acquired.
    std::shared_ptr<backends::buffer_interface> acquire(queue& queue);
    /// Returns the buffer to OpenGL, and adds the durations of acquire and release to queue::take_sharing_timings(). Waits
    /// for the kernels first, unless the driver executes OpenGL's further commands after the kernels. If it waited and a kernel
    /// failed, it returns the buffer, adds no durations, and throws error. Throws error if the buffer is not acquired.
    void release();
    /// Does the same for a destructor, which must not throw: the next call that waits for the queue throws the error. Does
    /// nothing if the buffer is not acquired.
    void release_in_destructor() noexcept;

private:
    struct objects;
    std::unique_ptr<objects> objects_;
};

/// A shared buffer that a device has acquired. release() returns it to OpenGL. If release() was not called, the destructor does
/// the same; because a destructor must not throw, the error of a kernel is then thrown by the next call that waits for the queue.
/// The buffer is accessed in this order: first by the commands that OpenGL received before this object was created, then by
/// the kernels that are enqueued during the life of this object, then by the commands that OpenGL receives after its end.
template <typename T>
class acquired_buffer {
public:
    acquired_buffer(shared_memory& shared, queue& queue)
        : shared_(&shared), buffer_(memory(queue.owner(), shared.bytes(), shared.acquire(queue))) {}
    acquired_buffer(const acquired_buffer&) = delete;
    acquired_buffer& operator=(const acquired_buffer&) = delete;
    ~acquired_buffer() {
        if (shared_) shared_->release_in_destructor();
    }

    /// Returns the buffer to OpenGL (shared_memory::release); afterwards the buffer must not be used. Throws error if it was
    /// returned already.
    void release() {
        if (!shared_) throw error("a shared buffer that was already released to OpenGL cannot be released again");
        std::exchange(shared_, nullptr)->release();
    }

    device_buffer<T>& operator*() { return buffer_; }
    device_buffer<T>* operator->() { return &buffer_; }

private:
    shared_memory* shared_;
    device_buffer<T> buffer_;
};

/// An array of `T` that OpenGL and kernels use alternately:
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

    /// Creates a buffer object of OpenGL. Throws error if OpenGL or the device cannot create it.
    shared_buffer(const device& device, size_t elements, gl_access access)
        : bytes_(device, detail::byte_count(elements, sizeof(T)), access) {}
    /// Uses an existing buffer object, which must outlive this object. Throws error if there is no buffer object of
    /// that name, or if the device cannot use it.
    static shared_buffer of(const device& device, gl_buffer_name object, gl_access access) {
        return shared_buffer(shared_memory(device, object, access));
    }

    /// The buffer object's name in OpenGL.
    uint32_t gl_name() const { return bytes_.gl_name(); }
    /// The number of elements.
    size_t size() const { return bytes_.bytes() / sizeof(T); }
    /// The reason why contents are copied between OpenGL and the device; empty if the device uses the buffer in place.
    const std::string& copy_reason() const { return bytes_.copy_reason(); }

    /// Makes the buffer available to the queue's device until the result is destroyed. Throws error if it is already
    /// acquired.
    [[nodiscard]] acquired_buffer<T> acquire(queue& queue) { return acquired_buffer<T>(bytes_, queue); }

private:
    explicit shared_buffer(shared_memory objects) : bytes_(std::move(objects)) {}
    shared_memory bytes_;
};

/// The name of a texture of OpenGL, as glGenTextures gives it.
struct gl_texture_name {
    uint32_t value = 0;
};

class acquired_image;

/// An image that OpenGL and kernels use alternately: mip level 0 of a GL_TEXTURE_2D.
///
///     const image_description description {.format = {channel_type::float_32, 4}, .width = 640, .height = 480};
///     shared_image picture(device, description, gl_access::write);
///     {
///         auto for_kernels = picture.acquire(queue);
///         queue.run(program.paint, range(640, 480), *for_kernels);
///     }
///     glBindTexture(GL_TEXTURE_2D, picture.gl_name());
class shared_image {
public:
    /// Creates a texture. Its filter is GL_LINEAR, or GL_NEAREST for integers, and its wrap mode is GL_CLAMP_TO_EDGE;
    /// programs may change both. The format may have 1, 2 or 4 channels of integers (8, 16 or 32 bits), normalised numbers (8
    /// or 16 bits) or floating-point numbers (16 or 32 bits). Throws error if OpenGL or the device does not support the
    /// image.
    shared_image(const device& device, const image_description& description, gl_access access);
    /// Uses an existing texture, which must outlive this object. Throws error if there is no GL_TEXTURE_2D of that
    /// name, if it has no pixels, or if its format is not one of those that the constructor accepts.
    static shared_image of(const device& device, gl_texture_name texture, gl_access access);
    shared_image(shared_image&&) noexcept;
    shared_image& operator=(shared_image&&) noexcept;
    ~shared_image();

    /// The texture's name in OpenGL.
    uint32_t gl_name() const;
    const image_description& description() const;
    /// The reason why pixels are copied between OpenGL and the device; empty if the device uses the texture in place.
    /// The CPU debug device always copies, because OpenGL cannot map textures into host memory.
    const std::string& copy_reason() const;

    /// Makes the texture available to the queue's device until the result is destroyed. During this time OpenGL must
    /// not use the texture; at other times the device must not use it. Throws error if the texture is already acquired.
    [[nodiscard]] acquired_image acquire(queue& queue);

private:
    friend class acquired_image;
    struct objects;
    explicit shared_image(std::unique_ptr<objects> objects);
    std::unique_ptr<objects> objects_;
};

/// A shared image that a device has acquired. It is returned to OpenGL as an acquired_buffer is, and kernels and OpenGL's
/// commands access it in the same order.
class acquired_image {
public:
    acquired_image(shared_image& shared, queue& queue);
    acquired_image(const acquired_image&) = delete;
    acquired_image& operator=(const acquired_image&) = delete;
    ~acquired_image();

    /// Returns the image to OpenGL; afterwards the image must not be used. Throws error if a kernel failed, or if the image was
    /// returned already.
    void release();

    device_image& operator*() { return image_; }
    device_image* operator->() { return &image_; }

private:
    shared_image* shared_;
    device_image image_;
};

}  // namespace ingot
