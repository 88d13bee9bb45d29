// Reads glTF 2.0 with tinygltf, which reads the JSON text, the buffers and the pictures. tinygltf checks little of the
// contents, so this reader checks every index by which one part of the file names another. It also limits how deep the JSON text
// is nested, because tinygltf calls itself for each level, and how large a scene may become (read_limits.hpp).
#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <ingot/files/read_file.hpp>
#include <ingot/media/read_limits.hpp>
#include <limits>
#include <map>
#include <optional>
#include <set>

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

// The limits of a scene's size. Scenes have no instances: a mesh is copied for each node that uses it, so a small file can
// make a very large scene. A scene of this size takes up to 4 GB.
constexpr size_t most_triangles = size_t {1} << 25;
constexpr size_t most_vertices = 3 * most_triangles;

// Returns the element of a list. Throws scene_error if the index is out of range; `name` names the element.
template <typename T>
const T& at(const std::vector<T>& all, int index, const char* name) {
    if (index < 0 || static_cast<size_t>(index) >= all.size())
        throw scene_error(fmt::format("{} {} does not exist: the file has {}", name, index, all.size()));
    return all[static_cast<size_t>(index)];
}

// Keeps the bytes of a picture file for gltf_reader::decode(), instead of decoding them. Those in a buffer view stay there.
bool keep_image(tinygltf::Image* image, const int, std::string*, std::string*, int, int, const unsigned char* bytes, int size,
                void*) {
    if (image->bufferView < 0) image->image.assign(bytes, bytes + std::max(size, 0));
    return true;
}

// Reads files for tinygltf: the buffers and pictures that a scene names. Only regular files are read.
class file_access {
public:
    explicit file_access(uint64_t size_of_scene) : different_bytes_(size_of_scene) {}

    // Returns the functions that tinygltf calls. It is a template because the type has one function more since tinygltf 2.9.
    template <typename Callbacks>
    Callbacks callbacks() {
        Callbacks all {};
        all.FileExists = &exists;
        all.ExpandFilePath = &tinygltf::ExpandFilePath;
        all.ReadWholeFile = &read;
        all.WriteWholeFile = &tinygltf::WriteWholeFile;
        if constexpr (requires { all.GetFileSizeInBytes; }) all.GetFileSizeInBytes = &size;
        all.user_data = this;
        return all;
    }

    // The size of all files that were read, each counted once.
    uint64_t different_bytes() const { return different_bytes_; }

private:
    static bool exists(const std::string& file, void*) {
        std::error_code unknown;
        return std::filesystem::exists(file, unknown);
    }

    static bool size(size_t* bytes, std::string* problem, const std::string& file, void*) {
        std::error_code unknown;
        *bytes = std::filesystem::file_size(file, unknown);
        if (unknown) *problem = unknown.message();
        return !unknown;
    }

    static bool read(std::vector<unsigned char>* bytes, std::string* problem, const std::string& file, void* object) try {
        auto& access = *static_cast<file_access*>(object);
        const std::vector<std::byte> contents = files::read_whole_file(file);
        std::error_code unknown;
        const std::filesystem::path resolved = std::filesystem::canonical(file, unknown);
        if (access.files_.insert(resolved).second) access.different_bytes_ += contents.size();
        // A scene can name the same file very often. tinygltf gets a copy each time, so limit the total size of the copies.
        access.all_bytes_ += contents.size();
        if (access.all_bytes_ > bytes_to_repeat + 16 * access.different_bytes_) {
            *problem = "the scene names the same files too often";
            return false;
        }
        const auto* const begin = reinterpret_cast<const unsigned char*>(contents.data());
        bytes->assign(begin, begin + contents.size());
        return true;
    } catch (const std::filesystem::filesystem_error& reason) {
        *problem = reason.code().message();
        return false;
    }

    static constexpr uint64_t bytes_to_repeat = uint64_t {64} << 20;

    std::set<std::filesystem::path> files_;
    uint64_t all_bytes_ = 0;
    uint64_t different_bytes_;
};

