// The interfaces that a backend implements. The public classes check every request (ranges, devices, arguments, sizes
// of work-groups) before they call these interfaces. A backend only executes the request, and throws error if its
// driver fails.
//
// A backend must derive classes from device_interface, buffer_interface, program_interface, kernel_interface and
// queue_interface, and implement their pure virtual functions. Everything else is optional. Every other virtual function has
// a default for a backend without that feature. A backend that has the feature overrides all functions that belong to it:
// for images, image_formats(), create_image() and create_level_view(). A queue or device returns a null pointer for an optional
// interface that it does not have:
//
//     image_interface, image_commands_interface    if kernels can use images
//     mapping_interface                            if a queue can map a buffer itself; else the runtime maps a copy
//     event_interface                              if a queue can mark a point in its order without waiting for it;
//                                                  the default of mark() waits
//     timing_interface                             if the device measures the durations of its work
//     peer_interface                               if devices of the backend can wait for each other and copy to each other
//     gl_buffer_interface, gl_image_interface      if the device can use objects of OpenGL in place, or if OpenGL can use
//                                                  the device's memory
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <ingot/archive/archive.hpp>
#include <ingot/cpu_debug/entry.hpp>
#include <ingot/files/file_descriptor.hpp>
#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/image.hpp>
#include <ingot/runtime/kernel_statistics.hpp>
#include <ingot/runtime/queue.hpp>
#include <ingot/runtime/timeline.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernel_failures.hpp"
#include "kernel_files.hpp"

