#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <ingot/media/picture_file.hpp>

#include "formats.hpp"

namespace ingot::media {

namespace {

constexpr std::array<std::string_view, 5> extensions {".png", ".jpg", ".jpeg", ".hdr", ".exr"};

bool starts_with(std::span<const std::byte> bytes, std::string_view magic) {
    return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

picture decode_any(std::span<const std::byte> bytes) {
    if (bytes.empty()) throw picture_error("the file is empty");
    if (starts_with(bytes, "\x89PNG\r\n\x1a\n")) {
        formats::check_png_size(bytes);
        return formats::decode_8_or_16_bits(bytes);
    }
    if (starts_with(bytes, "\xff\xd8\xff")) {
        formats::check_jpeg_end(bytes);
        return formats::apply_orientation(formats::decode_8_or_16_bits(bytes), formats::exif_orientation(bytes));
    }
    if (starts_with(bytes, "#?RADIANCE") || starts_with(bytes, "#?RGBE")) return formats::decode_hdr(bytes);
    if (starts_with(bytes, "\x76\x2f\x31\x01")) return formats::decode_exr(bytes);
    throw picture_error("unknown format; pictures can be read from PNG, JPEG, Radiance HDR and OpenEXR files");
}

std::vector<std::byte> read_bytes(const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) throw picture_error(fmt::format("{}: this is a folder", file.string()));
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    if (!stream) throw picture_error(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
    const auto size = static_cast<std::streamoff>(stream.tellg());
    std::vector<std::byte> bytes(static_cast<size_t>(std::max<std::streamoff>(size, 0)));
    stream.seekg(0);
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (size < 0 || !stream) throw picture_error(fmt::format("{}: cannot be read", file.string()));
    return bytes;
}

}  // namespace

void formats::check_size(int64_t width, int64_t height) {
    if (width < 1 || height < 1) throw picture_error("the picture has no pixel");
    if (width > max_pixels / height)
        throw picture_error(fmt::format("{} x {} pixels are too many; at most {} pixels can be read", width, height, max_pixels));
}

void formats::fail_damaged(std::string_view format) {
    throw picture_error(fmt::format("the {} is damaged or truncated; export or copy it again", format));
}

std::span<const std::string_view> readable_extensions() { return extensions; }

picture decode_picture(std::span<const std::byte> bytes, std::string_view name) try {
    return decode_any(bytes);
} catch (const std::exception& problem) {
    throw picture_error(fmt::format("{}: {}", name, problem.what()));
}

picture read_picture(const std::filesystem::path& file) { return decode_picture(read_bytes(file), file.string()); }

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
    const std::vector<std::byte> bytes = encode_picture(source, *format);
    std::ofstream out(file, std::ios::binary);
    if (!out) {
        const std::string problem = std::strerror(errno);
        const std::filesystem::path folder = file.parent_path();
        std::error_code unknown;
        const bool has_folder = folder.empty() || std::filesystem::is_directory(folder, unknown);
        throw picture_error(has_folder ? problem : fmt::format("there is no folder '{}'", folder.string()));
    }
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (out) return;
    // Writing failed: remove the partial file. Do not remove devices and pipes.
    const std::string reason = std::strerror(errno);
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored)) std::filesystem::remove(file, ignored);
    throw picture_error(reason);
} catch (const std::exception& problem) {
    throw picture_error(fmt::format("{}: cannot be written: {}", file.string(), problem.what()));
}

}  // namespace ingot::media