// Throws scene_error if lists and objects are nested deeper than scenes need. Does not check the text otherwise.
void require_flat_json(std::string_view text) {
    constexpr int deepest = 256;
    int depth = 0;
    bool is_in_string = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (is_in_string) {
            if (letter == '\\') ++i;
            if (letter == '"') is_in_string = false;
        } else if (letter == '"') {
            is_in_string = true;
        } else if (letter == '[' || letter == '{') {
            if (++depth > deepest)
                throw scene_error(fmt::format("the JSON text is nested deeper than {} levels, which no scene needs", deepest));
        } else if (letter == ']' || letter == '}') {
            --depth;
        }
    }
}

// Returns the JSON text of a file. In a binary file it is the first chunk, whose size was checked (scene_file.cpp).
std::string_view json_text(std::string_view bytes, bool is_binary) {
    if (!is_binary) return bytes;
    constexpr size_t begin = 20;  // after the file's header, 12 bytes, and the chunk's, 8 bytes, which begins with the size
    uint32_t size = 0;
    for (size_t i = 0; i < 4; ++i) size |= uint32_t {static_cast<unsigned char>(bytes[12 + i])} << (8 * i);
    return bytes.substr(begin, size);
}

texture_wrapping wrapping_of(int mode) {
    return mode == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE     ? texture_wrapping::clamp
           : mode == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT ? texture_wrapping::mirror
                                                           : texture_wrapping::repeat;
}

class gltf_reader {
public:
    scene read(const std::filesystem::path& file, const std::string& bytes) {
        parse(file, bytes);
        for (const std::string& each : model_.extensionsRequired)
            if (std::ranges::find(known_extensions, each) == known_extensions.end())
                throw scene_error(fmt::format("the file requires the extension {}, which is not supported", each));
        for (const tinygltf::Material& each : model_.materials) scene_.materials.push_back(convert(each));
        for (const int root : roots()) add_tree(root);
        add_meshes();
        aim_cameras();
        return std::move(scene_);
    }

private:
    void parse(const std::filesystem::path& file, const std::string& bytes) {
        const bool is_binary = bytes.starts_with("glTF");
        require_flat_json(json_text(bytes, is_binary));
        tinygltf::TinyGLTF loader;
        file_access access(bytes.size());
        loader.SetFsCallbacks(access.callbacks<tinygltf::FsCallbacks>());
        loader.SetImageLoader(&keep_image, nullptr);
        std::string warnings;
        std::string errors;
        const std::string folder = file.parent_path().string();
        const auto size = static_cast<unsigned>(bytes.size());
        if (bytes.size() > std::numeric_limits<unsigned>::max()) throw scene_error("the file is larger than 4 GiB");
        const bool good = is_binary
                              ? loader.LoadBinaryFromMemory(&model_, &errors, &warnings,
                                                            reinterpret_cast<const unsigned char*>(bytes.data()), size, folder)
                              : loader.LoadASCIIFromString(&model_, &errors, &warnings, bytes.data(), size, folder);
        most_elements_ = most_scene_elements(access.different_bytes());
        most_texels_ = most_pixels(access.different_bytes());
        if (!good) {
            fail_at_json_error(errors, is_binary);
            const std::string detail = errors.empty() ? "" : fmt::format(" ({})", first_line(errors));
            throw scene_error(
                fmt::format("this is not valid glTF 2.0, or a file that it names is missing{}; copy or export "
                            "the scene again, with all its files",
                            detail));
        }
        if (!model_.asset.version.starts_with("2."))
            throw scene_error(fmt::format("the file is glTF {}; only glTF 2.0 is supported", model_.asset.version));
        if (!warnings.empty()) scene_.warnings.push_back(first_line(warnings));
    }

