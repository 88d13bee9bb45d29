// Runs the kernels of denoise.kernels.cpp, which remove most of the noise from the image.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <optional>

#include "denoise.kernels.hpp"
#include "renderer.hpp"

namespace ingot::samples::pathtracer {

/// Filters the image of a renderer, at once or in pieces. The result looks smoother but is a biased estimate.
///
///     denoiser.begin(queue, renderer);
///     while (!denoiser.add_rows(queue, renderer, rows)) …  // the renderer adds no samples meanwhile
///     show(denoiser.result());
class denoiser {
public:
    static constexpr uint32_t passes = 5;  ///< how often the filter works on each pixel

    explicit denoiser(const device& device) : program_(device) {}

    /// Filters the renderer's samples so far at once and returns the result.
    const device_buffer<float4>& filter(queue& queue, const renderer& renderer);

    /// Begins to filter the renderer's samples so far. The result of an earlier filter stays until this one ends.
    void begin(queue& queue, const renderer& renderer);
    /// Enqueues about `count` rows of the filter, at least 8. The filter has rows_of() rows. Returns true if these were the last
    /// ones.
    bool add_rows(queue& queue, const renderer& renderer, uint64_t count);
    /// Ends a filter that has begun, without a result.
    void cancel() { pass_ = passes; }
    /// Has a filter begun, and not ended yet?
    bool is_busy() const { return pass_ < passes; }

    /// The number of rows of a whole filter of an image: each of its passes works on every row of the image.
    static uint64_t rows_of(const render_settings& image) { return uint64_t {passes} * image.height; }
    /// The result of the last filter that ended. It belongs to this object and is valid until the next filter ends.
    const device_buffer<float4>& result() const { return buffers_->clean; }

private:
    struct buffers {
        buffers(const device& device, size_t pixels) : light(device, pixels), next(device, pixels), clean(device, pixels) {}
        device_buffer<float4> light;
        device_buffer<float4> next;
        device_buffer<float4> clean;
    };

    denoise_program program_;
    std::optional<buffers> buffers_;
    uint32_t pass_ = passes;  ///< the pass that the next row belongs to; `passes` if no filter has begun
    uint32_t row_ = 0;        ///< the next row of this pass
};

}  // namespace ingot::samples::pathtracer
