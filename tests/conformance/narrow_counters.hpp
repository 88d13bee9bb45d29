#pragma once

#include <atomic>
#include <cstdint>

struct narrow_counters {
    std::atomic<uint8_t> bytes;
    std::atomic<bool> flags[32];
    std::atomic<int16_t> most;
    std::atomic<uint8_t> locked;
    std::atomic_flag lock;
};
