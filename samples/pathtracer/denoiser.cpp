#include "denoiser.hpp"

#include <utility>

namespace ingot::samples::pathtracer {

namespace {

constexpr int32_t passes = 5;
constexpr uint32_t group = 64;
constexpr uint32_t group_side = 8;

}  // namespace

const device_buffer<float4>& denoiser::filter(queue& in, const renderer& of) {
    const uint32_t width = of.settings().width;
    const uint32_t height = of.settings().height;
    const uint32_t count = width * height;
    if (!between || between->light.size() != count) between.emplace(in.owner(), count);
    const range all = range(count).groups_of(group);
    in.run(program.take_colour_off, all, of.means(), of.deviations(), of.albedos(), between->light, count, of.samples());
    for (int32_t pass = 0; pass < passes; ++pass) {
        in.run(program.blur_between_edges, range(width, height).groups_of(group_side, group_side), std::as_const(between->light),
               of.albedos(), of.normals(), between->next, width, height, int32_t {1} << pass);
        std::swap(between->light, between->next);
    }
    in.run(program.put_colour_on, all, std::as_const(between->light), of.albedos(), between->next, count);
    return between->next;
}

}  // namespace ingot::samples::pathtracer
