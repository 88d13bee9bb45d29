#include "cornell_box.hpp"

#include <array>
#include <cmath>
#include <span>

#include "shapes.hpp"
#include "spectrum.hpp"

namespace ingot::samples::pathtracer {

namespace {

using glm::vec3;

// Reflectances from 400 to 700 nm in steps of 4 nm, and the lamp's radiance in steps of 100 nm (section 2 of the data that
// cornell_box.hpp names).
constexpr double white_values[] = {0.343, 0.445, 0.551, 0.624, 0.665, 0.687, 0.708, 0.723, 0.715, 0.710, 0.745, 0.758, 0.739,
                                   0.767, 0.777, 0.765, 0.751, 0.745, 0.748, 0.729, 0.745, 0.757, 0.753, 0.750, 0.746, 0.747,
                                   0.735, 0.732, 0.739, 0.734, 0.725, 0.721, 0.733, 0.725, 0.732, 0.743, 0.744, 0.748, 0.728,
                                   0.716, 0.733, 0.726, 0.713, 0.740, 0.754, 0.764, 0.752, 0.736, 0.734, 0.741, 0.740, 0.732,
                                   0.745, 0.755, 0.751, 0.744, 0.731, 0.733, 0.744, 0.731, 0.712, 0.708, 0.729, 0.730, 0.727,
                                   0.707, 0.703, 0.729, 0.750, 0.760, 0.751, 0.739, 0.724, 0.730, 0.740, 0.737};
constexpr double green_values[] = {0.092, 0.096, 0.098, 0.097, 0.098, 0.095, 0.095, 0.097, 0.095, 0.094, 0.097, 0.098, 0.096,
                                   0.101, 0.103, 0.104, 0.107, 0.109, 0.112, 0.115, 0.125, 0.140, 0.160, 0.187, 0.229, 0.285,
                                   0.343, 0.390, 0.435, 0.464, 0.472, 0.476, 0.481, 0.462, 0.447, 0.441, 0.426, 0.406, 0.373,
                                   0.347, 0.337, 0.314, 0.285, 0.277, 0.266, 0.250, 0.230, 0.207, 0.186, 0.171, 0.160, 0.148,
                                   0.141, 0.136, 0.130, 0.126, 0.123, 0.121, 0.122, 0.119, 0.114, 0.115, 0.117, 0.117, 0.118,
                                   0.120, 0.122, 0.128, 0.132, 0.139, 0.144, 0.146, 0.150, 0.152, 0.157, 0.159};
constexpr double red_values[] = {0.040, 0.046, 0.048, 0.053, 0.049, 0.050, 0.053, 0.055, 0.057, 0.056, 0.059, 0.057, 0.061,
                                 0.061, 0.060, 0.062, 0.062, 0.062, 0.061, 0.062, 0.060, 0.059, 0.057, 0.058, 0.058, 0.058,
                                 0.056, 0.055, 0.056, 0.059, 0.057, 0.055, 0.059, 0.059, 0.058, 0.059, 0.061, 0.061, 0.063,
                                 0.063, 0.067, 0.068, 0.072, 0.080, 0.090, 0.099, 0.124, 0.154, 0.192, 0.255, 0.287, 0.349,
                                 0.402, 0.443, 0.487, 0.513, 0.558, 0.584, 0.620, 0.606, 0.609, 0.651, 0.612, 0.610, 0.650,
                                 0.638, 0.627, 0.620, 0.630, 0.628, 0.642, 0.639, 0.657, 0.639, 0.635, 0.642};
constexpr double light_values[] = {0.0, 8.0, 15.6, 18.4};
static_assert(std::size(white_values) == 76 && std::size(green_values) == 76 && std::size(red_values) == 76);

enum material_index : uint32_t { white, green, red, light };

media::material diffuse(const char* name, const vec3& colour) {
    return {.name = name, .kind = media::surface::diffuse, .colour = colour};
}

const spectrum lamp {400.0, 100.0, light_values};
vec3 paint(std::span<const double> reflectances) { return colour_of_surface({400.0, 4.0, reflectances}, lamp); }

// Returns the walls, with the lamp in a hole of the ceiling (section 3 of the data).
media::scene empty_room() {
    media::scene room;
    room.materials = {diffuse("white", paint(white_values)), diffuse("green", paint(green_values)),
                      diffuse("red", paint(red_values)), diffuse("light", vec3(0.78f))};
    room.materials[light].emission = colour_of_light(lamp);

    add_quad(room, {vec3(552.8f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 559.2f), vec3(549.6f, 0.0f, 559.2f)},
             white);
    add_quad(room,
             {vec3(549.6f, 0.0f, 559.2f), vec3(0.0f, 0.0f, 559.2f), vec3(0.0f, 548.8f, 559.2f), vec3(556.0f, 548.8f, 559.2f)},
             white);
    add_quad(room, {vec3(0.0f, 0.0f, 559.2f), vec3(0.0f, 0.0f, 0.0f), vec3(0.0f, 548.8f, 0.0f), vec3(0.0f, 548.8f, 559.2f)},
             green);
    add_quad(room,
             {vec3(552.8f, 0.0f, 0.0f), vec3(549.6f, 0.0f, 559.2f), vec3(556.0f, 548.8f, 559.2f), vec3(556.0f, 548.8f, 0.0f)},
             red);

    const std::array<vec3, 4> ceiling {vec3(556.0f, 548.8f, 0.0f), vec3(556.0f, 548.8f, 559.2f), vec3(0.0f, 548.8f, 559.2f),
                                       vec3(0.0f, 548.8f, 0.0f)};
    const std::array<vec3, 4> hole {vec3(343.0f, 548.8f, 227.0f), vec3(343.0f, 548.8f, 332.0f), vec3(213.0f, 548.8f, 332.0f),
                                    vec3(213.0f, 548.8f, 227.0f)};
    for (size_t i = 0; i < 4; ++i) {
        const size_t next = (i + 1) % 4;
        add_quad(room, {ceiling[i], ceiling[next], hole[next], hole[i]}, white);
    }
    add_quad(room, hole, light);
    // The camera has a focal length of 35 mm and an image of 25 mm.
    room.viewpoints = {
        {"camera", vec3(278.0f, 273.0f, -800.0f), vec3(278.0f, 273.0f, 279.6f), 2.0f * std::atan(0.0125f / 0.035f)}};
    return room;
}

}  // namespace

media::scene cornell_box() {
    media::scene box = empty_room();
    const auto block = [&](const std::array<vec3, 4>& top) {
        add_quad(box, top, white);
        for (size_t i = 0; i < 4; ++i) {
            const vec3& corner = top[i];
            const vec3& next = top[(i + 1) % 4];
            add_quad(box, {vec3(corner.x, 0.0f, corner.z), vec3(next.x, 0.0f, next.z), next, corner}, white);
        }
    };
    block({vec3(130.0f, 165.0f, 65.0f), vec3(82.0f, 165.0f, 225.0f), vec3(240.0f, 165.0f, 272.0f), vec3(290.0f, 165.0f, 114.0f)});
    block(
        {vec3(423.0f, 330.0f, 247.0f), vec3(265.0f, 330.0f, 296.0f), vec3(314.0f, 330.0f, 456.0f), vec3(472.0f, 330.0f, 406.0f)});
    return box;
}

media::scene cornell_box_with_spheres() {
    media::scene box = empty_room();
    const auto glass = static_cast<uint32_t>(box.materials.size());
    box.materials.push_back({.name = "glass", .kind = media::surface::dielectric, .refractive_index = 1.5f});
    box.materials.push_back(metal("gold", metals::gold, 0.12f));
    add_sphere(box, vec3(180.0f, 110.0f, 150.0f), 110.0f, 5, glass);
    add_sphere(box, vec3(385.0f, 130.0f, 350.0f), 130.0f, 5, glass + 1);
    return box;
}

}  // namespace ingot::samples::pathtracer
