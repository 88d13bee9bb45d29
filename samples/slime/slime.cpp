// The slime mould as a sample of the shell: starts, the mouse, and the picture.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ingot/sample/kernel_work.hpp>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/sample.hpp>
#include <ingot/sample/strokes.hpp>
#include <memory>
#include <optional>

#include "food_maps.hpp"
#include "palettes.hpp"
#include "picture_layout.hpp"
#include "plasmodium.hpp"
#include "slime_picture.kernels.hpp"

namespace ingot::samples {

namespace {

using namespace slime;

constexpr double longest_frame = 1.0 / 30.0;  // seconds; a slow device simulates slower instead of taking more steps
constexpr float flat_field_of_view = 0.8f;    // radians
constexpr size_t most_touches = 128;          // of the brush in a step
constexpr uint32_t size_multiple = 16;        // of the plane's sides
constexpr uint32_t group_size = 128;
constexpr uint32_t group_width = 16;
constexpr uint32_t group_height = 8;

/// The files of strokes: --save and --strokes. The size of the plane in cells does not matter.
stroke_format format_of_strokes() {
    return {.tools = {"food", "repellent", "eraser"}, .unit = "heights of the plane, from its lower left corner"};
}

uint32_t usable_size(int64_t cells) { return static_cast<uint32_t>((cells + size_multiple - 1) / size_multiple * size_multiple); }

// An angle in degrees as a share of a turn, of which 2^32 is a whole one.
uint32_t angle_of(float degrees) { return static_cast<uint32_t>(std::llround(degrees / 360.0 * 0x1p32)); }

int32_t fixed_point(float value, int32_t unit) { return static_cast<int32_t>(std::lround(value * static_cast<float>(unit))); }

class slime_sample final : public sample, public kernel_work_estimator {
public:
    std::vector<parameter_base*> parameters() override {
        return {&start_,    &facing_,     &radius_,   &colonies_,     &food_,     &agents_, &columns_,   &rows_,
                &species_,  &others_,     &chase_,    &sensor_angle_, &distance_, &turn_,   &wander_,    &stride_,
                &crowding_, &deposit_,    &decay_,    &diffusion_,    &appetite_, &speed_,  &mouse_,     &brush_,
                &palette_,  &brightness_, &contrast_, &young_,        &relief_,   &glow_,   &show_food_, &strokes_};
    }
    void parameter_changed(const parameter_base& changed) override {
        const std::array<const parameter_base*, 9> of_the_start {&start_,  &facing_,  &radius_, &colonies_, &food_,
                                                                 &agents_, &columns_, &rows_,   &species_};
        if (!running_) return;
        if (&changed == &strokes_) record_.repeat(strokes_.get());
        if (std::ranges::find(of_the_start, &changed) == of_the_start.end()) return;
        running_ = begun();
        record_.restart();
    }
    std::string kernel_variant(const device&) const override {
        return fmt::format("{} x {}, {}", usable_size(columns_), usable_size(rows_), agents_ > 300'000 ? "many" : "few");
    }

    void load(const device& device, queue& queue) override {
        device_ = device;
        queue_ = &queue;
        kernels_.emplace(device);
        picture_.emplace(device);
        screen_.emplace(device);
    }
    void reset(uint64_t seed) override {
        stroke_record record(format_of_strokes());
        record.repeat(strokes_.get());
        const uint64_t before = seed_;
        seed_ = seed;
        try {
            running_ = begun();
        } catch (...) {
            seed_ = before;
            throw;
        }
        record_ = std::move(record);
    }
    void step(const tick& tick) override;
    void draw(const canvas& canvas) override;

    state save() const override;
    void restore(const state& state) override;

    // The plane, which is 2 units high here, fills the height of the picture.
    bool draws_one_view() const override { return true; }
    orbit initial_camera() const override {
        return {.distance = 1.0f / std::tan(0.5f * flat_field_of_view), .field_of_view = flat_field_of_view};
    }
    bool is_flat_picture() const override { return true; }
    const choice* mouse_tool() const override { return &mouse_; }
    void mouse_drawn(std::span<const mouse_stroke> strokes) override;
    stroke_record* strokes() override { return &record_; }
    bool has_result_file() const override { return true; }
    void save_file(const std::filesystem::path& file) override { record_.write(file); }
    std::vector<caption> captions() const override {
        return {{.text = fmt::format("mouse: {}   (M changes it, R clears)", mouse_.get()),
                 .place = {uncovered_.right - 0.015f, 0.8f},
                 .anchor = {1.0f, 1.0f}}};
    }
    std::vector<statistic> statistics() override;
    void kernels_timed(std::span<const launch_timing> launches) override;
    std::optional<kernel_work> estimate_work(std::string_view launched) const override;

private:
    /// A slime mould, and what has happened in it.
    struct running_slime {
        plasmodium mould;
        uint64_t steps = 0;  ///< number of steps since the start
        double due = 0.0;    ///< part of a step that the clock has passed
    };

    /// What the kernels of the picture compute, for one size of the plane.
    struct picture_buffers {
        picture_buffers(const device& device, const slime_plane& plane, const glow_grid& grid)
            : lit(device, plane.cells()),
              shown(device, plane.cells()),
              glow(device, size_t {grid.columns} * grid.rows),
              half_smooth(device, size_t {grid.columns} * grid.rows) {}
        device_buffer<float4> lit;
        device_buffer<float4> shown;
        device_buffer<float4> glow;
        device_buffer<float4> half_smooth;
    };

    slime_plane chosen_plane() const {
        return make_plane(usable_size(columns_), usable_size(rows_), static_cast<uint32_t>(species_.get()),
                          static_cast<uint32_t>(agents_.get()));
    }
    std::unique_ptr<running_slime> begun();
    void take_step();
    void touch_plane();
    slime_look look() const;
    float2 place_of(const glm::vec2& share) const;

    choice start_ {"start",
                   {"plane", "disc", "ring", "colonies", "word"},
                   "where agents start: everywhere, in a disc, a ring, several discs, or in the letters of a word"};
    choice facing_ {"facing",
                    {"inward", "outward", "around", "anywhere"},
                    "where agents look at the start: to the middle, away from it, around it, or in random directions"};
    parameter<float> radius_ {"radius", 0.45f, {0.01f, 0.5f}, "of the disc, the ring or each colony, in heights of the plane"};
    parameter<int64_t> colonies_ {
        "colonies", 12, {1, 64}, "discs of the start 'colonies'; rounded up to a multiple of the species"};
    choice food_ {"food", {"none", "dots", "word"}, "food that is there at the start"};
    parameter<int64_t> agents_ {
        "agents", 1'000'000, {1'000, 10'000'000}, "number of agents of all species", parameter_scale::logarithmic};
    parameter<int64_t> columns_ {"columns",
                                 1600,
                                 {64, 4096},
                                 "cells of the plane in each row; rounded up to a multiple of 16",
                                 parameter_scale::logarithmic};
    parameter<int64_t> rows_ {"rows",
                              896,
                              {64, 4096},
                              "cells of the plane in each column; rounded up to a multiple of 16",
                              parameter_scale::logarithmic};
    parameter<int64_t> species_ {"species", 1, {1, most_species}, "number of species, each with its own trails"};
    parameter<float> others_ {
        "others",
        -0.6f,
        {-2.0f, 2.0f},
        "how much an agent likes the trails of other species, compared with its own; negative: avoids them"};
    parameter<float> chase_ {
        "chase", 0.0f, {-2.0f, 2.0f}, "how much a species follows the trails of the next one and flees from the previous one"};
    parameter<float> sensor_angle_ {
        "sensor-angle", 40.0f, {0.0f, 180.0f}, "between the sensor ahead and each of those beside it, in degrees"};
    parameter<float> distance_ {"sensor-distance", 9.0f, {0.5f, 64.0f}, "from an agent to its sensors, in cells"};
    parameter<float> turn_ {"turn", 45.0f, {0.0f, 180.0f}, "towards the strongest scent in a step, in degrees"};
    parameter<float> wander_ {"wander", 20.0f, {0.0f, 90.0f}, "largest random turn in a step, in degrees"};
    parameter<float> stride_ {"stride", 1.0f, {0.1f, 8.0f}, "distance that an agent moves in a step, in cells"};
    parameter<float> crowding_ {"crowding",
                                40.0f,
                                {1.0f, 2048.0f},
                                "trail that attracts most; agents leave veins that are stronger",
                                parameter_scale::logarithmic};
    parameter<float> deposit_ {
        "deposit", 1.0f, {0.01f, 20.0f}, "trail that an agent leaves in a step", parameter_scale::logarithmic};
    parameter<float> decay_ {
        "decay", 0.1f, {0.001f, 1.0f}, "share of a trail that is lost in a step", parameter_scale::logarithmic};
    parameter<float> diffusion_ {
        "diffusion", 0.6f, {0.0f, 1.0f}, "how far trails spread in a step; at 1 a cell keeps a quarter of its trail"};
    parameter<float> appetite_ {"appetite", 60.0f, {0.0f, 500.0f}, "the trail that smells as strong as food"};
    parameter<float> speed_ {"speed", 60.0f, {1.0f, 600.0f}, "steps in a second", parameter_scale::logarithmic};
    choice mouse_ {"mouse",
                   {"food", "repellent", "eraser", "camera"},
                   "what the left mouse button does: leaves food, leaves what agents avoid, removes both, or moves the picture"};
    parameter<float> brush_ {"brush", 0.05f, {0.01f, 0.25f}, "radius of the mouse's strokes, in heights of the plane"};
    choice palette_ {"palette", palette_names(), "colours of the background and the species"};
    parameter<float> brightness_ {"brightness", 1.0f, {0.1f, 10.0f}, "of trails", parameter_scale::logarithmic};
    parameter<float> contrast_ {"contrast", 5.0f, {0.2f, 20.0f}, "how much darker weak trails are", parameter_scale::logarithmic};
    parameter<float> young_ {"young", 1.0f, {0.0f, 4.0f}, "how much growing trails shine"};
    parameter<float> relief_ {"relief", 0.5f, {0.0f, 2.0f}, "how strongly veins bulge"};
    parameter<float> glow_ {"glow", 0.5f, {0.0f, 3.0f}, "light that spreads around veins"};
    parameter<bool> show_food_ {"show-food", true, "shows food and repellent"};
    file_parameter strokes_ {"strokes", "strokes of the mouse to repeat, as --save writes them", {".strokes"}};

    std::optional<device> device_;
    queue* queue_ = nullptr;
    std::optional<plasmodium_kernels> kernels_;
    std::optional<slime_picture_program> picture_;
    std::optional<picture_view> screen_;
    std::optional<picture_buffers> buffers_;

    uint64_t seed_ = 1;
    std::unique_ptr<running_slime> running_;
    stroke_record record_ {format_of_strokes()};
    uncovered_part uncovered_;        // what the panels left free then
    picture_window window_;           // what draw() showed last
    double simulated_seconds_ = 0.0;  // of the device, since the last statistics
    uint64_t simulated_steps_ = 0;
    std::optional<double> step_milliseconds_;
};

// Makes the start.
std::unique_ptr<slime_sample::running_slime> slime_sample::begun() {
    const slime_plane plane = chosen_plane();
    const agent_start start {.plane = plane,
                             .shape = static_cast<start_shape>(start_.index()),
                             .heading = static_cast<start_heading>(facing_.index()),
                             .radius = static_cast<uint32_t>(std::max(1.0f, radius_ * static_cast<float>(plane.height))),
                             .colonies = static_cast<uint32_t>(colonies_.get()),
                             .seed = static_cast<uint32_t>(seed_)};
    auto running = std::make_unique<running_slime>(running_slime {plasmodium(*device_, *queue_, *kernels_, start)});
    if (food_ != "none") running->mould.set_food(*queue_, food_of(static_cast<food_map>(food_.index()), plane, seed_));
    return running;
}

// Touches the plane along the strokes of this step, a fifth of the radius apart.
void slime_sample::touch_plane() {
    const auto height = static_cast<float>(running_->mould.plane().height);
    size_t touches = 0;
    for (const drawn_stroke& each : record_.take(running_->steps)) {
        const float radius = each.radius * height;
        const float2 from = float2(each.from.x, each.from.y) * height;
        const float2 along = float2(each.to.x, each.to.y) * height - from;
        const auto count = static_cast<int>(std::min(std::sqrt(dot(along, along)) * 5.0f / radius, 60.0f)) + 1;
        for (int i = 1; i <= count && touches < most_touches; ++i, ++touches)
            running_->mould.touch_food(*queue_, *kernels_, static_cast<brush_kind>(each.tool),
                                       from + along * (static_cast<float>(i) / static_cast<float>(count)), radius);
    }
}

void slime_sample::take_step() {
    touch_plane();
    const scent_rule scents {
        .others = fixed_point(others_, 256), .chase = fixed_point(chase_, 256), .appetite = fixed_point(appetite_, 1)};
    const agent_rule agents {.sensor_angle = angle_of(sensor_angle_),
                             .sensor_distance = fixed_point(distance_, length_unit),
                             .turn = angle_of(turn_),
                             .wander = angle_of(wander_),
                             .stride = fixed_point(stride_, length_unit),
                             .deposit = static_cast<uint32_t>(fixed_point(deposit_, trail_unit)),
                             .step = static_cast<uint32_t>(running_->steps),
                             .seed = static_cast<uint32_t>(seed_ + 1)};
    const trail_rule trails {.diffusion = static_cast<uint32_t>(fixed_point(diffusion_, 256)),
                             .decay = static_cast<uint32_t>(fixed_point(decay_, share_unit))};
    running_->mould.step(*queue_, *kernels_, scents, agents, trails);
    ++running_->steps;
    ++simulated_steps_;
}

void slime_sample::step(const tick& tick) {
    running_->due += std::min(tick.step, longest_frame) * static_cast<double>(speed_);
    // A step is due a little before its time, so that rounding of 1/60 s does not delay it to the next frame.
    while (running_->due > 0.999) {
        take_step();
        running_->due -= 1.0;
    }
}

slime_look slime_sample::look() const {
    // The mean trail when as much fades as agents leave.
    const slime_plane& plane = running_->mould.plane();
    const double mean = double {deposit_} * plane.agents / plane.cells() * (1.0 / double {decay_} - 1.0) + 0.01;
    return {.palette = palette_of(palette_.index()),
            .scale = static_cast<float>(brightness_ / (mean * trail_unit)),
            .contrast = contrast_,
            .young = young_,
            .relief = relief_,
            .glow = glow_,
            .shows_food = show_food_ ? 1u : 0u};
}

void slime_sample::draw(const canvas& canvas) {
    const plasmodium& mould = running_->mould;
    const slime_plane& plane = mould.plane();
    // The glow is computed in squares of cells, about a hundred in the height, whatever the size of the plane.
    glow_grid grid {.size = 1};
    while (grid.size < size_multiple && plane.height / (2 * grid.size) >= 64) grid.size *= 2;
    grid.columns = plane.width / grid.size;
    grid.rows = plane.height / grid.size;
    if (!buffers_ || buffers_->lit.size() != plane.cells() || buffers_->glow.size() != size_t {grid.columns} * grid.rows)
        buffers_.emplace(*device_, plane, grid);
    const slime_look shown = look();
    queue_->run(picture_->colour_cells, range(plane.cells()).groups_of(group_size), mould.trails(), mould.memory(), mould.food(),
                buffers_->lit, shown, plane);
    const range squares = range(grid.columns, grid.rows).groups_of(group_width, group_height);
    queue_->run(picture_->gather_glow, squares, buffers_->lit, buffers_->glow, shown, grid);
    queue_->run(picture_->smooth_glow, squares, buffers_->glow, buffers_->half_smooth, int2(1, 0), grid);
    queue_->run(picture_->smooth_glow, squares, buffers_->half_smooth, buffers_->glow, int2(0, 1), grid);

    queue_->run(picture_->light_cells, range(plane.width, plane.height).groups_of(group_width, group_height), buffers_->lit,
                buffers_->glow, buffers_->shown, shown, plane, grid);

    // The camera looks straight at the plane z = 0, so a pixel is a point of it. The plane covers the picture's height.
    uncovered_ = canvas.uncovered;
    const glm::mat4 to_clip = canvas.projection * canvas.view;
    const float w = to_clip[3][3];
    const auto place = [&](float x, float y) {
        return glm::vec2((x * w - to_clip[3][0]) / to_clip[0][0], (y * w - to_clip[3][1]) / to_clip[1][1]);
    };
    const auto width = static_cast<float>(plane.width);
    const auto height = static_cast<float>(plane.height);
    const glm::vec2 first = place(-1.0f, -1.0f);
    const glm::vec2 last = place(1.0f, 1.0f);
    // Where a cell covers several pixels, OpenGL interpolates between fewer ones.
    const float cells = 0.5f * height * (last.y - first.y) / static_cast<float>(canvas.height);
    const int share = std::clamp(static_cast<int>(0.85f / cells), 1, 8);
    window_ = {.width = static_cast<uint32_t>((canvas.width + share - 1) / share),
               .height = static_cast<uint32_t>((canvas.height + share - 1) / share),
               .first = {0.5f * (first.x * height + width), 0.5f * (first.y * height + height)}};
    window_.pixel = {0.5f * height * (last.x - first.x) / static_cast<float>(window_.width),
                     0.5f * height * (last.y - first.y) / static_cast<float>(window_.height)};
    window_.sampling = cells > 1.6f ? cell_sampling::mean : share > 2 ? cell_sampling::spline : cell_sampling::linear;
    auto pixels = screen_->acquire(*queue_, window_.width, window_.height);
    queue_->run(picture_->show_cells, range(window_.width, window_.height).groups_of(group_width, group_height), buffers_->shown,
                *pixels, plane, window_);
    pixels.release();
    screen_->draw(canvas);
}

// Returns the point of the plane, in heights of it, at a place of the picture that was drawn last.
float2 slime_sample::place_of(const glm::vec2& share) const {
    const float scale = 1.0f / static_cast<float>(running_->mould.plane().height);
    return {scale * (window_.first.x + share.x * static_cast<float>(window_.width) * window_.pixel.x),
            scale * (window_.first.y + (1.0f - share.y) * static_cast<float>(window_.height) * window_.pixel.y)};
}

void slime_sample::mouse_drawn(std::span<const mouse_stroke> strokes) {
    if (mouse_ == "camera" || !running_) return;
    for (const mouse_stroke& each : strokes) {
        const float2 from = place_of(each.from);
        const float2 to = place_of(each.to);
        record_.draw({.tool = static_cast<uint32_t>(mouse_.index()),
                      .from = {from.x, from.y, 0.0f},
                      .radius = brush_,
                      .to = {to.x, to.y, 0.0f}});
    }
}

state slime_sample::save() const {
    const plasmodium_state mould = running_->mould.read(*queue_);
    state saved;
    saved.put("places", mould.places);
    saved.put("headings", mould.headings);
    saved.put("trails", mould.trails);
    saved.put("memory", mould.memory);
    saved.put("food", mould.food);
    record_.save(saved);
    saved.put_value("steps", running_->steps);
    saved.put_value("due", running_->due);
    saved.put_value("seed", seed_);
    return saved;
}

void slime_sample::restore(const state& state) {
    auto restored = begun();
    restored->mould.write(*queue_, {state.get<int2>("places"), state.get<uint32_t>("headings"), state.get<uint32_t>("trails"),
                                    state.get<uint32_t>("memory"), state.get<int32_t>("food")});
    stroke_record record(format_of_strokes());
    record.repeat(strokes_.get());
    record.restore(state);
    restored->steps = state.get_value<uint64_t>("steps");
    restored->due = state.get_value<double>("due");
    seed_ = state.get_value<uint64_t>("seed");
    record_ = std::move(record);
    running_ = std::move(restored);
}

void slime_sample::kernels_timed(std::span<const launch_timing> launches) {
    constexpr std::array step_kernels {"mix_scents", "move_agents", "spread_trails"};
    for (const launch_timing& each : launches)
        if (std::ranges::any_of(step_kernels, [&](const char* name) { return each.kernel == name; }))
            simulated_seconds_ += std::chrono::duration<double>(each.duration).count();
}

std::vector<statistic> slime_sample::statistics() {
    const trail_measures measured = running_->mould.measure(*queue_, *kernels_);
    if (simulated_steps_ > 0 && simulated_seconds_ > 0.0)
        step_milliseconds_ = 1000.0 * simulated_seconds_ / static_cast<double>(simulated_steps_);
    simulated_steps_ = 0;
    simulated_seconds_ = 0.0;
    std::vector<statistic> all {{"agents", static_cast<double>(running_->mould.plane().agents), ""},
                                {"steps", static_cast<double>(running_->steps), ""},
                                {"trail", measured.trail, ""},
                                {"covered", 100.0 * measured.covered, "%"}};
    if (step_milliseconds_) {
        all.push_back({"step on device", *step_milliseconds_, "ms"});
        all.push_back({"agents moved", running_->mould.plane().agents / *step_milliseconds_ * 1e-3, "million/s"});
    }
    return all;
}

std::optional<kernel_work> slime_sample::estimate_work(std::string_view launched) const {
    if (!running_) return std::nullopt;
    const slime_plane& plane = running_->mould.plane();
    const double cells = plane.cells();
    const double trails = cells * plane.species;
    // Places and headings are read and written; three scents are read, and a trail is changed.
    if (launched == "move_agents") return kernel_work {.bytes = 44.0 * plane.agents};
    if (launched == "mix_scents") return kernel_work {.bytes = 8.0 * trails + 4.0 * cells};
    if (launched == "spread_trails") return kernel_work {.bytes = 8.0 * trails + 8.0 * cells};
    return std::nullopt;
}

}  // namespace

std::unique_ptr<sample> create_slime() { return std::make_unique<slime_sample>(); }

}  // namespace ingot::samples
