// Memory of the host that the device reads and writes by itself, while the host does something else.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "primary_context.hpp"

namespace ingot::backends::cuda {

class pinned_pool;

/// A block of a pool; back in it when this ends.
class pinned_block {
public:
    pinned_block(std::shared_ptr<pinned_pool> of, std::span<std::byte> whole) : pool(std::move(of)), range(whole) {}
    pinned_block(const pinned_block&) = delete;
    pinned_block& operator=(const pinned_block&) = delete;
    ~pinned_block();

    /// At least as many as were asked for.
    std::span<std::byte> bytes() const { return range; }

private:
    std::shared_ptr<pinned_pool> pool;
    std::span<std::byte> range;
};

/// Pinned blocks of one context. Pinning takes the driver up to milliseconds, so that some are kept for the next who asks.
class pinned_pool : public std::enable_shared_from_this<pinned_pool> {
public:
    explicit pinned_pool(std::shared_ptr<primary_context> of) : context(std::move(of)) {}
    pinned_pool(const pinned_pool&) = delete;
    pinned_pool& operator=(const pinned_pool&) = delete;
    ~pinned_pool();

    /// Throws error where the host has not that much memory to pin. `here` is this pool's context.
    std::shared_ptr<pinned_block> take(const current_context& here, size_t bytes);

private:
    friend class pinned_block;
    std::span<std::byte> take_free(size_t bytes);
    void give_back(std::span<std::byte> block) noexcept;
    void release(std::byte* block) noexcept;

    std::shared_ptr<primary_context> context;
    std::mutex guard;
    std::multimap<size_t, std::byte*> free;  // by size
    size_t free_bytes = 0;
};

}  // namespace ingot::backends::cuda
