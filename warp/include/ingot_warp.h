/** @file
 * Image-space warping: computes frames between the frames that a program renders, from the pixels, depths and motion of
 * the rendered frames (section 4.1 of the thesis that docs/host-library.md names).
 *
 * A program renders only some of the frames that the display shows. For each rendered frame it stores the colours and,
 * for every pixel, the motion of the surface that the pixel shows. For every displayed frame in between, the program
 * calls one of three functions. Each of them reads OpenGL textures, which the program passes by name, and writes one
 * output texture:
 *
 *  - ingot_warp_scatter() moves each pixel by its motion in camera space. It reads one frame. Pixels that no moved
 *    pixel reaches are holes, which the function fills from the surrounding pixels.
 *  - ingot_warp_gather() searches, for each output pixel, the frame before and the frame after for the surface that is
 *    visible there. It reads both frames and gives the best quality.
 *  - ingot_warp_gather_forward_only() searches the frame before only.
 *
 * Example: the frame a quarter of the interval after a rendered frame.
 *
 *     ingot_warp_context* context;
 *     ingot_warp_create(NULL, &context);
 *     ingot_warp_scatter(context, &camera, NULL, 0.25f, color, depth, motion, output);
 *
 * The library selects the compute device and runs the kernels. The program has to provide an OpenGL context (3.3 or
 * later) that is current in the calling thread at every call. There is no global state: contexts are independent of
 * each other. Only one thread at a time may use a context. When a function returns, all bindings and settings of OpenGL
 * are as before the call.
 *
 * Textures are GL_TEXTURE_2D with one level and the camera's screen size. Their internal formats are:
 *  - colours, and the output: four channels, GL_RGBA8, GL_RGBA16, GL_RGBA16F or GL_RGBA32F;
 *  - depths: GL_R16F, GL_R32F, or a depth texture (GL_DEPTH_COMPONENT16, 24, 32, 32F, or with stencil);
 *  - motion: GL_R32UI, encoded by the functions of ingot_warp_glsl();
 *  - change of depth: GL_R16F, GL_R32F, GL_RG16F or GL_RG32F. The value is the increase of a point's distance along the
 *    view direction in one frame, in scene units.
 *
 * The textures of one call must all be different.
 *
 * A context keeps an image of the compute device for each texture, under the texture's name. Call ingot_warp_forget() before
 * you delete a texture or change its size or format.
 */
#ifndef INGOT_WARP_H
#define INGOT_WARP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The result of a function. */
typedef enum ingot_warp_status {
    INGOT_WARP_SUCCESS = 0,
    /** A pointer is null, a number is outside its documented range, or there was no warp whose holes can be read. */
    INGOT_WARP_INVALID_ARGUMENT = 1,
    /** A field of the camera is outside its documented range. */
    INGOT_WARP_INVALID_CAMERA = 2,
    /** A texture does not exist, its size or format is not one of the documented ones, or a call names it twice. */
    INGOT_WARP_INVALID_TEXTURE = 3,
    /** No OpenGL context is current, or it is too old. */
    INGOT_WARP_NO_OPENGL = 4,
    /** No usable compute device of this machine matches the selection. */
    INGOT_WARP_NO_DEVICE = 5,
    /** The host is out of memory. */
    INGOT_WARP_OUT_OF_MEMORY = 6,
    /** The compute device or OpenGL reported an error; ingot_warp_message() returns the message. If ingot_warp_create()
     *  fails, there is no context and therefore no message. */
    INGOT_WARP_DEVICE_FAILED = 7
} ingot_warp_status;

/** The kind of value that a depth texture contains (listing 16 of the thesis). */
typedef enum ingot_warp_depth_type {
    /** 0 at the near plane to 1 at the far plane, as in a depth buffer. */
    INGOT_WARP_DEPTH_NORMALIZED = 0,
    /** clip.z / clip.w, written by a shader: -1 to 1. With glClipControl(..., GL_ZERO_TO_ONE) the range is 0 to 1: use
     *  INGOT_WARP_DEPTH_NORMALIZED. */
    INGOT_WARP_DEPTH_Z_DIV_W = 1,
    /** The distance along the view direction, in scene units. */
    INGOT_WARP_DEPTH_LINEAR = 2
} ingot_warp_depth_type;

/** The position of a texture's first row on the screen. */
typedef enum ingot_warp_origin {
    /** At the bottom: OpenGL's convention. */
    INGOT_WARP_ORIGIN_LEFT_BOTTOM = 0,
    /** At the top. Positive y motion still points upwards. */
    INGOT_WARP_ORIGIN_LEFT_TOP = 1
} ingot_warp_origin;

/** The camera that rendered a frame: a perspective projection as gluPerspective defines it. */
typedef struct ingot_warp_camera {
    uint32_t screen_width;  /**< pixels */
    uint32_t screen_height; /**< pixels */
    float field_of_view;    /**< vertical, degrees: above 0 and below 180 */
    float near_plane;       /**< scene units: above 0, finite */
    float far_plane;        /**< scene units: above near_plane; INFINITY if there is no far plane */
    ingot_warp_depth_type depth_type;
    uint32_t reversed_depth; /**< not 0: reverse-Z, the near plane has the greatest depth; must be 0 for linear depth */
    ingot_warp_origin origin;
} ingot_warp_camera;

