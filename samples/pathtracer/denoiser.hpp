// Runs the kernels of denoise.kernels.cpp, which remove most of the noise from the image.
#pragma once

#include <ingot/ingot.hpp>
#include <optional>

#include "denoise.kernels.hpp"
#include "renderer.hpp"

namespace ingot::samples::pathtracer {

/// Filters the image of a renderer. The result looks smoother but is a biased estimate.
class denoiser {
public:
    explicit denoiser(const device& device) : program_(device) {}

    /// Enqueues the filter over the renderer's samples so far. The returned buffer belongs to this object and is valid
    /// until the next call.
    const device_buffer<float4>& filter(queue& queue, const renderer& renderer);

private:
    struct buffers {
        buffers(const device& device, size_t pixels) : light(device, pixels), next(device, pixels) {}
        device_buffer<float4> light;
        device_buffer<float4> next;
    };

    denoise_program program_;
    std::optional<buffers> buffers_;
};

}  // namespace ingot::samples::pathtracer
