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

/// Owns the OpenGL objects of one world and renders its frames: each at once, or in parts, if a frame takes longer than the
/// window can wait.
class frame_renderer {
public:
    explicit frame_renderer(world scene);

    /// Renders a frame into the textures of `target`, which may have any size. Restores the bound framebuffer.
    void render(const frame_target& target, const moments& moments);

    /// Begins a frame that draw_part() renders. Gives up a frame that is not complete. The target must exist until the frame is
    /// complete or given up; its textures change only when the frame becomes complete.
    void begin(const frame_target& target, const moments& moments);
    /// Renders a part of the frame that was begun. The unit of work is a triangle of the shadow map. The pixels of a frame do not
    /// depend on its parts. Restores the bound framebuffer.
    void draw_part(uint64_t work);
    /// The work that is left of the frame that was begun; 0 if it is complete.
    uint64_t work_left() const { return frame_.work_left; }
    /// The work of the whole frame that was begun last.
    uint64_t work_of_frame() const { return frame_.work; }

    size_t triangles() const;  ///< number of triangles of the world, without the sky

private:
    /// A mesh in OpenGL.
    struct mesh_buffers {
        opengl::buffer vertices;
        opengl::buffer elements;
        opengl::vertex_array array;
        uint32_t triangles = 0;
        glm::vec3 centre {0.0f};  ///< of a sphere around the mesh
        float radius = 0.0f;
    };
    /// The objects of the world at each of the times of `moments`.
    using instances_at_moments = std::array<std::vector<instance>, 3>;
    /// The programs of one kind of surface. Each kind has its own programs because software renderers execute all
    /// branches of a shader.
    struct surface_programs {
        opengl::program scene;
        opengl::program shadow;
    };
    enum class action { copy_still_shadows, shadow, clear_scene, scene, resolve };
    /// A step of a frame. The actions `shadow` and `scene` draw an object; a part of a frame can end between two triangles.
    struct step {
        action what;
        surface_kind kind = surface_kind::stone;
        size_t object = 0;       ///< an index into instances_at_moments
        uint32_t triangles = 1;  ///< 1 if the step draws no object
        uint64_t cost = 1;       ///< work for each triangle
        uint64_t work() const { return triangles * cost; }
    };
    struct frame {
        const frame_target* target = nullptr;
        moments when {};
        instances_at_moments objects {};
        std::vector<step> steps {};
        size_t next_step = 0;
        uint32_t next_triangle = 0;  ///< of the next step
        uint64_t work = 0;
        uint64_t work_left = 0;
    };

    void upload(const mesh& mesh);
    void upload(const media::texture& texture);
    instances_at_moments objects_at(const moments& moments) const;
    std::vector<step> steps_of(const frame& frame) const;
    void make_still_shadows(const instances_at_moments& all);
    void prepare(const step& step, const frame& frame) const;
    void draw(const step& step, const instances_at_moments& all, uint32_t first_triangle, uint32_t count) const;
    void prepare_shadows(surface_kind kind, GLuint framebuffer) const;
    void prepare_scene(surface_kind kind, const moments& moments) const;
    void copy_still_shadows() const;
    void clear_scene() const;
    void resolve(const frame_target& target) const;

    world world_;
    std::map<surface_kind, surface_programs> programs_;
    opengl::program resolve_program_;
    opengl::vertex_array no_vertices_;
    std::vector<mesh_buffers> meshes_;
    std::vector<opengl::texture> textures_;
    shadow_map still_shadows_;  ///< of the objects that do not move
    bool has_still_shadows_ = false;
    shadow_map shadows_;
    std::unique_ptr<multisampled_target> multisampled_frame_;
    frame frame_;
};

/// Can a sphere, in camera space, be seen in a picture with this ratio of width to height?
bool is_in_view(const glm::vec3& centre, float radius, float aspect);

}  // namespace ingot::samples::warping
