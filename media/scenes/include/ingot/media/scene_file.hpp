// Scenes from files.
#pragma once

#include <filesystem>
#include <ingot/media/scene.hpp>
#include <span>
#include <stdexcept>
#include <string_view>

namespace ingot::media {

/// What is wrong with a scene's file; what() names the file, and the line or the part where that is known.
class scene_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// ".obj", ".gltf", ".glb".
std::span<const std::string_view> readable_scene_extensions();

/// Reads Wavefront OBJ with its MTL files, or glTF 2.0 (text or binary), by the name's extension. All of it that is triangles,
/// with materials, textures and cameras, in the scene's space; animations, skins, lines, points and lights without extent are
/// left out. What was left out otherwise, such as a texture that is missing, stands in scene::remarks. Throws scene_error where
/// the file is missing, damaged, needs an extension that is not known, or has no triangle; where an index leads nowhere; where a
/// position, normal or matrix is no number; and where a node of glTF is its own descendant. No file makes it crash or take more
/// memory than in proportion to the files' sizes.
scene read_scene(const std::filesystem::path& file);

}  // namespace ingot::media
