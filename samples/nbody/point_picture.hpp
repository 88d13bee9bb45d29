// Computes the picture of the bodies and the stars by kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <ingot/algorithms/algorithms.hpp>
#include <ingot/ingot.hpp>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/sample.hpp>
#include <optional>
#include <vector>

#include "light_spots.hpp"
#include "nbody_picture.kernels.hpp"
#include "point_look.hpp"

namespace ingot::samples {

/// The same picture as that of sky and point_cloud, for devices that share a processor with OpenGL: there, drawing a point by
/// OpenGL takes several times as long.
class point_picture {
public:
    point_picture(const device& device, queue& queue);

    /// Sets colour (rgb) and brightness (a) of each body, and thereby the number of bodies.
    void set_lights(queue& queue, const std::vector<glm::vec4>& lights);

    /// Returns the points for kernels to write: for each body its position in xyz and its speed in w.
    device_buffer<float4>& points_to_write() {
        drawn_.reset();
        return points_;
    }

    /// Draws the picture by picture_view::draw(). Waits for the kernels, unless it is the same as before.
    void draw(queue& queue, const canvas& canvas, const point_style& style);

private:
    /// What determines the picture, besides the bodies.
    struct look {
        glm::mat4 view;
        glm::mat4 projection;
        int width = 0;
        int height = 0;
        point_style style;
        friend bool operator==(const look&, const look&) = default;
    };
    /// Spots of light, and for each tile of a picture the list of those that reach it.
    struct layer {
        explicit layer(const device& device);

        spot_tiles tiles;
        device_buffer<light_spot> spots;
        device_buffer<tile_range> reached;  ///< by the spots
        device_buffer<uint32_t> places;     ///< in the list, for each tile and batch
        device_buffer<uint32_t> list;
    };

    void resize(layer& layer, const spot_tiles& tiles) const;
    void project(queue& queue, layer& layer, const spot_camera& camera, const point_measures& measures, const point_style& style,
                 uint32_t first) const;
    void count_spots(queue& queue, layer& layer);
    void list_spots(queue& queue, layer& layer) const;
    void compute(queue& queue, const look& look);

    device device_;
    nbody_picture_program program_;
    algorithms algorithms_;
    device_buffer<float4> points_;
    device_buffer<float4> lights_;
    device_buffer<float4> star_directions_;
    device_buffer<float4> star_lights_;
    size_t count_ = 0;
    layer haze_;
    layer picture_;
    device_buffer<float4> haze_light_;
    picture_view view_;
    std::optional<look> drawn_;  ///< of the picture in view_, if that shows the present points
};

}  // namespace ingot::samples
