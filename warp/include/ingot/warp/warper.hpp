// The library's work, in C++: for the C interface, and for programs of this project that choose device and queue themselves.
#pragma once

#include <ingot_warp.h>

#include <ingot/gl_sharing.hpp>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

namespace ingot::warp {

struct scatter_textures {
    uint32_t colour, depth, motion, output;
};
struct gather_textures {
    uint32_t colour_current, depth_current, colour_previous, depth_previous, motion_forward, motion_backward,
        depth_change_forward, depth_change_backward, output;
};
struct forward_textures {
    uint32_t colour, motion, output;
};

/// Warps on a device, for the OpenGL context that is current. ingot_warp.h says what textures and numbers are. All throw
/// warp_error for wrong arguments and textures, and ingot::error where the device refuses.
class warper {
public:
    /// `in` is the device's, and outlives this object.
    warper(const device& on, queue& in);
    warper(const warper&) = delete;
    warper& operator=(const warper&) = delete;
    ~warper();

    void scatter(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                 const scatter_textures& with);
    void gather(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                const gather_textures& with);
    void gather_forward(const ingot_warp_camera& camera, const ingot_warp_parameters& parameters, float delta,
                        const forward_textures& with);

    /// Of the last warp: a byte for each pixel, 1 for a hole. Throws warp_error where there was none.
    std::vector<uint8_t> holes() const;
    void forget(uint32_t texture);

private:
    struct objects;
    std::unique_ptr<objects> all;
};

}  // namespace ingot::warp
