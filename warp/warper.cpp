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

constexpr uint32_t local_width = 16;
constexpr uint32_t local_height = 8;

// Returns a range with one work-item for each pixel.
range pixels_of(const warp_settings& settings) {
    return range(settings.width, settings.height).groups_of(local_width, local_height);
}

void require_different(std::initializer_list<uint32_t> textures) {
    std::set<uint32_t> names;
    for (const uint32_t each : textures)
        if (!names.insert(each).second)
            throw warp_error(
                INGOT_WARP_INVALID_TEXTURE,
                fmt::format("texture {} is given twice in one call; the textures of a call must be different", each));
}

// Returns binomial coefficients divided by their sum, which approximate a Gaussian (appendix A of the thesis that
// docs/host-library.md names).
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

// The device objects of a warper.
struct warper::device_objects {
    device_objects(const device& chosen_device, queue& queue)
        : target_device(chosen_device),
          work_queue(queue),
          scattering(chosen_device),
          gathering(chosen_device),
          textures(chosen_device),
          weights(chosen_device.create_buffer<float>(1)) {}

    // Makes sure that `holes` has one element for each pixel. If its size changes, its contents are undefined until a kernel
    // writes them, and `nearest` and `sources` are released; resize_scatter_buffers() creates these again.
    void resize_buffers(const warp_settings& settings) {
        const size_t count = size_t {settings.width} * settings.height;
        if (holes && holes->size() == count) return;
        holes.reset();
        nearest.reset();
        sources.reset();
        holes.emplace(target_device, count);
    }
    // Does the same for `nearest` and `sources`, which only scatter() needs.
    void resize_scatter_buffers(const warp_settings& settings) {
        resize_buffers(settings);
        if (!nearest) nearest.emplace(target_device, holes->size());
        if (!sources) sources.emplace(target_device, holes->size());
    }
    shared_image& find_texture(uint32_t texture_name, texture_role role, const warp_settings& settings, std::string_view name) {
        return textures.find(texture_name, role, settings.width, settings.height, name);
    }

    device target_device;
    queue& work_queue;
    scatter_program scattering;
    gather_program gathering;
    texture_table textures;
    device_buffer<float> weights;
    uint32_t weight_count = 0;  ///< the number of blur taps that `weights` is for
    std::optional<device_buffer<uint8_t>> holes;
    std::optional<device_buffer<uint32_t>> nearest;
    std::optional<device_buffer<uint32_t>> sources;
};

warper::warper(const device& device, queue& queue) : objects_(std::make_unique<device_objects>(device, queue)) {}
warper::~warper() = default;

void warper::scatter(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                     const scatter_textures& textures) {
    const warp_settings settings = make_settings(camera, parameters, delta);
    require_different({textures.colour, textures.depth, textures.motion, textures.output});
    shared_image& colour = objects_->find_texture(textures.colour, texture_role::colour, settings, "color_texture");
    shared_image& depth = objects_->find_texture(textures.depth, texture_role::depth, settings, "depth_texture");
    shared_image& motion = objects_->find_texture(textures.motion, texture_role::motion, settings, "motion_texture");
    shared_image& output = objects_->find_texture(textures.output, texture_role::output, settings, "output_texture");
    objects_->resize_scatter_buffers(settings);
    // At first no pixel has arrived anywhere: the distances are infinite, and no output pixel has a source.
    queue& queue = objects_->work_queue;
    objects_->nearest->fill(queue, std::bit_cast<uint32_t>(std::numeric_limits<float>::infinity()));
    objects_->sources->fill(queue, std::numeric_limits<uint32_t>::max());
    // Run the three passes that scatter.kernels.cpp describes.
    const range pixels = pixels_of(settings);
    acquired_image depths = depth.acquire(queue);
    acquired_image motions = motion.acquire(queue);
    acquired_image colours = colour.acquire(queue);
    acquired_image result = output.acquire(queue);
    queue.run(objects_->scattering.scatter_distances, pixels, *depths, *motions, *objects_->nearest, settings);
    queue.run(objects_->scattering.scatter_sources, pixels, *depths, *motions, *objects_->nearest, *objects_->sources, settings);
    queue.run(objects_->scattering.scatter_colours, pixels, *colours, *depths, *motions, *result, *objects_->nearest,
              *objects_->sources, *objects_->holes, settings);
    result.release();  // the first release, because a destructor would not throw the error of a kernel
}

