#include "local_memory.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "sanitizer.hpp"

namespace ingot::backends::cpu_debug {

namespace {

// More places than one kernel has: those of kernels that ran long ago are given back.
constexpr size_t kept_blocks = 64;

}  // namespace

void local_memory::aligned_delete::operator()(std::byte* bytes) const { ::operator delete(bytes, std::align_val_t {alignment}); }

void* local_memory::block(const void* place, size_t bytes, size_t alignment) {
    // A place asks for one size, but a library that is loaded again may have another place at the same address.
    auto found = std::ranges::find_if(blocks, [&](const place_block& one) { return one.place == place && one.bytes == bytes; });
    if (found == blocks.end()) {
        const size_t aligned = std::max(alignment, size_t {64});
        auto* const memory = static_cast<std::byte*>(::operator new(bytes, std::align_val_t {aligned}));
        found = blocks.insert(found, {place, bytes, {memory, aligned_delete {aligned}}, false});
    }
    if (!found->taken) {
        found->taken = true;
        std::memset(found->memory.get(), 0xff, bytes);
    }
    return found->memory.get();
}

void local_memory::end_group() {
    if (sanitizer::finds_bad_addresses() || sanitizer::finds_races() || blocks.size() > kept_blocks) blocks.clear();
    for (place_block& one : blocks) one.taken = false;
}

}  // namespace ingot::backends::cpu_debug
