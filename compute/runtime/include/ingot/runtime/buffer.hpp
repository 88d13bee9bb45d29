// Buffers: arrays in a device's memory, and mappings of them into the host's memory (Tables 5 and 6 of the thesis that
// docs/host-library.md names).
//
//     auto values = device.create_buffer<float>(1024, 0.0f);
//     queue.run(program.fill, ingot::range(1024), values);
//     std::vector<float> results = values.read(queue);
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/error.hpp>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace ingot {

namespace backends {
class buffer_interface;
class event_interface;
class queue_interface;
}  // namespace backends

/// How the host uses a mapped range. With `write` the host must write the whole range; the previous contents are not
/// copied to the host.
enum class map_access { read, write, read_write };

/// How kernels use an object of OpenGL. With `write` they must write the whole object; the previous contents are not
/// copied to the device.
enum class gl_access { read, write, read_write };

/// How kernels (`device_…`) and the host (`host_…`) may access a buffer (COMPUTE_MEMORY_FLAG in that thesis):
///
///     {.device_writes = false, .host_reads = false}
///
/// The runtime checks accesses on every backend, and throws error for one that is not allowed. The check is made before the
/// driver is called. The driver may use the flags to choose the kind of memory. A kernel with a parameter `buffer<T>`, where
/// T is not const, counts as writing. One case is not checked: a kernel may read a buffer with device_reads = false, and then
/// the values that it reads are undefined. Copies and fills on the device are always allowed.
struct memory_access {
    bool device_reads = true;
    bool device_writes = true;
    bool host_reads = true;
    bool host_writes = true;
    friend bool operator==(const memory_access&, const memory_access&) = default;
};

/// A range of a device's memory that the host may access while this object exists. Work that was enqueued before the
/// mapping was made has ended. Work that is enqueued after the object is destroyed sees what the host wrote. Can be
/// moved but not copied.
class mapping {
public:
    /// Wraps memory that the queue's mapping_interface returned. The range may be empty.
    mapping(std::shared_ptr<backends::buffer_interface> buffer, std::shared_ptr<backends::queue_interface> queue,
            std::span<std::byte> mapped)
        : buffer_(std::move(buffer)), queue_(std::move(queue)), range_(mapped) {}
    /// For a queue without mapping_interface: allocates `count` bytes in host memory and, except with map_access::write,
    /// reads the range into them. The destructor writes them back, except with map_access::read.
    mapping(std::shared_ptr<backends::buffer_interface> buffer, std::shared_ptr<backends::queue_interface> queue, size_t offset,
            size_t count, map_access access);
    mapping(mapping&&) noexcept;
    mapping& operator=(mapping&&) = delete;
    ~mapping();

    std::span<std::byte> bytes() const { return range_; }

private:
    std::shared_ptr<backends::buffer_interface> buffer_;
    std::shared_ptr<backends::queue_interface> queue_;
    std::shared_ptr<std::byte> host_copy_;  // null if mapping_interface returned the range, or if it is empty
    size_t offset_ = 0;
    bool writes_back_ = false;
    std::span<std::byte> range_;
};

/// A mapping that was requested and may not be ready yet. Can be moved but not copied.
class pending_mapping {
public:
    pending_mapping(mapping range, std::shared_ptr<backends::queue_interface> queue,
                    std::shared_ptr<backends::event_interface> event);

    /// Has the work ended for which the mapping waits?
    bool is_ready() const;
    /// Waits until the host may use the memory, and returns the mapping. Must be called only once. Throws error if work
    /// that was enqueued before failed.
    mapping wait();

private:
    mapping mapping_;
    std::shared_ptr<backends::queue_interface> queue_;
    std::shared_ptr<backends::event_interface> event_;
};

/// Bytes in a device's memory. device_buffer<T> is an array of T in such memory; programs use device_buffer.
class memory {
public:
    /// Allocates uninitialised memory. Throws error if the device does not have enough memory.
    memory(const device& owner, size_t bytes, const memory_access& access = {});
    /// Uses memory of the host: see device::wrap_memory.
    memory(const device& owner, std::span<std::byte> host);
    /// Takes a buffer of `bytes` bytes that a backend has already created.
    memory(const device& owner, size_t bytes, std::shared_ptr<backends::buffer_interface> buffer);
    memory(memory&&) noexcept;
    memory& operator=(memory&&) noexcept;
    ~memory();

    size_t bytes() const { return size_; }
    const device& owner() const { return owner_; }
    backends::buffer_interface& implementation() const;
    const std::shared_ptr<backends::buffer_interface>& shared_implementation() const { return shared_; }

    const memory_access& access() const { return access_; }
    /// The host memory that this object was made from; empty if it was not made from host memory.
    std::span<std::byte> host_memory() const { return host_memory_; }
    /// Does the device use the host memory in place, without a copy?
    bool is_in_place() const { return !has_device_copy_ && !host_memory_.empty(); }

    // All offsets and sizes are in bytes. The functions throw error for a range outside of the memory, and for a copy between
    // overlapping ranges of the same memory. read and write return when the host may use `destination` or `source` again.
    // copy and fill are executed in the queue's order; they wait only where a driver requires it. The pattern of fill may have
    // any size, in bytes, that divides `count`.
    void read(queue& queue, size_t offset, std::span<std::byte> destination) const;
    void write(queue& queue, size_t offset, std::span<const std::byte> source);
    void copy(queue& queue, size_t offset, const memory& source, size_t from_offset, size_t count);
    void fill(queue& queue, size_t offset, size_t count, std::span<const std::byte> pattern);
    mapping map(queue& queue, size_t offset, size_t count, map_access access);
    pending_mapping start_map(queue& queue, size_t offset, size_t count, map_access access);

    /// Copies from memory of any device, after the work that was enqueued before in both queues. If the two devices cannot
    /// copy directly, the copy goes through host memory, and the call waits for the work in `source_queue`.
    void copy(queue& destination_queue, size_t offset, const memory& source, queue& source_queue, size_t from_offset,
              size_t count);
    /// Replaces the memory by newly allocated memory of another size. With `keep` the old contents are copied, in the
    /// queue's order.
    void resize(queue& queue, size_t bytes, bool keep);
    /// See device_buffer::to_host and to_device.
    void to_host(queue& queue) const;
    void to_device(queue& queue);

private:
    void check_map(const queue& queue, size_t offset, size_t count, map_access access) const;

    device owner_;
    size_t size_;
    std::shared_ptr<backends::buffer_interface> shared_;
    memory_access access_;
    std::span<std::byte> host_memory_;
    bool has_device_copy_ = false;  // the device has its own copy of the host memory
};

namespace detail {
// Returns the size in bytes of `elements` elements of `size` bytes each. If the result does not fit a size_t, returns
// SIZE_MAX, which is larger than any buffer.
constexpr size_t byte_count(size_t elements, size_t size) { return elements > SIZE_MAX / size ? SIZE_MAX : elements * size; }
}  // namespace detail

/// A mapping of a device_buffer<T>, used as an array: `for (float& value : buffer.map(queue)) value = 1.0f;`
template <typename T>
class mapped {
public:
    explicit mapped(mapping storage) : mapping_(std::move(storage)) {}

    std::span<T> span() const { return {reinterpret_cast<T*>(mapping_.bytes().data()), size()}; }
    T& operator[](size_t index) const { return span()[index]; }
    size_t size() const { return mapping_.bytes().size() / sizeof(T); }
    auto begin() const { return span().begin(); }
    auto end() const { return span().end(); }

private:
    mapping mapping_;
};

/// A mapping of a device_buffer<T> that was requested and may not be ready yet.
template <typename T>
class pending_map {
public:
    explicit pending_map(pending_mapping mapping) : mapping_(std::move(mapping)) {}

    /// Has the work ended for which the mapping waits?
    bool is_ready() const { return mapping_.is_ready(); }
    /// Waits until the host may use the elements. See pending_mapping::wait.
    mapped<T> wait() { return mapped<T>(mapping_.wait()); }

private:
    pending_mapping mapping_;
};

/// What happens to a buffer's elements when its size changes.
enum class contents { keep, discard };

/// An array of `T` in a device's memory. The object owns the memory and can be moved but not copied. All sizes and
/// positions are numbers of elements. A const device_buffer can be passed only to a kernel parameter `buffer<const T>`.
template <typename T>
class device_buffer {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>, "a device_buffer holds plain data");

public:
    using value_type = T;

    device_buffer(const device& device, size_t elements, const memory_access& access = {})
        : memory_(device, detail::byte_count(elements, sizeof(T)), access) {}
    explicit device_buffer(memory storage) : memory_(std::move(storage)) {}

    /// The number of elements.
    size_t size() const { return memory_.bytes() / sizeof(T); }
    const device& owner() const { return memory_.owner(); }
    const memory_access& access() const { return memory_.access(); }

    /// Copies elements to the host and waits until they are there. The first form copies the whole buffer; the second
    /// fills the span with the elements from `first` on.
    std::vector<T> read(queue& queue) const {
        std::vector<T> values(size());
        read(queue, values);
        return values;
    }
    void read(queue& queue, std::span<T> destination, size_t first = 0) const {
        memory_.read(queue, detail::byte_count(first, sizeof(T)), std::as_writable_bytes(destination));
    }

    /// Copies elements from the host to the positions from `first` on. When the call returns, the host may reuse the
    /// span.
    void write(queue& queue, std::span<const T> source, size_t first = 0) {
        memory_.write(queue, detail::byte_count(first, sizeof(T)), std::as_bytes(source));
    }

    /// Copies elements of another buffer of the same device. The first form copies that whole buffer.
    void copy(queue& queue, const device_buffer& source) { copy(queue, source, 0, 0, source.size()); }
    void copy(queue& queue, const device_buffer& source, size_t from_first, size_t to_first, size_t elements) {
        memory_.copy(queue, detail::byte_count(to_first, sizeof(T)), source.memory_, detail::byte_count(from_first, sizeof(T)),
                     detail::byte_count(elements, sizeof(T)));
    }

    /// Copies from a buffer of any device. `source_queue` belongs to the source's device. The copy begins after the work
    /// that was enqueued in both queues before. On one device, and between two CUDA devices, the copy is enqueued like other
    /// work. Between other devices it goes through host memory, and the call waits for the work in `source_queue`.
    void copy(queue& destination_queue, const device_buffer& source, queue& source_queue) {
        memory_.copy(destination_queue, 0, source.memory_, source_queue, 0, source.memory_.bytes());
    }
    void copy(queue& destination_queue, const device_buffer& source, queue& source_queue, size_t from_first, size_t to_first,
              size_t elements) {
        memory_.copy(destination_queue, detail::byte_count(to_first, sizeof(T)), source.memory_, source_queue,
                     detail::byte_count(from_first, sizeof(T)), detail::byte_count(elements, sizeof(T)));
    }

    /// Changes the number of elements. Added elements are uninitialised; with contents::discard all elements are. Work
    /// that was enqueued before still uses the old memory. Throws error for a buffer made from host memory
    /// (device::wrap_memory), or if the device does not have enough memory.
    void resize(queue& queue, size_t elements, contents old_contents = contents::keep) {
        memory_.resize(queue, detail::byte_count(elements, sizeof(T)), old_contents == contents::keep);
    }

    /// Sets elements to `value`: `elements` of them from position `first` on, or all elements in the second form.
    void fill(queue& queue, const T& value, size_t first, size_t elements) {
        memory_.fill(queue, detail::byte_count(first, sizeof(T)), detail::byte_count(elements, sizeof(T)),
                     std::as_bytes(std::span(&value, 1)));
    }
    void fill(queue& queue, const T& value) { memory_.fill(queue, 0, memory_.bytes(), std::as_bytes(std::span(&value, 1))); }
    /// Sets all bytes to 0.
    void zero(queue& queue) {
        const std::byte nothing {};
        memory_.fill(queue, 0, memory_.bytes(), std::span(&nothing, 1));
    }

    /// Waits for the enqueued work and makes all elements accessible to the host while the result exists.
    mapped<T> map(queue& queue, map_access access = map_access::read_write) {
        return mapped<T>(memory_.map(queue, 0, memory_.bytes(), access));
    }

    /// The same for `elements` elements from position `first` on.
    mapped<T> map(queue& queue, map_access access, size_t first, size_t elements) {
        return mapped<T>(
            memory_.map(queue, detail::byte_count(first, sizeof(T)), detail::byte_count(elements, sizeof(T)), access));
    }
    /// The same for all elements, without waiting for the enqueued work. pending_map::wait() returns the mapping.
    pending_map<T> start_map(queue& queue, map_access access = map_access::read_write) {
        return pending_map<T>(memory_.start_map(queue, 0, memory_.bytes(), access));
    }

    /// Synchronises a buffer made from host memory (device::wrap_memory). to_host waits for the enqueued work;
    /// afterwards the host memory holds what the device wrote. After to_device, the device sees what the host wrote.
    /// Both throw error for other buffers, except for empty ones.
    void to_host(queue& queue) const { memory_.to_host(queue); }
    void to_device(queue& queue) { memory_.to_device(queue); }
    /// The host memory that the buffer was made from; empty if it was not made from host memory.
    std::span<T> host_memory() const {
        return {reinterpret_cast<T*>(memory_.host_memory().data()), memory_.host_memory().size() / sizeof(T)};
    }
    /// Does the device use the host memory in place, so that nothing is copied?
    bool is_in_place() const { return memory_.is_in_place(); }

    const memory& storage() const { return memory_; }

private:
    memory memory_;
};

template <typename T>
device_buffer<T> device::create_buffer(size_t count) const {
    return device_buffer<T>(*this, count);
}

template <typename T>
device_buffer<T> device::create_buffer(size_t count, const memory_access& access) const {
    return device_buffer<T>(*this, count, access);
}

template <typename T>
device_buffer<T> device::wrap_memory(std::span<T> host) const {
    return device_buffer<T>(memory(*this, std::as_writable_bytes(host)));
}

}  // namespace ingot
