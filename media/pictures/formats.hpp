// The reader and writer of each format. Their errors (picture_error) do not contain the file's name; decode_picture()
// and write_picture() add it.
#pragma once

#include <cstddef>
#include <ingot/media/picture_file.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace ingot::media::formats {

/// Throws picture_error if a picture of this size is not read from a file of `file_bytes` bytes: because it has no pixels, or
/// more than max_pixels or most_pixels(file_bytes).
void check_size(int64_t width, int64_t height, size_t file_bytes);

picture decode_png(std::span<const std::byte> bytes);
picture decode_jpeg(std::span<const std::byte> bytes);  ///< upright: applies the Exif orientation
picture decode_hdr(std::span<const std::byte> bytes);
picture decode_exr(std::span<const std::byte> bytes);

/// Throws picture_error with the message that a file of this format is damaged or truncated.
[[noreturn]] void fail_damaged(std::string_view format);
/// Returns the orientation in a JPEG's Exif data, 1 to 8 (Exif 2.3, 4.6.4, tag 274), or 1 if there is none.
int exif_orientation(std::span<const std::byte> jpeg);
/// Returns the picture rotated and mirrored for an Exif orientation, so that it is upright.
picture apply_orientation(picture source, int orientation);

std::vector<std::byte> encode_png(const picture& source);
std::vector<std::byte> encode_hdr(const picture& source);
std::vector<std::byte> encode_exr(const picture& source);

}  // namespace ingot::media::formats
