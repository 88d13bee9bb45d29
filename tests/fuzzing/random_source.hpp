// Random numbers that are the same with every standard library. The class uses no distribution of <random>, because the results
// of the distributions differ between standard libraries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace ingot::fuzzing {

class random_source {
public:
    explicit random_source(uint64_t seed) : engine_(seed) {}

    /// Returns a number from 0 to `limit` - 1.
    uint32_t below(uint32_t limit) { return static_cast<uint32_t>((engine_() >> 32) % limit); }
    /// Returns true with a probability of `percent` %.
    bool chance(uint32_t percent) { return below(100) < percent; }
    uint64_t bits() { return engine_(); }
    template <typename T>
    const T& pick(std::span<const T> values) {
        return values[below(static_cast<uint32_t>(values.size()))];
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace ingot::fuzzing
