// glTF 2.0 by tinygltf, which reads its JSON, buffers and pictures. It checks little of what they mean: whatever leads from one
// part of the file to another is checked here.
#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <map>

#include "formats.hpp"
#include "gltf_accessor.hpp"

namespace ingot::media::formats {

namespace {

constexpr std::array<std::string_view, 13> known_extensions {"KHR_mesh_quantization",    "KHR_materials_emissive_strength",
                                                             "KHR_materials_ior",        "KHR_materials_transmission",
                                                             "KHR_materials_volume",     "KHR_materials_unlit",
                                                             "KHR_lights_punctual",      "KHR_materials_specular",
                                                             "KHR_materials_clearcoat",  "KHR_materials_sheen",
                                                             "KHR_materials_anisotropy", "KHR_materials_iridescence",
                                                             "KHR_materials_variants"};

template <typename T>
const T& at(const std::vector<T>& all, int index, const char* what) {
    if (index < 0 || static_cast<size_t>(index) >= all.size())
        throw scene_error(fmt::format("{} {} is not there: the file has {}", what, index, all.size()));
    return all[static_cast<size_t>(index)];
}

// Decodes with the project's own reader. What cannot be read stays empty, and is told of later.
bool decode_image(tinygltf::Image* image, const int, std::string*, std::string*, int, int, const unsigned char* bytes, int size,
                  void*) {
    try {
        const texture made = decode_texture(std::as_bytes(std::span(bytes, static_cast<size_t>(std::max(size, 0)))), image->uri);
        image->width = static_cast<int>(made.width);
        image->height = static_cast<int>(made.height);
        image->component = 4;
        image->bits = 8;
        image->image.resize(made.texels.size() * 4);
        std::copy_n(reinterpret_cast<const unsigned char*>(made.texels.data()), image->image.size(), image->image.begin());
    } catch (const std::exception&) {
        image->image.clear();
    }
    return true;
}

wrapping wrapping_of(int from) {
    return from == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE     ? wrapping::clamp
           : from == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT ? wrapping::mirror
                                                           : wrapping::repeat;
}

class gltf_reader {
public:
    scene read(const std::filesystem::path& file) {
        parse(file);
        for (const std::string& each : model.extensionsRequired)
            if (std::ranges::find(known_extensions, each) == known_extensions.end())
                throw scene_error(fmt::format("it needs the extension {}, which is not known here", each));
        for (const tinygltf::Material& each : model.materials) made.materials.push_back(convert(each));
        for (const int root : roots()) add_tree(root);
        aim_cameras();
        return std::move(made);
    }

private:
    void parse(const std::filesystem::path& file) {
        tinygltf::TinyGLTF loader;
        loader.SetImageLoader(&decode_image, nullptr);
        std::string warnings;
        std::string errors;
        const bool is_binary = file.extension() == ".glb" || file.extension() == ".GLB";
        const bool good = is_binary ? loader.LoadBinaryFromFile(&model, &errors, &warnings, file.string())
                                    : loader.LoadASCIIFromFile(&model, &errors, &warnings, file.string());
        if (!good) throw scene_error(errors.empty() ? "it is no glTF 2.0" : first_line(errors));
        if (!model.asset.version.starts_with("2."))
            throw scene_error(fmt::format("it is glTF {}; what can be read is glTF 2.0", model.asset.version));
        if (!warnings.empty()) made.remarks.push_back(first_line(warnings));
    }

    static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

    std::vector<int> roots() const {
        if (!model.scenes.empty()) return at(model.scenes, std::max(model.defaultScene, 0), "scene").nodes;
        std::vector<bool> is_child(model.nodes.size());
        for (const tinygltf::Node& node : model.nodes)
            for (const int child : node.children)
                if (child >= 0 && static_cast<size_t>(child) < is_child.size()) is_child[static_cast<size_t>(child)] = true;
        std::vector<int> found;
        for (size_t i = 0; i < is_child.size(); ++i)
            if (!is_child[i]) found.push_back(static_cast<int>(i));
        return found;
    }

    // ---- materials