    // Throws an error with the line and column if `message` reports a syntax error in the JSON text. The JSON library writes
    // such messages in this form:
    //   [json.exception.parse_error.101] parse error at line 2, column 9: syntax error while parsing value - invalid …
    // Nobody edits the JSON text in a binary file, so a syntax error there means that the file is damaged.
    // std::regex is not used, because it needs stack for each character, and the message quotes a text of any length.
    static void fail_at_json_error(const std::string& message, bool is_binary) {
        constexpr std::string_view before_line = "] parse error at line ";
        const size_t begin = message.find("[json.exception.");
        const size_t place = begin == std::string::npos ? begin : message.find(before_line, begin);
        if (place == std::string::npos) return;
        std::string_view rest = std::string_view(message).substr(place + before_line.size());
        const std::optional<size_t> line = take_number(rest, ", column ");
        const std::optional<size_t> column = take_number(rest, ": ");
        if (!line || !column) return;
        const std::string_view problem = rest.substr(0, rest.find('\n'));
        const bool is_cut = problem.find("unexpected end of input") != std::string_view::npos;
        if (is_binary) {
            const std::string what = is_cut ? "ends too early" : fmt::format("is invalid in line {}, column {}", *line, *column);
            throw scene_error(fmt::format("the file is damaged: its JSON text {}; copy or export it again", what));
        }
        throw placed_scene_error(*line, *column, is_cut ? "the JSON text ends too early" : "invalid JSON: " + shortened(problem));
    }

