// Renders a world with OpenGL, with the motion and depth textures for the warp.
#pragma once

#include <array>
#include <ingot/opengl/shaders.hpp>
#include <map>
#include <memory>
#include <vector>

#include "frame_target.hpp"
#include "world.hpp"

namespace ingot::samples::warping {

/// The times, in seconds, and the camera's views of three frames: the rendered frame, the frame before and the frame
/// after. The motion that the rendered frame stores is the motion from it to each of the two others.
struct moments {
    std::array<double, 3> times {};
    std::array<glm::mat4, 3> views {};

    friend bool operator==(const moments&, const moments&) = default;
};

/// Owns the OpenGL objects of one world and renders its frames.
class frame_renderer {
public:
    explicit frame_renderer(world scene);

    /// Renders a frame into the textures of `target`, which may have any size. Restores the bound framebuffer.
    void render(const frame_target& target, const moments& moments);
    size_t triangles() const;  ///< number of triangles in a frame, without the sky

private:
    /// A mesh in OpenGL.
    struct mesh_buffers {
        opengl::buffer vertices;
        opengl::buffer elements;
        opengl::vertex_array array;
        GLsizei count = 0;
    };
    /// The objects of the world at each of the times of `moments`.
    using instances_at_moments = std::array<std::vector<instance>, 3>;

    void upload(const mesh& mesh);
    void upload(const media::texture& texture);
    /// The programs of one kind of surface. Each kind has its own programs because software renderers execute all
    /// branches of a shader.
    struct surface_programs {
        opengl::program scene;
        opengl::program shadow;
    };
    void draw(const opengl::program& program, surface_kind kind, const instances_at_moments& all) const;
    void draw_shadows(const instances_at_moments& all) const;
    void draw_scene(const instances_at_moments& all, const moments& moments) const;
    void resolve(const frame_target& target) const;

    world world_;
    std::map<surface_kind, surface_programs> programs_;
    opengl::program resolve_program_;
    opengl::vertex_array no_vertices_;
    std::vector<mesh_buffers> meshes_;
    std::vector<opengl::texture> textures_;
    shadow_map shadows_;
    std::unique_ptr<multisampled_target> multisampled_frame_;
};

}  // namespace ingot::samples::warping
