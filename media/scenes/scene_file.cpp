#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <ingot/files/read_file.hpp>
#include <ingot/media/scene_file.hpp>
#include <new>
#include <string>
#include <system_error>

#include "formats.hpp"

namespace ingot::media {

namespace {

constexpr std::array<std::string_view, 3> extensions {".obj", ".gltf", ".glb"};

uint32_t little_endian_number(std::string_view bytes, size_t position) {
    uint32_t number = 0;
    for (size_t i = 0; i < 4; ++i) number |= uint32_t {static_cast<unsigned char>(bytes[position + i])} << (8 * i);
    return number;
}

// Throws scene_error if a binary glTF file is not of version 2, or if its parts do not fit into the file (glTF 2.0, section
// 4.4).
void require_complete_glb(std::string_view bytes) {
    constexpr size_t chunk_header_size = 8;  // the chunk's size and type, 4 bytes each
    constexpr size_t json_begin = 12 + chunk_header_size;
    constexpr uint32_t json_type = 0x4e4f534a;  // the letters "JSON"
    constexpr const char* advice = "copy or export it again";
    if (bytes.size() < json_begin)
        throw scene_error(
            fmt::format("the file is cut off: it ends after {} bytes, within its header; {}", bytes.size(), advice));
    if (const uint32_t version = little_endian_number(bytes, 4); version != 2)
        throw scene_error(fmt::format(
            "this is version {} of binary glTF, but only version 2 is supported; export the scene as glTF 2.0", version));
    const uint64_t stated_size = little_endian_number(bytes, 8);
    if (stated_size > bytes.size())
        throw scene_error(
            fmt::format("the file is cut off: it has {} bytes, but its header states {}; {}", bytes.size(), stated_size, advice));
    const uint64_t json_end = json_begin + uint64_t {little_endian_number(bytes, 12)};
    if (little_endian_number(bytes, 16) != json_type || json_end > stated_size)
        throw scene_error(fmt::format("the file is damaged: its JSON text is missing or larger than the file; {}", advice));
    const bool has_data = json_end + chunk_header_size <= stated_size;
    if (has_data && json_end + chunk_header_size + little_endian_number(bytes, json_end) > bytes.size())
        throw scene_error(fmt::format("the file is damaged: its binary data are larger than the file; {}", advice));
}

// Reads the file. Throws scene_error if that is not possible.
std::string read_bytes(const std::filesystem::path& file) try {
    return files::read_text(file);
} catch (const std::filesystem::filesystem_error& problem) {
    const bool is_missing = problem.code() == std::errc::no_such_file_or_directory;
    throw scene_error(is_missing ? "there is no such file" : "the file cannot be read: " + problem.code().message());
}

// Throws scene_error if the file is empty, or if its first bytes show that it is not a scene but, for example, a picture. Without
// this check, the messages of the libraries that read scenes would contain bytes of the file.
void require_content(std::string_view bytes, std::string_view extension) {
    if (bytes.empty()) throw scene_error("the file is empty");
    if (extension == ".glb") {
        if (!bytes.starts_with("glTF")) throw scene_error("this is not a binary glTF file, which begins with the letters 'glTF'");
        return require_complete_glb(bytes);
    }
    const bool is_text = std::ranges::none_of(bytes.substr(0, 4096), [](char each) {
        return static_cast<unsigned char>(each) < 0x20 && each != '\t' && each != '\n' && each != '\r' && each != '\f';
    });
    if (!is_text)
        throw scene_error(fmt::format("this is not {} file, which is a text", extension == ".obj" ? "an OBJ" : "a glTF"));
}

}  // namespace

std::span<const std::string_view> readable_scene_extensions() { return extensions; }

scene read_scene(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char letter) { return std::tolower(letter); });
    const auto failure = [&](const std::string& problem) -> scene_error {
        return scene_error(fmt::format("'{}': {}", file.string(), problem));
    };
    if (std::ranges::find(extensions, extension) == extensions.end())
        throw failure("the file's name must end with .obj, .gltf or .glb");
    try {
        const std::string bytes = read_bytes(file);
        require_content(bytes, extension);
        scene result = extension == ".obj" ? formats::read_obj(file, bytes) : formats::read_gltf(file, bytes);
        if (result.triangles.empty()) throw scene_error("the scene has no triangle");
        validate(result);
        return result;
    } catch (const formats::placed_scene_error& found) {
        throw scene_error(fmt::format("{}:{}:{}: {}", file.string(), found.line(), found.column(), found.what()));
    } catch (const std::bad_alloc&) {
        throw failure("there is not enough memory for the scene");
    } catch (const std::exception& found) {
        throw failure(found.what());
    }
}

namespace formats {

texture to_texture(const picture& source, const std::string& name) {
    texture result {
        .name = name, .width = static_cast<uint32_t>(source.width), .height = static_cast<uint32_t>(source.height), .texels = {}};
    result.texels.reserve(source.pixels.size());
    for (const pixel& each : source.pixels)
        result.texels.push_back({encode_srgb8(each.red), encode_srgb8(each.green), encode_srgb8(each.blue),
                                 static_cast<uint8_t>(std::lround(255.0f * std::clamp(each.alpha, 0.0f, 1.0f)))});
    return result;
}

texture decode_texture(std::span<const std::byte> bytes, const std::string& name) {
    return to_texture(decode_picture(bytes, name), name);
}

}  // namespace formats

}  // namespace ingot::media
