// Progressive rendering of one scene on one device.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <vector>

#include "device_scene.hpp"
#include "pathtracer.kernels.hpp"
#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

/// What is traced how. Samples of other settings cannot be added to those that are there.
struct render_settings {
    uint32_t width = 1;
    uint32_t height = 1;
    uint32_t seed = 1;
    uint32_t bounces = 16;
    float filter_radius = 0.5f;
    lens_camera camera;
    friend bool operator==(const render_settings& a, const render_settings& b);
};

/// What all samples so far add up to, on the host.
struct accumulation {
    uint32_t samples = 0;            ///< of every pixel
    uint32_t rows_ahead = 0;         ///< rows that have one more
    std::vector<float4> means;       ///< radiance; width · height, rows from the top
    std::vector<float4> deviations;  ///< sums of squared deviations from the mean
    std::vector<float4> albedos;     ///< of what is first seen
    std::vector<float4> normals;
};

/// The queue must outlive it.
class renderer {
public:
    explicit renderer(const pathtracer_program& with) : program(with) {}
    explicit renderer(const device& on) : program(on) {}

    /// Drops what was there and begins with no sample.
    void begin(queue& in, const render_settings& with);
    /// Enqueues so many samples for every pixel, after what add_rows() left of one.
    void add_samples(queue& in, const device_scene& of, uint32_t count);
    /// Enqueues one sample for each pixel of the next so many rows, at most to the last one: a sample in pieces.
    void add_rows(queue& in, const device_scene& of, uint32_t count);

    /// That every pixel has.
    uint32_t samples() const { return done; }
    /// Rows that have one more.
    uint32_t rows_ahead() const { return row; }
    const render_settings& settings() const { return current; }

    /// Waits.
    accumulation read(queue& in) const;
    /// Goes on from what was read, also on another device. Throws error where it has not the settings' size.
    void restore(queue& in, const render_settings& with, const accumulation& from);

    const device_buffer<float4>& means() const { return buffers->means; }
    const device_buffer<float4>& deviations() const { return buffers->deviations; }
    const device_buffer<float4>& albedos() const { return buffers->albedos; }
    const device_buffer<float4>& normals() const { return buffers->normals; }

private:
    void trace(queue& in, const device_scene& of, uint32_t first_row, uint32_t rows, uint32_t samples);

    struct pixel_buffers {
        pixel_buffers(const device& on, size_t pixels)
            : means(on, pixels), deviations(on, pixels), albedos(on, pixels), normals(on, pixels) {}
        device_buffer<float4> means;
        device_buffer<float4> deviations;
        device_buffer<float4> albedos;
        device_buffer<float4> normals;
    };

    pathtracer_program program;
    render_settings current;
    uint32_t done = 0;
    uint32_t row = 0;
    std::optional<pixel_buffers> buffers;
};

/// A camera at `eye` that looks to `target` with y up; `field_of_view` is vertical, in radians.
lens_camera camera_from(const glm::vec3& eye, const glm::vec3& target, float field_of_view, float aspect,
                        float lens_radius = 0.0f, float focus_distance = 1.0f);

}  // namespace ingot::samples::pathtracer
