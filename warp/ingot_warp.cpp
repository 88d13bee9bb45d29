// Implements the C interface by calls of warper. Converts exceptions to statuses and messages.
#include <epoxy/gl.h>
#include <ingot_warp.h>

#include <algorithm>
#include <exception>
#include <ingot/ingot.hpp>
#include <ingot/warp/warp_error.hpp>
#include <ingot/warp/warper.hpp>
#include <new>
#include <string>

#include "camera_settings.hpp"
#include "current_context.hpp"
#include "glsl_functions.hpp"
#include "motion_encoding.hpp"

using namespace ingot;
using namespace ingot::warp;

struct ingot_warp_context {
    explicit ingot_warp_context(const device& device)
        : target_device(device), work_queue(device.create_queue()), implementation(device, work_queue) {}

    device target_device;
    queue work_queue;
    warper implementation;
    std::string message;
};

namespace {

// Stores the message of an error. A C function must not throw: if there is no memory for the message, the message is
// "".
void store_message(ingot_warp_context* context, const char* message) noexcept {
    if (!context) return;
    try {
        context->message = message;
    } catch (...) {
        context->message.clear();
    }
}

// Clears the context's message and runs a call. Returns INGOT_WARP_SUCCESS, or, if the call throws an exception, the status for
// this exception, and stores the exception's message.
template <typename Call>
ingot_warp_status attempt(ingot_warp_context* context, Call call) noexcept {
    try {
        if (!context) return INGOT_WARP_INVALID_ARGUMENT;
        context->message.clear();
        call(*context);
        return INGOT_WARP_SUCCESS;
    } catch (const warp_error& rejected) {
        store_message(context, rejected.what());
        return rejected.status();
    } catch (const std::bad_alloc&) {
        store_message(context, ingot_warp_status_text(INGOT_WARP_OUT_OF_MEMORY));
        return INGOT_WARP_OUT_OF_MEMORY;
    } catch (const std::exception& failure) {
        store_message(context, failure.what());
        return INGOT_WARP_DEVICE_FAILED;
    } catch (...) {
        return INGOT_WARP_DEVICE_FAILED;
    }
}

void require(const void* pointer, const char* message) {
    if (!pointer) throw warp_error(INGOT_WARP_INVALID_ARGUMENT, message);
}

bool has_opengl() { return has_current_context() && epoxy_is_desktop_gl() && epoxy_gl_version() >= 33; }

ingot_warp_parameters parameters_or_default(const ingot_warp_parameters* parameters) {
    return parameters ? *parameters : default_parameters();
}

}  // namespace