void warper::gather(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                    const gather_textures& textures) {
    const warp_settings settings = make_settings(camera, parameters, delta);
    require_different({textures.colour_current, textures.depth_current, textures.colour_previous, textures.depth_previous,
                       textures.motion_forward, textures.motion_backward, textures.depth_change_forward,
                       textures.depth_change_backward, textures.output});
    const auto find = [&](uint32_t texture, texture_role role, std::string_view name) -> shared_image& {
        return objects_->find_texture(texture, role, settings, name);
    };
    shared_image& colour_current = find(textures.colour_current, texture_role::colour, "color_current_texture");
    shared_image& depth_current = find(textures.depth_current, texture_role::depth, "depth_current_texture");
    shared_image& colour_previous = find(textures.colour_previous, texture_role::colour, "color_previous_texture");
    shared_image& depth_previous = find(textures.depth_previous, texture_role::depth, "depth_previous_texture");
    shared_image& forward = find(textures.motion_forward, texture_role::motion, "motion_forward_texture");
    shared_image& backward = find(textures.motion_backward, texture_role::motion, "motion_backward_texture");
    shared_image& change_forward =
        find(textures.depth_change_forward, texture_role::depth_change_forward, "motion_depth_forward_texture");
    shared_image& change_backward =
        find(textures.depth_change_backward, texture_role::depth_change_backward, "motion_depth_backward_texture");
    shared_image& output = find(textures.output, texture_role::output, "output_texture");
    objects_->resize_buffers(settings);
    queue& queue = objects_->work_queue;
    acquired_image colours = colour_current.acquire(queue);
    acquired_image depths = depth_current.acquire(queue);
    acquired_image colours_before = colour_previous.acquire(queue);
    acquired_image depths_before = depth_previous.acquire(queue);
    acquired_image motions_forward = forward.acquire(queue);
    acquired_image motions_backward = backward.acquire(queue);
    acquired_image changes_forward = change_forward.acquire(queue);
    acquired_image changes_backward = change_backward.acquire(queue);
    acquired_image result = output.acquire(queue);
    queue.run(objects_->gathering.gather_bidirectional, pixels_of(settings), *colours, *depths, *colours_before, *depths_before,
              *motions_forward, *motions_backward, *changes_forward, *changes_backward, *result, *objects_->holes, settings);
    result.release();
}

void warper::gather_forward(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                            const forward_textures& textures) {
    const warp_settings settings = make_settings(camera, parameters, delta);
    require_different({textures.colour, textures.motion, textures.output});
    shared_image& colour = objects_->find_texture(textures.colour, texture_role::colour, settings, "color_texture");
    shared_image& motion = objects_->find_texture(textures.motion, texture_role::motion, settings, "motion_texture");
    shared_image& output = objects_->find_texture(textures.output, texture_role::output, settings, "output_texture");
    objects_->resize_buffers(settings);
    queue& queue = objects_->work_queue;
    // Compute the weights of the blur again only if the number of taps has changed.
    if (objects_->weight_count != settings.blur_taps) {
        const std::vector<float> weights = weights_of(settings.blur_taps);
        objects_->weights = objects_->target_device.create_buffer(std::span(weights));
        objects_->weight_count = settings.blur_taps;
    }
    acquired_image colours = colour.acquire(queue);
    acquired_image motions = motion.acquire(queue);
    acquired_image result = output.acquire(queue);
    queue.run(objects_->gathering.gather_forward, pixels_of(settings), *colours, *motions, *result, objects_->weights,
              *objects_->holes, settings);
    result.release();
}

std::vector<uint8_t> warper::holes() const {
    if (!objects_->holes) throw warp_error(INGOT_WARP_INVALID_ARGUMENT, "there are no holes to read: call a warp function first");
    return objects_->holes->read(objects_->work_queue);
}

void warper::forget(uint32_t texture) { objects_->textures.forget(texture); }

}  // namespace ingot::warp
