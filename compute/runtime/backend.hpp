// What a backend implements. The public classes check every request (ranges, devices, arguments, group sizes) before it comes
// here, so that a backend only carries it out, and throws error where its driver refuses.
//
// A backend needs device_interface, buffer_interface, program_interface, kernel_interface and queue_interface, and of these only
// the functions that are pure. All else is optional. Functions with a body work as they are. Interfaces that a queue or a device
// returns a pointer to may be absent:
//
//     image_interface, image_commands_interface      where kernels use images
//     mapping_interface                              where the host can use a buffer's memory, or wait for it later
//     event_interface                                where a queue can mark a point without waiting for it
//     timing_interface                               where the device tells what its work takes
//     peer_interface                                 where devices of the backend wait for each other and copy to each other
//     gl_buffer_interface, gl_image_interface        where the driver uses objects of OpenGL in place
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <ingot/cpu_debug/entry.hpp>
#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/image.hpp>
#include <ingot/runtime/queue.hpp>
#include <ingot/runtime/timeline.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernel_files.hpp"

namespace ingot::backends {

/// A range of work-items that is whole in every dimension: `local` divides `global`, and neither is 0.
struct launch_range {
    std::array<uint32_t, 3> global;
    std::array<uint32_t, 3> local;
    uint32_t dimensions;
};

/// An argument that matches the kernel's parameter: a buffer of this device, a value of the parameter's size, or an image of this
/// device that fits.
struct launch_argument {
    std::shared_ptr<buffer_interface> buffer;
    std::span<const std::byte> value;
    std::shared_ptr<image_interface> image;
};

/// Pixels of an image, from a place on.
struct image_place {
    std::shared_ptr<image_interface> image;
    uint32_t level;
    std::array<uint32_t, 3> origin;  ///< z counts slices of a 3D image, else layers; of cubes faces
};

/// A point in a queue's order. It may be kept and asked after the queue has ended.
class event_interface {
public:
    virtual ~event_interface() = default;
    /// Is all done that the queue was given before?
    virtual bool done() = 0;
    virtual void wait() = 0;
};

/// Memory of the device. Work that uses it keeps it alive.
class buffer_interface {
public:
    virtual ~buffer_interface() = default;
};

/// A buffer or an image of OpenGL as one of a device (buffer_interface, image_interface), in place.
template <typename Memory>
class gl_object_interface {
public:
    virtual ~gl_object_interface() = default;
    /// Memory of the device, valid until release; after what OpenGL was given before. The context is current in this thread.
    virtual std::shared_ptr<Memory> acquire(queue_interface& in) = 0;
    /// What OpenGL is given from here on comes after what the queue was given before.
    virtual void release(queue_interface& in) = 0;
};
using gl_buffer_interface = gl_object_interface<buffer_interface>;
using gl_image_interface = gl_object_interface<image_interface>;

/// How a device comes to the memory of an OpenGL buffer: not at all, by its name, or by an address that OpenGL maps it to.
enum class gl_way { none, by_name, by_address };

struct gl_support {
    gl_way way = gl_way::none;
    std::string why_not;  ///< where there is none
};

/// A buffer of the OpenGL context that is current in this thread. It lives as long as what is made of it.
struct gl_buffer_object {
    uint32_t name = 0;
    size_t bytes = 0;
    gl_access access = gl_access::read_write;
};

/// A two-dimensional texture of that context, with one level.
struct gl_image_object {
    uint32_t name = 0;
    image_description what;
    gl_access access = gl_access::read_write;
};

/// An image of the device with all of its levels. Only where the device has images (device_interface::image_formats). A backend
/// can make one of an object that it already has, such as an image that a graphics library shares: the public device_image takes
/// what it is given. Work that uses it keeps it alive.
class image_interface {
public:
    virtual ~image_interface() = default;
    virtual const image_description& description() const = 0;
};

/// Bytes of a box of pixels, without gaps.
size_t bytes_of(const image_place& place, const std::array<uint32_t, 3>& extent);

class kernel_interface {
public:
    virtual ~kernel_interface() = default;
    virtual const device_interface& owner() const = 0;
    virtual const archive::kernel_reflection& reflection() const = 0;
    /// Work-items in one group with this kernel; at most the device's.
    virtual uint32_t max_group_size() const = 0;
};

/// A program built for the device.
class program_interface {
public:
    virtual ~program_interface() = default;
    /// `reflection` is a kernel of the program's archive; it outlives the kernel by shared ownership.
    virtual std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) = 0;
    virtual bool from_cache() const = 0;
};

/// Commands on images. Boxes of pixels are inside of their images and not empty; their bytes have no gaps.
class image_commands_interface {
public:
    virtual ~image_commands_interface() = default;

    virtual void read_image(const image_place& from, const std::array<uint32_t, 3>& extent, std::span<std::byte> to) = 0;
    virtual void write_image(const image_place& to, const std::array<uint32_t, 3>& extent, std::span<const std::byte> from) = 0;
    /// Both have one format; the boxes do not overlap.
    virtual void copy_image(const image_place& to, const image_place& from, const std::array<uint32_t, 3>& extent) = 0;
    virtual void copy_image_to_buffer(const std::shared_ptr<buffer_interface>& to, size_t offset, const image_place& from,
                                      const std::array<uint32_t, 3>& extent) = 0;
    virtual void copy_buffer_to_image(const image_place& to, const std::shared_ptr<buffer_interface>& from, size_t offset,
                                      const std::array<uint32_t, 3>& extent) = 0;
};

/// A buffer's memory for the host. Without it, the host has a copy, which is read when it is mapped and written when that ends.
class mapping_interface {
public:
    virtual ~mapping_interface() = default;

