// The picture without most of its noise.
#pragma once

#include <ingot/ingot.hpp>
#include <optional>

#include "denoise.kernels.hpp"
#include "renderer.hpp"

namespace ingot::samples::pathtracer {

/// An estimate that is easier to look at, and no longer one without bias.
class denoiser {
public:
    explicit denoiser(const device& on) : program(on) {}

    /// Enqueues the filter over what the renderer has. The buffer stays this object's, until the next call.
    const device_buffer<float4>& filter(queue& in, const renderer& of);

private:
    struct buffers {
        buffers(const device& on, size_t pixels) : light(on, pixels), next(on, pixels) {}
        device_buffer<float4> light;
        device_buffer<float4> next;
    };

    denoise_program program;
    std::optional<buffers> between;
};

}  // namespace ingot::samples::pathtracer
