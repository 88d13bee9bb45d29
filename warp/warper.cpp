#include <fmt/format.h>

#include <bit>
#include <ingot/warp/warp_error.hpp>
#include <ingot/warp/warper.hpp>
#include <limits>
#include <set>

#include "camera_settings.hpp"
#include "gather.kernels.hpp"
#include "scatter.kernels.hpp"
#include "texture_table.hpp"

namespace ingot::warp {

namespace {

constexpr uint32_t group_width = 16;
constexpr uint32_t group_height = 8;

range pixels_of(const warp_settings& of) { return range(of.width, of.height).groups_of(group_width, group_height); }

void require_different(std::initializer_list<uint32_t> textures) {
    std::set<uint32_t> seen;
    for (const uint32_t each : textures)
        if (!seen.insert(each).second)
            throw warp_error(INGOT_WARP_INVALID_TEXTURE, fmt::format("texture {} is given twice in one call", each));
}

// Binomial coefficients over their sum: close to a Gaussian (thesis, appendix A).
std::vector<float> weights_of(uint32_t taps) {
    std::vector<double> row {1.0};
    for (uint32_t n = 1; n < taps; ++n) {
        row.push_back(0.0);
        for (size_t i = row.size() - 1; i > 0; --i) row[i] = 0.5 * (row[i] + row[i - 1]);
        row[0] *= 0.5;
    }
    return {row.begin(), row.end()};
}

}  // namespace

struct warper::objects {
    objects(const device& of, queue& given)
        : on(of), in(given), scattering(of), gathering(of), textures(of), weights(of.create_buffer<float>(1)) {}

    // Buffers of one element for each pixel; what is in them is the last picture's.
    void fit(const warp_settings& to) {
        const size_t wanted = size_t {to.width} * to.height;
        if (holes && holes->size() == wanted) return;
        holes.reset();
        nearest.reset();
        sources.reset();
        holes.emplace(on, wanted);
    }
    shared_image& texture(uint32_t of, texture_role as, const warp_settings& with, std::string_view name) {
        return textures.find(of, as, with.width, with.height, name);
    }

    device on;
    queue& in;
    scatter_program scattering;
    gather_program gathering;
    texture_table textures;
    device_buffer<float> weights;
    uint32_t weights_for = 0;
    std::optional<device_buffer<uint8_t>> holes;
    std::optional<device_buffer<uint32_t>> nearest;
    std::optional<device_buffer<uint32_t>> sources;
};

warper::warper(const device& on, queue& in) : all(std::make_unique<objects>(on, in)) {}
warper::~warper() = default;

void warper::scatter(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                     const scatter_textures& with) {
    const warp_settings settings = settings_of(camera, parameters, delta);
    require_different({with.colour, with.depth, with.motion, with.output});
    shared_image& colour = all->texture(with.colour, texture_role::colour, settings, "color_texture");
    shared_image& depth = all->texture(with.depth, texture_role::depth, settings, "depth_texture");
    shared_image& motion = all->texture(with.motion, texture_role::motion, settings, "motion_texture");
    shared_image& output = all->texture(with.output, texture_role::output, settings, "output_texture");
    all->fit(settings);
    if (!all->nearest) {
        all->nearest.emplace(all->on, all->holes->size());
        all->sources.emplace(all->on, all->holes->size());
    }
    queue& in = all->in;
    all->nearest->fill(in, std::bit_cast<uint32_t>(std::numeric_limits<float>::infinity()));
    all->sources->fill(in, std::numeric_limits<uint32_t>::max());
    const range pixels = pixels_of(settings);
    acquired_image depths = depth.acquire(in);
    acquired_image motions = motion.acquire(in);
    acquired_image colours = colour.acquire(in);
    acquired_image result = output.acquire(in);
    in.run(all->scattering.scatter_distances, pixels, *depths, *motions, *all->nearest, settings);
    in.run(all->scattering.scatter_sources, pixels, *depths, *motions, *all->nearest, *all->sources, settings);
    in.run(all->scattering.scatter_colours, pixels, *colours, *depths, *motions, *result, *all->nearest, *all->sources,
           *all->holes, settings);
}

void warper::gather(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                    const gather_textures& with) {
    const warp_settings settings = settings_of(camera, parameters, delta);
    require_different({with.colour_current, with.depth_current, with.colour_previous, with.depth_previous, with.motion_forward,
                       with.motion_backward, with.depth_change_forward, with.depth_change_backward, with.output});
    const auto find = [&](uint32_t texture, texture_role as, std::string_view name) -> shared_image& {
        return all->texture(texture, as, settings, name);
    };
    shared_image& colour_current = find(with.colour_current, texture_role::colour, "color_current_texture");
    shared_image& depth_current = find(with.depth_current, texture_role::depth, "depth_current_texture");
    shared_image& colour_previous = find(with.colour_previous, texture_role::colour, "color_previous_texture");
    shared_image& depth_previous = find(with.depth_previous, texture_role::depth, "depth_previous_texture");
    shared_image& forward = find(with.motion_forward, texture_role::motion, "motion_forward_texture");
    shared_image& backward = find(with.motion_backward, texture_role::motion, "motion_backward_texture");
    shared_image& change_forward =
        find(with.depth_change_forward, texture_role::depth_change_forward, "motion_depth_forward_texture");
    shared_image& change_backward =
        find(with.depth_change_backward, texture_role::depth_change_backward, "motion_depth_backward_texture");
    shared_image& output = find(with.output, texture_role::output, "output_texture");
    all->fit(settings);
    queue& in = all->in;
    acquired_image colours = colour_current.acquire(in);
    acquired_image depths = depth_current.acquire(in);
    acquired_image colours_before = colour_previous.acquire(in);
    acquired_image depths_before = depth_previous.acquire(in);
    acquired_image motions_forward = forward.acquire(in);
    acquired_image motions_backward = backward.acquire(in);
    acquired_image changes_forward = change_forward.acquire(in);
    acquired_image changes_backward = change_backward.acquire(in);
    acquired_image result = output.acquire(in);
    in.run(all->gathering.gather_bidirectional, pixels_of(settings), *colours, *depths, *colours_before, *depths_before,
           *motions_forward, *motions_backward, *changes_forward, *changes_backward, *result, *all->holes, settings);
}

void warper::gather_forward(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                            const forward_textures& with) {
    const warp_settings settings = settings_of(camera, parameters, delta);
    require_different({with.colour, with.motion, with.output});
    shared_image& colour = all->texture(with.colour, texture_role::colour, settings, "color_texture");
    shared_image& motion = all->texture(with.motion, texture_role::motion, settings, "motion_texture");
    shared_image& output = all->texture(with.output, texture_role::output, settings, "output_texture");
    all->fit(settings);
    queue& in = all->in;
    if (all->weights_for != settings.blur_taps) {
        const std::vector<float> weights = weights_of(settings.blur_taps);
        all->weights = all->on.create_buffer(std::span(weights));
        all->weights_for = settings.blur_taps;
    }
    acquired_image colours = colour.acquire(in);
    acquired_image motions = motion.acquire(in);
    acquired_image result = output.acquire(in);
    in.run(all->gathering.gather_forward, pixels_of(settings), *colours, *motions, *result, all->weights, *all->holes, settings);
}

std::vector<uint8_t> warper::holes() const {
    if (!all->holes) throw warp_error(INGOT_WARP_INVALID_ARGUMENT, "there was no warp yet whose holes could be read");
    return all->holes->read(all->in);
}

void warper::forget(uint32_t texture) { all->textures.forget(texture); }

}  // namespace ingot::warp
