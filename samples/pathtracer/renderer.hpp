// Progressive rendering of one scene on one device.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <ingot/sample/tunable.hpp>
#include <variant>
#include <vector>

#include "device_scene.hpp"
#include "pathtracer.kernels.hpp"
#include "pathtracer_wide.kernels.hpp"
#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

/// The settings of an image. Samples made with different settings cannot be averaged.
struct render_settings {
    uint32_t width = 1;
    uint32_t height = 1;
    uint32_t seed = 1;
    uint32_t bounces = 16;
    float filter_radius = 0.5f;
    float indirect_limit = 0.0f;  ///< path_limits::indirect_light
    lens_camera camera;
    friend bool operator==(const render_settings& a, const render_settings& b);
};

/// A copy of an image's state in host memory: the averages of all samples so far.
struct accumulation {
    uint32_t samples = 0;            ///< number of samples of every pixel
    uint32_t rows_ahead = 0;         ///< rows that have one more sample
    std::vector<float4> means;       ///< radiance; width · height, rows from the top
    std::vector<float4> deviations;  ///< sums of squared deviations from the mean
    std::vector<float4> albedos;     ///< of the first surface that is not specular
    std::vector<float4> normals;
};

/// Work-groups of eight by eight pixels: the paths of pixels that are close in both directions are similar, and every device
/// supports groups of 64 work-items.
inline constexpr group_shape default_groups {8, 8};

/// The program with the kernel that traces paths through one of the hierarchies.
using trace_program = std::variant<pathtracer_program, pathtracer_wide_program>;
trace_program make_trace_program(const device& device, hierarchy_kind kind);

/// Renders one image progressively on one device: add_samples() and add_rows() add samples to the averages in the device's
/// memory.
class renderer {
public:
    explicit renderer(const trace_program& program) : program_(program) {}
    explicit renderer(const device& device) : program_(make_trace_program(device, preferred_hierarchy(device))) {}

    /// Sets the work-groups of the samples that follow.
    void set_groups(const group_shape& shape) { groups_ = shape; }

    /// Discards all samples and starts an image with these settings.
    void begin(queue& queue, const render_settings& settings);
    /// Enqueues `count` samples for every pixel. A sample that add_rows() has begun is completed first and counts as
    /// one. `scene` has the hierarchy of the renderer's program.
    void add_samples(queue& queue, const device_scene& scene, uint32_t count);
    /// Enqueues one sample for each pixel of the next `count` rows, at most to the last row. Repeated calls trace one
    /// sample in pieces.
    void add_rows(queue& queue, const device_scene& scene, uint32_t count);

    /// Returns the number of samples that every pixel has.
    uint32_t samples() const { return samples_; }
    /// Returns the number of rows that have one more sample.
    uint32_t rows_ahead() const { return rows_ahead_; }
    const render_settings& settings() const { return current_; }

    /// Reads the state back, and waits for the queue. The result is empty if not every pixel has a sample yet.
    accumulation read(queue& queue) const;
    /// Continues from a state that read() returned, also on another device. Throws error if the state has a different
    /// size than the settings.
    void restore(queue& queue, const render_settings& settings, const accumulation& accumulation);

    const device_buffer<float4>& means() const { return buffers_->means; }
    const device_buffer<float4>& deviations() const { return buffers_->deviations; }
    const device_buffer<float4>& albedos() const { return buffers_->albedos; }
    const device_buffer<float4>& normals() const { return buffers_->normals; }

private:
    void trace(queue& queue, const device_scene& scene, uint32_t first_row, uint32_t rows, uint32_t samples);

    struct pixel_buffers {
        pixel_buffers(const device& device, size_t pixels)
            : means(device, pixels), deviations(device, pixels), albedos(device, pixels), normals(device, pixels) {}
        device_buffer<float4> means;
        device_buffer<float4> deviations;
        device_buffer<float4> albedos;
        device_buffer<float4> normals;
    };

    trace_program program_;
    group_shape groups_ = default_groups;
    render_settings current_;
    uint32_t samples_ = 0;
    uint32_t rows_ahead_ = 0;
    std::optional<pixel_buffers> buffers_;
};

/// Returns a camera at `eye` that looks at `target` with y up; `field_of_view` is vertical, in radians.
lens_camera camera_from(const glm::vec3& eye, const glm::vec3& target, float field_of_view, float aspect,
                        float lens_radius = 0.0f, float focus_distance = 1.0f);

}  // namespace ingot::samples::pathtracer
