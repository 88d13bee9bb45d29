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
/// format. Reads all triangles, materials, textures and perspective cameras, and transforms them to the scene's
/// coordinates. Ignored without a warning are animations, skins, lines, points, orthographic cameras, lights without
/// area, optional extensions of glTF that are not supported, and the textures of MTL other than colour (map_Kd), emission
/// (map_Ke) and normal (norm). Other parts that cannot be read are listed in scene::warnings, such as a missing texture, an
/// opacity texture (map_d) that is not the colour's texture, and normals of glTF that are not finite.
///
/// Throws scene_error if
///
/// - the file is missing or damaged, or has no triangle,
/// - a glTF file requires an extension that is not supported,
/// - an index is out of range,
/// - a vertex, matrix or material has a value that is not finite (such a normal of glTF counts as missing), or a coordinate
///   of OBJ is beyond 1e30,
/// - a node of a glTF file is its own descendant or has two parents,
/// - a glTF scene would have more than 2^25 triangles or 3 · 2^25 vertices, for example because many nodes use one mesh,
/// - there is not enough memory: a small file can contain a large compressed picture.
///
/// Damaged files never cause a crash.
scene read_scene(const std::filesystem::path& file);

}  // namespace ingot::media
