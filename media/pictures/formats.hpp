// One reader and writer for each format. Each throws picture_error without the file's name, which is put before it.
#pragma once

#include <cstddef>
#include <ingot/media/picture_file.hpp>
#include <span>
#include <vector>

namespace ingot::media::formats {

/// Throws where the size is not that of a picture that is read.
void require_readable_size(int64_t width, int64_t height);

picture decode_8_or_16_bits(std::span<const std::byte> bytes);  ///< PNG, JPEG
picture decode_hdr(std::span<const std::byte> bytes);
picture decode_exr(std::span<const std::byte> bytes);

/// Throws where a PNG is larger than what is read: of some such files stb says that it does not know their type.
void require_readable_png(std::span<const std::byte> bytes);
/// Throws where a JPEG ends before its last marker: stb would fill the rest with grey.
void require_whole_jpeg(std::span<const std::byte> bytes);
/// The orientation of a JPEG's Exif data, 1 to 8 (Exif 2.3, 4.6.4, tag 274); 1 where there is none.
int exif_orientation(std::span<const std::byte> jpeg);
/// As a person should see it.
picture turned(picture from, int orientation);

std::vector<std::byte> encode_png(const picture& from);
std::vector<std::byte> encode_hdr(const picture& from);
std::vector<std::byte> encode_exr(const picture& from);

}  // namespace ingot::media::formats
