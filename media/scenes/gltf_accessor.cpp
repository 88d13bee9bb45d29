#include "gltf_accessor.hpp"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <concepts>
#include <cstring>
#include <ingot/media/scene_file.hpp>
#include <span>
#include <utility>

namespace ingot::media::formats {

namespace {

// The largest number of elements of an accessor without a buffer. The elements of such an accessor are zeros (glTF 2.0, section
// 5.1.1), so even a small file can declare very many.
constexpr size_t most_zeros = size_t {1} << 24;

size_t component_size(int type) {
    switch (type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return 1;
        case TINYGLTF_COMPONENT_TYPE_SHORT:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return 2;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return 4;
        default:
            return 0;
    }
}

template <typename T>
T read_as(const unsigned char* source) {
    T value;
    std::memcpy(&value, source, sizeof(T));
    return value;
}

float number_at(const unsigned char* source, int type, bool normalised) {
    const auto scaled = [&](float value, float largest) { return normalised ? std::max(value / largest, -1.0f) : value; };
    switch (type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return scaled(read_as<int8_t>(source), 127.0f);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return scaled(read_as<uint8_t>(source), 255.0f);
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return scaled(read_as<int16_t>(source), 32767.0f);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return scaled(read_as<uint16_t>(source), 65535.0f);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return static_cast<float>(read_as<uint32_t>(source));
        default:
            return read_as<float>(source);
    }
}

uint32_t index_at(const unsigned char* source, int type) {
    switch (type) {
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return read_as<uint8_t>(source);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return read_as<uint16_t>(source);
        default:
            return read_as<uint32_t>(source);
    }
}

// The elements of an accessor in its buffer.
struct strided {
    const unsigned char* first = nullptr;
    size_t stride = 0;
    const unsigned char* operator[](size_t index) const { return first + index * stride; }
};

// Finds `count` elements of `element` bytes in a buffer view. Throws scene_error, whose message begins with `name`, unless the
// view is inside of its buffer and the elements are inside of the view. If `stride` is 0, uses the view's stride, or `element`
// if the view has none.
strided find_elements(const tinygltf::Model& model, int view_index, size_t offset, size_t stride, size_t element, size_t count,
                      const std::string& name) {
    if (view_index < 0 || static_cast<size_t>(view_index) >= model.bufferViews.size())
        throw scene_error(fmt::format("{}: buffer view {} does not exist", name, view_index));
    const tinygltf::BufferView& view = model.bufferViews[static_cast<size_t>(view_index)];
    if (view.buffer < 0 || static_cast<size_t>(view.buffer) >= model.buffers.size())
        throw scene_error(fmt::format("{}: buffer {} does not exist", name, view.buffer));
    const auto& bytes = model.buffers[static_cast<size_t>(view.buffer)].data;
    if (view.byteOffset > bytes.size() || view.byteLength > bytes.size() - view.byteOffset)
        throw scene_error(
            fmt::format("{}: buffer view {} extends beyond its buffer of {} bytes", name, view_index, bytes.size()));
    if (stride == 0) stride = view.byteStride != 0 ? view.byteStride : element;
    const bool fits = count == 0 || (stride >= element && offset <= view.byteLength && element <= view.byteLength - offset &&
                                     (count - 1) <= (view.byteLength - offset - element) / stride);
    if (!fits)
        throw scene_error(fmt::format("{}: its {} elements overlap, or extend beyond buffer view {} of {} bytes", name, count,
                                      view_index, view.byteLength));
    return {bytes.data() + view.byteOffset + offset, stride};
}

const tinygltf::Accessor& find_accessor(const tinygltf::Model& model, int index, const std::string& name) {
    if (index < 0 || static_cast<size_t>(index) >= model.accessors.size())
        throw scene_error(fmt::format("{}: accessor {} does not exist", name, index));
    const tinygltf::Accessor& found = model.accessors[static_cast<size_t>(index)];
    if (component_size(found.componentType) == 0)
        throw scene_error(fmt::format("{}: accessor {} has numbers of an unknown type ({})", name, index, found.componentType));
    return found;
}

// Converts one element's numbers and stores them.
void store(accessor_values& target, size_t index, const unsigned char* source, const tinygltf::Accessor& accessor) {
    for (size_t i = 0; i < target.components; ++i)
        target.values[index * target.components + i] =
            number_at(source + i * component_size(accessor.componentType), accessor.componentType, accessor.normalized);
}

// Converts a size or an offset of a sparse accessor, which is an int in tinygltf 2.8 and a size_t since 2.9. A negative value
// becomes 0.
template <std::integral number>
size_t to_size(number value) {
    return std::cmp_less(value, 0) ? 0 : static_cast<size_t>(value);
}

// Replaces the elements whose indices a sparse accessor lists by the values that it lists (glTF 2.0, section 3.6.2.3).
void replace_sparse(const tinygltf::Model& model, const tinygltf::Accessor& accessor, accessor_values& target,
                    const std::string& name) {
    const auto& sparse = accessor.sparse;
    const auto count = to_size(sparse.count);
    const size_t index_size = component_size(sparse.indices.componentType);
    if (index_size == 0) throw scene_error(name + ": its sparse indices have an unknown type");
    const strided indices =
        find_elements(model, sparse.indices.bufferView, to_size(sparse.indices.byteOffset), index_size, index_size, count, name);
    const size_t element = target.components * component_size(accessor.componentType);
    const strided values =
        find_elements(model, sparse.values.bufferView, to_size(sparse.values.byteOffset), element, element, count, name);
    for (size_t i = 0; i < count; ++i) {
        const uint32_t index = index_at(indices[i], sparse.indices.componentType);
        if (index >= target.count)
            throw scene_error(fmt::format("{}: a sparse index is {}, but there are {} elements", name, index, target.count));
        store(target, index, values[i], accessor);
    }
}

}  // namespace

accessor_values read_numbers(const tinygltf::Model& model, int index, size_t components, const std::string& name) {
    const tinygltf::Accessor& accessor = find_accessor(model, index, name);
    if (tinygltf::GetNumComponentsInType(static_cast<uint32_t>(accessor.type)) != static_cast<int>(components))
        throw scene_error(fmt::format("{}: the elements of accessor {} do not have {} numbers", name, index, components));
    accessor_values result {accessor.count, components, {}};
    if (accessor.bufferView < 0) {
        if (accessor.count > most_zeros)
            throw scene_error(fmt::format("{}: {} elements without a buffer are too many", name, accessor.count));
        result.values.assign(accessor.count * components, 0.0f);
    } else {
        const size_t element = components * component_size(accessor.componentType);
        const strided source = find_elements(model, accessor.bufferView, accessor.byteOffset, 0, element, accessor.count, name);
        result.values.resize(accessor.count * components);
        for (size_t i = 0; i < accessor.count; ++i) store(result, i, source[i], accessor);
    }
    if (accessor.sparse.isSparse) replace_sparse(model, accessor, result, name);
    return result;
}

std::vector<uint32_t> read_indices(const tinygltf::Model& model, int index, const std::string& name) {
    const tinygltf::Accessor& accessor = find_accessor(model, index, name);
    const bool is_index = accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
                          accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
                          accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
    if (accessor.type != TINYGLTF_TYPE_SCALAR || !is_index)
        throw scene_error(fmt::format("{}: accessor {} does not contain indices", name, index));
    const size_t element = component_size(accessor.componentType);
    const strided source = find_elements(model, accessor.bufferView, accessor.byteOffset, 0, element, accessor.count, name);
    std::vector<uint32_t> indices(accessor.count);
    for (size_t i = 0; i < accessor.count; ++i) indices[i] = index_at(source[i], accessor.componentType);
    return indices;
}

}  // namespace ingot::media::formats
