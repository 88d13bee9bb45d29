// Reads arrays of numbers from a glTF file. An "accessor" of the file describes each array: the buffer that contains
// it, and the type and number of its elements. All positions and sizes are checked.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace tinygltf {
class Model;
}

namespace ingot::media::formats {

/// Elements of `components` numbers each. Normalised integers are converted to 0 to 1 or -1 to 1.
struct accessor_values {
    size_t count = 0;
    size_t components = 0;
    std::vector<float> values;
    glm::vec3 vec3(size_t index) const { return {values[3 * index], values[3 * index + 1], values[3 * index + 2]}; }
    glm::vec2 vec2(size_t index) const { return {values[2 * index], values[2 * index + 1]}; }
};

/// Reads an accessor whose elements have `components` numbers. Throws scene_error if the accessor does not exist or is not
/// valid: for example if it has another number of components, or extends beyond its buffer. The message begins with `name`, the
/// name of the array.
accessor_values read_numbers(const tinygltf::Model& model, int index, size_t components, const std::string& name);

/// Reads the indices of a primitive's vertices. Throws scene_error as read_numbers() does, and if the elements are not single
/// unsigned integers.
std::vector<uint32_t> read_indices(const tinygltf::Model& model, int index, const std::string& name);

}  // namespace ingot::media::formats