    virtual std::byte* map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count, map_access how) = 0;
    /// The same without waiting: the memory may be used when a point that is marked next has come.
    virtual std::byte* start_map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count, map_access how) = 0;
    virtual void unmap(const std::shared_ptr<buffer_interface>& of, std::byte* mapped) = 0;
};

/// What the queue's work took, by the device's clock. Without it, the lists of timings are empty.
class timing_interface {
public:
    virtual ~timing_interface() = default;

    /// All that ended since the last call. Waits for what is under way.
    virtual std::vector<launch_timing> take_timings() = 0;
    virtual std::vector<transfer_timing> take_transfer_timings() = 0;
    /// What ended on the device since the last call. Does not wait.
    virtual std::vector<timeline_entry> take_timeline() = 0;
};

/// What a queue does with other devices of its backend. A queue that has it also takes their events in wait_for. Without it, the
/// host waits, and copies through its own memory.
class peer_interface {
public:
    virtual ~peer_interface() = default;

    /// Copies to memory of another device, in this queue's order. False, and nothing done, where it cannot.
    virtual bool copy_to_other_device(const std::shared_ptr<buffer_interface>& from, size_t from_offset, queue_interface& there,
                                      const std::shared_ptr<buffer_interface>& to, size_t to_offset, size_t count) = 0;
};

/// Commands, in order. Offsets and sizes are in bytes, inside the buffers, and sizes are not 0. Several threads may call at once.
/// Its end waits for what is under way.
class queue_interface {
public:
    virtual ~queue_interface() = default;

    /// Waits for what was given before, and returns when `to` is filled. Throws the first failure that was not thrown yet, as
    /// finish does.
    virtual void read(const std::shared_ptr<buffer_interface>& from, size_t offset, std::span<std::byte> to) = 0;
    /// Returns when `from` may be used again.
    virtual void write(const std::shared_ptr<buffer_interface>& to, size_t offset, std::span<const std::byte> from) = 0;
    /// The ranges do not overlap.
    virtual void copy(const std::shared_ptr<buffer_interface>& to, size_t to_offset,
                      const std::shared_ptr<buffer_interface>& from, size_t from_offset, size_t count) = 0;
    /// `count` is a multiple of the pattern's size, which may be any number of bytes.
    virtual void fill(const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count,
                      std::span<const std::byte> pattern) = 0;
    virtual void launch(const std::shared_ptr<kernel_interface>& kernel, const launch_range& items,
                        std::span<const launch_argument> arguments) = 0;
    /// Waits for all that was given. Throws the first failure of it that was not thrown yet.
    virtual void finish() = 0;

    /// Hands to the device what it was not given yet. As it is, does nothing: right where each command begins by itself, or with
    /// the next wait.
    virtual void flush() {}
    /// Throws the first failure of what has ended that was not thrown yet. As it is, leaves that to finish.
    virtual void throw_failure() {}
    /// The point after all that was given before. As it is, waits until that is done.
    virtual std::shared_ptr<event_interface> mark();
    /// What is given from here on begins after the event, which is of a queue of this device, or of one that peers() reaches. As
    /// it is, waits for the event.
    virtual void wait_for(const std::shared_ptr<event_interface>& event);

    // Null where the queue has no such thing.
    virtual image_commands_interface* image_commands() { return nullptr; }
    virtual mapping_interface* mapping() { return nullptr; }
    virtual timing_interface* timing() { return nullptr; }
    virtual peer_interface* peers() { return nullptr; }
};

class device_interface {
public:
    virtual ~device_interface() = default;

    /// What the programs made on it come from.
    kernel_files& files() { return files_of_programs; }

    virtual const device_properties& properties() const = 0;
    virtual std::shared_ptr<queue_interface> create_queue() = 0;
    /// `bytes` may be 0. `access` may serve as a hint; that nobody oversteps it has been checked.
    virtual std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) = 0;
    virtual std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) = 0;

    // Images; as they are, for a device that has none.
    /// Formats of images of a shape that kernels can read and write.
    virtual std::vector<pixel_format> image_formats(image_shape /*of*/) { return {}; }
    /// The description makes sense, and its format is one of image_formats().
    virtual std::shared_ptr<image_interface> create_image(const image_description& /*what*/) { return nullptr; }
    /// A mip level as an image of its own.
    virtual std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& /*of*/,
                                                               const image_description& /*what*/, uint32_t /*level*/) {
        return nullptr;
    }
    /// Do kernels read mip levels other than the first?
    virtual bool reads_image_levels() const { return false; }

    /// With the OpenGL context that is current in this thread.
    virtual gl_support gl_sharing() { return {gl_way::none, "this backend does not share with OpenGL"}; }
    /// Only where gl_sharing() says by_name.
    virtual std::shared_ptr<gl_buffer_interface> share_gl_buffer(const gl_buffer_object&) { return nullptr; }
    /// The same. Throws error where the driver shares no images of this format.
    virtual std::shared_ptr<gl_image_interface> share_gl_image(const gl_image_object&) { return nullptr; }
    /// Memory of the process as a buffer, in place; it outlives the buffer. Null where the device cannot; where
    /// gl_sharing() says by_address it can. Reads into it and writes from it itself make what the device has the host's, and
    /// back.
    virtual std::shared_ptr<buffer_interface> use_host_memory(std::span<std::byte>) { return nullptr; }

private:
    kernel_files files_of_programs;
};

/// The most timings that a queue keeps for take_timings(): a program that never asks must not grow.
inline constexpr size_t kept_timings = 65'536;

}  // namespace ingot::backends
