// Ink and smoke as a sample of the shell: scenes, the mouse, and the picture.
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

#include "flow_steps.hpp"
#include "fluid_picture.kernels.hpp"
#include "palettes.hpp"
#include "picture_layout.hpp"
#include "plane_flow.hpp"
#include "scenes.hpp"

namespace ingot::samples::fluid {

/// What a stroke of the mouse does.
enum class tool : uint32_t { ink, wind, obstacle, erase };

/// The files of strokes: --save and --strokes.
stroke_format format_of_strokes();

/// One running sample. The shell creates it through create_fluid().
class fluid_sample final : public sample {
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
    bool is_flat_picture() const override { return true; }
    tone_curve tone() const override { return view_ == "picture" ? tone_curve::filmic : tone_curve::none; }
    const choice* mouse_tool() const override { return &mouse_; }
    void mouse_drawn(std::span<const mouse_stroke> strokes) override;
    stroke_record* strokes() override { return &record_; }
    std::vector<caption> captions() const override;
    std::vector<statistic> statistics() override;
    void kernels_timed(std::span<const launch_timing> launches) override;
    bool has_result_file() const override { return true; }
    void save_file(const std::filesystem::path& file) override;

private:
    /// A flow, and what has happened in it.
    struct running_flow {
        plane_flow flow;
        flow_steps<plane_flow> steps {};
        uint64_t obstacle_changes = 0;  ///< a number that is new after each change of the obstacles
        bool light_is_due = false;      ///< a step has ended but for the light of its cells
        bool is_lit_by_step = false;    ///< the last call of step() has computed that light
    };

    /// What the kernels of the picture compute, for one size of the grid.
    struct picture_buffers {
        picture_buffers(const device& device, const plane_grid& grid);
        device_buffer<float4> half_ink;
        device_buffer<float4> sunlight;
        device_buffer<float4> lit;
        device_buffer<float> stone;            ///< the obstacles, with a smooth outline
        device_buffer<float> half_smooth;      ///< the same, smoothed in one direction only
        std::optional<uint64_t> obstacles {};  ///< the number of the obstacles that `stone` was made of
    };

    scene chosen_scene() const { return static_cast<scene>(scene_.index()); }
    plane_grid grid_for(double step) const;
    float basin_width() const;
    flow_settings settings() const;
    picture_light light() const;
    std::unique_ptr<running_flow> begun();
    void act(const drawn_stroke& done, double step, std::vector<emitter>& emitters);
    void begin_step(double seconds);
    void end_step() const;
    float2 place_of(const glm::vec2& share) const;
    bool has_light() const;
    void light_cells();

    choice scene_ {"scene",
                   {"ink", "smoke", "street", "jets", "basin"},
                   "three pens, a warm plume below a disc, a cylinder in the wind, two jets, or a basin for your own strokes"};
    choice view_ {"view",
                  {"picture", "vorticity", "pressure", "speed"},
                  "the picture, or a quantity of the flow as colours: blue is negative, orange positive"};
    choice mouse_ {"mouse",
                   {"ink", "wind", "obstacle", "erase", "camera"},
                   "what the left mouse button does: brings ink, pushes, draws obstacles, removes them, or moves the picture"};
    choice pen_ {"pen", {"alternating", "first", "second", "third"}, "the pigment of the mouse's strokes"};
    parameter<float> brush_ {"brush", 0.03f, {0.005f, 0.2f}, "radius of the mouse's strokes in metres; the basin is 1 m high"};
    choice palette_ {"palette", palette_names(), "colours of the three pigments"};
    choice backdrop_ {"backdrop", backdrop_names(), "what is behind the fluid: a light table, paper, or nothing"};
    parameter<bool> sources_ {"sources", true, "the scene's own ink"};
    parameter<int64_t> columns_ {"columns",
                                 512,
                                 {16, 2048},
                                 "cells of the grid in each row; rounded up to a multiple of 16, 32 or 64",
                                 parameter_scale::logarithmic};
    parameter<int64_t> rows_ {
        "rows", 288, {16, 2048}, "cells of the grid in each column; rounded up as those of a row", parameter_scale::logarithmic};
    choice advection_ {"advection",
                       {"maccormack", "semi-lagrangian"},
                       "how ink and velocity move with the flow: of second order, or of first order, which blurs"};
    parameter<int64_t> cycles_ {"v-cycles", 2, {1, 16}, "multigrid cycles of the pressure in each step"};
    parameter<float> confinement_ {
        "confinement", 0.0f, {0.0f, 20.0f}, "vorticity confinement: gives small vortices back, without unit"};
    parameter<float> viscosity_ {"viscosity", 0.0f, {0.0f, 0.01f}, "kinematic viscosity in m²/s"};
    parameter<float> buoyancy_ {"buoyancy", 2.2f, {0.0f, 20.0f}, "upward acceleration of the warmest fluid in m/s²"};
    parameter<float> weight_ {"weight", 0.0f, {-5.0f, 5.0f}, "downward acceleration of the densest ink in m/s²"};
    parameter<float> wind_ {
        "wind", 0.55f, {0.05f, 3.0f}, "speed of the fluid that enters at the left in m/s, for the scene 'street'"};
    parameter<float> fade_ {"fade", 0.05f, {0.0f, 5.0f}, "how fast ink fades: rate in 1/s"};
    parameter<float> cooling_ {"cooling", 0.35f, {0.0f, 5.0f}, "how fast warm fluid cools: rate in 1/s"};
    parameter<float> sun_ {"sun", 130.0f, {0.0f, 360.0f}, "direction of the light in degrees, counterclockwise from the right"};
    parameter<float> density_ {"density", 1.2f, {0.1f, 5.0f}, "how dark ink is"};
    parameter<float> opacity_ {"opacity", 0.3f, {0.0f, 2.0f}, "how much light ink scatters, as smoke does"};
    parameter<float> shadow_ {"shadow", 0.6f, {0.0f, 3.0f}, "how strongly ink shadows what is behind it"};
    parameter<float> relief_ {"relief", 1.0f, {0.0f, 4.0f}, "how strongly thick ink bulges"};
    parameter<float> gloss_ {"gloss", 1.0f, {0.0f, 3.0f}, "strength of reflections"};
    parameter<float> glow_ {"glow", 0.0f, {0.0f, 4.0f}, "how strongly warm fluid shines"};
    file_parameter strokes_ {"strokes", "strokes of the mouse to repeat, as --save writes them", {".strokes"}};

    std::optional<device> device_;
    queue* queue_ = nullptr;
    std::optional<flow_kernels> kernels_;
    std::optional<fluid_picture_program> picture_;
    std::optional<picture_view> screen_;

    std::optional<picture_buffers> buffers_;
    uint64_t obstacle_changes_ = 0;

    uint64_t seed_ = 1;
    std::unique_ptr<running_flow> running_;
    stroke_record record_ {format_of_strokes()};
    uint32_t next_pigment_ = 0;  ///< of the pen 'alternating'
    uncovered_part uncovered_;   ///< what the panels left free then
    picture_window window_;      ///< what draw() showed last
    pacing pacing_;
    double simulated_seconds_ = 0.0;  ///< of the device, since the last statistics
    uint64_t simulated_steps_ = 0;
    std::optional<double> step_milliseconds_;
};

}  // namespace ingot::samples::fluid
