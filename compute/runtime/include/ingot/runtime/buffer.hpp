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
class queue_interface;
}  // namespace backends

/// How the host uses a mapped range. `write` means that all of it will be written: what was there is not brought to the host.
enum class map_access { read, write, read_write };

/// What kernels do with an object of OpenGL. `write` means that they write all of it: what was there is not brought to the
/// device.
enum class gl_access { read, write, read_write };

/// A range of a device's memory that the host may use until this object ends. What was enqueued before is done when it begins;
/// what is enqueued after it ends sees what the host wrote. Moves, does not copy.
class mapping {
public:
    mapping(std::shared_ptr<backends::buffer_interface> buffer, std::shared_ptr<backends::queue_interface> queue,
            std::span<std::byte> mapped)
        : of(std::move(buffer)), in(std::move(queue)), range(mapped) {}
    mapping(mapping&&) noexcept;
    mapping& operator=(mapping&&) = delete;
    ~mapping();

    std::span<std::byte> bytes() const { return range; }

private:
    std::shared_ptr<backends::buffer_interface> of;
    std::shared_ptr<backends::queue_interface> in;
    std::span<std::byte> range;
};

/// Bytes of a device's memory: what device_buffer<T> is made of.
class memory {
public:
    memory(const device& owner, size_t bytes);
    /// Memory that a backend has made already, of that size.
    memory(const device& owner, size_t bytes, std::shared_ptr<backends::buffer_interface> made);
    memory(memory&&) noexcept;
    memory& operator=(memory&&) noexcept;
    ~memory();

    size_t bytes() const { return size; }
    const device& owner() const { return on; }
    backends::buffer_interface& implementation() const;
    const std::shared_ptr<backends::buffer_interface>& share() const { return shared; }

    // All offsets and sizes in bytes; a range outside the memory throws error, and so do ranges of one memory that overlap in a
    // copy. read and write return when the host's range may be used again; copy and fill return at once and are done in the
    // queue's order. The pattern of fill has any size that divides `count`.
    void read(queue& in, size_t offset, std::span<std::byte> to) const;
    void write(queue& in, size_t offset, std::span<const std::byte> from);
    void copy(queue& in, size_t offset, const memory& from, size_t from_offset, size_t count);
    void fill(queue& in, size_t offset, size_t count, std::span<const std::byte> pattern);
    mapping map(queue& in, size_t offset, size_t count, map_access how);

private:
    device on;
    size_t size;
    std::shared_ptr<backends::buffer_interface> shared;
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

/// An array of `T` in a device's memory. Owns it; moves, does not copy. A const device_buffer can be passed to a kernel only as
/// `buffer<const T>`.
template <typename T>
class device_buffer {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>, "a device_buffer holds plain data");

public:
    using value_type = T;

    device_buffer(const device& on, size_t elements) : bytes(on, detail::byte_count(elements, sizeof(T))) {}
    explicit device_buffer(memory of) : bytes(std::move(of)) {}

    size_t size() const { return bytes.bytes() / sizeof(T); }
    const device& owner() const { return bytes.owner(); }

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

    void fill(queue& in, const T& value) { bytes.fill(in, 0, bytes.bytes(), std::as_bytes(std::span(&value, 1))); }
    void zero(queue& in) {
        const std::byte nothing {};
        bytes.fill(in, 0, bytes.bytes(), std::span(&nothing, 1));
    }

    mapped<T> map(queue& in, map_access how = map_access::read_write) { return mapped<T>(bytes.map(in, 0, bytes.bytes(), how)); }

    const memory& storage() const { return bytes; }

private:
    memory bytes;
};

template <typename T>
device_buffer<T> device::create_buffer(size_t count) const {
    return device_buffer<T>(*this, count);
}

}  // namespace ingot
