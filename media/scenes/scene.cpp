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

void require_sound_material(const material& of, size_t textures) {
    const auto leads_somewhere = [&](const std::optional<uint32_t>& texture) { return !texture || *texture < textures; };
    require(leads_somewhere(of.colour_texture) && leads_somewhere(of.metal_rough_texture) &&
                leads_somewhere(of.emission_texture) && leads_somewhere(of.normal_texture),
            fmt::format("material '{}' uses a texture that is not there", of.name));
    require(finite(of.colour) && finite(of.emission) && finite(of.eta) && finite(of.k) && finite(of.absorption) &&
                std::isfinite(of.opacity) && std::isfinite(of.metalness) && std::isfinite(of.roughness) &&
                std::isfinite(of.index) && std::isfinite(of.normal_scale),
            fmt::format("material '{}' has a value that is no number", of.name));
}

}  // namespace

extent3 extent_of(const scene& of) {
    if (of.triangles.empty()) return {};
    extent3 all {of.vertices[of.triangles.front().corners[0]].position, of.vertices[of.triangles.front().corners[0]].position};
    for (const triangle& each : of.triangles)
        for (const uint32_t corner : each.corners) {
            all.low = glm::min(all.low, of.vertices[corner].position);
            all.high = glm::max(all.high, of.vertices[corner].position);
        }
    return all;
}

void require_sound(const scene& of) {
    for (size_t i = 0; i < of.triangles.size(); ++i) {
        for (const uint32_t corner : of.triangles[i].corners)
            require(corner < of.vertices.size(), fmt::format("triangle {} has a corner at vertex {}, and there are {} vertices",
                                                             i, corner, of.vertices.size()));
        require(of.triangles[i].material < of.materials.size(),
                fmt::format("triangle {} has material {}, and there are {}", i, of.triangles[i].material, of.materials.size()));
    }
    for (size_t i = 0; i < of.vertices.size(); ++i) {
        const vertex& at = of.vertices[i];
        require(finite(at.position), fmt::format("the position of vertex {} is no number", i));
        require(finite(at.normal), fmt::format("the normal of vertex {} is no number", i));
        require(std::isfinite(at.uv.x) && std::isfinite(at.uv.y),
                fmt::format("the texture coordinate of vertex {} is no number", i));
    }
    for (const texture& each : of.textures)
        require(each.width > 0 && each.height > 0 && each.texels.size() == size_t {each.width} * each.height,
                fmt::format("texture '{}' is not as large as it says", each.name));
    for (const material& each : of.materials) require_sound_material(each, of.textures.size());
}

}  // namespace ingot::media
