#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/queue.hpp>
#include <string>

#include "backend.hpp"

namespace ingot {

namespace {

// One operation on a buffer, for the checks and their words.
struct operation {
    const char* name;
    const memory& on;

    [[noreturn]] void refuse(const std::string& why) const {
        throw error(std::string(name) + " a buffer of " + std::to_string(on.bytes()) + " bytes on '" + on.owner().name() +
                    "': " + why);
    }

    // Checks in the order in which a person would look; a range of 0 bytes is inside wherever it begins inside.
    void check(const queue& in, size_t offset, size_t count) const {
        if (!on.share()) refuse("the buffer was moved from");
        in.implementation();
        if (in.owner() != on.owner()) refuse("the queue belongs to another device, '" + in.owner().name() + "'");
        check_range(offset, count);
    }
    void check_range(size_t offset, size_t count) const {
        if (offset > on.bytes() || count > on.bytes() - offset)
            refuse("bytes " + std::to_string(offset) + " to " + std::to_string(offset + count) + " are outside of it");
    }
};

bool overlap(size_t first, size_t second, size_t count) {
    return first < second ? second - first < count : first - second < count;
}

}  // namespace

memory::memory(const device& owner, size_t bytes) : on(owner), size(bytes), shared(owner.implementation().create_buffer(bytes)) {}

memory::memory(const device& owner, size_t bytes, std::shared_ptr<backends::buffer_interface> made)
    : on(owner), size(bytes), shared(std::move(made)) {}

memory::memory(memory&& other) noexcept : on(other.on), size(std::exchange(other.size, 0)), shared(std::move(other.shared)) {}

memory& memory::operator=(memory&& other) noexcept {
    if (this == &other) return *this;
    on = other.on;
    size = std::exchange(other.size, 0);
    shared = std::move(other.shared);
    return *this;
}

memory::~memory() = default;

backends::buffer_interface& memory::implementation() const {
    if (!shared) throw error("a buffer on '" + on.name() + "' was moved from");
    return *shared;
}

void memory::read(queue& in, size_t offset, std::span<std::byte> to) const {
    operation {"reading", *this}.check(in, offset, to.size());
    if (!to.empty()) in.implementation().read(shared, offset, to);
}

void memory::write(queue& in, size_t offset, std::span<const std::byte> from) {
    operation {"writing", *this}.check(in, offset, from.size());
    if (!from.empty()) in.implementation().write(shared, offset, from);
}

void memory::copy(queue& in, size_t offset, const memory& from, size_t from_offset, size_t count) {
    const operation writing {"copying to", *this};
    writing.check(in, offset, count);
    operation {"copying from", from}.check(in, from_offset, count);
    if (count == 0) return;
    if (shared == from.shared && overlap(offset, from_offset, count))
        writing.refuse("bytes " + std::to_string(from_offset) + " to " + std::to_string(from_offset + count) +
                       " of the same buffer overlap bytes " + std::to_string(offset) + " to " + std::to_string(offset + count));
    in.implementation().copy(shared, offset, from.shared, from_offset, count);
}

void memory::fill(queue& in, size_t offset, size_t count, std::span<const std::byte> pattern) {
    const operation filling {"filling", *this};
    filling.check(in, offset, count);
    if (pattern.empty()) filling.refuse("the pattern is empty");
    if (count % pattern.size() != 0)
        filling.refuse(std::to_string(count) + " bytes are not a whole number of patterns of " + std::to_string(pattern.size()));
    if (count != 0) in.implementation().fill(shared, offset, count, pattern);
}

mapping memory::map(queue& in, size_t offset, size_t count, map_access how) {
    operation {"mapping", *this}.check(in, offset, count);
    std::byte* const mapped = count == 0 ? nullptr : in.implementation().map(shared, offset, count, how);
    return {shared, in.share(), {mapped, count}};
}

mapping::mapping(mapping&& other) noexcept
    : of(std::move(other.of)), in(std::move(other.in)), range(std::exchange(other.range, {})) {}

mapping::~mapping() {
    if (range.empty()) return;
    try {
        in->unmap(of, range.data());
    } catch (const error&) {
        // A destructor cannot say it; a queue that lost its device fails at its next call too.
    }
}

}  // namespace ingot
