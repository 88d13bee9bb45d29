#include <algorithm>
#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/queue.hpp>
#include <new>
#include <string>

#include "backend.hpp"

namespace ingot {

namespace {

// An operation on a buffer. Its functions check the arguments of the operation, and name the operation in error messages.
struct operation {
    const char* name;
    const memory& buffer;

    [[noreturn]] void fail(const std::string& reason) const {
        throw error(std::string(name) + " a buffer of " + std::to_string(buffer.bytes()) + " bytes on '" + buffer.owner().name() +
                    "': " + reason);
    }

    // Checks the buffer, the queue, then the range, so that the message names the most basic mistake. An empty range is
    // valid if its start is inside of the buffer or at its end.
    void check(const queue& queue, size_t offset, size_t count) const {
        if (!buffer.shared_implementation()) fail("the buffer was moved from");
        queue.implementation();
        if (queue.owner() != buffer.owner()) fail("the queue belongs to another device, '" + queue.owner().name() + "'");
        check_range(offset, count);
    }
    void check_host(bool allowed, const char* verb) const {
        if (!allowed) fail(std::string("its memory_access does not allow the host to ") + verb + " it");
    }
    void check_range(size_t offset, size_t count) const {
        if (offset > buffer.bytes() || count > buffer.bytes() - offset)
            fail("bytes " + std::to_string(offset) + " to " + std::to_string(offset + count) + " are outside of the buffer");
    }
};

// The alignment of a mapping's copy in host memory: enough for every element type.
constexpr std::align_val_t copy_alignment {128};
void delete_copy(std::byte* bytes) { ::operator delete(bytes, copy_alignment); }

bool overlap(size_t first, size_t second, size_t count) {
    return first < second ? second - first < count : first - second < count;
}

}  // namespace

memory::memory(const device& owner, size_t bytes, const memory_access& access)
    : owner_(owner), size_(bytes), shared_(owner.implementation().create_buffer(bytes, access)), access_(access) {}

memory::memory(const device& owner, std::span<std::byte> host_memory)
    : owner_(owner),
      size_(host_memory.size()),
      shared_(host_memory.empty() ? nullptr : owner.implementation().use_host_memory(host_memory)),
      host_memory_(host_memory),
      has_device_copy_(!shared_) {
    if (shared_) return;
    shared_ = owner.implementation().create_buffer(size_, access_);
    queue queue(owner);
    write(queue, 0, host_memory);
    queue.finish();
}

memory::memory(const device& owner, size_t bytes, std::shared_ptr<backends::buffer_interface> buffer)
    : owner_(owner), size_(bytes), shared_(std::move(buffer)) {}

memory::memory(memory&& other) noexcept
    : owner_(other.owner_),
      size_(std::exchange(other.size_, 0)),
      shared_(std::move(other.shared_)),
      access_(other.access_),
      host_memory_(std::exchange(other.host_memory_, {})),
      has_device_copy_(other.has_device_copy_) {}

memory& memory::operator=(memory&& other) noexcept {
    if (this == &other) return *this;
    owner_ = other.owner_;
    size_ = std::exchange(other.size_, 0);
    shared_ = std::move(other.shared_);
    access_ = other.access_;
    host_memory_ = std::exchange(other.host_memory_, {});
    has_device_copy_ = other.has_device_copy_;
    return *this;
}

memory::~memory() = default;

backends::buffer_interface& memory::implementation() const {
    if (!shared_) throw error("a buffer on '" + owner_.name() + "' was moved from");
    return *shared_;
}

void memory::read(queue& queue, size_t offset, std::span<std::byte> destination) const {
    const operation reading {"reading", *this};
    reading.check(queue, offset, destination.size());
    reading.check_host(access_.host_reads, "read");
    if (destination.empty()) return;
    queue.implementation().read_and_check(shared_, offset, destination);
}

void memory::write(queue& queue, size_t offset, std::span<const std::byte> source) {
    const operation writing {"writing", *this};
    writing.check(queue, offset, source.size());
    writing.check_host(access_.host_writes, "write");
    if (!source.empty()) queue.implementation().write(shared_, offset, source);
}

void memory::copy(queue& queue, size_t offset, const memory& source, size_t from_offset, size_t count) {
    const operation writing {"copying to", *this};
    writing.check(queue, offset, count);
    operation {"copying from", source}.check(queue, from_offset, count);
    if (count == 0) return;
    if (shared_ == source.shared_ && overlap(offset, from_offset, count))
        writing.fail("bytes " + std::to_string(from_offset) + " to " + std::to_string(from_offset + count) +
                     " of the same buffer overlap bytes " + std::to_string(offset) + " to " + std::to_string(offset + count));
    queue.implementation().copy(shared_, offset, source.shared_, from_offset, count);
}

void memory::fill(queue& queue, size_t offset, size_t count, std::span<const std::byte> pattern) {
    const operation filling {"filling", *this};
    filling.check(queue, offset, count);
    if (pattern.empty()) filling.fail("the pattern is empty");
    if (count % pattern.size() != 0)
        filling.fail(std::to_string(count) + " bytes are not a whole number of patterns of " + std::to_string(pattern.size()) +
                     " bytes");
    if (count != 0) queue.implementation().fill(shared_, offset, count, pattern);
}

mapping memory::map(queue& queue, size_t offset, size_t count, map_access access) {
    check_map(queue, offset, count, access);
    if (count == 0) return {shared_, queue.shared_implementation(), {}};
    backends::mapping_interface* const mapper = queue.implementation().mapping();
    if (!mapper) return {shared_, queue.shared_implementation(), offset, count, access};
    mapping mapped(shared_, queue.shared_implementation(), {mapper->map(shared_, offset, count, access), count});
    queue.implementation().failures().check(queue.implementation());
    return mapped;
}

pending_mapping memory::start_map(queue& queue, size_t offset, size_t count, map_access access) {
    check_map(queue, offset, count, access);
    backends::queue_interface& commands = queue.implementation();
    backends::mapping_interface* const mapper = commands.mapping();
    mapping requested =
        count == 0 ? mapping(shared_, queue.shared_implementation(), {})
        : mapper   ? mapping(shared_, queue.shared_implementation(), {mapper->start_map(shared_, offset, count, access), count})
                   : mapping(shared_, queue.shared_implementation(), offset, count, access);
    std::shared_ptr<backends::event_interface> ready = commands.mark();
    commands.flush();
    return {std::move(requested), queue.shared_implementation(), std::move(ready)};
}

void memory::check_map(const queue& queue, size_t offset, size_t count, map_access access) const {
    const operation mapping {"mapping", *this};
    mapping.check(queue, offset, count);
    if (access != map_access::write) mapping.check_host(access_.host_reads, "read");
    if (access != map_access::read) mapping.check_host(access_.host_writes, "write");
}

void memory::copy(queue& destination_queue, size_t offset, const memory& source, queue& source_queue, size_t from_offset,
                  size_t count) {
    // If both buffers belong to the same device, the driver copies, after the work of the source's queue. Later work of that
    // queue may write to the source, and begins after the copy.
    if (owner_ == source.owner_) {
        operation {"copying from", source}.check(source_queue, from_offset, count);
        destination_queue.wait_for(source_queue);
        copy(destination_queue, offset, source, from_offset, count);
        return source_queue.wait_for(destination_queue);
    }
    const operation writing {"copying to", *this};
    const operation reading {"copying from", source};
    writing.check(destination_queue, offset, count);
    reading.check(source_queue, from_offset, count);
    if (count == 0) return;
    // Two devices of one backend may be able to copy directly.
    if (owner_.backend() == source.owner_.backend()) {
        source_queue.wait_for(destination_queue);
        backends::peer_interface* const peers = source_queue.implementation().peers();
        if (peers &&
            peers->copy_to_other_device(source.shared_, from_offset, destination_queue.implementation(), shared_, offset, count))
            return destination_queue.wait_for(source_queue);
    }
    // Else copy through host memory, in parts of at most 16 MiB.
    constexpr size_t most_at_once = size_t {16} << 20;
    std::vector<std::byte> part(std::min(count, most_at_once));
    for (size_t first = 0; first < count;) {
        const std::span<std::byte> bytes = std::span(part).first(std::min(part.size(), count - first));
        source_queue.implementation().read_and_check(source.shared_, from_offset + first, bytes);
        destination_queue.implementation().write(shared_, offset + first, bytes);
        first += bytes.size();
    }
}

void memory::resize(queue& queue, size_t bytes, bool keep) {
    const operation resizing {"resizing", *this};
    resizing.check(queue, 0, 0);
    if (!host_memory_.empty()) resizing.fail("it was made from host memory; wrap other memory instead");
    memory other(owner_, bytes, access_);
    if (const size_t count = std::min(bytes, size_); keep && count != 0)
        queue.implementation().copy(other.shared_, 0, shared_, 0, count);
    *this = std::move(other);
}

void memory::to_host(queue& queue) const {
    const operation copying {"copying to the host", *this};
    copying.check(queue, 0, size_);
    if (host_memory_.empty() && size_ != 0) copying.fail("it was not made from host memory");
    if (size_ == 0) return;
    queue.implementation().read_and_check(shared_, 0, host_memory_);
}

void memory::to_device(queue& queue) {
    const operation copying {"copying to the device", *this};
    copying.check(queue, 0, size_);
    if (host_memory_.empty() && size_ != 0) copying.fail("it was not made from host memory");
    if (size_ != 0) queue.implementation().write(shared_, 0, host_memory_);
}

pending_mapping::pending_mapping(mapping range, std::shared_ptr<backends::queue_interface> queue,
                                 std::shared_ptr<backends::event_interface> event)
    : mapping_(std::move(range)), queue_(std::move(queue)), event_(std::move(event)) {}

bool pending_mapping::is_ready() const { return event_->is_done(); }

mapping pending_mapping::wait() {
    event_->wait();
    queue_->throw_failure();
    queue_->failures().check(*queue_);
    return std::move(mapping_);
}

mapping::mapping(std::shared_ptr<backends::buffer_interface> buffer, std::shared_ptr<backends::queue_interface> queue,
                 size_t offset, size_t count, map_access access)
    : buffer_(std::move(buffer)),
      queue_(std::move(queue)),
      host_copy_(static_cast<std::byte*>(::operator new(count, copy_alignment)), delete_copy),
      offset_(offset),
      writes_back_(access != map_access::read),
      range_(host_copy_.get(), count) {
    if (access != map_access::write) queue_->read_and_check(buffer_, offset, range_);
}

mapping::mapping(mapping&& other) noexcept
    : buffer_(std::move(other.buffer_)),
      queue_(std::move(other.queue_)),
      host_copy_(std::move(other.host_copy_)),
      offset_(other.offset_),
      writes_back_(other.writes_back_),
      range_(std::exchange(other.range_, {})) {}

mapping::~mapping() {
    if (range_.empty()) return;
    if (host_copy_) {
        if (writes_back_) queue_->write_in_destructor([this] { queue_->write(buffer_, offset_, range_); });
        return;
    }
    try {
        queue_->mapping()->unmap(buffer_, range_.data());
    } catch (...) {
        queue_->failures().keep(std::current_exception());  // a destructor must not throw
    }
}

}  // namespace ingot