namespace ingot::backends {

/// The range of work-items of a launch. In each dimension `local` divides `global`, and neither is 0. Sizes beyond
/// `dimensions` are 1.
struct launch_range {
    std::array<uint32_t, 3> global;
    std::array<uint32_t, 3> local;
    uint32_t dimensions;
};

/// The smallest alignment of the local memory of an argument, which is the alignment of the widest vector. The size of this
/// memory is rounded up to a multiple of it, so the memory ends with a whole 32-bit word: an atomic operation on 8 or 16 bits
/// accesses the whole word that contains them.
inline constexpr uint64_t local_memory_alignment = 16;

/// An argument of a launch that has been checked against the kernel's parameter. Exactly one of the four is set: a
/// buffer of this device, the bytes of a value with the parameter's size, an image of this device with the parameter's
/// type, or the size of local memory, a multiple of local_memory_alignment.
struct launch_argument {
    std::shared_ptr<buffer_interface> buffer;
    std::span<const std::byte> value;
    std::shared_ptr<image_interface> image;
    uint64_t local_bytes = 0;
};

/// The position of a box of pixels in an image.
struct image_position {
    std::shared_ptr<image_interface> image;
    uint32_t level;
    std::array<uint32_t, 3> origin;  ///< x, y, and a slice of a 3D image, a layer of an array, or layer * 6 + face of cubes
};

/// A point in a queue's order. It remains valid after the queue was destroyed.
class event_interface {
public:
    virtual ~event_interface() = default;
    /// Has all work ended that was enqueued before this point?
    virtual bool is_done() = 0;
    /// Waits until all work that was enqueued before this point has ended.
    virtual void wait() = 0;
};

/// A buffer in the device's memory. Enqueued work that uses the buffer must keep it alive.
class buffer_interface {
public:
    virtual ~buffer_interface() = default;
};

/// A buffer or an image of OpenGL that a device uses in place. `Memory` is buffer_interface or image_interface.
template <typename Memory>
class gl_object_interface {
public:
    virtual ~gl_object_interface() = default;
    /// Gives the object to the device and returns it as memory of the device, which is valid until release(). Work that
    /// is enqueued in the queue after the call begins after all commands that OpenGL received before the call. The OpenGL
    /// context is current in the calling thread.
    virtual std::shared_ptr<Memory> acquire(queue_interface& queue) = 0;
    /// Gives the object back to OpenGL. Commands that OpenGL receives after the call are executed after all work that was
    /// enqueued in the queue before the call.
    virtual void release(queue_interface& queue) = 0;
};
using gl_buffer_interface = gl_object_interface<buffer_interface>;
using gl_image_interface = gl_object_interface<image_interface>;

/// How a device and OpenGL can use the same memory: not at all; the driver knows an OpenGL object by its name; the device uses
/// the host address to which OpenGL maps a buffer; or OpenGL imports memory that the device has exported as a file.
enum class gl_sharing_method { none, by_name, by_address, by_import };

/// How a device and OpenGL wait for each other when they use the same memory by import: the host waits for each of them, or they
/// wait for semaphores that the device has exported as files.
enum class gl_order { by_host, by_semaphores };

/// Identifies a device, or the build of a driver, for all interfaces that the driver has (OpenGL, Vulkan).
using driver_identity = std::array<uint8_t, 16>;

/// How a device can share buffers with the current OpenGL context.
struct gl_support {
    gl_sharing_method method = gl_sharing_method::none;
    std::string unavailable_reason {};  ///< the reason if `method` is none
    /// For by_import: OpenGL can import the memory if its device and its driver are these.
    driver_identity device {};
    driver_identity driver {};
    bool can_export_semaphores = false;  ///< for by_import: can the device order work by_semaphores?
};

/// Memory of a device that OpenGL can import. It lives as long as one of the two uses it.
struct exported_memory {
    files::file_descriptor file = files::file_descriptor();
    uint64_t bytes = 0;         ///< the size of the allocation, which may be larger than the object in it
    bool is_dedicated = false;  ///< was it allocated only for the one object that it holds?
};

/// Two semaphores that OpenGL can import. Each of them is signalled once and waited for once in each turn.
struct exported_semaphores {
    files::file_descriptor of_gl = files::file_descriptor();      ///< OpenGL signals it, and the device waits for it
    files::file_descriptor of_device = files::file_descriptor();  ///< the device signals it, and OpenGL waits for it
};

/// A buffer or an image of a device, and its memory for OpenGL. After acquire() and before release() of the object the device may
/// use it, at other times OpenGL.
template <typename Memory>
struct exported_object {
    std::shared_ptr<gl_object_interface<Memory>> object;
    exported_memory memory;
    /// Only if the object was made for gl_order::by_semaphores. OpenGL then signals its semaphore before acquire(), and waits for
    /// the device's after release(). Otherwise the caller waits for OpenGL before acquire(), and for the queue after release().
    std::optional<exported_semaphores> semaphores {};
};

/// A buffer object of the current OpenGL context. It exists at least as long as the gl_buffer_interface that is made from it.
struct gl_buffer_object {
    uint32_t name = 0;  ///< as glGenBuffers returns it
    size_t bytes = 0;
    gl_access access = gl_access::read_write;
};

/// A two-dimensional texture of the current OpenGL context, with one mip level.
struct gl_image_object {
    uint32_t name = 0;
    image_description description;
    gl_access access = gl_access::read_write;
};

/// An image in the device's memory, with all its mip levels. Needed only if the device supports images
/// (device_interface::image_formats). A backend can also make one from an existing object, such as an image of a
/// graphics library; the public class device_image accepts it. Enqueued work that uses the image must keep it alive.
class image_interface {
public:
    virtual ~image_interface() = default;
    virtual const image_description& description() const = 0;
};

/// Returns the size in bytes of a box of pixels without gaps. `place` gives the image, and with it the size of a pixel.
size_t byte_count(const image_position& place, const std::array<uint32_t, 3>& extent);

/// A kernel of a program that was built for the device.
class kernel_interface {
public:
    virtual ~kernel_interface() = default;
    virtual const device_interface& owner() const = 0;
    virtual const archive::kernel_reflection& reflection() const = 0;
    /// The largest number of work-items in a work-group of this kernel; at most device_properties::max_group_size.
    virtual uint32_t max_group_size() const = 0;
    /// What the driver reports about each version of the kernel's code that it has compiled until now. Several threads may call
    /// it.
    virtual std::vector<kernel_statistics> statistics() const { return {}; }
};

/// A program built for the device.
class program_interface {
public:
    virtual ~program_interface() = default;
    /// Creates the kernel that `reflection` describes. The new kernel shares ownership of the description.
    virtual std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) = 0;
    /// Was the built code taken from the disk cache?
    virtual bool is_from_cache() const = 0;
};

/// The commands of a queue on images. All boxes of pixels are inside of their images and not empty. The bytes of a box
/// in a buffer or in host memory have no gaps.
class image_commands_interface {
public:
    virtual ~image_commands_interface() = default;

    virtual void read_image(const image_position& source, const std::array<uint32_t, 3>& extent,
                            std::span<std::byte> destination) = 0;
    virtual void write_image(const image_position& destination, const std::array<uint32_t, 3>& extent,
                             std::span<const std::byte> source) = 0;
    /// Both images have the same format. The boxes do not overlap.
    virtual void copy_image(const image_position& destination, const image_position& source,
                            const std::array<uint32_t, 3>& extent) = 0;
    virtual void copy_image_to_buffer(const std::shared_ptr<buffer_interface>& destination, size_t offset,
                                      const image_position& source, const std::array<uint32_t, 3>& extent) = 0;
    virtual void copy_buffer_to_image(const image_position& destination, const std::shared_ptr<buffer_interface>& source,
                                      size_t offset, const std::array<uint32_t, 3>& extent) = 0;
};

