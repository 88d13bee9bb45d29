// Smoke in space as a sample of the shell: scenes, the mouse, and the picture.
#pragma once

#include <cstdint>
#include <ingot/sample/pacing.hpp>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/sample.hpp>
#include <ingot/sample/strokes.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../fluid/flow_steps.hpp"
#include "../fluid/palettes.hpp"
#include "smoke_light.kernels.hpp"
#include "smoke_picture.kernels.hpp"
#include "smoke_scenes.hpp"
#include "smoke_view.hpp"
#include "space_flow.hpp"

namespace ingot::samples::smoke {

/// What a stroke of the mouse does.
enum class tool : uint32_t { smoke, wind, obstacle, erase };

/// The files of strokes: --save and --strokes.
stroke_format format_of_strokes();

/// One running sample. The shell creates it through create_smoke().
class smoke_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override;
    void parameter_changed(const parameter_base& parameter) override;
    std::string kernel_variant(const device& device) const override;

    void load(const device& device, queue& queue) override;
    void reset(uint64_t seed) override;
    void step(const tick& tick) override;
    bool is_within_step() const override { return running_ && (running_->steps.is_within_step() || running_->light_is_due); }
    void draw(const canvas& canvas) override;

    state save() const override;
    void restore(const state& state) override;

    bool draws_one_view() const override { return true; }
    orbit initial_camera() const override;
    const choice* mouse_tool() const override { return &mouse_; }
    void mouse_drawn(std::span<const mouse_stroke> strokes) override;
    stroke_record* strokes() override { return &record_; }
    bool has_result_file() const override { return true; }
    void save_file(const std::filesystem::path& file) override { record_.write(file); }
    std::vector<caption> captions() const override;
    std::vector<statistic> statistics() override;
    void kernels_timed(std::span<const launch_timing> launches) override;

private:
    /// A flow, and what has happened in it.
    struct running_flow {
        space_flow flow;
        fluid::flow_steps<space_flow> steps {};
        bool has_obstacles = false;     ///< may there be some?
        uint64_t obstacle_changes = 0;  ///< a number that is new after each change of the obstacles
        bool light_is_due = false;      ///< a step has ended but for the light of its cells
        bool is_lit_by_step = false;    ///< the last call of step() has computed that light
    };

    /// What the kernels of the light compute, for one size of the grid.
    struct light_buffers {
        light_buffers(const device& device, const space_grid& grid, const floor_map& map);
        device_buffer<float4> half_smoke;
        device_buffer<float4> arriving;
        device_buffer<float4> lit;
        device_buffer<float4> floor;
    };
    /// What the kernels of the picture compute, for one size of the picture.
    struct pixel_buffers {
        pixel_buffers(const device& device, const smoke_camera& camera);
        device_buffer<float4> surface;
        device_buffer<float4> texels;
        device_buffer<float> ends;
        std::optional<smoke_camera> found {};  ///< the camera that `surface` was found with
        uint64_t obstacles = 0;                ///< the number of the obstacles then
    };

    scene chosen_scene() const { return static_cast<scene>(scene_.index()); }
    space_grid grid_for(double step) const;
    box_size box() const;
    space_settings settings() const;
    smoke_light light() const;
    floor_map floor_of(const space_grid& grid) const;
    smoke_camera camera_of(const canvas& canvas) const;
    std::unique_ptr<running_flow> begun();
    void act(const drawn_stroke& done, double step, std::vector<emitter>& emitters);
    void begin_step(double seconds);
    void end_step() const;
    float3 place_of(const glm::vec2& share) const;
    bool has_light() const;
    void light_cells();
    void find_surface();

