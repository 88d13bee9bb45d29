// Memory of a device (thesis, Tables 5 and 6).
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

/// How the host uses a mapped range. `write` means that all of it will be written: what was there is not brought to the host.
enum class map_access { read, write, read_write };

/// What kernels do with an object of OpenGL. `write` means that they write all of it: what was there is not brought to the
/// device.
enum class gl_access { read, write, read_write };

/// Who uses a buffer how (thesis: COMPUTE_MEMORY_FLAG): `{.device_writes = false, .host_reads = false}`. What is not allowed is
/// an error, on every backend alike, before a driver hears of it; what is, is a hint where memory is best. A kernel that takes
/// `buffer<T>` writes; whether one reads what may only be written is not known, and what it would read is undefined. Copies and
/// fills on the device need no right of the host.
struct memory_access {
    bool device_reads = true;
    bool device_writes = true;
    bool host_reads = true;
    bool host_writes = true;
    friend bool operator==(const memory_access&, const memory_access&) = default;
};

/// A range of a device's memory that the host may use until this object ends. What was enqueued before is done when it begins;
/// what is enqueued after it ends sees what the host wrote. Moves, does not copy.
class mapping {
public:
    /// Memory that the queue's mapping_interface gave; it may be empty.
    mapping(std::shared_ptr<backends::buffer_interface> buffer, std::shared_ptr<backends::queue_interface> queue,
            std::span<std::byte> mapped)
        : of(std::move(buffer)), in(std::move(queue)), range(mapped) {}
    /// A copy of `count` bytes, for a queue that has no mapping_interface.
    mapping(std::shared_ptr<backends::buffer_interface> buffer, std::shared_ptr<backends::queue_interface> queue, size_t offset,
            size_t count, map_access how);
    mapping(mapping&&) noexcept;
    mapping& operator=(mapping&&) = delete;
    ~mapping();

    std::span<std::byte> bytes() const { return range; }

private:
    std::shared_ptr<backends::buffer_interface> of;
    std::shared_ptr<backends::queue_interface> in;
    std::shared_ptr<std::byte> copied;  // null where the range is the device's
    size_t copied_from = 0;
    bool copied_back = false;
    std::span<std::byte> range;
};

/// A mapping that was asked for and may not be there yet. Moves, does not copy.
class pending_mapping {
public:
    pending_mapping(mapping asked, std::shared_ptr<backends::queue_interface> in,
                    std::shared_ptr<backends::event_interface> there);

    /// Would wait() return at once?
    bool ready() const;
    /// Waits until the host may use the memory; to be called once. Throws error where what was enqueued before failed.
    mapping wait();

private:
    mapping asked;
    std::shared_ptr<backends::queue_interface> queue;
    std::shared_ptr<backends::event_interface> event;
};

/// Bytes of a device's memory: what device_buffer<T> is made of.
class memory {
public:
    memory(const device& owner, size_t bytes, const memory_access& access = {});
    /// Memory that belongs to the host: see device::wrap_memory.
    memory(const device& owner, std::span<std::byte> host);
    /// Memory that a backend has made already, of that size.
    memory(const device& owner, size_t bytes, std::shared_ptr<backends::buffer_interface> made);
    memory(memory&&) noexcept;
    memory& operator=(memory&&) noexcept;
    ~memory();

    size_t bytes() const { return size; }
    const device& owner() const { return on; }
    backends::buffer_interface& implementation() const;
    const std::shared_ptr<backends::buffer_interface>& share() const { return shared; }

    const memory_access& access() const { return allowed; }
    /// The host's memory that it was made of; empty where it was made of none.
    std::span<std::byte> host_memory() const { return host; }
    /// Does the device use the host's memory itself?
    bool in_place() const { return !copied && !host.empty(); }

    // All offsets and sizes in bytes; a range outside the memory throws error, and so do ranges of one memory that overlap in a
    // copy. read and write return when the host's range may be used again; copy and fill return at once and are done in the
    // queue's order. The pattern of fill has any size that divides `count`.
    void read(queue& in, size_t offset, std::span<std::byte> to) const;
    void write(queue& in, size_t offset, std::span<const std::byte> from);
    void copy(queue& in, size_t offset, const memory& from, size_t from_offset, size_t count);
    void fill(queue& in, size_t offset, size_t count, std::span<const std::byte> pattern);
    mapping map(queue& in, size_t offset, size_t count, map_access how);
    pending_mapping start_map(queue& in, size_t offset, size_t count, map_access how);

    /// Copies from memory of any device, after what `from_in` was given before. Between devices of different drivers it
    /// goes through the host, and waits.
    void copy(queue& in, size_t offset, const memory& from, queue& from_in, size_t from_offset, size_t count);
    /// Other memory of another size takes this one's place. Where `keep` says so, what was there is copied, in the queue's order.
    void resize(queue& in, size_t bytes, bool keep);
    void to_host(queue& in) const;
    void to_device(queue& in);

private:
    void check_map(const queue& in, size_t offset, size_t count, map_access how) const;

    device on;
    size_t size;
    std::shared_ptr<backends::buffer_interface> shared;
    memory_access allowed;
    std::span<std::byte> host;
    bool copied = false;  // the device has memory of its own beside the host's
};

namespace detail {
// The bytes of `elements`, or the largest number, which no buffer has, where that is more than a size_t holds.
constexpr size_t byte_count(size_t elements, size_t size) { return elements > SIZE_MAX / size ? SIZE_MAX : elements * size; }
}  // namespace detail

/// A mapping as an array of `T`.
template <typename T>
class mapped {
public:
    explicit mapped(mapping of) : bytes(std::move(of)) {}

