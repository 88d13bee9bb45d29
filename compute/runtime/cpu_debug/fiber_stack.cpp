#include "fiber_stack.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ingot/runtime/error.hpp>
#include <string>
#include <utility>

namespace ingot::backends::cpu_debug {

namespace {

size_t page_size() {
    static const auto size = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

std::byte* map_stack(size_t bytes) {
    void* const mapping =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapping == MAP_FAILED) throw error(std::string("no memory for a work-item's stack: ") + std::strerror(errno));
    if (::mprotect(mapping, page_size(), PROT_NONE) != 0) {
        const int reason = errno;
        ::munmap(mapping, bytes);
        throw error(std::string("no guard page for a work-item's stack: ") + std::strerror(reason) +
                    "; a smaller work-group needs fewer (vm.max_map_count limits them)");
    }
    return static_cast<std::byte*>(mapping);
}

}  // namespace

fiber_stack::fiber_stack(size_t index)
    : mapping(map_stack(size + page_size())), first_frame(mapping + size + page_size() - index % 64 * 64) {
    known.bottom = bottom();
    known.size = size;
    sanitizer::create_fiber(known);
}

fiber_stack::fiber_stack(fiber_stack&& other) noexcept
    : known(std::exchange(other.known, {})), mapping(std::exchange(other.mapping, nullptr)), first_frame(other.first_frame) {}

fiber_stack::~fiber_stack() {
    if (!mapping) return;
    sanitizer::destroy_fiber(known);
    // The next mapping at this address starts without this one's marks.
    sanitizer::forget_frames(known);
    ::munmap(mapping, size + page_size());
}

std::byte* fiber_stack::bottom() const { return mapping + page_size(); }

}  // namespace ingot::backends::cpu_debug
