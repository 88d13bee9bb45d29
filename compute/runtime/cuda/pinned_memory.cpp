#include "pinned_memory.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace ingot::backends::cuda {

namespace {

constexpr size_t smallest_block = 64 * 1024;
constexpr size_t kept_bytes = 64 * 1024 * 1024;
// A block that is so many times larger than what is asked for is left to others.
constexpr size_t largest_waste = 4;

// Sizes in powers of two find their like again; what is too large to be kept is not rounded.
size_t block_size(size_t bytes) { return bytes > kept_bytes ? bytes : std::bit_ceil(std::max(bytes, smallest_block)); }

}  // namespace

pinned_block::~pinned_block() { pool->give_back(range); }

pinned_pool::~pinned_pool() {
    for (const auto& [size, block] : free) release(block);
}

std::shared_ptr<pinned_block> pinned_pool::take(const current_context& here, size_t bytes) {
    const size_t size = block_size(bytes);
    std::span<std::byte> block = take_free(size);
    if (block.empty()) {
        void* pinned = nullptr;
        const auto& allocate = here.calls().allocate_pinned;
        if (const result answer = here.attempt(allocate, &pinned, size); answer != result::success)
            here.refuse("no " + std::to_string(size) + " bytes of pinned host memory", allocate.name(), answer);
        block = {static_cast<std::byte*>(pinned), size};
    }
    try {
        return std::make_shared<pinned_block>(shared_from_this(), block);
    } catch (const std::bad_alloc&) {
        release(block.data());
        throw;
    }
}

std::span<std::byte> pinned_pool::take_free(size_t bytes) {
    const std::lock_guard lock(guard);
    const auto found = free.lower_bound(bytes);
    if (found == free.end() || found->first / largest_waste > bytes) return {};
    const std::span<std::byte> block(found->second, found->first);
    free_bytes -= block.size();
    free.erase(found);
    return block;
}

void pinned_pool::give_back(std::span<std::byte> block) noexcept {
    try {
        const std::lock_guard lock(guard);
        if (block.size() <= kept_bytes - free_bytes) {
            free.emplace(block.size(), block.data());
            free_bytes += block.size();
            return;
        }
    } catch (const std::bad_alloc&) {
        // Not kept then.
    }
    release(block.data());
}

void pinned_pool::release(std::byte* block) noexcept { context->release(context->calls().free_pinned, block); }

}  // namespace ingot::backends::cuda
