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
    int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
#if defined(MAP_STACK)
    kind |= MAP_STACK;
#endif
    void* const mapping = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kind, -1, 0);
    if (mapping == MAP_FAILED) throw error(std::string("no memory for a work-item's stack: ") + std::strerror(errno));
    if (::mprotect(mapping, page_size(), PROT_NONE) != 0) {
        const int reason = errno;
        ::munmap(mapping, bytes);
        throw error(std::string("no guard page for a work-item's stack: ") + std::strerror(reason) +
                    "; use smaller work-groups, which need fewer mappings (the system's limit is vm.max_map_count)");
    }
    return static_cast<std::byte*>(mapping);
}

}  // namespace

fiber_stack::fiber_stack(size_t index)
    : mapping_(map_stack(size + page_size())), first_frame_(mapping_ + size + page_size() - index % 64 * 64) {
    sanitizer_stack.bottom = bottom();
    sanitizer_stack.size = size;
    sanitizer::create_fiber(sanitizer_stack);
}

fiber_stack::fiber_stack(fiber_stack&& other) noexcept
    : sanitizer_stack(std::exchange(other.sanitizer_stack, {})),
      mapping_(std::exchange(other.mapping_, nullptr)),
      first_frame_(other.first_frame_) {}

fiber_stack::~fiber_stack() {
    if (!mapping_) return;
    sanitizer::destroy_fiber(sanitizer_stack);
    // A later mapping at this address must not inherit AddressSanitizer's marks of this stack.
    sanitizer::forget_frames(sanitizer_stack);
    ::munmap(mapping_, size + page_size());
}

std::byte* fiber_stack::bottom() const { return mapping_ + page_size(); }

}  // namespace ingot::backends::cpu_debug
