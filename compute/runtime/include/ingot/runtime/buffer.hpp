// Memory of a device (thesis, Tables 5 and 6).
#pragma once

#include <cstddef>
#include <cstring>
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
}

/// How the host uses a mapped range. `write` means that all of it will be written: what was there is not brought to the host.
enum class map_access { read, write, read_write };

/// Bytes of a device's memory: what device_buffer<T> is made of.
class memory {
public:
    memory(const device& owner, size_t bytes);
    memory(memory&&) noexcept;
    memory& operator=(memory&&) noexcept;
    ~memory();

    size_t bytes() const { return size; }
    const device& owner() const { return on; }
    backends::buffer_interface& implementation() const { return *shared; }
    const std::shared_ptr<backends::buffer_interface>& share() const { return shared; }

    // All offsets and sizes in bytes; a range outside the memory throws error. read and write return when the host's range may be
    // used again; copy and fill return at once and are done in the queue's order.
    void read(queue& in, size_t offset, std::span<std::byte> to) const;
    void write(queue& in, size_t offset, std::span<const std::byte> from);
    void copy(queue& in, size_t offset, const memory& from, size_t from_offset, size_t count);
    void fill(queue& in, size_t offset, size_t count, std::span<const std::byte> pattern);
    std::byte* map(queue& in, size_t offset, size_t count, map_access how);
    void unmap(queue& in, std::byte* mapped);

private:
    device on;
    size_t size;
    std::shared_ptr<backends::buffer_interface> shared;
};

/// A range of a buffer that the host may use until this object ends. The queue must outlive it.
template <typename T>
class mapped {
public:
    mapped(memory& of, queue& in, size_t first, size_t count, map_access how)
        : source(&of), order(&in), elements(reinterpret_cast<T*>(of.map(in, first * sizeof(T), count * sizeof(T), how)), count) {}
    mapped(mapped&& other) noexcept
        : source(std::exchange(other.source, nullptr)), order(other.order), elements(other.elements) {}
    mapped& operator=(mapped&&) = delete;
    ~mapped() {
        if (source) source->unmap(*order, reinterpret_cast<std::byte*>(elements.data()));
    }

    std::span<T> span() const { return elements; }
    T& operator[](size_t index) const { return elements[index]; }
    size_t size() const { return elements.size(); }
    auto begin() const { return elements.begin(); }
    auto end() const { return elements.end(); }

private:
    memory* source;
    queue* order;
    std::span<T> elements;
};

/// An array of `T` in a device's memory. Owns it; moves, does not copy. A const device_buffer can be passed to a kernel only as
/// `buffer<const T>`.
template <typename T>
class device_buffer {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>, "a device_buffer holds plain data");

public:
    using value_type = T;

    device_buffer(const device& on, size_t elements) : bytes(on, elements * sizeof(T)), count(elements) {}

    size_t size() const { return count; }
    const device& owner() const { return bytes.owner(); }

    /// Copies to the host and waits. The first form takes the whole buffer.
    std::vector<T> read(queue& in) const {
        std::vector<T> values(count);
        read(in, values);
        return values;
    }
    void read(queue& in, std::span<T> to, size_t first = 0) const {
        bytes.read(in, first * sizeof(T), std::as_writable_bytes(to));
    }

    /// Copies from the host; `from` may be reused at return.
    void write(queue& in, std::span<const T> from, size_t first = 0) { bytes.write(in, first * sizeof(T), std::as_bytes(from)); }

    /// Copies elements of another buffer of the same device; the whole of it in the first form.
    void copy(queue& in, const device_buffer& from) { copy(in, from, 0, 0, from.size()); }
    void copy(queue& in, const device_buffer& from, size_t from_first, size_t to_first, size_t elements) {
        bytes.copy(in, to_first * sizeof(T), from.bytes, from_first * sizeof(T), elements * sizeof(T));
    }

    void fill(queue& in, const T& value) { bytes.fill(in, 0, bytes.bytes(), std::as_bytes(std::span(&value, 1))); }
    void zero(queue& in) {
        const std::byte nothing {};
        bytes.fill(in, 0, bytes.bytes(), std::span(&nothing, 1));
    }

    mapped<T> map(queue& in, map_access how = map_access::read_write) { return {bytes, in, 0, count, how}; }

    const memory& storage() const { return bytes; }

private:
    memory bytes;
    size_t count;
};

template <typename T>
device_buffer<T> device::create_buffer(size_t count) const {
    return device_buffer<T>(*this, count);
}

}  // namespace ingot
