// Wavefront OBJ and MTL by tinyobjloader, which is small, old and well known. It reads what is no number as 0 and leaves out
// faces that lead nowhere; so both are looked for here.
#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

#include "formats.hpp"

namespace ingot::media::formats {

namespace {

// Every coordinate is a finite number: "nan" and "1e999" are not, and neither is what is missing.
void require_numbers(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    for (size_t number = 1; std::getline(lines, line); ++number) {
        const char* at = line.c_str() + std::min(line.find_first_not_of(" \t"), line.size());
        if (*at != 'v') continue;
        const size_t wanted = at[1] == ' ' || at[1] == '\t' || at[1] == 'n' ? 3 : at[1] == 't' ? 1 : 0;
        for (at += at[1] == 'n' || at[1] == 't' ? 2 : 1; const size_t i : {0u, 1u, 2u}) {
            if (i >= wanted) break;
            char* end = nullptr;
            const double value = std::strtod(at, &end);
            const bool is_number = end != at && !std::isnan(value);
            if (!is_number || std::abs(value) > 1e30)
                throw scene_error(fmt::format("line {}: coordinate {} is {}: {}", number, i + 1,
                                              is_number ? "too large, at most 1e30 it may be" : "no number", line.substr(0, 60)));
            at = end;
        }
    }
}

glm::vec3 colour_of(const tinyobj::real_t (&from)[3]) { return {from[0], from[1], from[2]}; }

float largest(const glm::vec3& of) { return std::max({of.r, of.g, of.b}); }

class obj_reader {
public:
    explicit obj_reader(const std::filesystem::path& from) : file(from) {}

    scene read() {
        parse();
        for (const tinyobj::material_t& each : materials) made.materials.push_back(convert(each));
        for (const tinyobj::shape_t& shape : shapes) add(shape.mesh);
        return std::move(made);
    }

private:
    void parse() {
        const std::ifstream opened(file, std::ios::binary);
        std::ostringstream whole;
        whole << opened.rdbuf();
        if (!opened) throw scene_error("it cannot be read");
        const std::string text = whole.str();
        require_numbers(text);
        std::istringstream stream(text);
        tinyobj::MaterialFileReader library(file.parent_path().string() + "/");
        std::string warnings;
        std::string errors;
        const bool good = tinyobj::LoadObj(&points, &shapes, &materials, &warnings, &errors, &stream, &library);
        if (!good || !errors.empty()) throw scene_error(errors.empty() ? "it cannot be read" : first_line(errors));
        if (warnings.find("out of bounds") != std::string::npos)
            throw scene_error("a face has a corner that is not there: " + first_line(warnings));
        if (!warnings.empty()) made.remarks.push_back(first_line(warnings));
    }

    static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

    std::optional<uint32_t> find_texture(std::string name) {
        if (name.empty()) return std::nullopt;
        std::ranges::replace(name, '\\', '/');
        const auto [found, is_new] = textures.try_emplace(name, std::nullopt);
        if (!is_new) return found->second;
        try {
            made.textures.push_back(to_texture(read_picture(file.parent_path() / name), name));
            found->second = static_cast<uint32_t>(made.textures.size() - 1);
        } catch (const picture_error& problem) {
            made.remarks.emplace_back(problem.what());
        }
        return found->second;
    }

    // The illumination models of the MTL format; with roughness and metalness where the file has these newer words (Pr, Pm).
    material convert(const tinyobj::material_t& from) {
        material to {.name = from.name, .kind = surface::diffuse, .colour = glm::clamp(colour_of(from.diffuse), 0.0f, 1.0f)};
        const glm::vec3 specular = glm::clamp(colour_of(from.specular), 0.0f, 1.0f);
        // Blinn's exponent as GGX's alpha (Karis 2013), of which roughness is the root.
        to.roughness = std::pow(2.0f / (std::max(from.shininess, 0.0f) + 2.0f), 0.25f);
        to.index = from.ior > 1.0f ? std::min(from.ior, 10.0f) : 1.5f;
        to.emission = glm::max(colour_of(from.emission), 0.0f);
        to.colour_texture = find_texture(from.diffuse_texname);
        to.emission_texture = find_texture(from.emissive_texname);
        to.normal_texture = find_texture(from.normal_texname);
        if (to.emission_texture && largest(to.emission) == 0.0f) to.emission = glm::vec3(1.0f);
        if (to.colour_texture && largest(to.colour) == 0.0f) to.colour = glm::vec3(1.0f);
        const bool is_glass = from.illum == 4 || from.illum == 6 || from.illum == 7 || from.illum == 9;
        if (from.metallic > 0.0f || from.roughness > 0.0f) {
            to.kind = surface::metal_rough;
            to.metalness = from.metallic;
            to.roughness = from.roughness;
        } else if (is_glass) {
            const glm::vec3 passed = glm::clamp(colour_of(from.transmittance), 0.0f, 1.0f);
            to.kind = surface::dielectric;
            to.colour = largest(passed) > 0.0f ? passed : glm::vec3(1.0f);
            to.colour_texture.reset();
        } else if ((from.illum == 3 || from.illum == 5) && largest(specular) > 0.0f) {
            to.kind = surface::metal_rough;
            to.metalness = 1.0f;
            to.colour = specular;
        } else if (from.illum >= 2 && largest(specular) > 0.0f) {
            to.kind = surface::metal_rough;
        }
        if (!is_glass && (from.dissolve < 1.0f || !from.alpha_texname.empty())) {
            to.see_through = true;
            to.opacity = from.dissolve;
        }
        return to;
    }

