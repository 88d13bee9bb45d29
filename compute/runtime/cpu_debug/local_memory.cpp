#include "local_memory.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "sanitizer.hpp"

namespace ingot::backends::cpu_debug {

namespace {

// If there are more blocks than this after a group, all are released. One kernel is not expected to have so many places, so
// some of the blocks belong to kernels that ran earlier.
constexpr size_t kept_blocks = 64;

}  // namespace

void local_memory::aligned_delete::operator()(std::byte* bytes) const { ::operator delete(bytes, std::align_val_t {alignment}); }

void* local_memory::get_block(const void* place, size_t bytes, size_t alignment) {
    // During a launch a place always requests the same size and alignment. They are compared too, because a later launch, or a
    // library that was loaded again, may have another place at the same address.
    auto found = std::ranges::find_if(blocks_, [&](const place_block& block) {
        return block.place == place && block.bytes == bytes && block.memory.get_deleter().alignment >= alignment;
    });
    if (found == blocks_.end()) {
        const size_t aligned = std::max(alignment, size_t {64});
        auto* const memory = static_cast<std::byte*>(::operator new(bytes, std::align_val_t {aligned}));
        found = blocks_.insert(found, {place, bytes, {memory, aligned_delete {aligned}}, false});
    }
    if (!found->is_in_use) {
        found->is_in_use = true;
        std::memset(found->memory.get(), 0xff, bytes);
    }
    return found->memory.get();
}

void local_memory::end_group() {
    if (sanitizer::has_address_sanitizer() || sanitizer::has_thread_sanitizer() || blocks_.size() > kept_blocks) blocks_.clear();
    for (place_block& block : blocks_) block.is_in_use = false;
}

}  // namespace ingot::backends::cpu_debug
