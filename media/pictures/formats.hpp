// The reader and writer of each format. Their errors (picture_error) do not contain the file's name; decode_picture()
// and write_picture() add it.
#pragma once

#include <cstddef>
#include <ingot/media/picture_file.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace ingot::media::formats {

/// Throws picture_error if a picture of this size cannot be read, because it has no pixels or more than max_pixels.
void check_size(int64_t width, int64_t height);

picture decode_8_or_16_bits(std::span<const std::byte> bytes);  ///< for PNG and JPEG
picture decode_hdr(std::span<const std::byte> bytes);
picture decode_exr(std::span<const std::byte> bytes);

/// Throws picture_error with the message that a file of this format is damaged or truncated.
[[noreturn]] void fail_damaged(std::string_view format);
/// Throws picture_error if a PNG is too short to contain its size, has no pixels, or has more than max_pixels. Without this
/// check, stb reports an unknown type for some large pictures.
void check_png_size(std::span<const std::byte> bytes);
/// Throws picture_error if a JPEG has no end marker. stb would fill the rest of such a picture with grey.
void check_jpeg_end(std::span<const std::byte> bytes);
/// Returns the orientation in a JPEG's Exif data, 1 to 8 (Exif 2.3, 4.6.4, tag 274), or 1 if there is none.
int exif_orientation(std::span<const std::byte> jpeg);
/// Returns the picture rotated and mirrored for an Exif orientation, so that it is upright.
picture apply_orientation(picture source, int orientation);

std::vector<std::byte> encode_png(const picture& source);
std::vector<std::byte> encode_hdr(const picture& source);
std::vector<std::byte> encode_exr(const picture& source);

}  // namespace ingot::media::formats