    std::optional<uint32_t> find_texture(int index, int uv_set) {
        if (index < 0) return std::nullopt;
        const auto [found, is_new] = textures.try_emplace(index, std::nullopt);
        if (!is_new) return found->second;
        const tinygltf::Texture& from = at(model.textures, index, "texture");
        if (uv_set != 0)
            made.remarks.push_back(fmt::format("texture {} uses a second set of coordinates; the first is taken", index));
        if (from.source < 0) return std::nullopt;
        const tinygltf::Image& image = at(model.images, from.source, "image");
        const size_t size = static_cast<size_t>(std::max(image.width, 0)) * static_cast<size_t>(std::max(image.height, 0)) * 4;
        if (size == 0 || image.image.size() != size) {
            made.remarks.push_back(fmt::format("image {} ('{}') is missing or cannot be read", from.source, image.uri));
            return std::nullopt;
        }
        texture to {.name = image.uri,
                    .width = static_cast<uint32_t>(image.width),
                    .height = static_cast<uint32_t>(image.height),
                    .texels = {}};
        to.texels.resize(size / 4);
        std::copy_n(image.image.begin(), size, reinterpret_cast<unsigned char*>(to.texels.data()));
        if (from.sampler >= 0) {
            const tinygltf::Sampler& sampler = at(model.samplers, from.sampler, "sampler");
            to.wrap_u = wrapping_of(sampler.wrapS);
            to.wrap_v = wrapping_of(sampler.wrapT);
        }
        found->second = static_cast<uint32_t>(made.textures.size());
        made.textures.push_back(std::move(to));
        return found->second;
    }

    static glm::vec3 colour_of(const std::vector<double>& from, const glm::vec3& otherwise) {
        return from.size() < 3 ? otherwise : glm::vec3(from[0], from[1], from[2]);
    }

    // A number of an extension, or what it is without one.
    static float extension_number(const tinygltf::Material& of, const char* extension, const char* name, double otherwise) {
        const auto found = of.extensions.find(extension);
        if (found == of.extensions.end() || !found->second.IsObject() || !found->second.Has(name))
            return static_cast<float>(otherwise);
        const tinygltf::Value& value = found->second.Get(name);
        return value.IsNumber() ? static_cast<float>(value.GetNumberAsDouble()) : static_cast<float>(otherwise);
    }

    static glm::vec3 extension_colour(const tinygltf::Material& of, const char* extension, const char* name) {
        const auto found = of.extensions.find(extension);
        if (found == of.extensions.end() || !found->second.IsObject() || !found->second.Has(name)) return glm::vec3(1.0f);
        const tinygltf::Value& value = found->second.Get(name);
        if (!value.IsArray() || value.ArrayLen() != 3) return glm::vec3(1.0f);
        glm::vec3 made_of(1.0f);
        for (int i = 0; i < 3; ++i)
            if (value.Get(i).IsNumber()) made_of[i] = static_cast<float>(value.Get(i).GetNumberAsDouble());
        return made_of;
    }

    material convert(const tinygltf::Material& from) {
        const tinygltf::PbrMetallicRoughness& pbr = from.pbrMetallicRoughness;
        material to {.name = from.name, .kind = surface::metal_rough, .colour = colour_of(pbr.baseColorFactor, glm::vec3(1.0f))};
        to.opacity = pbr.baseColorFactor.size() == 4 ? static_cast<float>(pbr.baseColorFactor[3]) : 1.0f;
        to.see_through = from.alphaMode == "MASK" || from.alphaMode == "BLEND";
        if (from.alphaMode == "MASK") to.opacity_cutoff = std::max(static_cast<float>(from.alphaCutoff), 1e-6f);
        to.metalness = static_cast<float>(pbr.metallicFactor);
        to.roughness = static_cast<float>(pbr.roughnessFactor);
        to.index = extension_number(from, "KHR_materials_ior", "ior", 1.5);
        to.emission = colour_of(from.emissiveFactor, glm::vec3(0.0f)) *
                      extension_number(from, "KHR_materials_emissive_strength", "emissiveStrength", 1.0);
        to.two_sided = from.doubleSided;
        to.normal_scale = static_cast<float>(from.normalTexture.scale);
        to.colour_texture = find_texture(pbr.baseColorTexture.index, pbr.baseColorTexture.texCoord);
        to.metal_rough_texture = find_texture(pbr.metallicRoughnessTexture.index, pbr.metallicRoughnessTexture.texCoord);
        to.emission_texture = find_texture(from.emissiveTexture.index, from.emissiveTexture.texCoord);
        to.normal_texture = find_texture(from.normalTexture.index, from.normalTexture.texCoord);
        if (extension_number(from, "KHR_materials_transmission", "transmissionFactor", 0.0) > 0.5f) make_glass(to, from);
        return to;
    }

