#pragma once

#include <atomic>
#include <cstdint>

struct atomic_counters {
    std::atomic<uint32_t> sum;
    std::atomic<uint32_t> count;
    std::atomic<uint32_t> last;
    std::atomic<uint32_t> most;
    std::atomic<float> total;
};
