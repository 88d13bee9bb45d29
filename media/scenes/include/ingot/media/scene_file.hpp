// Reads scene files.
#pragma once

#include <filesystem>
#include <ingot/media/scene.hpp>
#include <span>
#include <stdexcept>
#include <string_view>

namespace ingot::media {

/// An error of a scene file. what() names the file, and the line or the part of the file if it is known.
class scene_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Returns the extensions of files that can be read: ".obj", ".gltf", ".glb".
std::span<const std::string_view> readable_scene_extensions();

/// Reads Wavefront OBJ with its MTL files, or glTF 2.0 (text or binary). The extension of the file's name decides the
/// format. Reads all triangles, materials, textures and cameras, and transforms them to the scene's coordinates.
/// Animations, skins, lines, points, and lights without area are ignored. Everything else that cannot be read, such as
/// a missing texture, is listed in scene::warnings.
///
/// Throws scene_error if
///
/// - the file is missing or damaged, or has no triangle,
/// - a glTF file requires an extension that is not supported,
/// - an index is out of range,
/// - a position, normal or matrix has a value that is not finite,
/// - a node of a glTF file is its own descendant.
///
/// Damaged files never cause a crash, and the memory that is used is at most proportional to the sizes of the files.
scene read_scene(const std::filesystem::path& file);

}  // namespace ingot::media
