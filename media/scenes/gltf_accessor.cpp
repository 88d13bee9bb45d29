#include "gltf_accessor.hpp"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <concepts>
#include <cstring>
#include <ingot/media/scene_file.hpp>
#include <span>
#include <utility>

namespace ingot::media::formats {

namespace {

// An accessor without a buffer is zeros (glTF 2.0, section 5.1.1); no more of them than this.
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
T read_as(const unsigned char* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

float number_at(const unsigned char* from, int type, bool normalised) {
    const auto scaled = [&](float value, float largest) { return normalised ? std::max(value / largest, -1.0f) : value; };
    switch (type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return scaled(read_as<int8_t>(from), 127.0f);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return scaled(read_as<uint8_t>(from), 255.0f);
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return scaled(read_as<int16_t>(from), 32767.0f);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return scaled(read_as<uint16_t>(from), 65535.0f);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return static_cast<float>(read_as<uint32_t>(from));
        default:
            return read_as<float>(from);
    }
}

uint32_t index_at(const unsigned char* from, int type) {
    switch (type) {
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return read_as<uint8_t>(from);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return read_as<uint16_t>(from);
        default:
            return read_as<uint32_t>(from);
    }
}

// Elements in a buffer.
struct strided {
    const unsigned char* first = nullptr;
    size_t stride = 0;
    const unsigned char* operator[](size_t index) const { return first + index * stride; }
};

strided find_elements(const tinygltf::Model& in, int view_index, size_t offset, size_t stride, size_t element, size_t count,
                      const std::string& what) {
    if (view_index < 0 || static_cast<size_t>(view_index) >= in.bufferViews.size())
        throw scene_error(fmt::format("{}: there is no buffer view {}", what, view_index));
    const tinygltf::BufferView& view = in.bufferViews[static_cast<size_t>(view_index)];
    if (view.buffer < 0 || static_cast<size_t>(view.buffer) >= in.buffers.size())
        throw scene_error(fmt::format("{}: there is no buffer {}", what, view.buffer));
    const auto& bytes = in.buffers[static_cast<size_t>(view.buffer)].data;
    if (view.byteOffset > bytes.size() || view.byteLength > bytes.size() - view.byteOffset)
        throw scene_error(
            fmt::format("{}: buffer view {} reaches beyond its buffer of {} bytes", what, view_index, bytes.size()));
    if (stride == 0) stride = view.byteStride != 0 ? view.byteStride : element;
    const bool fits = count == 0 || (stride >= element && offset <= view.byteLength && element <= view.byteLength - offset &&
                                     (count - 1) <= (view.byteLength - offset - element) / stride);
    if (!fits)
        throw scene_error(
            fmt::format("{}: its {} elements reach beyond buffer view {} of {} bytes", what, count, view_index, view.byteLength));
    return {bytes.data() + view.byteOffset + offset, stride};
}

const tinygltf::Accessor& find_accessor(const tinygltf::Model& in, int index, const std::string& what) {
    if (index < 0 || static_cast<size_t>(index) >= in.accessors.size())
        throw scene_error(fmt::format("{}: there is no accessor {}", what, index));
    const tinygltf::Accessor& found = in.accessors[static_cast<size_t>(index)];
    if (component_size(found.componentType) == 0)
        throw scene_error(fmt::format("{}: accessor {} has numbers of an unknown type ({})", what, index, found.componentType));
    return found;
}

void put(accessor_values& into, size_t index, const unsigned char* from, const tinygltf::Accessor& of) {
    for (size_t i = 0; i < into.components; ++i)
        into.values[index * into.components + i] =
            number_at(from + i * component_size(of.componentType), of.componentType, of.normalized);
}

// A size or an offset, which are int in tinygltf 2.8 and size_t since 2.9. A negative one is read as 0.
template <std::integral number>
size_t size_of(number value) {
    return std::cmp_less(value, 0) ? 0 : static_cast<size_t>(value);
}

// Some elements replaced by others (section 3.6.2.3).
void replace_sparse(const tinygltf::Model& in, const tinygltf::Accessor& of, accessor_values& into, const std::string& what) {
    const auto count = size_of(of.sparse.count);
    const size_t index_size = component_size(of.sparse.indices.componentType);
    if (index_size == 0) throw scene_error(what + ": its sparse indices have an unknown type");
    const strided indices = find_elements(in, of.sparse.indices.bufferView, size_of(of.sparse.indices.byteOffset), index_size,
                                          index_size, count, what);
    const size_t element = into.components * component_size(of.componentType);
    const strided values =
        find_elements(in, of.sparse.values.bufferView, size_of(of.sparse.values.byteOffset), element, element, count, what);
    for (size_t i = 0; i < count; ++i) {
        const uint32_t index = index_at(indices[i], of.sparse.indices.componentType);
        if (index >= into.count) throw scene_error(fmt::format("{}: sparse index {} of {} elements", what, index, into.count));
        put(into, index, values[i], of);
    }
}

}  // namespace

accessor_values read_numbers(const tinygltf::Model& in, int accessor, size_t components, const std::string& what) {
    const tinygltf::Accessor& of = find_accessor(in, accessor, what);
    if (tinygltf::GetNumComponentsInType(static_cast<uint32_t>(of.type)) != static_cast<int>(components))
        throw scene_error(fmt::format("{}: accessor {} has not {} numbers in an element", what, accessor, components));
    accessor_values made {of.count, components, {}};
    if (of.bufferView < 0) {
        if (of.count > most_zeros) throw scene_error(fmt::format("{}: {} elements without a buffer", what, of.count));
        made.values.assign(of.count * components, 0.0f);
    } else {
        const size_t element = components * component_size(of.componentType);
        const strided from = find_elements(in, of.bufferView, of.byteOffset, 0, element, of.count, what);
        made.values.resize(of.count * components);
        for (size_t i = 0; i < of.count; ++i) put(made, i, from[i], of);
    }
    if (of.sparse.isSparse) replace_sparse(in, of, made, what);
    return made;
}

std::vector<uint32_t> read_indices(const tinygltf::Model& in, int accessor, const std::string& what) {
    const tinygltf::Accessor& of = find_accessor(in, accessor, what);
    const bool is_index = of.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
                          of.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
                          of.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
    if (of.type != TINYGLTF_TYPE_SCALAR || !is_index)
        throw scene_error(fmt::format("{}: accessor {} holds no indices", what, accessor));
    const size_t element = component_size(of.componentType);
    const strided from = find_elements(in, of.bufferView, of.byteOffset, 0, element, of.count, what);
    std::vector<uint32_t> made(of.count);
    for (size_t i = 0; i < of.count; ++i) made[i] = index_at(from[i], of.componentType);
    return made;
}

}  // namespace ingot::media::formats
