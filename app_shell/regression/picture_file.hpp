// The pictures of regression cases: 8-bit RGB, read from and written to PNG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <ingot/metrics/picture_view.hpp>
#include <vector>

namespace ingot::regression {

struct image {
    int width = 0;
    int height = 0;
    std::vector<uint8_t> rgb;  ///< three bytes per pixel, sRGB, the top row first

    metrics::picture_view view() const { return {rgb, width, height}; }
    friend bool operator==(const image&, const image&) = default;
};

/// Reads a PNG file. Throws std::runtime_error with the file's name.
image read_png(const std::filesystem::path& file);
/// Returns the contents of a PNG file.
std::vector<std::byte> encode_png(const image& image);

}  // namespace ingot::regression
