// Uncompressed video in the YUV4MPEG2 format (.y4m), which common encoders and players read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "window/window.hpp"

namespace ingot::shell {

/// The number of pictures per second as a fraction: 60/1, 30000/1001.
struct frame_rate {
    uint32_t numerator = 60;
    uint32_t denominator = 1;
    double seconds_of_frame() const { return static_cast<double>(denominator) / static_cast<double>(numerator); }
    friend bool operator==(const frame_rate&, const frame_rate&) = default;
};

/// Returns the header of the stream with its newline: progressive, square pixels, 4:4:4 with 8 bits, limited range.
std::string y4m_header(extent size, frame_rate rate);

/// Encodes one picture with its frame header. `rgb` holds three bytes per pixel (sRGB), the top row first. The result
/// is Y'CbCr with the matrix of ITU-R BT.709 (Kr 0.2126, Kb 0.0722) in the limited range: Y' from 16 to 235, Cb and Cr
/// from 16 to 240.
std::vector<uint8_t> y4m_frame(extent size, std::span<const uint8_t> rgb);

}  // namespace ingot::shell
