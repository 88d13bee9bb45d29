// The C++ interface of the library: the C interface calls it, and so do programs of this project that choose the device
// and the queue themselves.
#pragma once

#include <ingot_warp.h>

#include <ingot/gl_sharing.hpp>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

namespace ingot::warp {

/// Names of the OpenGL textures of ingot_warp_scatter(), which documents them.
struct scatter_textures {
    uint32_t colour, depth, motion, output;
};
/// Names of the OpenGL textures of ingot_warp_gather(), which documents them.
struct gather_textures {
    uint32_t colour_current, depth_current, colour_previous, depth_previous, motion_forward, motion_backward,
        depth_change_forward, depth_change_backward, output;
};
/// Names of the OpenGL textures of ingot_warp_gather_forward_only(), which documents them.
struct forward_textures {
    uint32_t colour, motion, output;
};

/// Warps textures of the current OpenGL context on one device. ingot_warp.h documents the textures, units and value
/// ranges. The member functions throw warp_error for wrong arguments and textures, and ingot::error for an error of the
/// device.
class warper {
public:
    /// The queue must belong to the device and must outlive this object.
    warper(const device& device, queue& queue);
    warper(const warper&) = delete;
    warper& operator=(const warper&) = delete;
    ~warper();

    void scatter(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                 const scatter_textures& textures);
    void gather(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                const gather_textures& textures);
    void gather_forward(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                        const forward_textures& textures);

    /// Returns the holes of the last warp: one byte for each pixel, 1 for a hole and 0 otherwise. Throws warp_error if
    /// there was no warp yet.
    std::vector<uint8_t> holes() const;
    /// Releases a texture: see ingot_warp_forget().
    void forget(uint32_t texture);

private:
    struct device_objects;
    std::unique_ptr<device_objects> objects_;
};

}  // namespace ingot::warp