extern "C" {

const char* ingot_warp_status_text(ingot_warp_status status) {
    switch (status) {
        case INGOT_WARP_SUCCESS:
            return "success";
        case INGOT_WARP_INVALID_ARGUMENT:
            return "an argument is null or outside its documented range";
        case INGOT_WARP_INVALID_CAMERA:
            return "a field of the camera is outside its documented range";
        case INGOT_WARP_INVALID_TEXTURE:
            return "a texture does not exist, its size or format is not one of the documented ones, or a call names it twice";
        case INGOT_WARP_NO_OPENGL:
            return "no OpenGL context of version 3.3 or later is current in this thread";
        case INGOT_WARP_NO_DEVICE:
            return "no usable compute device of this machine matches the selection";
        case INGOT_WARP_OUT_OF_MEMORY:
            return "the host is out of memory";
        case INGOT_WARP_DEVICE_FAILED:
            return "the compute device or OpenGL reported an error";
    }
    return "not a value of ingot_warp_status";
}

ingot_warp_status ingot_warp_create(const char* device, ingot_warp_context** created) {
    if (!created) return INGOT_WARP_INVALID_ARGUMENT;
    *created = nullptr;
    try {
        if (!has_opengl()) return INGOT_WARP_NO_OPENGL;
        const device_selection selection(device ? device : "");
        const auto listings = devices(selection);
        if (std::ranges::none_of(listings, [](const device_listing& each) { return each.device.has_value(); }))
            return INGOT_WARP_NO_DEVICE;
        *created = new ingot_warp_context(fastest_device(device_kind::any, selection));
        return INGOT_WARP_SUCCESS;
    } catch (const warp_error& rejected) {
        return rejected.status();
    } catch (const std::bad_alloc&) {
        return INGOT_WARP_OUT_OF_MEMORY;
    } catch (...) {
        return INGOT_WARP_DEVICE_FAILED;
    }
}

void ingot_warp_destroy(ingot_warp_context* context) { delete context; }

const char* ingot_warp_message(const ingot_warp_context* context) { return context ? context->message.c_str() : ""; }

const char* ingot_warp_device(const ingot_warp_context* context) { return context ? context->target_device.name().c_str() : ""; }

ingot_warp_status ingot_warp_default_parameters(ingot_warp_parameters* parameters) {
    if (!parameters) return INGOT_WARP_INVALID_ARGUMENT;
    *parameters = default_parameters();
    return INGOT_WARP_SUCCESS;
}

const char* ingot_warp_glsl(void) { return glsl_source(); }

uint32_t ingot_warp_encode_motion_3d(float x, float y, float z) { return encode_motion_3d({x, y, z}); }
uint32_t ingot_warp_encode_motion_2d(float x, float y) { return encode_motion_2d({x, y}); }

void ingot_warp_decode_motion_3d(uint32_t encoded, float* x, float* y, float* z) {
    const float3 motion = decode_motion_3d(encoded);
    if (x) *x = motion.x;
    if (y) *y = motion.y;
    if (z) *z = motion.z;
}

void ingot_warp_decode_motion_2d(uint32_t encoded, float* x, float* y) {
    // decode_motion_2d() returns a share of the screen's size. The C interface uses normalised device coordinates, in which the
    // screen has a size of 2.
    const float2 motion = decode_motion_2d(encoded) * 2.0f;
    if (x) *x = motion.x;
    if (y) *y = motion.y;
}

ingot_warp_status ingot_warp_scatter(ingot_warp_context* context, const ingot_warp_camera* camera,
                                     const ingot_warp_parameters* parameters, float delta, uint32_t color_texture,
                                     uint32_t depth_texture, uint32_t motion_texture, uint32_t output_texture) {
    return attempt(context, [&](ingot_warp_context& instance) {
        require(camera, "camera is null");
        instance.implementation.scatter(*camera, parameters_or_default(parameters), delta,
                                        {color_texture, depth_texture, motion_texture, output_texture});
    });
}

ingot_warp_status ingot_warp_gather(ingot_warp_context* context, const ingot_warp_camera* camera,
                                    const ingot_warp_parameters* parameters, float delta, uint32_t color_current_texture,
                                    uint32_t depth_current_texture, uint32_t color_previous_texture,
                                    uint32_t depth_previous_texture, uint32_t motion_forward_texture,
                                    uint32_t motion_backward_texture, uint32_t motion_depth_forward_texture,
                                    uint32_t motion_depth_backward_texture, uint32_t output_texture) {
    return attempt(context, [&](ingot_warp_context& instance) {
        require(camera, "camera is null");
        instance.implementation.gather(
            *camera, parameters_or_default(parameters), delta,
            {color_current_texture, depth_current_texture, color_previous_texture, depth_previous_texture, motion_forward_texture,
             motion_backward_texture, motion_depth_forward_texture, motion_depth_backward_texture, output_texture});
    });
}

ingot_warp_status ingot_warp_gather_forward_only(ingot_warp_context* context, const ingot_warp_camera* camera,
                                                 const ingot_warp_parameters* parameters, float delta, uint32_t color_texture,
                                                 uint32_t motion_texture, uint32_t output_texture) {
    return attempt(context, [&](ingot_warp_context& instance) {
        require(camera, "camera is null");
        instance.implementation.gather_forward(*camera, parameters_or_default(parameters), delta,
                                               {color_texture, motion_texture, output_texture});
    });
}

ingot_warp_status ingot_warp_read_holes(ingot_warp_context* context, uint8_t* mask, size_t size) {
    return attempt(context, [&](ingot_warp_context& instance) {
        require(mask, "mask is null");
        const std::vector<uint8_t> holes = instance.implementation.holes();
        if (size != holes.size())
            throw warp_error(INGOT_WARP_INVALID_ARGUMENT, "size is " + std::to_string(size) + " bytes, but the last warp has " +
                                                              std::to_string(holes.size()) + " pixels");
        std::ranges::copy(holes, mask);
    });
}

ingot_warp_status ingot_warp_forget(ingot_warp_context* context, uint32_t texture) {
    return attempt(context, [&](ingot_warp_context& instance) { instance.implementation.forget(texture); });
}

}  // extern "C"
