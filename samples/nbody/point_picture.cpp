#include "point_picture.hpp"

#include <algorithm>
#include <ingot/language/glm.hpp>
#include <span>

#include "sky.hpp"

namespace ingot::samples {

namespace {

constexpr uint32_t group = 128;

range over(size_t items) { return range((static_cast<uint32_t>(items) + group - 1) / group * group).groups_of(group); }

range over_pixels(const spot_tiles& tiles) {
    return range(tiles.columns() * tile_side, tiles.rows() * tile_side).groups_of(tile_side, tile_side);
}

}  // namespace

point_picture::layer::layer(const device& device) : spots(device, 1), reached(device, 1), places(device, 1), list(device, 1) {}

point_picture::point_picture(const device& device, queue& queue)
    : device_(device),
      program_(device),
      algorithms_(device),
      points_(device, 1),
      lights_(device, 1),
      star_directions_(device, 1),
      star_lights_(device, 1),
      haze_(device),
      picture_(device),
      haze_light_(device, 1),
      view_(device) {
    std::vector<float4> directions;
    std::vector<float4> lights;
    for (const star& each : scattered_stars()) {
        directions.push_back(from_glm(glm::vec4(each.direction, 0.0f)));
        lights.push_back(from_glm(each.light));
    }
    star_directions_ = device_buffer<float4>(device, directions.size());
    star_lights_ = device_buffer<float4>(device, lights.size());
    star_directions_.write(queue, directions);
    star_lights_.write(queue, lights);
}

void point_picture::set_lights(queue& queue, const std::vector<glm::vec4>& lights) {
    count_ = lights.size();
    drawn_.reset();
    std::vector<float4> values;
    for (const glm::vec4& each : lights) values.push_back(from_glm(each));
    points_ = device_buffer<float4>(device_, count_);
    lights_ = device_buffer<float4>(device_, count_);
    lights_.write(queue, values);
}

void point_picture::resize(layer& layer, const spot_tiles& tiles) const {
    if (layer.tiles == tiles) return;
    layer.tiles = tiles;
    layer.spots = device_buffer<light_spot>(device_, std::max(tiles.spots, 1u));
    layer.reached = device_buffer<tile_range>(device_, std::max(tiles.spots, 1u));
    layer.places = device_buffer<uint32_t>(device_, size_t {tiles.count()} * spot_batches + 1);
}

/// Makes spots of the points of the bodies.
void point_picture::project(queue& queue, layer& layer, const spot_camera& camera, const point_measures& measures,
                            const point_style& style, uint32_t first) const {
    const spot_measures of_kernel {.step = static_cast<uint32_t>(measures.step),
                                   .points = static_cast<uint32_t>(measures.points),
                                   .first = first,
                                   .diameter = measures.diameter,
                                   .largest = measures.largest,
                                   .brightness = measures.brightness,
                                   .middle_speed = style.is_coloured_by_speed ? style.middle_speed : 0.0f,
                                   .is_haze = &layer == &haze_ ? 1u : 0u};
    queue.run(program_.project_bodies, over(measures.points), points_, lights_, layer.spots, layer.reached, camera, of_kernel,
              layer.tiles);
}

/// Finds where the list of each tile begins. The last place is the length of all lists.
void point_picture::count_spots(queue& queue, layer& layer) {
    layer.places.zero(queue);
    queue.run(program_.count_spots, range(spot_batches).groups_of(1), layer.reached, layer.places, layer.tiles);
    algorithms_.exclusive_scan(queue, layer.places, layer.places, 0);
}

void point_picture::list_spots(queue& queue, layer& layer) const {
    uint32_t length = 0;
    layer.places.read(queue, std::span(&length, 1), layer.places.size() - 1);
    if (layer.list.size() < length) layer.list = device_buffer<uint32_t>(device_, size_t {length} + length / 2);
    queue.run(program_.list_spots, range(spot_batches).groups_of(1), layer.reached, layer.places, layer.list, layer.tiles);
}

void point_picture::compute(queue& queue, const look& look) {
    const auto width = static_cast<uint32_t>(look.width);
    const auto height = static_cast<uint32_t>(look.height);
    const float2 size {static_cast<float>(look.width), static_cast<float>(look.height)};
    const spot_camera camera {from_glm(look.view), from_glm(look.projection), size};
    const point_measures haze = measures_of_haze(count_, look.style, size.y);
    const point_measures points = measures_of_points(count_, look.style, size.y);
    const auto stars = static_cast<uint32_t>(star_lights_.size());

    // Make spots of the stars and the bodies, and sort them into tiles.
    const auto haze_pixels = [](uint32_t pixels) { return (pixels + pixels_of_haze_pixel - 1) / pixels_of_haze_pixel; };
    const spot_tiles in_haze {.width = haze_pixels(width),
                              .height = haze_pixels(height),
                              .pixel = pixels_of_haze_pixel,
                              .spots = static_cast<uint32_t>(haze.points)};
    resize(haze_, in_haze);
    resize(picture_, {.width = width, .height = height, .spots = stars + static_cast<uint32_t>(points.points)});
    queue.run(program_.project_stars, over(stars), star_directions_, star_lights_, picture_.spots, picture_.reached, camera,
              stars, picture_.tiles);
    if (points.points > 0) project(queue, picture_, camera, points, look.style, stars);
    count_spots(queue, picture_);
    if (haze.points > 0) {
        project(queue, haze_, camera, haze, look.style, 0);
        count_spots(queue, haze_);
        list_spots(queue, haze_);
        const size_t pixels = size_t {in_haze.width} * in_haze.height;
        if (haze_light_.size() != pixels) haze_light_ = device_buffer<float4>(device_, pixels);
        queue.run(program_.add_haze, over_pixels(in_haze), haze_.spots, haze_.places, haze_.list, haze_light_, in_haze);
    }
    list_spots(queue, picture_);

    // Add up their light.
    auto pixels = view_.acquire(queue, width, height);
    queue.run(program_.add_spots, over_pixels(picture_.tiles), picture_.spots, picture_.places, picture_.list, haze_light_,
              *pixels, picture_.tiles, in_haze);
    pixels.release();
}

void point_picture::draw(queue& queue, const canvas& canvas, const point_style& style) {
    const look wanted {canvas.view, canvas.projection, canvas.width, canvas.height, style};
    if (drawn_ != wanted) {
        drawn_.reset();
        compute(queue, wanted);
        drawn_ = wanted;
    }
    view_.draw(canvas);
}

}  // namespace ingot::samples