    uint32_t default_material() {
        if (!fallback) {
            fallback = static_cast<uint32_t>(made.materials.size());
            made.materials.push_back({.name = "default", .kind = surface::diffuse, .colour = glm::vec3(0.73f)});
        }
        return *fallback;
    }

    glm::vec3 position_of(int index) const {
        const auto at = static_cast<size_t>(index) * 3;
        if (index < 0 || at + 2 >= points.vertices.size())
            throw scene_error(
                fmt::format("a face has a corner at vertex {}, and there are {}", index + 1, points.vertices.size() / 3));
        return {points.vertices[at], points.vertices[at + 1], points.vertices[at + 2]};
    }

    uint32_t vertex_of(const tinyobj::index_t& from, const std::optional<glm::vec3>& smooth_normal) {
        if (smooth_normal) {
            made.vertices.push_back({position_of(from.vertex_index), *smooth_normal, uv_of(from)});
            return static_cast<uint32_t>(made.vertices.size() - 1);
        }
        const auto key = std::tuple(from.vertex_index, from.normal_index, from.texcoord_index);
        const auto [found, is_new] = vertices.try_emplace(key, static_cast<uint32_t>(made.vertices.size()));
        if (is_new) {
            vertex to {.position = position_of(from.vertex_index), .normal = glm::vec3(0.0f), .uv = uv_of(from)};
            const auto at = static_cast<size_t>(from.normal_index) * 3;
            if (from.normal_index >= 0 && at + 2 < points.normals.size()) {
                const glm::vec3 normal(points.normals[at], points.normals[at + 1], points.normals[at + 2]);
                const float size = glm::length(normal);
                if (size > 0.0f) to.normal = normal / size;
            }
            made.vertices.push_back(to);
        }
        return found->second;
    }

    glm::vec2 uv_of(const tinyobj::index_t& from) const {
        const auto at = static_cast<size_t>(from.texcoord_index) * 2;
        if (from.texcoord_index < 0 || at + 1 >= points.texcoords.size()) return glm::vec2(0.0f);
        return {points.texcoords[at], 1.0f - points.texcoords[at + 1]};  // here v goes down
    }

    // The normals of a smoothing group ("s 1"): those of the faces around, by their areas.
    std::map<std::pair<unsigned, int>, glm::vec3> smooth_normals(const tinyobj::mesh_t& of) const {
        std::map<std::pair<unsigned, int>, glm::vec3> sums;
        for (size_t face = 0; face < of.num_face_vertices.size(); ++face) {
            const unsigned group = face < of.smoothing_group_ids.size() ? of.smoothing_group_ids[face] : 0;
            if (group == 0) continue;
            const glm::vec3 a = position_of(of.indices[3 * face].vertex_index);
            const glm::vec3 normal = glm::cross(position_of(of.indices[3 * face + 1].vertex_index) - a,
                                                position_of(of.indices[3 * face + 2].vertex_index) - a);
            for (size_t i = 0; i < 3; ++i) sums[{group, of.indices[3 * face + i].vertex_index}] += normal;
        }
        for (auto& [key, sum] : sums) {
            const float size = glm::length(sum);
            sum = size > 0.0f && std::isfinite(size) ? sum / size : glm::vec3(0.0f);
        }
        return sums;
    }

    void add(const tinyobj::mesh_t& mesh) {
        const auto smooth = smooth_normals(mesh);
        for (size_t face = 0; face < mesh.num_face_vertices.size(); ++face) {
            if (mesh.num_face_vertices[face] != 3 || 3 * face + 2 >= mesh.indices.size())
                throw scene_error(fmt::format("face {} could not be cut into triangles", face + 1));
            const unsigned group = face < mesh.smoothing_group_ids.size() ? mesh.smoothing_group_ids[face] : 0;
            triangle to;
            for (size_t i = 0; i < 3; ++i) {
                const tinyobj::index_t& corner = mesh.indices[3 * face + i];
                std::optional<glm::vec3> normal;
                if (group != 0 && corner.normal_index < 0) normal = smooth.at({group, corner.vertex_index});
                to.corners[i] = vertex_of(corner, normal);
            }
            const int material = mesh.material_ids[face];
            to.material = material >= 0 && static_cast<size_t>(material) < materials.size() ? static_cast<uint32_t>(material)
                                                                                            : default_material();
            made.triangles.push_back(to);
        }
    }

    std::filesystem::path file;
    tinyobj::attrib_t points;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> materials;
    std::map<std::string, std::optional<uint32_t>> textures;
    std::map<std::tuple<int, int, int>, uint32_t> vertices;
    std::optional<uint32_t> fallback;
    scene made;
};

}  // namespace

scene read_obj(const std::filesystem::path& file) { return obj_reader(file).read(); }

}  // namespace ingot::media::formats
