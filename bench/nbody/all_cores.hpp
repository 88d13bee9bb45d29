// Divides the bodies of a baseline among the processor's cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace ingot::bench {

/// Calls advance(first, last) on each core for a share of the bodies from 0 up to `count`, and waits. A share is a multiple of
/// `block`, but for the last one.
template <typename Advance>
void on_all_cores(size_t count, size_t block, const Advance& advance) {
    const size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const size_t share = ((count + cores - 1) / cores + block - 1) / block * block;
    std::vector<std::jthread> threads;
    for (size_t first = share; first < count; first += share)
        threads.emplace_back(advance, first, std::min(first + share, count));
    advance(size_t {0}, std::min(share, count));
}

}  // namespace ingot::bench
