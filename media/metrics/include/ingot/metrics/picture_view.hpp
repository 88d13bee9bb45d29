// The pixels that metrics read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace ingot::metrics {

/// 8-bit sRGB, three bytes for each pixel, the top row first; owned by another.
struct picture_view {
    std::span<const uint8_t> rgb;
    int width = 0;
    int height = 0;

    size_t pixels() const { return static_cast<size_t>(width) * static_cast<size_t>(height); }
};

/// Pictures that cannot be compared: of different sizes, of none, or with fewer bytes than their size asks for. what() says
/// which.
class comparison_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws comparison_error unless both pictures have the same size, at least one pixel, and all of their bytes.
void require_comparable(const picture_view& reference, const picture_view& test);

}  // namespace ingot::metrics
