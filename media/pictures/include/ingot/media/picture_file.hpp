// Pictures from files and into files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <ingot/media/picture.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::media {

/// What is wrong with a picture's file; what() names the file.
class picture_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Most pixels that are read: 16,384 · 16,384, which take 4 GiB of memory.
inline constexpr int64_t most_pixels = int64_t {1} << 28;

/// What the extensions of files that can be read are: ".png", ".jpg", ".jpeg", ".hdr", ".exr".
std::span<const std::string_view> readable_extensions();

/// Reads PNG (8 or 16 bits, any colour type), JPEG (turned as its Exif orientation says), Radiance HDR or OpenEXR (scan lines or
/// tiles, any number of bits; the layer without a name; luminance alone is grey). The contents tell the format, whatever the
/// file is called. Values of 8 and 16 bits are taken for sRGB, the others for linear light with sRGB's primaries; colour profiles
/// are not looked at. Throws picture_error where the file is missing, truncated, damaged, of another format, without a pixel, or
/// larger than most_pixels.
picture read_picture(const std::filesystem::path& file);
/// The same of bytes in memory; `name` is for the errors.
picture decode_picture(std::span<const std::byte> bytes, std::string_view name);

enum class picture_format {
    png,  ///< 8 bits, sRGB; light above 1 is cut; alpha where a pixel has some
    hdr,  ///< Radiance RGBE: positive light with 8 bits of precision; no alpha
    exr,  ///< OpenEXR: 32-bit floats, as they are; alpha where a pixel has some, with the colours multiplied by it as the format
          ///< wants it
};

/// The format of ".png", ".hdr" and ".exr", in any case; nothing for others.
std::optional<picture_format> format_of(const std::filesystem::path& file);

/// The bytes of a file. Throws picture_error where the picture has no pixel.
std::vector<std::byte> encode_picture(const picture& from, picture_format format);
/// A PNG of 8-bit RGB values that are encoded already, the top row first.
std::vector<std::byte> encode_png(int width, int height, std::span<const uint8_t> rgb);

/// Writes a file of the format that its extension names. Throws picture_error; then no file is left half written.
void write_picture(const std::filesystem::path& file, const picture& from);

}  // namespace ingot::media