    static void make_glass(material& to, const tinygltf::Material& from) {
        to.kind = surface::dielectric;
        to.colour_texture.reset();
        const float distance = extension_number(from, "KHR_materials_volume", "attenuationDistance", 0.0);
        const glm::vec3 colour = glm::clamp(extension_colour(from, "KHR_materials_volume", "attenuationColor"), 1e-4f, 1.0f);
        if (distance > 0.0f) to.absorption = -glm::log(colour) / distance;
    }

    uint32_t material_of(const tinygltf::Primitive& of) {
        if (of.material >= 0) {
            at(model.materials, of.material, "material");
            return static_cast<uint32_t>(of.material);
        }
        if (!fallback) {
            fallback = static_cast<uint32_t>(made.materials.size());
            made.materials.push_back({.name = "default"});
        }
        return *fallback;
    }

    // ---- nodes

    static glm::mat4 matrix_of(const tinygltf::Node& of) {
        if (of.matrix.size() == 16) return glm::mat4(glm::make_mat4(of.matrix.data()));
        glm::mat4 made_of(1.0f);
        if (of.translation.size() == 3) made_of[3] = glm::vec4(glm::vec3(glm::make_vec3(of.translation.data())), 1.0f);
        if (of.rotation.size() == 4)
            made_of = made_of * glm::mat4_cast(glm::quat(static_cast<float>(of.rotation[3]), static_cast<float>(of.rotation[0]),
                                                         static_cast<float>(of.rotation[1]), static_cast<float>(of.rotation[2])));
        if (of.scale.size() == 3)
            for (int i = 0; i < 3; ++i) made_of[i] *= static_cast<float>(of.scale[static_cast<size_t>(i)]);
        return made_of;
    }

    // A node has one parent (section 3.5.2), so none is met twice, and no circle is possible.
    void add_tree(int root) {
        struct waiting {
            int node;
            glm::mat4 parent;
        };
        std::vector<waiting> open {{root, glm::mat4(1.0f)}};
        seen.resize(model.nodes.size());
        while (!open.empty()) {
            const waiting next = open.back();
            open.pop_back();
            const tinygltf::Node& node = at(model.nodes, next.node, "node");
            if (seen[static_cast<size_t>(next.node)])
                throw scene_error(fmt::format("node {} ('{}') is its own descendant, or has two parents", next.node, node.name));
            seen[static_cast<size_t>(next.node)] = true;
            const glm::mat4 to_scene = next.parent * matrix_of(node);
            for (int column = 0; column < 4; ++column)
                for (int row = 0; row < 4; ++row)
                    if (!std::isfinite(to_scene[column][row]))
                        throw scene_error(fmt::format("the matrix of node {} is no number", next.node));
            if (node.mesh >= 0) add_mesh(at(model.meshes, node.mesh, "mesh"), node.mesh, to_scene);
            if (node.camera >= 0) add_camera(at(model.cameras, node.camera, "camera"), to_scene);
            for (const int child : node.children) open.push_back({child, to_scene});
        }
    }

    void add_camera(const tinygltf::Camera& from, const glm::mat4& to_scene) {
        if (from.type != "perspective" || !(from.perspective.yfov > 0.0) || !(from.perspective.yfov < 3.1)) return;
        const glm::vec3 eye(to_scene[3]);
        const glm::vec3 forward = -glm::vec3(to_scene[2]);
        if (!(glm::length(forward) > 0.0f)) return;
        made.viewpoints.push_back({from.name, eye, eye + glm::normalize(forward), static_cast<float>(from.perspective.yfov)});
    }

    // A camera turns about what it looks at: about as far away as the scene's middle.
    void aim_cameras() {
        const extent3 extent = extent_of(made);
        for (viewpoint& each : made.viewpoints) {
            const glm::vec3 forward = each.target - each.eye;
            const float distance = glm::dot(extent.centre() - each.eye, forward);
            each.target = each.eye + forward * std::max(distance, 0.05f * extent.diagonal() + 1e-6f);
        }
    }

