#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/media/picture_file.hpp>
#include <ingot/media/read_limits.hpp>
#include <limits>

#include "formats.hpp"

namespace ingot::media {

namespace {

constexpr std::array<std::string_view, 5> extensions {".png", ".jpg", ".jpeg", ".hdr", ".exr"};

bool starts_with(std::span<const std::byte> bytes, std::string_view magic) {
    return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

picture decode_any(std::span<const std::byte> bytes) {
    if (bytes.empty()) throw picture_error("the file is empty");
    if (starts_with(bytes, "\x89PNG\r\n\x1a\n")) return formats::decode_png(bytes);
    if (starts_with(bytes, "\xff\xd8\xff")) return formats::decode_jpeg(bytes);
    if (starts_with(bytes, "#?RADIANCE") || starts_with(bytes, "#?RGBE")) return formats::decode_hdr(bytes);
    if (starts_with(bytes, "\x76\x2f\x31\x01")) return formats::decode_exr(bytes);
    throw picture_error("unknown format; pictures can be read from PNG, JPEG, Radiance HDR and OpenEXR files");
}

// Returns a limit that grows with the size of the file, or no limit if the environment switches the limits off.
uint64_t limit(uint64_t least, uint64_t per_byte, uint64_t file_bytes) {
    const char* const setting = std::getenv(read_limits_variable);
    constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();
    if ((setting && std::string_view(setting) == "off") || file_bytes > (unlimited - least) / per_byte) return unlimited;
    return least + per_byte * file_bytes;
}

}  // namespace

uint64_t most_pixels(uint64_t file_bytes) { return limit(uint64_t {1} << 20, 1024, file_bytes); }
uint64_t most_scene_elements(uint64_t file_bytes) { return limit(uint64_t {1} << 22, 64, file_bytes); }

void formats::check_size(int64_t width, int64_t height, size_t file_bytes) {
    if (width < 1 || height < 1) throw picture_error("the picture has no pixel");
    if (width > max_pixels / height)
        throw picture_error(fmt::format("{} x {} pixels are too many; at most {} pixels can be read", width, height, max_pixels));
    if (const uint64_t most = most_pixels(file_bytes); static_cast<uint64_t>(width * height) > most)
        throw picture_error(
            fmt::format("{} x {} pixels are too many for a file of {} bytes, from which at most {} are read; if the "
                        "file is to be trusted, set {}=off in the environment",
                        width, height, file_bytes, most, read_limits_variable));
}

void formats::fail_damaged(std::string_view format) {
    throw picture_error(fmt::format("the {} is damaged or truncated; export or copy it again", format));
}

std::span<const std::string_view> readable_extensions() { return extensions; }

picture decode_picture(std::span<const std::byte> bytes, std::string_view name) try {
    return decode_any(bytes);
} catch (const std::bad_alloc&) {
    throw picture_error(fmt::format("{}: there is not enough memory for the picture", name));
} catch (const std::exception& problem) {
    throw picture_error(fmt::format("{}: {}", name, problem.what()));
}

picture read_picture(const std::filesystem::path& file) {
    std::vector<std::byte> bytes;
    try {
        bytes = files::read_whole_file(file);
    } catch (const std::filesystem::filesystem_error& problem) {
        throw picture_error(fmt::format("{}: cannot be read: {}", file.string(), problem.code().message()));
    }
    return decode_picture(bytes, file.string());
}

std::optional<picture_format> find_picture_format(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char letter) { return std::tolower(letter); });
    if (extension == ".png") return picture_format::png;
    if (extension == ".hdr") return picture_format::hdr;
    if (extension == ".exr") return picture_format::exr;
    return std::nullopt;
}

std::vector<std::byte> encode_picture(const picture& source, picture_format format) {
    if (source.pixels.empty()) throw picture_error("a picture without a pixel cannot be written");
    switch (format) {
        case picture_format::png:
            return formats::encode_png(source);
        case picture_format::hdr:
            return formats::encode_hdr(source);
        case picture_format::exr:
            return formats::encode_exr(source);
    }
    throw picture_error("unknown format");
}

void write_picture(const std::filesystem::path& file, const picture& source) try {
    const auto format = find_picture_format(file);
    if (!format) throw picture_error("the file's name must end with .png, .hdr or .exr");
    files::replace_file(file, encode_picture(source, *format));
} catch (const std::filesystem::filesystem_error& problem) {
    throw picture_error(fmt::format("{}: cannot be written: {}", file.string(), files::reason_not_written(file, problem.code())));
} catch (const std::exception& problem) {
    throw picture_error(fmt::format("{}: cannot be written: {}", file.string(), problem.what()));
}

}  // namespace ingot::media
