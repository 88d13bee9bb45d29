#include "memory_limit.hpp"

#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <stdexcept>

namespace ingot::reader_fuzzing {

namespace {

std::atomic<bool> is_counting {false};
// The bytes that were allocated during an input, less the bytes that were freed. The number can become negative, because a
// reader can free memory that was allocated before the input.
std::atomic<int64_t> used_bytes {0};
std::atomic<int64_t> peak_bytes {0};

void count_allocation(const volatile void*, size_t size) {
    if (!is_counting) return;
    const int64_t now = used_bytes += static_cast<int64_t>(size);
    int64_t highest = peak_bytes;
    while (highest < now && !peak_bytes.compare_exchange_weak(highest, now)) {
    }
}

void count_release(const volatile void* memory) {
    if (is_counting && memory) used_bytes -= static_cast<int64_t>(__sanitizer_get_allocated_size(memory));
}

// AddressSanitizer calls these functions for malloc() and free() of all libraries.
const bool is_installed = __sanitizer_install_malloc_and_free_hooks(&count_allocation, &count_release) != 0;

// Returns null if there is no more memory, or if a piece larger than small_piece would exceed the limit during an input.
void* allocate(size_t size) {
    constexpr auto limit = static_cast<int64_t>(most_memory);
    const bool is_limited = is_counting && size > small_piece;
    if (is_limited && (size > most_memory || used_bytes + static_cast<int64_t>(size) > limit)) return nullptr;
    return std::malloc(std::max<size_t>(size, 1));
}

void* allocate_or_throw(size_t size) {
    if (void* const memory = allocate(size)) return memory;
    throw std::bad_alloc();
}

}  // namespace

memory_count::memory_count() {
    if (!is_installed) throw std::logic_error("the hooks that count memory are not installed");
    used_bytes = 0;
    peak_bytes = 0;
    is_counting = true;
}

memory_count::~memory_count() { is_counting = false; }

size_t memory_count::peak() const { return static_cast<size_t>(peak_bytes.load()); }

}  // namespace ingot::reader_fuzzing

// The operators for usual alignments. Those for larger alignments remain the ones of AddressSanitizer.
void* operator new(size_t size) { return ingot::reader_fuzzing::allocate_or_throw(size); }
void* operator new[](size_t size) { return ingot::reader_fuzzing::allocate_or_throw(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return ingot::reader_fuzzing::allocate(size); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return ingot::reader_fuzzing::allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
