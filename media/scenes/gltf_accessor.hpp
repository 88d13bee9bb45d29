// The arrays of a glTF file, checked.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace tinygltf {
class Model;
}

namespace ingot::media::formats {

/// Elements of `components` numbers each, integers that are normalised brought to 0 to 1 or -1 to 1. Throws scene_error, with
/// `what` in it, where the accessor is missing, of another shape, or reaches beyond its buffer.
struct accessor_values {
    size_t count = 0;
    size_t components = 0;
    std::vector<float> values;
    glm::vec3 vec3(size_t index) const { return {values[3 * index], values[3 * index + 1], values[3 * index + 2]}; }
    glm::vec2 vec2(size_t index) const { return {values[2 * index], values[2 * index + 1]}; }
};
accessor_values read_numbers(const tinygltf::Model& in, int accessor, size_t components, const std::string& what);

/// The indices of a primitive's corners.
std::vector<uint32_t> read_indices(const tinygltf::Model& in, int accessor, const std::string& what);

}  // namespace ingot::media::formats
