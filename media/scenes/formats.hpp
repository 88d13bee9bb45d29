// The reader of each format. Their errors (scene_error) do not contain the file's name; read_scene() adds it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <ingot/media/picture_file.hpp>
#include <ingot/media/scene_file.hpp>
#include <span>
#include <string>

namespace ingot::media::formats {

scene read_obj(const std::filesystem::path& file);
scene read_gltf(const std::filesystem::path& file);

/// Reads a texture of 8 bits from a picture file in memory. Throws picture_error.
texture decode_texture(std::span<const std::byte> bytes, const std::string& name);
/// Converts a picture to a texture of 8 bits.
texture to_texture(const picture& source, const std::string& name);

}  // namespace ingot::media::formats