    choice scene_ {"scene",
                   {"plume", "sphere", "jets", "fire", "pillars", "empty"},
                   "a plume, a plume below a sphere, two jets, a fire, wind around pillars, or an empty box for your own smoke"};
    choice mouse_ {"mouse",
                   {"smoke", "wind", "obstacle", "erase", "camera"},
                   "what the left mouse button does: brings smoke, pushes, draws obstacles, removes them, or turns the camera"};
    parameter<float> brush_ {"brush", 0.05f, {0.01f, 0.3f}, "radius of the mouse's strokes in metres; the box is 1 m high"};
    choice palette_ {"palette", {"smoke", "ember", "aurora", "lagoon", "sumi"}, "colours of the smoke"};
    parameter<bool> sources_ {"sources", true, "the scene's own smoke"};
    parameter<int64_t> columns_ {"columns",
                                 64,
                                 {16, 512},
                                 "cells of the grid from left to right; all sizes are rounded up to multiples of 8, 16 or 32",
                                 parameter_scale::logarithmic};
    parameter<int64_t> rows_ {"rows", 96, {16, 512}, "cells of the grid from the floor up", parameter_scale::logarithmic};
    parameter<int64_t> layers_ {"layers", 64, {16, 512}, "cells of the grid from back to front", parameter_scale::logarithmic};
    choice advection_ {"advection",
                       {"maccormack", "semi-lagrangian"},
                       "how smoke and velocity move with the flow: of second order, or of first order, which blurs"};
    parameter<int64_t> cycles_ {"v-cycles", 2, {1, 16}, "multigrid cycles of the pressure in each step"};
    parameter<float> confinement_ {
        "confinement", 2.0f, {0.0f, 20.0f}, "vorticity confinement: gives small vortices back, without unit"};
    parameter<float> buoyancy_ {"buoyancy", 3.0f, {0.0f, 20.0f}, "upward acceleration of the warmest fluid in m/s²"};
    parameter<float> weight_ {"weight", 0.0f, {-5.0f, 5.0f}, "downward acceleration of the densest smoke in m/s²"};
    parameter<float> wind_ {
        "wind", 0.8f, {0.05f, 3.0f}, "speed of the fluid that enters at the left in m/s, for the scene 'pillars'"};
    parameter<float> fade_ {"fade", 0.2f, {0.0f, 5.0f}, "how fast smoke fades: rate in 1/s"};
    parameter<float> cooling_ {"cooling", 0.5f, {0.0f, 5.0f}, "how fast warm fluid cools: rate in 1/s"};
    parameter<float> sun_ {"sun", 165.0f, {0.0f, 360.0f}, "direction of the sun in degrees around the box, from the right"};
    parameter<float> sun_height_ {"sun-height", 42.0f, {5.0f, 90.0f}, "height of the sun above the horizon in degrees"};
    parameter<float> density_ {"density", 1.0f, {0.1f, 5.0f}, "how dense smoke is"};
    parameter<float> shadow_ {"shadow", 1.0f, {0.0f, 3.0f}, "how strongly smoke shadows itself and the floor"};
    parameter<float> forward_ {"forward", 0.35f, {0.0f, 0.8f}, "how far smoke scatters light forward: mean cosine of the angle"};
    parameter<float> glow_ {"glow", 0.0f, {0.0f, 4.0f}, "how strongly warm fluid shines"};
    file_parameter strokes_ {"strokes", "strokes of the mouse to repeat, as --save writes them", {".strokes"}};

    std::optional<device> device_;
    queue* queue_ = nullptr;
    std::optional<space_kernels> kernels_;
    std::optional<smoke_light_program> lighting_;
    std::optional<smoke_picture_program> picture_;
    std::optional<picture_view> screen_;
    std::optional<light_buffers> lights_;
    std::optional<pixel_buffers> pixels_;

    uint64_t seed_ = 1;
    uint64_t obstacle_changes_ = 0;
    std::unique_ptr<running_flow> running_;
    stroke_record record_ {format_of_strokes()};
    uncovered_part uncovered_;  ///< what the panels left free when the picture was drawn
    smoke_camera camera_;       ///< of the picture that was drawn last
    pacing pacing_;
    double simulated_seconds_ = 0.0;  ///< of the device, since the last statistics
    uint64_t simulated_steps_ = 0;
    std::optional<double> step_milliseconds_;
};

}  // namespace ingot::samples::smoke
