// The fractals as a sample of the shell: chooses the view, computes as many samples as a frame has time for, and draws them or
// what they cost.
#pragma once

#include <cstdint>
#include <deque>
#include <ingot/sample/pacing.hpp>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/sample.hpp>
#include <ingot/sample/tunable.hpp>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fractal_display.kernels.hpp"
#include "places.hpp"
#include "renderer.hpp"

namespace ingot::samples::fractal {

/// One running sample. The shell creates it through create_fractal().
class fractal_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override;
    std::vector<tunable*> tunables() override { return {&groups_}; }
    void parameter_changed(const parameter_base& parameter) override;

    void load(const device& device, queue& queue) override;
    void reset(uint64_t seed) override;
    void step(const tick& tick) override;
    void draw(const canvas& canvas) override;

    state save() const override;
    void restore(const state& state) override;

    bool draws_one_view() const override { return true; }
    orbit initial_camera() const override;
    bool is_flat_picture() const override { return is_plane(); }
    bool makes_room_for_panels() const override { return false; }
    tone_curve tone() const override { return is_plane() || view_ != "picture" ? tone_curve::none : tone_curve::filmic; }
    std::vector<caption> captions() const override;
    std::vector<statistic> statistics() override;
    void kernels_timed(std::span<const launch_timing> launches) override;

    std::optional<double> progress() const override;
    std::string progress_text() const override;
    media::picture result() override;
    media::picture result_for_display() override;

private:
    /// The costs of all pixels of a picture.
    struct picture_cost {
        uint32_t smallest = 0;
        uint32_t largest = 0;
        double mean = 0.0;
        double idle_share = 0.0;  ///< of the work-items of all tiles
    };
    /// What the window shows. It is drawn again only if one of these values changed since the last frame.
    struct displayed_state {
        const renderer* source = nullptr;
        uint64_t changes = 0;
        size_t view = 0;
        friend bool operator==(const displayed_state&, const displayed_state&) = default;
    };

    bool is_plane() const { return shape_ == "mandelbrot"; }
    std::optional<solid_kind> solid() const;
    float bounding_radius() const;
    const plane_place& place() const;
    void take_place();
    double current_zoom() const;
    uint32_t iterations_at(double zoom) const;
    void make_reference();
    fractal_view view_for(const canvas& canvas) const;
    pinhole_camera camera_for(const canvas& canvas) const;
    uint64_t samples_in_budget(uint64_t pixels) const;
    void compute(const fractal_view& view);
    void begin_preview(const fractal_view& view);
    void add_rows(renderer& picture);
    bool refine_preview();
    const renderer& shown_renderer() const;
    picture_cost measure(const renderer& source);
    void show_in(const renderer& source, device_buffer<float4>& pixels);
    void update_view();

    static std::vector<std::string> place_names();
    static std::vector<std::string> palette_names();

