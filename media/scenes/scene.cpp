#include <fmt/format.h>

#include <cmath>
#include <ingot/media/scene.hpp>
#include <stdexcept>

namespace ingot::media {

namespace {

bool finite(const glm::vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void require(bool sound, const std::string& problem) {
    if (!sound) throw std::invalid_argument(problem);
}

void require_sound_material(const material& checked, size_t textures) {
    const auto exists = [&](const std::optional<uint32_t>& texture) { return !texture || *texture < textures; };
    require(exists(checked.colour_texture) && exists(checked.metal_rough_texture) && exists(checked.emission_texture) &&
                exists(checked.normal_texture),
            fmt::format("material '{}' uses a texture that does not exist", checked.name));
    require(finite(checked.colour) && finite(checked.emission) && finite(checked.eta) && finite(checked.k) &&
                finite(checked.absorption) && std::isfinite(checked.opacity) && std::isfinite(checked.metalness) &&
                std::isfinite(checked.roughness) && std::isfinite(checked.refractive_index) &&
                std::isfinite(checked.normal_scale),
            fmt::format("material '{}' has a value that is not a finite number", checked.name));
}

}  // namespace

bounding_box compute_bounding_box(const scene& checked) {
    if (checked.triangles.empty()) return {};
    bounding_box all {checked.vertices[checked.triangles.front().corners[0]].position,
                      checked.vertices[checked.triangles.front().corners[0]].position};
    for (const triangle& each : checked.triangles)
        for (const uint32_t corner : each.corners) {
            all.low = glm::min(all.low, checked.vertices[corner].position);
            all.high = glm::max(all.high, checked.vertices[corner].position);
        }
    return all;
}

void validate(const scene& checked) {
    for (size_t i = 0; i < checked.triangles.size(); ++i) {
        for (const uint32_t corner : checked.triangles[i].corners)
            require(corner < checked.vertices.size(),
                    fmt::format("triangle {} has a corner at vertex {}, but there are {} vertices", i, corner,
                                checked.vertices.size()));
        require(checked.triangles[i].material < checked.materials.size(),
                fmt::format("triangle {} has material {}, but there are {} materials", i, checked.triangles[i].material,
                            checked.materials.size()));
    }
    for (size_t i = 0; i < checked.vertices.size(); ++i) {
        const vertex& checked_vertex = checked.vertices[i];
        require(finite(checked_vertex.position), fmt::format("the position of vertex {} is not a finite number", i));
        require(finite(checked_vertex.normal), fmt::format("the normal of vertex {} is not a finite number", i));
        require(std::isfinite(checked_vertex.uv.x) && std::isfinite(checked_vertex.uv.y),
                fmt::format("the texture coordinate of vertex {} is not a finite number", i));
    }
    for (const texture& each : checked.textures)
        require(each.width > 0 && each.height > 0 && each.texels.size() == size_t {each.width} * each.height,
                fmt::format("the number of texels of texture '{}' does not match its size", each.name));
    for (const material& each : checked.materials) require_sound_material(each, checked.textures.size());
}

}  // namespace ingot::media
