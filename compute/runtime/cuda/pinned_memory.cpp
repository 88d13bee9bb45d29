#include "pinned_memory.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace ingot::backends::cuda {

namespace {

constexpr size_t smallest_block = 64 * 1024;
// The pool keeps at most this many free bytes.
constexpr size_t kept_bytes = 64 * 1024 * 1024;
// A free block that is more than this many times larger than a request is not used for the request.
constexpr size_t largest_waste = 4;

// Rounds up to a power of two, so that later requests of a similar size can reuse the block. Blocks that are too large to be
// kept are not rounded.
size_t block_size(size_t bytes) { return bytes > kept_bytes ? bytes : std::bit_ceil(std::max(bytes, smallest_block)); }

}  // namespace

pinned_block::~pinned_block() { pool_->reuse_or_release(bytes_); }

pinned_pool::~pinned_pool() {
    for (const auto& [size, block] : free_blocks_) release(block);
}

std::shared_ptr<pinned_block> pinned_pool::get_block(const current_context& context, size_t bytes) {
    const size_t size = block_size(bytes);
    std::span<std::byte> block = find_free(size);
    if (block.empty()) {
        void* pinned = nullptr;
        const auto& allocate = context.driver_functions().allocate_pinned;
        if (const result answer = context.try_call(allocate, &pinned, size); answer != result::success)
            context.fail("allocating " + std::to_string(size) + " bytes of pinned host memory", allocate.name(), answer);
        block = {static_cast<std::byte*>(pinned), size};
    }
    try {
        return std::make_shared<pinned_block>(shared_from_this(), block);
    } catch (const std::bad_alloc&) {
        release(block.data());
        throw;
    }
}

std::span<std::byte> pinned_pool::find_free(size_t bytes) {
    const std::lock_guard lock(guard_);
    const auto found = free_blocks_.lower_bound(bytes);
    if (found == free_blocks_.end() || found->first / largest_waste > bytes) return {};
    const std::span<std::byte> block(found->second, found->first);
    free_bytes_ -= block.size();
    free_blocks_.erase(found);
    return block;
}

void pinned_pool::reuse_or_release(std::span<std::byte> block) noexcept {
    try {
        const std::lock_guard lock(guard_);
        if (block.size() <= kept_bytes - free_bytes_) {
            free_blocks_.emplace(block.size(), block.data());
            free_bytes_ += block.size();
            return;
        }
    } catch (const std::bad_alloc&) {
        // There is no memory for the entry in free_blocks_, so the block is released.
    }
    release(block.data());
}

void pinned_pool::release(std::byte* block) noexcept { context_->release(context_->driver_functions().free_pinned, block); }

}  // namespace ingot::backends::cuda
