// Tests that the orientation is read from a JPEG's Exif data, and that the picture is rotated or mirrored accordingly.
#include <gtest/gtest.h>

#include <string>

#include "formats.hpp"

namespace ingot::media {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

std::string big(unsigned value, int size) {
    std::string bytes;
    for (int i = size; i-- > 0;) bytes += static_cast<char>(value >> (8 * i) & 0xff);
    return bytes;
}
std::string little(unsigned value, int size) {
    const std::string bytes = big(value, size);
    return {bytes.rbegin(), bytes.rend()};
}

/// Returns a JPEG that contains only Exif data with one entry, the orientation. `order` is the mark of the byte order, and
/// `number` encodes a number in this byte order. The data after `order` are: the number 42 of the TIFF format, the offset of
/// the directory and its number of entries; the tag, the type (16 bits) and the count of the entry, its value and 2 bytes of
/// padding; and 0, because no directory follows.
template <typename Number>
std::string with_orientation(const std::string& order, unsigned orientation, Number number) {
    const std::string tiff = order + number(42, 2) + number(8, 4) + number(1, 2) + number(274, 2) + number(3, 2) + number(1, 4) +
                             number(orientation, 2) + number(0, 2) + number(0, 4);
    const std::string contents = std::string("Exif\0\0", 6) + tiff;
    return "\xff\xd8\xff\xe1" + big(static_cast<unsigned>(contents.size()) + 2, 2) + contents;
}

TEST(exif, orientation_is_read_in_both_orders_of_bytes) {
    for (unsigned orientation = 1; orientation <= 8; ++orientation) {
        EXPECT_EQ(formats::exif_orientation(bytes_of(with_orientation("MM", orientation, big))), static_cast<int>(orientation));
        EXPECT_EQ(formats::exif_orientation(bytes_of(with_orientation("II", orientation, little))),
                  static_cast<int>(orientation));
    }
}

TEST(exif, an_invalid_or_truncated_orientation_counts_as_1) {
    EXPECT_EQ(formats::exif_orientation(bytes_of(with_orientation("MM", 9, big))), 1);
    EXPECT_EQ(formats::exif_orientation(bytes_of(with_orientation("MM", 0, big))), 1);
    const std::string whole = with_orientation("II", 6, little);
    for (size_t size = 0; size < whole.size(); ++size) {
        const int found = formats::exif_orientation(bytes_of(whole).first(size));
        EXPECT_EQ(found, 1) << size;
    }
}

// The upright picture has 2 x 3 pixels; its upper left pixel is red and its upper right pixel is green. For each orientation
// the table lists the stored size and where the red and the green pixel are stored. The comment in each row names the side of
// the upright picture that is stored as the first row, and the side that is stored as the first column (Exif 2.3, 4.6.4).
TEST(exif, each_orientation_is_turned_upright) {
    const pixel red {1.0f, 0.0f, 0.0f, 1.0f};
    const pixel green {0.0f, 1.0f, 0.0f, 1.0f};
    struct stored {
        int orientation, width, height;
        int red_x, red_y, green_x, green_y;
    };
    const stored all[] = {
        {1, 2, 3, 0, 0, 1, 0},  // top, left
        {2, 2, 3, 1, 0, 0, 0},  // top, right
        {3, 2, 3, 1, 2, 0, 2},  // bottom, right
        {4, 2, 3, 0, 2, 1, 2},  // bottom, left
        {5, 3, 2, 0, 0, 0, 1},  // left, top
        {6, 3, 2, 0, 1, 0, 0},  // right, top
        {7, 3, 2, 2, 1, 2, 0},  // right, bottom
        {8, 3, 2, 2, 0, 2, 1},  // left, bottom
    };
    for (const stored& each : all) {
        picture source(each.width, each.height);
        source.at(each.red_x, each.red_y) = red;
        source.at(each.green_x, each.green_y) = green;
        const picture upright = formats::apply_orientation(source, each.orientation);
        ASSERT_EQ(upright.width, 2) << each.orientation;
        ASSERT_EQ(upright.height, 3) << each.orientation;
        EXPECT_EQ(upright.at(0, 0), red) << each.orientation;
        EXPECT_EQ(upright.at(1, 0), green) << each.orientation;
    }
}

}  // namespace
}  // namespace ingot::media
