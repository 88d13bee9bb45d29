// One reader for each format. Each throws scene_error without the file's name, which is put before it.
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

/// A texture of 8 bits out of a picture's file in memory. Throws picture_error.
texture decode_texture(std::span<const std::byte> bytes, const std::string& name);
texture to_texture(const picture& from, const std::string& name);

}  // namespace ingot::media::formats
