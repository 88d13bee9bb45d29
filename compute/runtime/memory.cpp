#include <algorithm>
#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/queue.hpp>
#include <new>
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
    void check_host(bool allowed, const char* does) const {
        if (!allowed) refuse(std::string("it was created as one that the host does not ") + does + " (memory_access)");
    }
    void check_range(size_t offset, size_t count) const {
        if (offset > on.bytes() || count > on.bytes() - offset)
            refuse("bytes " + std::to_string(offset) + " to " + std::to_string(offset + count) + " are outside of it");
    }
};

// What any element asks for.
constexpr std::align_val_t copy_alignment {128};
void delete_copy(std::byte* bytes) { ::operator delete(bytes, copy_alignment); }

bool overlap(size_t first, size_t second, size_t count) {
    return first < second ? second - first < count : first - second < count;
}

}  // namespace

memory::memory(const device& owner, size_t bytes, const memory_access& access)
    : on(owner), size(bytes), shared(owner.implementation().create_buffer(bytes, access)), allowed(access) {}

memory::memory(const device& owner, std::span<std::byte> used)
    : on(owner),
      size(used.size()),
      shared(used.empty() ? nullptr : owner.implementation().use_host_memory(used)),
      host(used),
      copied(!shared) {
    if (shared) return;
    shared = owner.implementation().create_buffer(size, allowed);
    queue in(owner);
    write(in, 0, used);
    in.finish();
}

memory::memory(const device& owner, size_t bytes, std::shared_ptr<backends::buffer_interface> made)
    : on(owner), size(bytes), shared(std::move(made)) {}

memory::memory(memory&& other) noexcept
    : on(other.on),
      size(std::exchange(other.size, 0)),
      shared(std::move(other.shared)),
      allowed(other.allowed),
      host(std::exchange(other.host, {})),
      copied(other.copied) {}

memory& memory::operator=(memory&& other) noexcept {
    if (this == &other) return *this;
    on = other.on;
    size = std::exchange(other.size, 0);
    shared = std::move(other.shared);
    allowed = other.allowed;
    host = std::exchange(other.host, {});
    copied = other.copied;
    return *this;
}

memory::~memory() = default;

backends::buffer_interface& memory::implementation() const {
    if (!shared) throw error("a buffer on '" + on.name() + "' was moved from");
    return *shared;
}

void memory::read(queue& in, size_t offset, std::span<std::byte> to) const {
    const operation reading {"reading", *this};
    reading.check(in, offset, to.size());
    reading.check_host(allowed.host_reads, "read");
    if (!to.empty()) in.implementation().read(shared, offset, to);
}

void memory::write(queue& in, size_t offset, std::span<const std::byte> from) {
    const operation writing {"writing", *this};
    writing.check(in, offset, from.size());
    writing.check_host(allowed.host_writes, "write");
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
    check_map(in, offset, count, how);
    if (count == 0) return {shared, in.share(), {}};
    backends::mapping_interface* const by = in.implementation().mapping();
    if (!by) return {shared, in.share(), offset, count, how};
    return {shared, in.share(), {by->map(shared, offset, count, how), count}};
}

pending_mapping memory::start_map(queue& in, size_t offset, size_t count, map_access how) {
    check_map(in, offset, count, how);
    backends::queue_interface& to = in.implementation();
    backends::mapping_interface* const by = to.mapping();
    mapping asked = count == 0 ? mapping(shared, in.share(), {})
                    : by       ? mapping(shared, in.share(), {by->start_map(shared, offset, count, how), count})
                               : mapping(shared, in.share(), offset, count, how);
    std::shared_ptr<backends::event_interface> there = to.mark();
    to.flush();
    return {std::move(asked), in.share(), std::move(there)};
}

void memory::check_map(const queue& in, size_t offset, size_t count, map_access how) const {
    const operation mapping {"mapping", *this};
    mapping.check(in, offset, count);
    if (how != map_access::write) mapping.check_host(allowed.host_reads, "read");
    if (how != map_access::read) mapping.check_host(allowed.host_writes, "write");
}

