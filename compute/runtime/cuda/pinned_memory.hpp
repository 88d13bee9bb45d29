// Pinned host memory: memory that the device reads and writes directly, while the host continues.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "primary_context.hpp"

namespace ingot::backends::cuda {

class pinned_pool;

/// A block of pinned memory. The destructor returns it to its pool.
class pinned_block {
public:
    pinned_block(std::shared_ptr<pinned_pool> pool, std::span<std::byte> whole) : pool_(std::move(pool)), bytes_(whole) {}
    pinned_block(const pinned_block&) = delete;
    pinned_block& operator=(const pinned_block&) = delete;
    ~pinned_block();

    /// The whole block, which may be larger than requested.
    std::span<std::byte> bytes() const { return bytes_; }

private:
    std::shared_ptr<pinned_pool> pool_;
    std::span<std::byte> bytes_;
};

/// The pinned blocks of one context. Pinning takes up to milliseconds, so the pool keeps free blocks and reuses them.
class pinned_pool : public std::enable_shared_from_this<pinned_pool> {
public:
    explicit pinned_pool(std::shared_ptr<primary_context> context) : context_(std::move(context)) {}
    pinned_pool(const pinned_pool&) = delete;
    pinned_pool& operator=(const pinned_pool&) = delete;
    ~pinned_pool();

    /// Returns a block of at least `bytes` bytes. Throws error if the host cannot pin that much memory. `context` must be this
    /// pool's context.
    std::shared_ptr<pinned_block> get_block(const current_context& context, size_t bytes);

private:
    friend class pinned_block;
    std::span<std::byte> find_free(size_t bytes);
    void reuse_or_release(std::span<std::byte> block) noexcept;
    void release(std::byte* block) noexcept;

    std::shared_ptr<primary_context> context_;
    std::mutex guard_;
    std::multimap<size_t, std::byte*> free_blocks_;  // the key is the size
    size_t free_bytes_ = 0;
};

}  // namespace ingot::backends::cuda
