// The reader of each format. Their errors (scene_error) do not contain the file's name; read_scene() adds it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <ingot/media/picture_file.hpp>
#include <ingot/media/scene_file.hpp>
#include <span>
#include <string>

namespace ingot::media::formats {

/// An error at a line and column of a text file. read_scene() writes both after the file's name, as compilers do.
class placed_scene_error : public scene_error {
public:
    placed_scene_error(size_t line, size_t column, const std::string& problem)
        : scene_error(problem), line_(line), column_(column) {}
    size_t line() const { return line_; }
    size_t column() const { return column_; }

private:
    size_t line_;
    size_t column_;
};

/// Read a scene from the bytes of the file. `file` gives the folder of the files that the scene names.
scene read_obj(const std::filesystem::path& file, const std::string& bytes);
scene read_gltf(const std::filesystem::path& file, const std::string& bytes);

/// Reads a texture of 8 bits from a picture file in memory. Throws picture_error if the picture cannot be read.
texture decode_texture(std::span<const std::byte> bytes, const std::string& name);
/// Converts a picture to a texture of 8 bits.
texture to_texture(const picture& source, const std::string& name);

}  // namespace ingot::media::formats