void memory::copy(queue& in, size_t offset, const memory& from, queue& from_in, size_t from_offset, size_t count) {
    if (on == from.on) {
        operation {"copying from", from}.check(from_in, from_offset, count);
        in.wait_for(from_in);
        return copy(in, offset, from, from_offset, count);
    }
    const operation writing {"copying to", *this};
    const operation reading {"copying from", from};
    writing.check(in, offset, count);
    reading.check(from_in, from_offset, count);
    if (count == 0) return;
    if (on.backend() == from.on.backend()) {
        from_in.wait_for(in);
        backends::peer_interface* const by = from_in.implementation().peers();
        if (by && by->copy_to_other_device(from.shared, from_offset, in.implementation(), shared, offset, count))
            return in.wait_for(from_in);
    }
    constexpr size_t most_at_once = size_t {16} << 20;
    std::vector<std::byte> part(std::min(count, most_at_once));
    for (size_t done = 0; done < count;) {
        const std::span<std::byte> bytes = std::span(part).first(std::min(part.size(), count - done));
        from_in.implementation().read(from.shared, from_offset + done, bytes);
        in.implementation().write(shared, offset + done, bytes);
        done += bytes.size();
    }
}

void memory::resize(queue& in, size_t bytes, bool keep) {
    const operation resizing {"resizing", *this};
    resizing.check(in, 0, 0);
    if (!host.empty()) resizing.refuse("it is made of the host's memory; wrap other memory instead");
    memory other(on, bytes, allowed);
    if (const size_t kept = std::min(bytes, size); keep && kept != 0) in.implementation().copy(other.shared, 0, shared, 0, kept);
    *this = std::move(other);
}

void memory::to_host(queue& in) const {
    const operation copying {"copying to the host", *this};
    copying.check(in, 0, size);
    if (host.empty() && size != 0) copying.refuse("it is not made of the host's memory");
    if (size != 0) in.implementation().read(shared, 0, host);
}

void memory::to_device(queue& in) {
    const operation copying {"copying to the device", *this};
    copying.check(in, 0, size);
    if (host.empty() && size != 0) copying.refuse("it is not made of the host's memory");
    if (size != 0) in.implementation().write(shared, 0, host);
}

pending_mapping::pending_mapping(mapping range, std::shared_ptr<backends::queue_interface> in,
                                 std::shared_ptr<backends::event_interface> there)
    : asked(std::move(range)), queue(std::move(in)), event(std::move(there)) {}

bool pending_mapping::ready() const { return event->done(); }

mapping pending_mapping::wait() {
    event->wait();
    queue->throw_failure();
    return std::move(asked);
}

mapping::mapping(std::shared_ptr<backends::buffer_interface> buffer, std::shared_ptr<backends::queue_interface> queue,
                 size_t offset, size_t count, map_access how)
    : of(std::move(buffer)),
      in(std::move(queue)),
      copied(static_cast<std::byte*>(::operator new(count, copy_alignment)), delete_copy),
      copied_from(offset),
      copied_back(how != map_access::read),
      range(copied.get(), count) {
    if (how != map_access::write) in->read(of, offset, range);
}

mapping::mapping(mapping&& other) noexcept
    : of(std::move(other.of)),
      in(std::move(other.in)),
      copied(std::move(other.copied)),
      copied_from(other.copied_from),
      copied_back(other.copied_back),
      range(std::exchange(other.range, {})) {}

mapping::~mapping() {
    if (range.empty()) return;
    try {
        if (!copied)
            in->mapping()->unmap(of, range.data());
        else if (copied_back)
            in->write(of, copied_from, range);
    } catch (const error&) {
        // A destructor cannot say it; a queue that lost its device fails at its next call too.
    }
}

}  // namespace ingot