/// Maps a buffer's memory into host memory. For a queue without this interface the runtime makes a copy in host memory: it
/// reads the range when a mapping begins, unless the host only writes, and writes the range when the mapping ends, unless
/// the host only reads.
class mapping_interface {
public:
    virtual ~mapping_interface() = default;

    /// Waits for the enqueued work and returns the address at which the host can access the range.
    virtual std::byte* map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count, map_access access) = 0;
    /// The same without waiting. The host may use the memory when the event that the next call of queue_interface::mark()
    /// returns is done.
    virtual std::byte* start_map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count,
                                 map_access access) = 0;
    /// Ends a mapping. Work that is enqueued from now on sees what the host wrote.
    virtual void unmap(const std::shared_ptr<buffer_interface>& buffer, std::byte* mapped) = 0;
};

/// Reports the durations of the queue's work, measured by the device's clock. For a queue without this interface the
/// public lists of timings are empty.
class timing_interface {
public:
    virtual ~timing_interface() = default;

    /// Return the durations of the work that ended since the last call. Both wait for work in progress.
    virtual std::vector<launch_timing> take_timings() = 0;
    virtual std::vector<transfer_timing> take_transfer_timings() = 0;
    /// Returns the work that has ended and that no earlier call has returned. Does not wait. Work that ended only a moment
    /// ago may be returned by a later call.
    virtual std::vector<timeline_entry> take_timeline() = 0;
};

/// Work of a queue together with other devices of the same backend. A queue with this interface also accepts events of
/// these devices in wait_for(). Without this interface the host waits for other devices and copies through host memory.
class peer_interface {
public:
    virtual ~peer_interface() = default;

    /// Copies to memory of another device, in this queue's order. Returns false and does nothing if the devices cannot
    /// copy directly. `destination_queue` is a queue of the other device.
    virtual bool copy_to_other_device(const std::shared_ptr<buffer_interface>& source, size_t from_offset,
                                      queue_interface& destination_queue, const std::shared_ptr<buffer_interface>& destination,
                                      size_t to_offset, size_t count) = 0;
};

/// An in-order queue of commands. All offsets and sizes are in bytes, and inside of the buffers; sizes are not 0.
/// Several threads may call at the same time. The destructor waits for work in progress.
class queue_interface {
public:
    virtual ~queue_interface() = default;

    /// The failures of work-items, such as false assertions. A backend does nothing about them: the runtime passes one more
    /// buffer to each kernel that can fail, and reads the failures from it.
    kernel_failures& failures() { return failures_; }

    /// Reads bytes of a buffer as read() does, then throws the failure of a work-item if there was one.
    void read_and_check(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) {
        read(source, offset, destination);
        failures_.check(*this);
    }

    /// Writes what the host wrote to a mapping, for the destructor of the mapping, which must not throw. A write may throw the
    /// failure of an earlier command before it has written anything. Therefore it is tried a second time. The first error is
    /// kept for the next call that waits for the queue.
    template <typename Command>
    void write_in_destructor(const Command& write) noexcept {
        for (int attempt = 0; attempt < 2; ++attempt) try {
                return write();
            } catch (...) {
                failures_.keep(std::current_exception());
            }
    }

