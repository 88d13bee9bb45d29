// Scenes: Wavefront OBJ with its materials, glTF as text (.gltf), and binary glTF (.glb). A scene can use the picture
// texture.png, which is in its folder.
#include <algorithm>
#include <array>
#include <cstdint>
#include <ingot/media/picture_file.hpp>
#include <ingot/media/scene_file.hpp>

#include "all_targets.hpp"
#include "input.hpp"

namespace ingot::reader_fuzzing {

namespace {

// In an input for OBJ, the text from this line on is written to the file materials.mtl, where the line is a comment.
constexpr std::string_view begin_of_materials = "# materials.mtl\n";

void check(const media::scene& scene) {
    require(!scene.triangles.empty(), "a scene has a triangle");
    for (const media::triangle& each : scene.triangles) {
        for (const uint32_t corner : each.corners) require(corner < scene.vertices.size(), "each corner of a triangle exists");
        require(each.material < scene.materials.size(), "the material of each triangle exists");
    }
    for (const media::material& each : scene.materials)
        for (const std::optional<uint32_t>& texture :
             {each.colour_texture, each.metal_rough_texture, each.emission_texture, each.normal_texture})
            require(!texture || *texture < scene.textures.size(), "each texture of a material exists");
    for (const media::texture& each : scene.textures)
        require(each.texels.size() == size_t {each.width} * each.height, "a texture has all texels of its size");
}

outcome read_file(const std::filesystem::path& file) {
    static constexpr std::array<uint8_t, 12> red_green_blue_white {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255};
    [[maybe_unused]] static const std::filesystem::path texture =
        write_input("texture.png", media::encode_png(2, 2, red_green_blue_white));
    const auto scene = read_or_reject<media::scene_error>([&] { return media::read_scene(file); });
    if (!scene) return outcome::rejected;
    check(*scene);
    return outcome::accepted;
}

outcome read_obj(std::span<const std::byte> input) {
    const size_t found = text_of(input).find(begin_of_materials);
    const size_t obj_size = std::min(found, input.size());
    write_input("materials.mtl", input.subspan(obj_size));
    return read_file(write_input("input.obj", input.first(obj_size)));
}

outcome read_gltf(std::span<const std::byte> input) { return read_file(write_input("input.gltf", input)); }
outcome read_glb(std::span<const std::byte> input) { return read_file(write_input("input.glb", input)); }

}  // namespace

const target obj_target {"obj", memory_use::by_content, &read_obj};
const target gltf_target {"gltf", memory_use::by_content, &read_gltf};
const target glb_target {"glb", memory_use::by_content, &read_glb};

}  // namespace ingot::reader_fuzzing