    void add_mesh(const tinygltf::Mesh& mesh, int index, const glm::mat4& to_scene) {
        for (size_t i = 0; i < mesh.primitives.size(); ++i) {
            const std::string what = fmt::format("mesh {} ('{}'), primitive {}", index, mesh.name, i);
            const tinygltf::Primitive& primitive = mesh.primitives[i];
            const int mode = primitive.mode < 0 ? TINYGLTF_MODE_TRIANGLES : primitive.mode;
            if (mode >= TINYGLTF_MODE_TRIANGLES) add_primitive(primitive, mode, to_scene, what);
        }
    }

    void add_primitive(const tinygltf::Primitive& from, int mode, const glm::mat4& to_scene, const std::string& what) {
        const auto attribute = [&](const char* name) {
            const auto found = from.attributes.find(name);
            return found == from.attributes.end() ? -1 : found->second;
        };
        const uint32_t material = material_of(from);
        const accessor_values positions = read_numbers(model, attribute("POSITION"), 3, what + ", POSITION");
        accessor_values normals;
        accessor_values uvs;
        if (attribute("NORMAL") >= 0) normals = read_numbers(model, attribute("NORMAL"), 3, what + ", NORMAL");
        if (attribute("TEXCOORD_0") >= 0) uvs = read_numbers(model, attribute("TEXCOORD_0"), 2, what + ", TEXCOORD_0");
        const glm::mat3 turn = glm::mat3(to_scene);
        const float determinant = glm::determinant(turn);
        const glm::mat3 of_normals = determinant != 0.0f ? glm::inverseTranspose(turn) : glm::mat3(0.0f);
        const auto first = made.vertices.size();
        if (first + positions.count > 0xffff'ffffull) throw scene_error("it has more than 2^32 vertices");
        for (size_t i = 0; i < positions.count; ++i) {
            vertex to {.position = glm::vec3(to_scene * glm::vec4(positions.vec3(i), 1.0f)),
                       .normal = glm::vec3(0.0f),
                       .uv = glm::vec2(0.0f)};
            if (!std::isfinite(to.position.x + to.position.y + to.position.z))
                throw scene_error(fmt::format("{}: the position of vertex {} is no number", what, i));
            if (i < normals.count) to.normal = of_normals * normals.vec3(i);
            const float size = glm::length(to.normal);
            to.normal = size > 0.0f ? to.normal / size : glm::vec3(0.0f);
            if (i < uvs.count) to.uv = uvs.vec2(i);
            made.vertices.push_back(to);
        }
        std::vector<uint32_t> corners;
        if (from.indices >= 0) {
            corners = read_indices(model, from.indices, what + ", indices");
        } else {
            corners.resize(positions.count);
            for (uint32_t i = 0; i < corners.size(); ++i) corners[i] = i;
        }
        for (const uint32_t corner : corners)
            if (corner >= positions.count)
                throw scene_error(
                    fmt::format("{}: a triangle has a corner at vertex {}, and there are {}", what, corner, positions.count));
        const auto add = [&](uint32_t a, uint32_t b, uint32_t c) {
            if (determinant < 0.0f) std::swap(b, c);  // a mirrored mesh is turned inside out again
            const auto base = static_cast<uint32_t>(first);
            made.triangles.push_back({{base + a, base + b, base + c}, material});
        };
        if (mode == TINYGLTF_MODE_TRIANGLES)
            for (size_t i = 0; i + 2 < corners.size(); i += 3) add(corners[i], corners[i + 1], corners[i + 2]);
        else
            for (size_t i = 0; i + 2 < corners.size(); ++i) {
                if (mode == TINYGLTF_MODE_TRIANGLE_FAN)
                    add(corners[i + 1], corners[i + 2], corners[0]);
                else
                    add(corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]);
            }
    }

    tinygltf::Model model;
    std::map<int, std::optional<uint32_t>> textures;
    std::optional<uint32_t> fallback;
    std::vector<bool> seen;
    scene made;
};

}  // namespace

scene read_gltf(const std::filesystem::path& file) { return gltf_reader().read(file); }

}  // namespace ingot::media::formats
