// Reads and writes picture files.
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

/// An error of reading, writing or encoding a picture. what() names the file, except if encode_picture() or encode_png() throws
/// it: these functions have no file.
class picture_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The largest number of pixels of a picture that can be read: 16,384 · 16,384, which need 4 GiB of memory.
inline constexpr int64_t max_pixels = int64_t {1} << 28;

/// Returns the extensions of files that can be read: ".png", ".jpg", ".jpeg", ".hdr", ".exr".
std::span<const std::string_view> readable_extensions();

/// Reads a picture file:
///
/// - PNG with any bit depth and any colour type,
/// - JPEG, rotated and mirrored by its Exif orientation,
/// - Radiance HDR,
/// - OpenEXR with scan lines or tiles and any number of bits. Only the layer without a name is read; a picture that has
///   luminance (Y) and no red becomes grey. Subsampled channels are not supported.
///
/// The contents decide the format, not the file's name. Values of PNG and JPEG are treated as sRGB, those of HDR and
/// OpenEXR as linear light with the primaries of sRGB; colour profiles are ignored. Throws picture_error if the file is
/// missing, truncated, damaged or of another format, if it uses something that is not supported, if it has no pixels, more than
/// max_pixels or too many for the size of the file (most_pixels() in read_limits.hpp), or if there is not enough memory.
picture read_picture(const std::filesystem::path& file);
/// Reads a picture file's bytes from memory. `name` is the name in error messages.
picture decode_picture(std::span<const std::byte> bytes, std::string_view name);

/// The formats that can be written.
enum class picture_format {
    png,  ///< 8 bits, sRGB. Light above 1 is clamped. With alpha if a pixel is not opaque
    hdr,  ///< Radiance RGBE: positive light with 8 bits of precision, without alpha
    exr,  ///< OpenEXR: 32-bit floats, not clamped. If a pixel is not opaque: with alpha, and the colours are multiplied by
          ///< alpha, as the format requires
};

/// Returns the format that the file's extension names: ".png", ".hdr" or ".exr", in upper or lower case. Returns nothing
/// for other extensions.
std::optional<picture_format> find_picture_format(const std::filesystem::path& file);

/// Returns the bytes of a file of this format. Throws picture_error if the picture has no pixels or cannot be encoded.
std::vector<std::byte> encode_picture(const picture& source, picture_format format);
/// Returns the bytes of a PNG file. `rgb` are 8-bit sRGB values, the top row first.
std::vector<std::byte> encode_png(int width, int height, std::span<const uint8_t> rgb);
/// Returns the bytes of a JPEG file, for pages that are loaded over a network. `quality` is 1 to 100. Throws picture_error if the
/// number of values is not 3 · width · height, or if a side has more than 65,535 pixels.
std::vector<std::byte> encode_jpeg(int width, int height, std::span<const uint8_t> rgb, int quality);

/// Writes a file of the format that its extension names. Throws picture_error if this fails; then no partial file
/// remains.
void write_picture(const std::filesystem::path& file, const picture& source);

}  // namespace ingot::media
