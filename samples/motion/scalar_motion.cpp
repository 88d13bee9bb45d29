#include "scalar_motion.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace ingot::samples::motion {

uint64_t scalar_motion(const motion_frame& frame, std::span<const std::byte> previous, std::span<const std::byte> current) {
    const int64_t width = frame.width;
    const int64_t height = frame.height;
    constexpr std::array<int64_t, 5> weights {3571, 16004, 26386, 16004, 3571};
    const auto sample = [&](std::span<const std::byte> luma, int64_t place) {
        const auto at = static_cast<size_t>(place);
        if (frame.bits == 8) return std::to_integer<int64_t>(luma[at]);
        return std::to_integer<int64_t>(luma[2 * at]) + 256 * std::to_integer<int64_t>(luma[2 * at + 1]);
    };
    const auto inside = [&](int64_t index, int64_t size) {
        const int64_t reflected = std::abs(index) < size ? std::abs(index) : 2 * size - std::abs(index) - frame.far_edge;
        return std::clamp<int64_t>(reflected, 0, size - 1);
    };

    std::vector<int64_t> columns(static_cast<size_t>(width * height));
    for (int64_t y = 0; y < height; ++y)
        for (int64_t x = 0; x < width; ++x) {
            int64_t sum = int64_t {1} << (frame.bits - 1);
            for (int64_t tap = -2; tap <= 2; ++tap) {
                const int64_t place = inside(y + tap, height) * width + x;
                sum += weights[static_cast<size_t>(tap + 2)] * (sample(current, place) - sample(previous, place));
            }
            columns[static_cast<size_t>(y * width + x)] = sum >> frame.bits;
        }

    uint64_t all = 0;
    for (int64_t y = 0; y < height; ++y)
        for (int64_t x = 0; x < width; ++x) {
            int64_t sum = int64_t {1} << 15;
            for (int64_t tap = -2; tap <= 2; ++tap)
                sum += weights[static_cast<size_t>(tap + 2)] * columns[static_cast<size_t>(y * width + inside(x + tap, width))];
            all += static_cast<uint64_t>(std::abs(sum >> 16));
        }
    return all;
}

}  // namespace ingot::samples::motion
