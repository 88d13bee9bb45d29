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

std::string beginning_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string bytes(4096, '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<size_t>(in.gcount()));
    return bytes;
}

// Something else under a scene's name, as a picture: what the libraries say of it would hold its bytes.
void require_content(const std::filesystem::path& file, std::string_view extension) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) throw scene_error("this is a folder");
    if (!std::filesystem::is_regular_file(file, ignored)) throw scene_error("there is no such file");
    const std::string bytes = beginning_of(file);
    if (bytes.empty()) throw scene_error("the file is empty, or cannot be read");
    if (extension == ".glb") {
        if (!bytes.starts_with("glTF")) throw scene_error("this is no binary glTF, which begins with the letters 'glTF'");
        return;
    }
    const bool is_text = std::ranges::none_of(bytes, [](char each) {
        return static_cast<unsigned char>(each) < 0x20 && each != '\t' && each != '\n' && each != '\r' && each != '\f';
    });
    if (!is_text) throw scene_error(fmt::format("this is no text, as {} are", extension == ".obj" ? "OBJ files" : "glTF files"));
}

}  // namespace

std::span<const std::string_view> readable_scene_extensions() { return extensions; }

scene read_scene(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char letter) { return std::tolower(letter); });
    const auto refuse = [&](const std::string& problem) -> scene_error {
        return scene_error(fmt::format("'{}': {}", file.string(), problem));
    };
    if (std::ranges::find(extensions, extension) == extensions.end())
        throw refuse("a scene's file ends with .obj, .gltf or .glb");
    try {
        require_content(file, extension);
        scene made = extension == ".obj" ? formats::read_obj(file) : formats::read_gltf(file);
        if (made.triangles.empty()) throw scene_error("it has no triangle");
        require_sound(made);
        return made;
    } catch (const std::bad_alloc&) {
        throw refuse("there is not enough memory for it");
    } catch (const std::exception& found) {
        throw refuse(found.what());
    }
}

namespace formats {

texture to_texture(const picture& from, const std::string& name) {
    texture made {
        .name = name, .width = static_cast<uint32_t>(from.width), .height = static_cast<uint32_t>(from.height), .texels = {}};
    made.texels.reserve(from.pixels.size());
    for (const pixel& each : from.pixels)
        made.texels.push_back({encode_srgb8(each.red), encode_srgb8(each.green), encode_srgb8(each.blue),
                               static_cast<uint8_t>(std::lround(255.0f * std::clamp(each.alpha, 0.0f, 1.0f)))});
    return made;
}

texture decode_texture(std::span<const std::byte> bytes, const std::string& name) {
    return to_texture(decode_picture(bytes, name), name);
}

}  // namespace formats

}  // namespace ingot::media