/** Settings of the warp methods. ingot_warp_default_parameters() writes the defaults. */
typedef struct ingot_warp_parameters {
    /** Both gather functions: number of search iterations for each pixel, 0 to 64. Default 3. */
    uint32_t search_steps;
    /** Both gather functions: a match is accepted if it arrives closer than this to the output pixel. Share of the
     *  screen, 0 to 1. Default 0.0025. */
    float error_threshold;
    /** ingot_warp_gather(): two surfaces count as the same if their distances differ by less than this, relative to the
     *  nearer distance. ingot_warp_scatter() uses four times this value when it fills holes. 0 to 1. Default 0.02. */
    float depth_tolerance;
    /** ingot_warp_gather_forward_only(): length of the blur of pixels without a match, in pixels. Odd, 1 (no blur) to
     *  63. Default 11. */
    uint32_t blur_taps;
    /** Scatter: how far from a hole to search for pixels that fill it, in pixels. 0 (holes keep the frame's colour) to
     *  1024. Default 64. */
    uint32_t hole_radius;
} ingot_warp_parameters;

/** The library's state between calls: the compute device, its kernels and the textures in use. */
typedef struct ingot_warp_context ingot_warp_context;

/** Returns a description of a status. The text is valid until the program ends. */
const char* ingot_warp_status_text(ingot_warp_status status);

/**
 * Creates a context for the current OpenGL context.
 * @param device selects the compute device: part of a device's name ("nvidia"), the name of a backend ("opencl"), "cpu"
 *        or "gpu", or several of these separated by commas. The fastest matching device is used; NULL selects the
 *        fastest of all.
 * @param created receives the context, or NULL if the function fails
 */
ingot_warp_status ingot_warp_create(const char* device, ingot_warp_context** created);

/** Destroys a context. Its OpenGL context must be current. NULL is allowed and has no effect. */
void ingot_warp_destroy(ingot_warp_context* context);

/** Describes the error of the last call with this context, for example which texture is wrong or what the driver
 *  reported. Returns "" if that call succeeded. The text is valid until the next call with this context. */
const char* ingot_warp_message(const ingot_warp_context* context);

/** Returns the name of the compute device. The text is valid as long as the context. */
const char* ingot_warp_device(const ingot_warp_context* context);

/** Writes the default parameters. */
ingot_warp_status ingot_warp_default_parameters(ingot_warp_parameters* parameters);

/** Returns the source of GLSL functions that encode motion, to insert into a shader after its #version line. The text
 *  is valid until the program ends. */
const char* ingot_warp_glsl(void);

/** The same encodings on the CPU. 3D: scene units, -64 to 64. 2D: normalised device coordinates, -1 to 1. */
uint32_t ingot_warp_encode_motion_3d(float x, float y, float z);
uint32_t ingot_warp_encode_motion_2d(float x, float y);
void ingot_warp_decode_motion_3d(uint32_t encoded, float* x, float* y, float* z);
void ingot_warp_decode_motion_2d(uint32_t encoded, float* x, float* y);

/**
 * Moves each pixel of a frame by its motion. Where several pixels arrive at the same place, the nearest one is visible.
 * @param camera the camera that rendered the frame
 * @param parameters NULL for the defaults
 * @param delta time since the frame, in frames: 0.25 moves each pixel by a quarter of its motion. Any finite number.
 * @param motion_texture motion in camera space (3D)
 * @param output_texture receives all pixels; the function changes no other texture
 */
ingot_warp_status ingot_warp_scatter(ingot_warp_context* context, const ingot_warp_camera* camera,
                                     const ingot_warp_parameters* parameters, float delta, uint32_t color_texture,
                                     uint32_t depth_texture, uint32_t motion_texture, uint32_t output_texture);

/**
 * Searches, for each output pixel, the frame before (previous) and the frame after (current) for the surface that is
 * visible there, and interpolates between the two.
 * @param delta time of the output: 0 is the previous frame, 1 is the current frame
 * @param motion_forward_texture motion on the screen (2D) of the previous frame's pixels to the current frame
 * @param motion_backward_texture motion on the screen (2D) of the current frame's pixels to the previous frame
 * @param motion_depth_forward_texture change of depth of the previous frame's pixels to the current frame, in the first
 *        channel
 * @param motion_depth_backward_texture change of depth of the current frame's pixels to the previous frame, in the last
 *        channel; so a texture with two channels can store a frame's changes in both directions
 */
ingot_warp_status ingot_warp_gather(ingot_warp_context* context, const ingot_warp_camera* camera,
                                    const ingot_warp_parameters* parameters, float delta, uint32_t color_current_texture,
                                    uint32_t depth_current_texture, uint32_t color_previous_texture,
                                    uint32_t depth_previous_texture, uint32_t motion_forward_texture,
                                    uint32_t motion_backward_texture, uint32_t motion_depth_forward_texture,
                                    uint32_t motion_depth_backward_texture, uint32_t output_texture);

/**
 * Searches, for each output pixel, the frame before only. Pixels without a match are blurred along the motion.
 * @param delta time since the frame, in frames, as for ingot_warp_scatter()
 * @param motion_texture motion on the screen (2D) of the frame's pixels to the next frame
 */
ingot_warp_status ingot_warp_gather_forward_only(ingot_warp_context* context, const ingot_warp_camera* camera,
                                                 const ingot_warp_parameters* parameters, float delta, uint32_t color_texture,
                                                 uint32_t motion_texture, uint32_t output_texture);

/**
 * Reads which pixels of the last warp were holes: after ingot_warp_scatter() those that no moved pixel reached, after a gather
 * function those without a match.
 * @param mask receives one byte for each pixel, 1 for a hole and 0 otherwise; the order of the rows is that of the
 *        textures
 * @param size size of `mask` in bytes; must be screen_width * screen_height
 */
ingot_warp_status ingot_warp_read_holes(ingot_warp_context* context, uint8_t* mask, size_t size);

/** Releases a texture that earlier calls used. The function has no effect for other textures. */
ingot_warp_status ingot_warp_forget(ingot_warp_context* context, uint32_t texture);

#ifdef __cplusplus
}
#endif

#endif
