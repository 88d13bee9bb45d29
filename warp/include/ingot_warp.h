/** @file
 * Image-space warping: frames between those that a program renders, out of their pixels, depths and motion (thesis, section 4.1).
 *
 * A program renders a frame now and then, and besides its colours keeps where each pixel is going. For every frame that the
 * display shows in between it calls one of three functions, which take names of OpenGL textures and write one:
 *
 *  - ingot_warp_scatter() pushes each pixel where its motion in camera space takes it. Needs one frame; leaves holes, which it
 *    fills from around.
 *  - ingot_warp_gather() looks, for each pixel, in the frame before and in the frame after for what is seen there. Needs both,
 *    and gives the best pictures.
 *  - ingot_warp_gather_forward_only() does that in the frame before alone.
 *
 * Compute devices and kernels are the library's affair: a program needs an OpenGL context (3.3 or later), current in the calling
 * thread at every call, and C. There is no global state: contexts know nothing of each other. A context is used by one thread at
 * a time. All bindings and settings of OpenGL are as before when a function returns.
 *
 * Textures are GL_TEXTURE_2D with one level and the camera's screen size:
 *  - colours: four channels, GL_RGBA8, GL_RGBA16 or GL_RGBA16F, GL_RGBA32F;
 *  - depths: GL_R16F, GL_R32F, or a depth texture (GL_DEPTH_COMPONENT16, 24, 32F, or with stencil);
 *  - motion: GL_R32UI, as the functions of ingot_warp_glsl() encode it;
 *  - change of depth: GL_R16F, GL_R32F, GL_RG16F or GL_RG32F: by how much a point's distance along the view grows in one
 *    frame, in scene units.
 *
 * No texture may be given twice in one call.
 *
 * The library remembers textures by name: before one is deleted, or given another size or format, call ingot_warp_forget().
 */
#ifndef INGOT_WARP_H
#define INGOT_WARP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a function answers. */
typedef enum ingot_warp_status {
    INGOT_WARP_SUCCESS = 0,
    /** A pointer is null, or a number is outside of what is documented. */
    INGOT_WARP_INVALID_ARGUMENT = 1,
    /** The camera's setup makes no sense. */
    INGOT_WARP_INVALID_CAMERA = 2,
    /** A texture is not there, or of another size or format than documented. */
    INGOT_WARP_INVALID_TEXTURE = 3,
    /** No OpenGL context is current, or it is too old. */
    INGOT_WARP_NO_OPENGL = 4,
    /** There is no such compute device on this machine. */
    INGOT_WARP_NO_DEVICE = 5,
    /** The host's memory is used up. */
    INGOT_WARP_OUT_OF_MEMORY = 6,
    /** The device or OpenGL refused; ingot_warp_message() has their words. */
    INGOT_WARP_DEVICE_FAILED = 7
} ingot_warp_status;

/** What a depth texture holds (thesis, listing 16). */
typedef enum ingot_warp_depth_type {
    /** 0 at the near plane to 1 at the far one, as a depth buffer has it. */
    INGOT_WARP_DEPTH_NORMALIZED = 0,
    /** clip.z / clip.w, written by a shader: -1 to 1. (Where glClipControl says zero to one it is the same as normalized.) */
    INGOT_WARP_DEPTH_Z_DIV_W = 1,
    /** The distance along the view, in scene units. */
    INGOT_WARP_DEPTH_LINEAR = 2
} ingot_warp_depth_type;

/** Where a texture's first row is seen. */
typedef enum ingot_warp_origin {
    /** Below, as OpenGL has it. */
    INGOT_WARP_ORIGIN_LEFT_BOTTOM = 0,
    /** Above. Motion still points upwards. */
    INGOT_WARP_ORIGIN_LEFT_TOP = 1
} ingot_warp_origin;

/** The camera that a frame was rendered with: a perspective projection as of gluPerspective. */
typedef struct ingot_warp_camera {
    uint32_t screen_width;  /**< pixels */
    uint32_t screen_height; /**< pixels */
    float field_of_view;    /**< vertical, degrees: above 0 and below 180 */
    float near_plane;       /**< above 0 */
    float far_plane;        /**< above near_plane; INFINITY where there is none */
    ingot_warp_depth_type depth_type;
    uint32_t reversed_depth; /**< not 0: reverse-Z, where the near plane has the greatest depth; not for linear depth */
    ingot_warp_origin origin;
} ingot_warp_camera;

