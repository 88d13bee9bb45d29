// Pictures as regression keeps them: 8-bit RGB, from and to PNG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <ingot/metrics/picture_view.hpp>
#include <vector>

namespace ingot::regression {

struct image {
    int width = 0;
    int height = 0;
    std::vector<uint8_t> rgb;  ///< three bytes for each pixel, sRGB, the top row first

    metrics::picture_view view() const { return {rgb, width, height}; }
    friend bool operator==(const image&, const image&) = default;
};

/// Throws std::runtime_error that names the file.
image read_png(const std::filesystem::path& file);
std::vector<std::byte> encoded_png(const image& of);

}  // namespace ingot::regression
