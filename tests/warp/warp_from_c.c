/* A C program that uses only OpenGL and ingot_warp.h. It warps a picture with a vertical bar by half of its motion. */
#include <SDL.h>
#include <epoxy/gl.h>
#include <ingot_warp.h>
#include <stdio.h>
#include <stdlib.h>

enum { width = 64, height = 32, moved = 6 };

static GLuint make_texture(GLint internal, GLenum format, GLenum type, const void* pixels) {
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexImage2D(GL_TEXTURE_2D, 0, internal, width, height, 0, format, type, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    return name;
}

static void require(int good, const char* description) {
    if (good) return;
    fprintf(stderr, "warp_from_c: %s\n", description);
    exit(1);
}

/* Returns the column of the bar, or a negative number if there is no bar or if there are two. */
static int find_bar(GLuint texture) {
    static uint8_t pixels[height][width][4];
    int found = -1;
    glBindTexture(GL_TEXTURE_2D, texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (int x = 0; x < width; ++x)
        if (pixels[height / 2][x][0] > 128) found = found < 0 ? x : -2;
    return found;
}

static void warp(ingot_warp_context* context) {
    static uint8_t colors[height][width][4];
    static float depths[height][width];
    static uint32_t motion[height][width];
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            colors[y][x][0] = x == 20 ? 255 : 10;
            colors[y][x][3] = 255;
            depths[y][x] = 10.0f;
            motion[y][x] = ingot_warp_encode_motion_2d(2.0f * moved / width, 0.0f);
        }
    const GLuint color = make_texture(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, colors);
    const GLuint output = make_texture(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    const GLuint flow = make_texture(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, motion);
    const ingot_warp_camera camera = {
        width, height, 90.0f, 1.0f, 100.0f, INGOT_WARP_DEPTH_LINEAR, 0, INGOT_WARP_ORIGIN_LEFT_BOTTOM};
    ingot_warp_status status = ingot_warp_gather_forward_only(context, &camera, NULL, 0.5f, color, flow, output);
    require(status == INGOT_WARP_SUCCESS, ingot_warp_message(context));
    require(find_bar(output) == 20 + moved / 2, "gather moved the bar to a wrong column");

    /* At distance 10, a field of view of 90 degrees is 20 units high: a pixel is 20 / height. */
    for (int i = 0; i < width * height; ++i)
        motion[i / width][i % width] = ingot_warp_encode_motion_3d(moved * 20.0f / height, 0.0f, 0.0f);
    const GLuint space = make_texture(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, motion);
    const GLuint depth = make_texture(GL_R32F, GL_RED, GL_FLOAT, depths);
    status = ingot_warp_scatter(context, &camera, NULL, 0.5f, color, depth, space, output);
    require(status == INGOT_WARP_SUCCESS, ingot_warp_message(context));
    require(find_bar(output) == 20 + moved / 2, "scatter moved the bar to a wrong column");
    require(ingot_warp_scatter(context, &camera, NULL, 0.5f, color, depth, 4711, output) == INGOT_WARP_INVALID_TEXTURE,
            "a texture that does not exist was accepted");
}

int main(void) {
    ingot_warp_context* context = NULL;
    require(ingot_warp_create(NULL, &context) == INGOT_WARP_NO_OPENGL, "a context was created without OpenGL");
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    require(SDL_Init(SDL_INIT_VIDEO) == 0, SDL_GetError());
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_Window* window = SDL_CreateWindow("warp", 0, 0, 16, 16, SDL_WINDOW_OPENGL);
    require(window != NULL, SDL_GetError());
    SDL_GLContext graphics = SDL_GL_CreateContext(window);
    require(graphics != NULL, SDL_GetError());

    const ingot_warp_status status = ingot_warp_create(NULL, &context);
    require(status == INGOT_WARP_SUCCESS, ingot_warp_status_text(status));
    warp(context);
    printf("warped on %s\n", ingot_warp_device(context));
    ingot_warp_destroy(context);
    SDL_GL_DeleteContext(graphics);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return 0;
}