/** How to warp. ingot_warp_default_parameters() fills it in. */
typedef struct ingot_warp_parameters {
    uint32_t search_steps; /**< of a gather, 0 to 64: 3 */
    float error_threshold; /**< of a gather: how far a match may be off, as a share of the screen, 0 to 1: 0.0025 */
    float depth_tolerance; /**< two surfaces whose distances differ by less, relatively, are one; 0 to 1: 0.02 */
    uint32_t blur_taps;    /**< of the forward-only gather, where nothing matches: odd, 1 (no blur) to 63: 11 */
    uint32_t hole_radius;  /**< of a scatter: how far to look around to fill a hole, pixels, 0 (not at all) to 1024: 64 */
} ingot_warp_parameters;

/** Everything that the library has between calls. */
typedef struct ingot_warp_context ingot_warp_context;

/** A sentence for a status, which lives as long as the program. */
const char* ingot_warp_status_text(ingot_warp_status status);

/**
 * Makes a context for the current OpenGL context.
 * @param device which compute device: words that a device's name, vendor or backend has ("nvidia", "opencl"), "cpu" or "gpu";
 * NULL for the fastest
 * @param created where it goes; NULL is written there where the function fails
 */
ingot_warp_status ingot_warp_create(const char* device, ingot_warp_context** created);

/** Ends a context, with its OpenGL context current. NULL does nothing. */
void ingot_warp_destroy(ingot_warp_context* context);

/** What went wrong in the last call that failed with this context, in words: which texture, what the driver answered. "" where
 *  nothing did. Valid until the next call. */
const char* ingot_warp_message(const ingot_warp_context* context);

/** The compute device's name. Valid as long as the context. */
const char* ingot_warp_device(const ingot_warp_context* context);

/** Writes the defaults. */
ingot_warp_status ingot_warp_default_parameters(ingot_warp_parameters* parameters);

/** GLSL functions that encode motion, to put into a shader after its #version. Lives as long as the program. */
const char* ingot_warp_glsl(void);

/** The same encodings on the CPU. */
uint32_t ingot_warp_encode_motion_3d(float x, float y, float z);
uint32_t ingot_warp_encode_motion_2d(float x, float y);
void ingot_warp_decode_motion_3d(uint32_t encoded, float* x, float* y, float* z);
void ingot_warp_decode_motion_2d(uint32_t encoded, float* x, float* y);

/**
 * Scatters a frame's pixels, nearer ones over farther ones.
 * @param camera of the frame
 * @param parameters NULL for the defaults
 * @param delta time since the frame, in units of the motion: 0.25 goes a quarter of the way. Finite.
 * @param motion_texture motion in camera space (3-D)
 * @param output_texture all pixels are written; none of the others
 */
ingot_warp_status ingot_warp_scatter(ingot_warp_context* context, const ingot_warp_camera* camera,
                                     const ingot_warp_parameters* parameters, float delta, uint32_t color_texture,
                                     uint32_t depth_texture, uint32_t motion_texture, uint32_t output_texture);

/**
 * Gathers from the frame before and the frame after.
 * @param delta 0 is the previous frame, 1 the current one
 * @param motion_forward_texture of the previous frame's pixels, on the screen (2-D), to the current frame
 * @param motion_backward_texture of the current frame's pixels, on the screen (2-D), to the previous frame
 * @param motion_depth_forward_texture change of the previous frame's depths to the current frame: its first channel
 * @param motion_depth_backward_texture change of the current frame's depths to the previous frame: its last channel, so that one
 *        texture with two channels can hold a frame's changes in both directions
 */
ingot_warp_status ingot_warp_gather(ingot_warp_context* context, const ingot_warp_camera* camera,
                                    const ingot_warp_parameters* parameters, float delta, uint32_t color_current_texture,
                                    uint32_t depth_current_texture, uint32_t color_previous_texture,
                                    uint32_t depth_previous_texture, uint32_t motion_forward_texture,
                                    uint32_t motion_backward_texture, uint32_t motion_depth_forward_texture,
                                    uint32_t motion_depth_backward_texture, uint32_t output_texture);

/**
 * Gathers from the frame before alone; what it does not find is blurred along the motion.
 * @param motion_texture of the frame's pixels, on the screen (2-D), to the next frame
 */
ingot_warp_status ingot_warp_gather_forward_only(ingot_warp_context* context, const ingot_warp_camera* camera,
                                                 const ingot_warp_parameters* parameters, float delta, uint32_t color_texture,
                                                 uint32_t motion_texture, uint32_t output_texture);

/**
 * Which pixels the last warp had no match for, before they were filled: 1 for a hole, 0 else; rows in the textures' order.
 * @param mask screen_width * screen_height bytes
 * @param size of `mask`, in bytes
 */
ingot_warp_status ingot_warp_read_holes(ingot_warp_context* context, uint8_t* mask, size_t size);

/** Lets go of a texture, if the library knows it. */
ingot_warp_status ingot_warp_forget(ingot_warp_context* context, uint32_t texture);

#ifdef __cplusplus
}
#endif

#endif