    // Removes a number and the text `end` behind it from the beginning of `text`, and returns the number. Returns nothing if
    // `text` begins in another way.
    static std::optional<size_t> take_number(std::string_view& text, std::string_view end) {
        size_t number = 0;
        const auto [behind, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
        const std::string_view rest = text.substr(static_cast<size_t>(behind - text.data()));
        if (problem != std::errc() || !rest.starts_with(end)) return std::nullopt;
        text = rest.substr(end.size());
        return number;
    }

    // Leaves out the middle of a long text. Cuts only before and after ASCII characters, so that the rest is valid UTF-8.
    static std::string shortened(std::string_view text) {
        constexpr size_t kept = 120;
        if (text.size() <= 3 * kept) return std::string(text);
        const auto is_ascii = [](char character) { return static_cast<unsigned char>(character) < 0x80; };
        size_t first = kept;
        while (first > 0 && !(is_ascii(text[first - 1]) && is_ascii(text[first]))) --first;
        size_t last = text.size() - kept;
        while (last < text.size() && !is_ascii(text[last])) ++last;
        return fmt::format("{} … {}", text.substr(0, first), text.substr(last));
    }

    static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

    // Returns the root nodes of the default scene. If the file has no scenes, returns all nodes that are not children.
    std::vector<int> roots() const {
        if (!model_.scenes.empty()) return at(model_.scenes, std::max(model_.defaultScene, 0), "scene").nodes;
        std::vector<bool> is_child(model_.nodes.size());
        for (const tinygltf::Node& node : model_.nodes)
            for (const int child : node.children)
                if (child >= 0 && static_cast<size_t>(child) < is_child.size()) is_child[static_cast<size_t>(child)] = true;
        std::vector<int> found;
        for (size_t i = 0; i < is_child.size(); ++i)
            if (!is_child[i]) found.push_back(static_cast<int>(i));
        return found;
    }

    // ---- materials

    // Returns the bytes of a picture file: in a buffer view, or those that keep_image() kept.
    std::span<const unsigned char> bytes_of(const tinygltf::Image& image) const {
        if (image.bufferView < 0) return image.image;
        const tinygltf::BufferView& view = at(model_.bufferViews, image.bufferView, "buffer view");
        const std::span<const unsigned char> buffer = at(model_.buffers, view.buffer, "buffer").data;
        if (view.byteOffset > buffer.size() || view.byteLength > buffer.size() - view.byteOffset) return {};
        return buffer.subspan(view.byteOffset, view.byteLength);
    }

    std::optional<uint32_t> find_texture(int index, int uv_set) {
        if (index < 0) return std::nullopt;
        const auto [found, is_new] = textures_.try_emplace(index, std::nullopt);
        if (!is_new) return found->second;
        const tinygltf::Texture& source = at(model_.textures, index, "texture");
        if (uv_set != 0)
            scene_.warnings.push_back(
                fmt::format("texture {} uses the second set of texture coordinates; the first set is used instead", index));
        if (source.source < 0) return std::nullopt;
        const tinygltf::Image& image = at(model_.images, source.source, "image");
        texture result;
        try {
            result = decode_texture(std::as_bytes(bytes_of(image)), image.uri);
        } catch (const picture_error&) {
            scene_.warnings.push_back(fmt::format("image {} ('{}') is missing or cannot be read", source.source, image.uri));
            return std::nullopt;
        }
        texels_ += result.texels.size();
        if (texels_ > most_texels_)
            throw scene_error(
                fmt::format("its textures have more than {} pixels together, which is too much for the size of its "
                            "files; if the scene is to be trusted, set {}=off in the environment",
                            most_texels_, read_limits_variable));
        if (source.sampler >= 0) {
            const tinygltf::Sampler& sampler = at(model_.samplers, source.sampler, "sampler");
            result.wrap_u = wrapping_of(sampler.wrapS);
            result.wrap_v = wrapping_of(sampler.wrapT);
        }
        found->second = static_cast<uint32_t>(scene_.textures.size());
        scene_.textures.push_back(std::move(result));
        return found->second;
    }

    static glm::vec3 colour_of(const std::vector<double>& components, const glm::vec3& otherwise) {
        return components.size() < 3 ? otherwise : glm::vec3(components[0], components[1], components[2]);
    }

    // Returns a number of a material's extension, or `otherwise` if the material does not have it.
    static float extension_number(const tinygltf::Material& source, const char* extension, const char* name, double otherwise) {
        const auto found = source.extensions.find(extension);
        if (found == source.extensions.end() || !found->second.IsObject() || !found->second.Has(name))
            return static_cast<float>(otherwise);
        const tinygltf::Value& value = found->second.Get(name);
        return value.IsNumber() ? static_cast<float>(value.GetNumberAsDouble()) : static_cast<float>(otherwise);
    }

    static glm::vec3 extension_colour(const tinygltf::Material& source, const char* extension, const char* name) {
        const auto found = source.extensions.find(extension);
        if (found == source.extensions.end() || !found->second.IsObject() || !found->second.Has(name)) return glm::vec3(1.0f);
        const tinygltf::Value& value = found->second.Get(name);
        if (!value.IsArray() || value.ArrayLen() != 3) return glm::vec3(1.0f);
        glm::vec3 colour(1.0f);
        for (int i = 0; i < 3; ++i)
            if (value.Get(i).IsNumber()) colour[i] = static_cast<float>(value.Get(i).GetNumberAsDouble());
        return colour;
    }

    material convert(const tinygltf::Material& source) {
        const tinygltf::PbrMetallicRoughness& pbr = source.pbrMetallicRoughness;
        material result {
            .name = source.name, .kind = surface::metal_rough, .colour = colour_of(pbr.baseColorFactor, glm::vec3(1.0f))};
        result.opacity = pbr.baseColorFactor.size() == 4 ? static_cast<float>(pbr.baseColorFactor[3]) : 1.0f;
        result.uses_opacity = source.alphaMode == "MASK" || source.alphaMode == "BLEND";
        // A cutoff of 0 would mean that there is none.
        if (source.alphaMode == "MASK") result.opacity_cutoff = std::max(static_cast<float>(source.alphaCutoff), 1e-6f);
        result.metalness = static_cast<float>(pbr.metallicFactor);
        result.roughness = static_cast<float>(pbr.roughnessFactor);
        result.refractive_index = extension_number(source, "KHR_materials_ior", "ior", 1.5);
        result.emission = colour_of(source.emissiveFactor, glm::vec3(0.0f)) *
                          extension_number(source, "KHR_materials_emissive_strength", "emissiveStrength", 1.0);
        result.two_sided = source.doubleSided;
        result.normal_scale = static_cast<float>(source.normalTexture.scale);
        result.colour_texture = find_texture(pbr.baseColorTexture.index, pbr.baseColorTexture.texCoord);
        result.metal_rough_texture = find_texture(pbr.metallicRoughnessTexture.index, pbr.metallicRoughnessTexture.texCoord);
        result.emission_texture = find_texture(source.emissiveTexture.index, source.emissiveTexture.texCoord);
        result.normal_texture = find_texture(source.normalTexture.index, source.normalTexture.texCoord);
        if (extension_number(source, "KHR_materials_transmission", "transmissionFactor", 0.0) > 0.5f) make_glass(result, source);
        return result;
    }

    static void make_glass(material& glass, const tinygltf::Material& source) {
        glass.kind = surface::dielectric;
        glass.colour_texture.reset();
        const float distance = extension_number(source, "KHR_materials_volume", "attenuationDistance", 0.0);
        const glm::vec3 colour = glm::clamp(extension_colour(source, "KHR_materials_volume", "attenuationColor"), 1e-4f, 1.0f);
        if (distance > 0.0f) glass.absorption = -glm::log(colour) / distance;
    }

    uint32_t material_of(const tinygltf::Primitive& primitive) {
        if (primitive.material >= 0) {
            at(model_.materials, primitive.material, "material");
            return static_cast<uint32_t>(primitive.material);
        }
        if (!default_material_) {
            default_material_ = static_cast<uint32_t>(scene_.materials.size());
            scene_.materials.push_back({.name = "default"});
        }
        return *default_material_;
    }

    // ---- nodes

    static glm::mat4 matrix_of(const tinygltf::Node& node) {
        if (node.matrix.size() == 16) return glm::mat4(glm::make_mat4(node.matrix.data()));
        glm::mat4 matrix(1.0f);
        if (node.translation.size() == 3) matrix[3] = glm::vec4(glm::vec3(glm::make_vec3(node.translation.data())), 1.0f);
        if (node.rotation.size() == 4)
            matrix =
                matrix * glm::mat4_cast(glm::quat(static_cast<float>(node.rotation[3]), static_cast<float>(node.rotation[0]),
                                                  static_cast<float>(node.rotation[1]), static_cast<float>(node.rotation[2])));
        if (node.scale.size() == 3)
            for (int i = 0; i < 3; ++i) matrix[i] *= static_cast<float>(node.scale[static_cast<size_t>(i)]);
        return matrix;
    }

    // A use of a mesh by a node.
    struct placement {
        int mesh;
        glm::mat4 to_scene;
    };

    // Collects the meshes and adds the cameras of a node and its descendants. A node has at most one parent (glTF 2.0, section
    // 3.5.2), so in a valid file no node is visited twice. The check for this also ends the loop if nodes form a cycle.
    void add_tree(int root) {
        struct waiting {
            int node;
            glm::mat4 parent;
        };
        std::vector<waiting> open {{root, glm::mat4(1.0f)}};
        visited_.resize(model_.nodes.size());
        while (!open.empty()) {
            const waiting next = open.back();
            open.pop_back();
            const tinygltf::Node& node = at(model_.nodes, next.node, "node");
            if (visited_[static_cast<size_t>(next.node)])
                throw scene_error(fmt::format("node {} ('{}') is its own descendant, or has two parents", next.node, node.name));
            visited_[static_cast<size_t>(next.node)] = true;
            const glm::mat4 to_scene = next.parent * matrix_of(node);
            for (int column = 0; column < 4; ++column)
                for (int row = 0; row < 4; ++row)
                    if (!std::isfinite(to_scene[column][row]))
                        throw scene_error(
                            fmt::format("the matrix of node {} has a value that is not a finite number", next.node));
            if (node.mesh >= 0) {
                at(model_.meshes, node.mesh, "mesh");
                placements_.push_back({node.mesh, to_scene});
            }
            if (node.camera >= 0) add_camera(at(model_.cameras, node.camera, "camera"), to_scene);
            for (const int child : node.children) open.push_back({child, to_scene});
        }
    }

    void add_camera(const tinygltf::Camera& camera, const glm::mat4& to_scene) {
        if (camera.type != "perspective" || !(camera.perspective.yfov > 0.0) || !(camera.perspective.yfov < 3.1)) return;
        const glm::vec3 eye(to_scene[3]);
        const glm::vec3 forward = -glm::vec3(to_scene[2]);
        if (!(glm::length(forward) > 0.0f)) return;
        scene_.viewpoints.push_back(
            {camera.name, eye, eye + glm::normalize(forward), static_cast<float>(camera.perspective.yfov)});
    }

    // Sets the targets of the cameras, around which a user rotates the view. A target is in the direction in which the camera
    // looks, as far away in this direction as the scene's centre, but at least 5 % of the scene's diagonal.
    void aim_cameras() {
        const bounding_box extent = compute_bounding_box(scene_);
        for (viewpoint& each : scene_.viewpoints) {
            const glm::vec3 forward = each.target - each.eye;
            const float distance = glm::dot(extent.centre() - each.eye, forward);
            each.target = each.eye + forward * std::max(distance, 0.05f * extent.diagonal() + 1e-6f);
        }
    }

    // Adds a copy of a mesh for each node that uses it. After the first copy of a mesh, the size of its other copies is known,
    // so a scene that would be too large is rejected before it fills the memory.
    void add_meshes() {
        std::vector<size_t> copies_left(model_.meshes.size());
        for (const placement& each : placements_) ++copies_left[static_cast<size_t>(each.mesh)];
        for (const placement& each : placements_) {
            const size_t triangles_before = scene_.triangles.size();
            const size_t vertices_before = scene_.vertices.size();
            const tinygltf::Mesh& mesh = at(model_.meshes, each.mesh, "mesh");
            add_mesh(mesh, each.mesh, each.to_scene);
            const size_t left = --copies_left[static_cast<size_t>(each.mesh)];
            const size_t triangles = scene_.triangles.size() - triangles_before;
            const size_t vertices = scene_.vertices.size() - vertices_before;
            const bool is_supported = scene_.triangles.size() + left * triangles <= most_triangles &&
                                      scene_.vertices.size() + left * vertices <= most_vertices;
            if (!is_supported)
                throw scene_error(
                    fmt::format("the scene is too large: {} nodes use mesh {} ('{}') of {} triangles and {} vertices; "
                                "at most {} triangles and {} vertices are supported",
                                std::ranges::count(placements_, each.mesh, &placement::mesh), each.mesh, mesh.name, triangles,
                                vertices, most_triangles, most_vertices));
            require_elements(left * triangles, left * vertices);
        }
    }

    // Throws scene_error if the scene would have more triangles or vertices than the size of its files allows.
    void require_elements(size_t more_triangles, size_t more_vertices) const {
        if (scene_.triangles.size() + more_triangles <= most_elements_ &&
            scene_.vertices.size() + more_vertices <= most_elements_)
            return;
        throw scene_error(
            fmt::format("the scene has {} triangles and {} vertices, which is too much for the size of its files: at "
                        "most {} of each are read; if the scene is to be trusted, set {}=off in the environment",
                        scene_.triangles.size() + more_triangles, scene_.vertices.size() + more_vertices, most_elements_,
                        read_limits_variable));
    }

    void add_mesh(const tinygltf::Mesh& mesh, int index, const glm::mat4& to_scene) {
        for (size_t i = 0; i < mesh.primitives.size(); ++i) {
            const std::string name = fmt::format("mesh {} ('{}'), primitive {}", index, mesh.name, i);
            const tinygltf::Primitive& primitive = mesh.primitives[i];
            const int mode = primitive.mode < 0 ? TINYGLTF_MODE_TRIANGLES : primitive.mode;
            if (mode >= TINYGLTF_MODE_TRIANGLES) add_primitive(primitive, mode, to_scene, name);
        }
    }

    void add_primitive(const tinygltf::Primitive& primitive, int mode, const glm::mat4& to_scene, const std::string& place) {
        const auto attribute = [&](const char* name) {
            const auto found = primitive.attributes.find(name);
            return found == primitive.attributes.end() ? -1 : found->second;
        };
        const uint32_t material = material_of(primitive);
        // Returns the number of elements of an accessor, or 0 if there is no such accessor; read_numbers() then reports that.
        const auto count_of = [&](int accessor) {
            const bool exists = accessor >= 0 && static_cast<size_t>(accessor) < model_.accessors.size();
            return exists ? model_.accessors[static_cast<size_t>(accessor)].count : size_t {0};
        };
        const int position = attribute("POSITION");
        const size_t vertices = count_of(position);
        require_elements(0, vertices);
        const accessor_values positions = read_numbers(model_, position, 3, place + ", POSITION");
        const auto read_attribute = [&](const char* name, size_t components) {
            const int accessor = attribute(name);
            if (accessor < 0) return accessor_values {};
            if (const size_t count = count_of(accessor); count > vertices)
                throw scene_error(fmt::format("{}, {}: there are {}, but only {} vertices", place, name, count, vertices));
            return read_numbers(model_, accessor, components, fmt::format("{}, {}", place, name));
        };
        const accessor_values normals = read_attribute("NORMAL", 3);
        const accessor_values uvs = read_attribute("TEXCOORD_0", 2);
        // Add the vertices. Normals are transformed by the inverse transpose of the matrix.
        const glm::mat3 linear = glm::mat3(to_scene);
        const float determinant = glm::determinant(linear);
        const glm::mat3 normal_matrix = determinant != 0.0f ? glm::inverseTranspose(linear) : glm::mat3(0.0f);
        const auto first = scene_.vertices.size();
        if (positions.count > most_vertices - first)
            throw scene_error(fmt::format("{}: the scene has more than {} vertices", place, most_vertices));
        size_t unusable_normals = 0;
        for (size_t i = 0; i < positions.count; ++i) {
            vertex corner {.position = glm::vec3(to_scene * glm::vec4(positions.vec3(i), 1.0f)),
                           .normal = glm::vec3(0.0f),
                           .uv = glm::vec2(0.0f)};
            if (!std::isfinite(corner.position.x + corner.position.y + corner.position.z))
                throw scene_error(fmt::format("{}: the position of vertex {} is not a finite number", place, i));
            if (i < normals.count) corner.normal = normal_matrix * normals.vec3(i);
            const float size = glm::length(corner.normal);
            if (!std::isfinite(size)) ++unusable_normals;
            corner.normal = size > 0.0f && std::isfinite(size) ? corner.normal / size : glm::vec3(0.0f);
            if (i < uvs.count) corner.uv = uvs.vec2(i);
            scene_.vertices.push_back(corner);
        }
        if (unusable_normals > 0)
            warn_once(fmt::format("{}: {} of {} normals are not finite; there the normals of the triangles are used", place,
                                  unusable_normals, positions.count));
        // Read the indices of the triangles' corners. Without indices, the vertices are used in order.
        std::vector<uint32_t> corners;
        if (primitive.indices >= 0) {
            corners = read_indices(model_, primitive.indices, place + ", indices");
        } else {
            corners.resize(positions.count);
            for (uint32_t i = 0; i < corners.size(); ++i) corners[i] = i;
        }
        for (const uint32_t corner : corners)
            if (corner >= positions.count)
                throw scene_error(
                    fmt::format("{}: a triangle has a corner at vertex {}, but there are {}", place, corner, positions.count));
        const size_t most_added = mode == TINYGLTF_MODE_TRIANGLES ? corners.size() / 3 : corners.size();
        if (most_added > most_triangles - scene_.triangles.size())
            throw scene_error(fmt::format("{}: the scene has more than {} triangles", place, most_triangles));
        require_elements(most_added, 0);
        // Add the triangles, strips or fans. A matrix that mirrors the mesh reverses the order of the corners; add() reverses
        // it again.
        const auto add = [&](uint32_t a, uint32_t b, uint32_t c) {
            if (determinant < 0.0f) std::swap(b, c);
            const auto base = static_cast<uint32_t>(first);
            scene_.triangles.push_back({{base + a, base + b, base + c}, material});
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

    // Adds a warning unless it was added before: many nodes may use the same mesh.
    void warn_once(const std::string& warning) {
        if (std::ranges::find(scene_.warnings, warning) == scene_.warnings.end()) scene_.warnings.push_back(warning);
    }

    tinygltf::Model model_;
    std::map<int, std::optional<uint32_t>> textures_;
    std::optional<uint32_t> default_material_;
    std::vector<bool> visited_;
    std::vector<placement> placements_;
    uint64_t most_elements_ = 0;
    uint64_t most_texels_ = 0;
    uint64_t texels_ = 0;
    scene scene_;
};

}  // namespace

scene read_gltf(const std::filesystem::path& file, const std::string& bytes) { return gltf_reader().read(file, bytes); }

}  // namespace ingot::media::formats
