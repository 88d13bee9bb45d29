// Reads Wavefront OBJ and MTL with tinyobjloader. tinyobjloader reads a text that is not a number as 0, and may skip a face with
// an index that is out of range. The functions below report such an index as an error, and also a text that is not a number in a
// position, in a normal or in the first number of a texture coordinate. Other numbers, such as those of materials, are not
// checked.
#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ingot/files/read_file.hpp>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <tuple>

#include "formats.hpp"

namespace ingot::media::formats {

namespace {

// Removes the first word from `rest` and returns it. Returns an empty word at the end.
std::string_view take_word(std::string_view& rest) {
    constexpr std::string_view spaces = " \t\r";
    rest.remove_prefix(std::min(rest.find_first_not_of(spaces), rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_of(spaces));
    rest.remove_prefix(word.size());
    return word;
}

// Returns the value of a decimal number. Returns nothing if the whole word is not one; "nan" and "0x10" are not.
std::optional<double> decimal_number(const std::string& word) {
    if (word.find_first_not_of("0123456789+-.eE") != std::string::npos) return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    return end == word.c_str() + word.size() ? std::optional(value) : std::nullopt;
}

// Throws scene_error with the line if one of the three numbers of a vertex ("v") or normal ("vn"), or the first number of a
// texture coordinate ("vt"), is missing, not a decimal number, or larger than 1e30. "nan" and "1e999" are examples of errors.
void require_numbers(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    for (size_t number = 1; std::getline(lines, line); ++number) {
        std::string_view rest = line;
        const std::string_view keyword = take_word(rest);
        const size_t count = keyword == "v" || keyword == "vn" ? 3 : keyword == "vt" ? 1 : 0;
        for (size_t i = 0; i < count; ++i) {
            const std::string word(take_word(rest));
            if (word.empty())
                throw scene_error(fmt::format("line {}: there are {} coordinates, but {} are needed: {}", number, i, count,
                                              line.substr(0, 60)));
            const std::optional<double> value = decimal_number(word);
            if (!value || std::abs(*value) > 1e30)
                throw scene_error(fmt::format("line {}: coordinate {} is {}: {}", number, i + 1,
                                              value ? "too large (at most 1e30)" : "not a number", line.substr(0, 60)));
        }
    }
}

glm::vec3 to_colour(const tinyobj::real_t (&components)[3]) { return {components[0], components[1], components[2]}; }

float largest(const glm::vec3& colour) { return std::max({colour.r, colour.g, colour.b}); }

// Reads the material files that an OBJ file names, from `searched`, the folder of the OBJ file.
class material_library final : public tinyobj::MaterialReader {
public:
    explicit material_library(std::filesystem::path searched) : folder_(std::move(searched)) {}

    bool operator()(const std::string& name, std::vector<tinyobj::material_t>* materials, std::map<std::string, int>* indices,
                    std::string* warnings, std::string* errors) override {
        try {
            std::istringstream stream(files::read_text(folder_ / name));
            tinyobj::LoadMtl(indices, materials, &stream, warnings, errors);
            return true;
        } catch (const std::filesystem::filesystem_error& problem) {
            if (problem.code() == std::errc::no_such_file_or_directory)
                missing_.push_back(fmt::format("material file '{}' not found in '{}'", name, folder_.string()));
            else
                missing_.push_back(fmt::format("material file '{}' cannot be read: {}", name, problem.code().message()));
            return false;
        }
    }

    /// Why material files were not read, one text for each.
    const std::vector<std::string>& missing() const { return missing_; }

private:
    std::filesystem::path folder_;
    std::vector<std::string> missing_;
};

class obj_reader {
public:
    explicit obj_reader(const std::filesystem::path& path) : file_(path) {}

    scene read(const std::string& text) {
        parse(text);
        for (const tinyobj::material_t& each : materials_) scene_.materials.push_back(convert(each));
        for (const tinyobj::shape_t& shape : shapes_) add(shape.mesh);
        return std::move(scene_);
    }

private:
    void parse(const std::string& text) {
        require_numbers(text);
        std::istringstream stream(text);
        material_library library(std::filesystem::absolute(file_).parent_path());
        std::string warnings;
        std::string errors;
        const bool good = tinyobj::LoadObj(&points_, &shapes_, &materials_, &warnings, &errors, &stream, &library);
        if (!good || !errors.empty()) throw scene_error(errors.empty() ? "the file cannot be read" : first_line(errors));
        if (warnings.find("out of bounds") != std::string::npos)
            throw scene_error("a face has a corner that does not exist: " + first_line(warnings));
        // If no material file could be read, the warning of tinyobjloader is about the same.
        const bool has_no_material = !library.missing().empty() && materials_.empty();
        for (const std::string& reason : library.missing())
            scene_.warnings.push_back(reason + (has_no_material ? "; a default material is used" : ""));
        if (!warnings.empty() && !has_no_material) scene_.warnings.push_back(first_line(warnings));
    }

    static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

    std::optional<uint32_t> find_texture(std::string name) {
        if (name.empty()) return std::nullopt;
        std::ranges::replace(name, '\\', '/');
        // A file that has several names, such as a.png and ./a.png, is read once.
        std::error_code unknown;
        const std::filesystem::path resolved = std::filesystem::weakly_canonical(file_.parent_path() / name, unknown);
        const auto [found, is_new] = textures_.try_emplace(unknown ? name : resolved.string(), std::nullopt);
        if (!is_new) return found->second;
        try {
            scene_.textures.push_back(to_texture(read_picture(file_.parent_path() / name), name));
            found->second = static_cast<uint32_t>(scene_.textures.size() - 1);
        } catch (const picture_error& problem) {
            scene_.warnings.emplace_back(problem.what());
        }
        return found->second;
    }

    // Converts a material. If its roughness or metalness (the newer keywords Pr and Pm) is above 0, it becomes metal_rough. If
    // not, its kind depends on the illumination model of the MTL format (`illum`).
    material convert(const tinyobj::material_t& source) {
        material result {
            .name = source.name, .kind = surface::diffuse, .colour = glm::clamp(to_colour(source.diffuse), 0.0f, 1.0f)};
        const glm::vec3 specular = glm::clamp(to_colour(source.specular), 0.0f, 1.0f);
        // Convert Blinn's exponent n to the parameter alpha of GGX by alpha² = 2 / (n + 2) (Karis 2013). The roughness is
        // the square root of alpha.
        result.roughness = std::pow(2.0f / (std::max(source.shininess, 0.0f) + 2.0f), 0.25f);
        result.refractive_index = source.ior > 1.0f ? std::min(source.ior, 10.0f) : 1.5f;
        result.emission = glm::max(to_colour(source.emission), 0.0f);
        result.colour_texture = find_texture(source.diffuse_texname);
        result.emission_texture = find_texture(source.emissive_texname);
        result.normal_texture = find_texture(source.normal_texname);
        if (result.emission_texture && largest(result.emission) == 0.0f) result.emission = glm::vec3(1.0f);
        if (result.colour_texture && largest(result.colour) == 0.0f) result.colour = glm::vec3(1.0f);
        const bool is_glass = source.illum == 4 || source.illum == 6 || source.illum == 7 || source.illum == 9;
        if (source.metallic > 0.0f || source.roughness > 0.0f) {
            result.kind = surface::metal_rough;
            result.metalness = source.metallic;
            result.roughness = source.roughness;
        } else if (is_glass) {
            const glm::vec3 passed = glm::clamp(to_colour(source.transmittance), 0.0f, 1.0f);
            result.kind = surface::dielectric;
            result.colour = largest(passed) > 0.0f ? passed : glm::vec3(1.0f);
            result.colour_texture.reset();
        } else if ((source.illum == 3 || source.illum == 5) && largest(specular) > 0.0f) {
            result.kind = surface::metal_rough;
            result.metalness = 1.0f;
            result.colour = specular;
        } else if (source.illum >= 2 && largest(specular) > 0.0f) {
            result.kind = surface::metal_rough;
        }
        if (result.kind != surface::dielectric && (source.dissolve < 1.0f || !source.alpha_texname.empty())) {
            result.uses_opacity = true;
            result.opacity = source.dissolve;
        }
        if (!source.alpha_texname.empty() && source.alpha_texname != source.diffuse_texname)
            scene_.warnings.push_back(
                fmt::format("material '{}': the texture of its opacity (map_d {}) is ignored; only the alpha of map_Kd is used",
                            source.name, source.alpha_texname));
        return result;
    }

    uint32_t default_material() {
        if (!default_material_) {
            default_material_ = static_cast<uint32_t>(scene_.materials.size());
            scene_.materials.push_back({.name = "default", .kind = surface::diffuse, .colour = glm::vec3(0.73f)});
        }
        return *default_material_;
    }

    glm::vec3 position_of(int index) const {
        const auto offset = static_cast<size_t>(index) * 3;
        if (index < 0 || offset + 2 >= points_.vertices.size())
            throw scene_error(
                fmt::format("a face has a corner at vertex {}, but there are {}", index + 1, points_.vertices.size() / 3));
        return {points_.vertices[offset], points_.vertices[offset + 1], points_.vertices[offset + 2]};
    }

    uint32_t vertex_of(const tinyobj::index_t& corner, const std::optional<glm::vec3>& smooth_normal) {
        if (smooth_normal) {
            scene_.vertices.push_back({position_of(corner.vertex_index), *smooth_normal, uv_of(corner)});
            return static_cast<uint32_t>(scene_.vertices.size() - 1);
        }
        const auto key = std::tuple(corner.vertex_index, corner.normal_index, corner.texcoord_index);
        const auto [found, is_new] = vertices_.try_emplace(key, static_cast<uint32_t>(scene_.vertices.size()));
        if (is_new) {
            vertex new_vertex {.position = position_of(corner.vertex_index), .normal = glm::vec3(0.0f), .uv = uv_of(corner)};
            const auto offset = static_cast<size_t>(corner.normal_index) * 3;
            if (corner.normal_index >= 0 && offset + 2 < points_.normals.size()) {
                const glm::vec3 normal(points_.normals[offset], points_.normals[offset + 1], points_.normals[offset + 2]);
                const float size = glm::length(normal);
                if (size > 0.0f) new_vertex.normal = normal / size;
            }
            scene_.vertices.push_back(new_vertex);
        }
        return found->second;
    }

    glm::vec2 uv_of(const tinyobj::index_t& corner) const {
        const auto offset = static_cast<size_t>(corner.texcoord_index) * 2;
        if (corner.texcoord_index < 0 || offset + 1 >= points_.texcoords.size()) return glm::vec2(0.0f);
        return {points_.texcoords[offset], 1.0f - points_.texcoords[offset + 1]};  // v points down in scenes and up in OBJ files
    }

    // Returns the normals of the vertices in smoothing groups ("s 1"): the mean of the normals of the adjacent faces of
    // the group, weighted with their areas.
    std::map<std::pair<unsigned, int>, glm::vec3> smooth_normals(const tinyobj::mesh_t& mesh) const {
        std::map<std::pair<unsigned, int>, glm::vec3> sums;
        for (size_t face = 0; face < mesh.num_face_vertices.size(); ++face) {
            const unsigned group = face < mesh.smoothing_group_ids.size() ? mesh.smoothing_group_ids[face] : 0;
            if (group == 0) continue;
            const glm::vec3 a = position_of(mesh.indices[3 * face].vertex_index);
            const glm::vec3 normal = glm::cross(position_of(mesh.indices[3 * face + 1].vertex_index) - a,
                                                position_of(mesh.indices[3 * face + 2].vertex_index) - a);
            for (size_t i = 0; i < 3; ++i) sums[{group, mesh.indices[3 * face + i].vertex_index}] += normal;
        }
        for (auto& [key, sum] : sums) {
            const float size = glm::length(sum);
            sum = size > 0.0f && std::isfinite(size) ? sum / size : glm::vec3(0.0f);
        }
        return sums;
    }

    // tinyobjloader has divided all faces into triangles.
    static void require_triangles(const tinyobj::mesh_t& mesh) {
        for (size_t face = 0; face < mesh.num_face_vertices.size(); ++face)
            if (mesh.num_face_vertices[face] != 3 || 3 * face + 2 >= mesh.indices.size())
                throw scene_error(fmt::format("face {} could not be divided into triangles", face + 1));
    }

    void add(const tinyobj::mesh_t& mesh) {
        require_triangles(mesh);
        const auto smooth = smooth_normals(mesh);
        for (size_t face = 0; face < mesh.num_face_vertices.size(); ++face) {
            const unsigned group = face < mesh.smoothing_group_ids.size() ? mesh.smoothing_group_ids[face] : 0;
            triangle new_triangle;
            for (size_t i = 0; i < 3; ++i) {
                const tinyobj::index_t& corner = mesh.indices[3 * face + i];
                std::optional<glm::vec3> normal;
                if (group != 0 && corner.normal_index < 0) normal = smooth.at({group, corner.vertex_index});
                new_triangle.corners[i] = vertex_of(corner, normal);
            }
            const int material = mesh.material_ids[face];
            new_triangle.material = material >= 0 && static_cast<size_t>(material) < materials_.size()
                                        ? static_cast<uint32_t>(material)
                                        : default_material();
            scene_.triangles.push_back(new_triangle);
        }
    }

    std::filesystem::path file_;
    tinyobj::attrib_t points_;
    std::vector<tinyobj::shape_t> shapes_;
    std::vector<tinyobj::material_t> materials_;
    std::map<std::string, std::optional<uint32_t>> textures_;
    std::map<std::tuple<int, int, int>, uint32_t> vertices_;
    std::optional<uint32_t> default_material_;
    scene scene_;
};

}  // namespace

scene read_obj(const std::filesystem::path& file, const std::string& bytes) { return obj_reader(file).read(bytes); }

}  // namespace ingot::media::formats