    std::span<T> span() const { return {reinterpret_cast<T*>(bytes.bytes().data()), size()}; }
    T& operator[](size_t index) const { return span()[index]; }
    size_t size() const { return bytes.bytes().size() / sizeof(T); }
    auto begin() const { return span().begin(); }
    auto end() const { return span().end(); }

private:
    mapping bytes;
};

/// The same of a mapping that may not be there yet.
template <typename T>
class pending_map {
public:
    explicit pending_map(pending_mapping asked) : of(std::move(asked)) {}

    bool ready() const { return of.ready(); }
    mapped<T> wait() { return mapped<T>(of.wait()); }

private:
    pending_mapping of;
};

/// What becomes of a buffer's elements when it gets another size.
enum class contents { keep, discard };

/// An array of `T` in a device's memory. Owns it; moves, does not copy. A const device_buffer can be passed to a kernel only as
/// `buffer<const T>`.
template <typename T>
class device_buffer {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>, "a device_buffer holds plain data");

public:
    using value_type = T;

    device_buffer(const device& on, size_t elements, const memory_access& access = {})
        : bytes(on, detail::byte_count(elements, sizeof(T)), access) {}
    explicit device_buffer(memory of) : bytes(std::move(of)) {}

    size_t size() const { return bytes.bytes() / sizeof(T); }
    const device& owner() const { return bytes.owner(); }
    const memory_access& access() const { return bytes.access(); }

    /// Copies to the host and waits. The first form takes the whole buffer.
    std::vector<T> read(queue& in) const {
        std::vector<T> values(size());
        read(in, values);
        return values;
    }
    void read(queue& in, std::span<T> to, size_t first = 0) const {
        bytes.read(in, detail::byte_count(first, sizeof(T)), std::as_writable_bytes(to));
    }

    /// Copies from the host; `from` may be reused at return.
    void write(queue& in, std::span<const T> from, size_t first = 0) {
        bytes.write(in, detail::byte_count(first, sizeof(T)), std::as_bytes(from));
    }

    /// Copies elements of another buffer of the same device; the whole of it in the first form.
    void copy(queue& in, const device_buffer& from) { copy(in, from, 0, 0, from.size()); }
    void copy(queue& in, const device_buffer& from, size_t from_first, size_t to_first, size_t elements) {
        bytes.copy(in, detail::byte_count(to_first, sizeof(T)), from.bytes, detail::byte_count(from_first, sizeof(T)),
                   detail::byte_count(elements, sizeof(T)));
    }

    /// Copies from a buffer of any device, after what `from_in`, a queue of that device, was given before. Between devices it
    /// goes through the host, and returns when it is done.
    void copy(queue& in, const device_buffer& from, queue& from_in) {
        bytes.copy(in, 0, from.bytes, from_in, 0, from.bytes.bytes());
    }
    void copy(queue& in, const device_buffer& from, queue& from_in, size_t from_first, size_t to_first, size_t elements) {
        bytes.copy(in, detail::byte_count(to_first, sizeof(T)), from.bytes, from_in, detail::byte_count(from_first, sizeof(T)),
                   detail::byte_count(elements, sizeof(T)));
    }

    /// Gives the buffer another number of elements. New ones are uninitialised; with contents::discard all are. What was enqueued
    /// before still uses the old memory. Throws error for a buffer of the host's memory, and where the device has not that much.
    void resize(queue& in, size_t elements, contents what = contents::keep) {
        bytes.resize(in, detail::byte_count(elements, sizeof(T)), what == contents::keep);
    }

    /// Sets `elements` from `first` on; all in the first form.
    void fill(queue& in, const T& value, size_t first, size_t elements) {
        bytes.fill(in, detail::byte_count(first, sizeof(T)), detail::byte_count(elements, sizeof(T)),
                   std::as_bytes(std::span(&value, 1)));
    }
    void fill(queue& in, const T& value) { bytes.fill(in, 0, bytes.bytes(), std::as_bytes(std::span(&value, 1))); }
    void zero(queue& in) {
        const std::byte nothing {};
        bytes.fill(in, 0, bytes.bytes(), std::span(&nothing, 1));
    }

    mapped<T> map(queue& in, map_access how = map_access::read_write) { return mapped<T>(bytes.map(in, 0, bytes.bytes(), how)); }

    /// `elements` from `first` on.
    mapped<T> map(queue& in, map_access how, size_t first, size_t elements) {
        return mapped<T>(bytes.map(in, detail::byte_count(first, sizeof(T)), detail::byte_count(elements, sizeof(T)), how));
    }
    /// The same as map, without waiting for what was enqueued before.
    pending_map<T> start_map(queue& in, map_access how = map_access::read_write) {
        return pending_map<T>(bytes.start_map(in, 0, bytes.bytes(), how));
    }

    /// For a buffer of the host's memory (device::wrap_memory). After to_host, which waits, the host's memory holds what the
    /// device wrote; after to_device the device sees what the host wrote. Throws error for any other buffer.
    void to_host(queue& in) const { bytes.to_host(in); }
    void to_device(queue& in) { bytes.to_device(in); }
    /// That memory; empty where the buffer has memory of its own.
    std::span<T> host_memory() const {
        return {reinterpret_cast<T*>(bytes.host_memory().data()), bytes.host_memory().size() / sizeof(T)};
    }
    /// Does the device use that memory itself, so that nothing is copied?
    bool in_place() const { return bytes.in_place(); }

    const memory& storage() const { return bytes; }

private:
    memory bytes;
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