    choice shape_ {"shape", {"mandelbulb", "mandelbox", "julia", "mandelbrot"}, "the fractal: three in space, and the plane"};
    choice view_ {"view",
                  {"picture", "cost", "divergence"},
                  "the picture, the steps of each pixel, or the share of work-items that wait for the slowest one of their tile"};
    parameter<int64_t> power_ {"power", 8, {2, 16}, "exponent of the Mandelbulb"};
    parameter<float> box_scale_ {"box-scale", 2.0f, {1.5f, 3.0f}, "scale of the Mandelbox"};
    parameter<float> slice_ {"slice", 0.0f, {-1.0f, 1.0f}, "fourth coordinate of the slice through the Julia set of quaternions"};
    parameter<int64_t> iterations_ {"iterations", 12, {1, 64}, "iterations of the map of a fractal in space"};
    parameter<int64_t> steps_ {"steps", 256, {16, 4096}, "largest number of steps along a ray", parameter_scale::logarithmic};
    parameter<float> tolerance_ {
        "tolerance", 0.5f, {0.05f, 8.0f}, "distance to the surface where a ray ends, in pixels", parameter_scale::logarithmic};
    parameter<float> shadow_softness_ {
        "shadow-softness", 0.06f, {0.005f, 0.5f}, "size of the sun: tangent of half of its angle", parameter_scale::logarithmic};
    parameter<float> occlusion_ {"occlusion", 1.0f, {0.0f, 1.0f}, "strength of ambient occlusion"};
    choice place_ {"place", place_names(), "the centre of the Mandelbrot set's view; 'file' reads its digits from a file"};
    file_parameter file_ {
        "file", "text with the digits of the centre: real part, imaginary part, each in a line of its own", {".txt"}, "place"};
    parameter<double> zoom_ {"zoom", 0.0, {0.0, 100.0}, "exponent of the magnification of the Mandelbrot set: 100 is 1e-100"};
    parameter<int64_t> plane_iterations_ {
        "plane-iterations", 0, {0, 200'000}, "largest number of iterations of the Mandelbrot set; 0: as the place and zoom need"};
    choice palette_ {"palette", palette_names(), "colours"};
    parameter<float> colour_offset_ {"colour-offset", 0.0f, {0.0f, 1.0f}, "start of the palette"};
    parameter<float> colour_cycle_ {"colour-cycle",
                                    100.0f,
                                    {1.0f, 10'000.0f},
                                    "iterations of the Mandelbrot set after which the palette repeats",
                                    parameter_scale::logarithmic};
    parameter<float> relief_ {"relief", 0.6f, {0.0f, 1.0f}, "light from the side on the Mandelbrot set"};
    parameter<float> flight_ {
        "flight",
        0.0f,
        {0.0f, 10.0f},
        "speed of the automatic flight: around a fractal in space, or from the whole Mandelbrot set to the zoom; 0: none"};
    tunable groups_ {"group",
                     {"8x4", "8x8", "8x16", "8x32"},
                     "pixels of a work-group that computes samples; auto: what 'ingot tune' has found, or 8x8"};
    parameter<int64_t> wanted_samples_ {"spp",
                                        16,
                                        {1, 1024},
                                        "samples per pixel, for smooth edges; they are added while the view rests",
                                        parameter_scale::logarithmic};

    std::optional<device> device_;
    queue* queue_ = nullptr;
    std::optional<renderer> renderer_;
    /// Two coarse pictures, shown until renderer_ has a sample of every pixel: the latest finished one, and the next finer one.
    std::optional<renderer> preview_renderer_;
    std::optional<renderer> finer_renderer_;
    std::optional<fractal_display_program> display_;
    std::optional<picture_view> screen_;
    std::optional<device_buffer<tile_cost>> tiles_;

    plane_place current_place_ = built_in_places().front();
    std::optional<device_buffer<orbit_point>> reference_;
    std::string reference_source_;    ///< the place's digits and the number of iterations that reference_ was made from
    uint32_t reference_number_ = 0;   ///< counts reference orbits
    double flown_ = 0.0;              ///< seconds of flight, multiplied by its speed
    uint32_t requested_samples_ = 0;  ///< samples that step() requested and draw() has not computed yet
    uint64_t changes_ = 0;            ///< counts changes of the computed pictures
    std::optional<displayed_state> displayed_;
    std::optional<picture_cost> displayed_cost_;
    uint32_t finer_step_ = 1;  ///< pixels of finer_renderer_ are this many canvas pixels wide; 1: renderer_ is next
    std::optional<fractal_view> last_view_;
    double budget_ = std::numeric_limits<double>::infinity();  ///< seconds that the work of one frame may take
    pacing pacing_;                                            ///< of the rows of pictures that take longer than a frame
    double seconds_for_sample_ = 0.0;                          ///< of one pixel, measured by the device's clock in whole pictures
    std::deque<renderer::launch> untimed_launches_;            ///< the launches whose times are not known yet, in their order
};

}  // namespace ingot::samples::fractal
