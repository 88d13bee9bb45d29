// Progressive rendering of one view of a fractal on one device.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <ingot/sample/tunable.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "fractal_plane.kernels.hpp"
#include "fractal_solids.kernels.hpp"
#include "picture_layout.hpp"
#include "plane_layout.hpp"
#include "sphere_tracing.hpp"

namespace ingot::samples::fractal {

/// A view of a fractal in a picture of some size. Samples made with different views cannot be averaged.
struct fractal_view {
    uint32_t width = 1;
    uint32_t height = 1;
    /// The solid that is shown; nothing: the Mandelbrot set.
    std::optional<solid_kind> solid;
    pinhole_camera camera;  ///< of a solid
    solid_settings tracing;
    plane_settings plane;
    friend bool operator==(const fractal_view& a, const fractal_view& b);
};

/// A copy of a picture's samples in host memory.
struct accumulation {
    uint32_t samples = 0;         ///< number of samples of every pixel
    uint32_t rows_ahead = 0;      ///< rows that have one more sample
    std::vector<float4> means;    ///< colours; width · height, rows from the top
    std::vector<uint32_t> steps;  ///< the cost of each pixel's first sample
};

/// The kernels of all fractals on one device.
struct fractal_kernels {
    explicit fractal_kernels(const device& device) : solids(device), plane(device) {}
    fractal_solids_program solids;
    fractal_plane_program plane;
};

/// The work-groups of the samples. Eight pixels wide, so that 32 work-items with neighbouring positions are a tile of the
/// divergence view.
inline constexpr group_shape default_groups {tile_width, 8};

/// Computes samples of the pixels of one view, whole pictures or a few rows at a time, and averages them.
class renderer {
public:
    explicit renderer(const fractal_kernels& kernels) : kernels_(kernels) {}

    /// Sets the work-groups of the samples that follow.
    void set_groups(const group_shape& shape) { groups_ = shape; }

    /// Discards all samples and starts a picture of this view.
    void begin(queue& queue, const fractal_view& view);
    /// Enqueues `count` samples for every pixel. A sample that add_rows() has begun is completed first and counts as one. The
    /// reference orbit is that of view().plane.
    void add_samples(queue& queue, const device_buffer<orbit_point>& reference, uint32_t count);
    /// Enqueues one sample for each pixel of the next `count` rows, at most to the last row.
    void add_rows(queue& queue, const device_buffer<orbit_point>& reference, uint32_t count);

    /// Returns the number of samples that every pixel has.
    uint32_t samples() const { return samples_; }
    uint32_t rows_ahead() const { return rows_ahead_; }
    const fractal_view& view() const { return current_; }
    const device_buffer<float4>& means() const { return buffers_->means; }
    const device_buffer<uint32_t>& steps() const { return buffers_->steps; }

    /// A launch of a kernel.
    struct launch {
        uint64_t pixels = 0;
        bool is_whole = true;  ///< whether these are all pixels of the picture
    };
    /// Returns the launches since the last call, in their order.
    std::vector<launch> take_launches() { return std::exchange(launches_, {}); }

    /// Reads the samples back, and waits for the queue. The result is empty if not every pixel has a sample yet.
    accumulation read(queue& queue) const;
    /// Continues from samples that read() returned, also on another device. Throws error if their number is wrong for the view.
    void restore(queue& queue, const fractal_view& view, const accumulation& accumulation);

private:
    struct pixel_buffers {
        pixel_buffers(const device& device, size_t pixels) : means(device, pixels), steps(device, pixels) {}
        device_buffer<float4> means;
        device_buffer<uint32_t> steps;
    };

    fractal_kernels kernels_;
    fractal_view current_;
    group_shape groups_ = default_groups;
    uint32_t samples_ = 0;
    uint32_t rows_ahead_ = 0;
    std::vector<launch> launches_;
    std::optional<pixel_buffers> buffers_;
};

/// Returns the offset of a sample from the pixel's centre, each coordinate from -1/2 to 1/2. The offset of sample 0 is 0; those
/// of the following ones fill the pixel evenly, however many there are (Martin Roberts 2018, "The unreasonable effectiveness of
/// quasirandom sequences": the sequence R2).
float2 sample_offset(uint32_t sample);

}  // namespace ingot::samples::fractal