    /// Waits for the enqueued work, copies bytes to the host, and returns when they are there. Throws the first error of
    /// enqueued work that was not thrown yet, as finish() does.
    virtual void read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) = 0;
    /// Copies bytes from the host. Returns when the host may reuse its memory.
    virtual void write(const std::shared_ptr<buffer_interface>& destination, size_t offset,
                       std::span<const std::byte> source) = 0;
    /// Copies bytes between two buffers or within one. The ranges do not overlap.
    virtual void copy(const std::shared_ptr<buffer_interface>& destination, size_t to_offset,
                      const std::shared_ptr<buffer_interface>& source, size_t from_offset, size_t count) = 0;
    /// Repeats the pattern over `count` bytes. The pattern may have any size that divides `count`.
    virtual void fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
                      std::span<const std::byte> pattern) = 0;
    /// Enqueues a kernel. The values among the arguments are valid only during the call.
    virtual void launch(const std::shared_ptr<kernel_interface>& kernel, const launch_range& items,
                        std::span<const launch_argument> arguments) = 0;
    /// Waits for all enqueued work. Throws the first error that the driver reported for it and that was not thrown yet. Also
    /// if it throws, no enqueued command uses memory any more: the caller may free the host's memory that kernels used.
    virtual void finish() = 0;

    /// Submits enqueued commands to the device. The default does nothing: it fits a driver that starts commands without
    /// being asked, and one that starts them at the next wait.
    virtual void flush() {}
    /// Throws the first error of work that has already ended, if it was not thrown yet. The default does nothing; finish()
    /// then throws the error.
    virtual void throw_failure() {}
    /// Returns the point in the queue's order after all enqueued work. The default waits until the work is done and
    /// returns a point whose is_done() returns true.
    virtual std::shared_ptr<event_interface> mark();
    /// Makes all work that is enqueued from now on begin after the event. The event belongs to a queue of this device. If
    /// peers() is not null, it may also belong to a queue of another device of the backend. The default waits for the
    /// event on the host.
    virtual void wait_for(const std::shared_ptr<event_interface>& event);

    // The optional interfaces of the queue; null if it does not have them.
    virtual image_commands_interface* image_commands() { return nullptr; }
    virtual mapping_interface* mapping() { return nullptr; }
    virtual timing_interface* timing() { return nullptr; }
    virtual peer_interface* peers() { return nullptr; }

private:
    kernel_failures failures_;
};

/// A device of the backend.
class device_interface {
public:
    virtual ~device_interface() = default;

    /// The kernel files of which programs were made on this device.
    kernel_files& files() { return files_of_programs_; }

    virtual const device_properties& properties() const = 0;
    virtual std::shared_ptr<queue_interface> create_queue() = 0;
    /// Creates an uninitialised buffer. `bytes` may be 0. `access` is a hint for choosing the kind of memory; the
    /// public classes check that accesses obey it. Throws error if there is not enough memory.
    virtual std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) = 0;
    /// Builds a program. `contents` is the archive of `source`, already read. Throws error with the build log if the
    /// build fails.
    virtual std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) = 0;

    // Images. The defaults are for a device without images.
    /// Returns the formats that kernels can read and write in images of a shape.
    virtual std::vector<pixel_format> image_formats(image_shape /*of*/) { return {}; }
    /// Creates an image with undefined contents. The description is valid, and its format is one of image_formats().
    virtual std::shared_ptr<image_interface> create_image(const image_description& /*what*/) { return nullptr; }
    /// Returns a mip level of an image as a separate image, which shares the pixels and has the given description.
    virtual std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& /*of*/,
                                                               const image_description& /*what*/, uint32_t /*level*/) {
        return nullptr;
    }
    /// Can kernels read mip levels other than the first?
    virtual bool reads_image_levels() const { return false; }

    /// Returns how the device can share buffers with the OpenGL context that is current in the calling thread.
    virtual gl_support gl_sharing() { return {gl_sharing_method::none, "this backend does not share with OpenGL"}; }
    /// Registers a buffer of OpenGL with the driver. Called only if gl_sharing() returns by_name.
    virtual std::shared_ptr<gl_buffer_interface> share_gl_buffer(const gl_buffer_object&) { return nullptr; }
    /// The same for a texture. Throws error if the driver cannot share images of this format.
    virtual std::shared_ptr<gl_image_interface> share_gl_image(const gl_image_object&) { return nullptr; }
    /// Creates a buffer of at least one byte, or an image with one mip level, in memory that OpenGL can import. Called only if
    /// gl_sharing() returns by_import, and by_semaphores only if it says that the device can export them. Throws error if the
    /// driver cannot export it.
    virtual exported_object<buffer_interface> export_buffer(size_t /*bytes*/, gl_order /*order*/) { return {}; }
    virtual exported_object<image_interface> export_image(const image_description& /*what*/, gl_order /*order*/) { return {}; }
    /// Returns ingotc's --arch for kernels that are compiled for this device alone, or "" for ingotc's default.
    virtual std::string architecture() const { return {}; }
    /// Returns a buffer that uses the given host memory in place, or null if the device cannot use host memory. A device
    /// whose gl_sharing() returns by_address must be able to use host memory. The memory outlives the buffer. To
    /// synchronise the buffer, the runtime calls queue_interface::read or write with this memory itself as the destination
    /// or source.
    virtual std::shared_ptr<buffer_interface> use_host_memory(std::span<std::byte>) { return nullptr; }

private:
    kernel_files files_of_programs_;
};

/// The largest number of entries in each list of timings that a queue keeps until the program takes them. Without this
/// limit, the lists of a program that never takes them would grow until the memory is full.
inline constexpr size_t kept_timings = 65'536;

}  // namespace ingot::backends
