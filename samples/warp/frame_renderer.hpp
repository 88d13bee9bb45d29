// Renders a world, with motion and depth for the warp.
#pragma once

#include <array>
#include <ingot/opengl/shaders.hpp>
#include <map>
#include <memory>
#include <vector>

#include "frame_target.hpp"
#include "world.hpp"

namespace ingot::samples::warping {

/// A frame's time, and those of the frames that its motion comes from and goes to, with the camera's view at each: of the frame,
/// of the one before, of the one after.
struct moments {
    std::array<double, 3> times {};
    std::array<glm::mat4, 3> views {};

    friend bool operator==(const moments&, const moments&) = default;
};

class frame_renderer {
public:
    explicit frame_renderer(world shown);

    void render(const frame_target& into, const moments& at);
    size_t triangles() const;  ///< in a frame

private:
    struct buffers {
        opengl::buffer vertices;
        opengl::buffer elements;
        opengl::vertex_array array;
        GLsizei count = 0;
    };
    using things = std::array<std::vector<thing>, 3>;

    void upload(const mesh& from);
    void upload(const media::texture& from);
    /// Programs of one kind of surface: software renderers take every branch of a shader.
    struct surface_programs {
        opengl::program scene;
        opengl::program shadow;
    };
    void draw(const opengl::program& program, paint of, const things& all) const;
    void draw_shadows(const things& all) const;
    void draw_scene(const things& all, const moments& at) const;
    void resolve(const frame_target& into) const;

    world shows;
    std::map<paint, surface_programs> programs;
    opengl::program resolve_program;
    opengl::vertex_array no_vertices;
    std::vector<buffers> meshes;
    std::vector<opengl::texture> textures;
    shadow_map shadows;
    std::unique_ptr<multisampled_target> samples;
};

}  // namespace ingot::samples::warping
