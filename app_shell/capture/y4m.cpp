#include "capture/y4m.hpp"

#include <fmt/format.h>

#include <string_view>

namespace ingot::shell {

namespace {

constexpr int fraction_bits = 16;
constexpr int32_t one = 1 << fraction_bits;

constexpr int32_t fixed(double value) { return static_cast<int32_t>(value * one + (value < 0.0 ? -0.5 : 0.5)); }

/// Converts 8-bit R'G'B' to one 8-bit component of Y'CbCr: a row of the conversion matrix, in 16.16 fixed point, and the
/// offset that is added.
struct component {
    int32_t red, green, blue, offset;
    uint8_t value_of(uint8_t r, uint8_t g, uint8_t b) const {
        return static_cast<uint8_t>((red * r + green * g + blue * b + offset * one + one / 2) >> fraction_bits);
    }
};

// ITU-R BT.709-6, sections 3.2 to 3.4: Y' = Kr R' + Kg G' + Kb B', Cb = (B' - Y') / (2 (1 - Kb)),
// Cr = (R' - Y') / (2 (1 - Kr)). In 8 bits of limited range, Y' is 16 to 235, and Cb and Cr are 16 to 240 around 128.
constexpr double kr = 0.2126;
constexpr double kb = 0.0722;
constexpr double kg = 1.0 - kr - kb;
constexpr double luma = 219.0 / 255.0;
constexpr double chroma = 224.0 / 255.0 / 2.0;
constexpr component y_row {fixed(luma * kr), fixed(luma * kg), fixed(luma * kb), 16};
constexpr component cb_row {fixed(-chroma * kr / (1.0 - kb)), fixed(-chroma * kg / (1.0 - kb)), fixed(chroma), 128};
constexpr component cr_row {fixed(chroma), fixed(-chroma * kg / (1.0 - kr)), fixed(-chroma * kb / (1.0 - kr)), 128};

constexpr std::string_view picture_header = "FRAME\n";

}  // namespace

std::string y4m_header(extent size, frame_rate rate) {
    return fmt::format("YUV4MPEG2 W{} H{} F{}:{} Ip A1:1 C444 XCOLORRANGE=LIMITED\n", size.width, size.height, rate.numerator,
                       rate.denominator);
}

std::vector<uint8_t> y4m_frame(extent size, std::span<const uint8_t> rgb) {
    const size_t pixels = static_cast<size_t>(size.width) * static_cast<size_t>(size.height);
    std::vector<uint8_t> frame(picture_header.begin(), picture_header.end());
    frame.resize(picture_header.size() + 3 * pixels);
    uint8_t* const planes = frame.data() + picture_header.size();
    for (size_t i = 0; i < pixels; ++i) {
        const uint8_t r = rgb[3 * i];
        const uint8_t g = rgb[3 * i + 1];
        const uint8_t b = rgb[3 * i + 2];
        planes[i] = y_row.value_of(r, g, b);
        planes[pixels + i] = cb_row.value_of(r, g, b);
        planes[2 * pixels + i] = cr_row.value_of(r, g, b);
    }
    return frame;
}

}  // namespace ingot::shell
