#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <ingot/media/scene_file.hpp>
#include <string>

#include "formats.hpp"

namespace ingot::media {

namespace {

constexpr std::array<std::string_view, 3> extensions {".obj", ".gltf", ".glb"};

std::string read_beginning(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string bytes(4096, '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<size_t>(stream.gcount()));
    return bytes;
}

// Throws scene_error if the file's first bytes show that it is not a scene but, for example, a picture. The libraries'
// own messages for such a file would contain its bytes.
void require_content(const std::filesystem::path& file, std::string_view extension) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) throw scene_error("this is a folder");
    if (!std::filesystem::is_regular_file(file, ignored)) throw scene_error("there is no such file");
    const std::string bytes = read_beginning(file);
    if (bytes.empty()) throw scene_error("the file is empty, or cannot be read");
    if (extension == ".glb") {
        if (!bytes.starts_with("glTF")) throw scene_error("this is not a binary glTF file, which begins with the letters 'glTF'");
        return;
    }
    const bool is_text = std::ranges::none_of(bytes, [](char each) {
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
        require_content(file, extension);
        scene result = extension == ".obj" ? formats::read_obj(file) : formats::read_gltf(file);
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
