#include "fractal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <ingot/sample/printable_text.hpp>
#include <ingot/sample/tone_curve.hpp>
#include <iterator>
#include <numbers>
#include <stdexcept>

#include "reference_orbit.hpp"

namespace ingot::samples {

namespace fractal {

namespace {

constexpr uint32_t group_width = 8;
constexpr uint32_t group_height = 8;
// A picture that takes longer than a frame is computed in at least so many parts, because its rows can differ much.
constexpr uint32_t parts_of_picture = 32;
constexpr uint32_t coarsest = 16;           // a preview pixel is at most this many canvas pixels wide and high
constexpr float flat_distance = 2.0f;       // of the camera from the plane at the start
constexpr float flat_field_of_view = 0.8f;  // radians
constexpr double whole_set = 1.5;           // half of the height of the view that shows the whole Mandelbrot set

float3 to_device(const glm::vec3& v) { return {v.x, v.y, v.z}; }

/// Returns a preview of the view whose pixels are `step` canvas pixels wide and high.
fractal_view coarser(fractal_view view, uint32_t step) {
    view.width = std::max(1u, view.width / step);
    view.height = std::max(1u, view.height / step);
    view.tracing.pixel_size *= static_cast<float>(step);
    view.plane.pixels_per_unit /= static_cast<float>(step);
    return view;
}

/// Returns the largest cost that a pixel can have. The heat map ends there and not at the largest cost that occurs, which depends
/// on single pixels.
uint32_t cost_limit(const fractal_view& view) {
    return view.solid ? view.tracing.largest_steps + most_shading_evaluations : view.plane.iterations;
}

}  // namespace

std::vector<parameter_base*> fractal_sample::parameters() {
    return {&shape_,           &view_,      &palette_, &colour_offset_, &flight_, &wanted_samples_,
            &power_,           &box_scale_, &slice_,   &iterations_,    &steps_,  &tolerance_,
            &shadow_softness_, &occlusion_, &place_,   &file_,          &zoom_,   &plane_iterations_,
            &colour_cycle_,    &relief_,    &groups_};
}

std::vector<std::string> fractal_sample::place_names() {
    std::vector<std::string> names;
    std::ranges::transform(built_in_places(), std::back_inserter(names), &plane_place::name);
    names.emplace_back("file");
    return names;
}

// In the order of the array `palettes`.
std::vector<std::string> fractal_sample::palette_names() { return {"copper", "ice", "aurora", "spectrum", "grey"}; }

std::optional<solid_kind> fractal_sample::solid() const {
    if (is_plane()) return std::nullopt;
    return static_cast<solid_kind>(shape_.index());
}

// Returns the radius of a ball around the origin that contains the solid.
float fractal_sample::bounding_radius() const {
    switch (solid().value_or(solid_kind::mandelbulb)) {
        // Where |c| is more than 2^(1/(n-1)), the first iterations let the orbit escape.
        case solid_kind::mandelbulb:
            return 1.01f * std::pow(2.0f, 1.0f / static_cast<float>(power_ - 1));
        // The box reaches to ±2 (s + 1) / (s - 1) on each axis (Lowe 2010). Its corners are further away.
        case solid_kind::mandelbox:
            return 1.75f * 2.0f * (box_scale_ + 1.0f) / (box_scale_ - 1.0f);
        case solid_kind::julia:
            return 2.0f;
    }
    return 2.0f;
}

void fractal_sample::load(const device& device, queue& queue) {
    device_ = device;
    queue_ = &queue;
    const fractal_kernels kernels(device);
    renderer_.emplace(kernels);
    preview_renderer_.emplace(kernels);
    finer_renderer_.emplace(kernels);
    display_.emplace(device);
    screen_.emplace(device);
}

const plane_place& fractal_sample::place() const { return current_place_; }

// Takes over the chosen place, and reads its file if it is one.
void fractal_sample::take_place() {
    if (place_ != "file") {
        current_place_ = built_in_places()[place_.index()];
        return;
    }
    if (file_.get().empty())
        throw parameter_error(
            "place: 'file' reads the centre from a file, but none is given; name a .txt file with --file FILE, or in the panel "
            "under 'file'");
    plane_place read = read_place(file_.get());
    try {
        static_cast<void>(make_reference_orbit(read.real, read.imaginary, 1));
    } catch (const std::runtime_error& caught) {
        throw std::runtime_error(fmt::format("{}: {}", printable(file_.get(), 4096), caught.what()));
    }
    current_place_ = std::move(read);
}

void fractal_sample::reset(uint64_t) {
    take_place();
    flown_ = 0.0;
    requested_samples_ = 0;
    last_view_.reset();
}

void fractal_sample::parameter_changed(const parameter_base& parameter) {
    if (&parameter == &file_ && !file_.get().empty()) {
        const parameter_value before = place_.value();
        place_.set(std::string("file"));
        try {
            take_place();
        } catch (...) {
            place_.set(before);
            throw;
        }
    }
    // Selecting 'file' before naming a file is no error: the current place stays until a file is named.
    const bool waits = place_ == "file" && file_.get().empty();
    if (&parameter == &place_ && !waits) take_place();
    if (&parameter == &shape_ || (&parameter == &place_ && !waits)) flown_ = 0.0;
}

orbit fractal_sample::initial_camera() const {
    if (is_plane()) return {.distance = flat_distance, .field_of_view = flat_field_of_view};
    // The Julia set and the Mandelbox fill less of their bounding balls than the bulb does.
    const float distance = shape_ == "mandelbulb" ? 3.0f : shape_ == "mandelbox" ? 2.1f : 1.7f;
    return {.distance = distance * bounding_radius(), .yaw = 0.65f, .pitch = 0.42f, .field_of_view = 0.75f};
}

void fractal_sample::step(const tick& tick) {
    budget_ = tick.budget;
    pacing_.end_early_if(tick.has_waiting_input);
    ++requested_samples_;
    flown_ += flight_ * tick.step;
}

// Returns the exponent of the magnification. A flight magnifies ten times in each second, until it arrives.
double fractal_sample::current_zoom() const { return flight_ > 0.0f ? std::min<double>(zoom_, flown_) : zoom_.get(); }

uint32_t fractal_sample::iterations_at(double zoom) const {
    if (plane_iterations_ > 0) return static_cast<uint32_t>(plane_iterations_.get());
    return static_cast<uint32_t>(std::min(1000.0 + place().iterations_per_decade * (zoom + 2.0), 200'000.0));
}

// Makes the reference orbit of the place, if there is none yet with as many iterations as the zoom needs.
void fractal_sample::make_reference() {
    const uint32_t iterations = is_plane() ? iterations_at(zoom_) : 1;
    std::string source = is_plane() ? fmt::format("{} {} {}", place().real, place().imaginary, iterations) : "none";
    if (reference_ && reference_source_ == source) return;
    const std::vector<orbit_point> points =
        is_plane() ? make_reference_orbit(place().real, place().imaginary, iterations) : std::vector<orbit_point>(2);
    reference_.emplace(*device_, points.size());
    reference_->write(*queue_, points);
    reference_source_ = std::move(source);
    ++reference_number_;
}

// Returns the camera of a view of a solid. In flight, the shell's camera circles around the axis and comes closer and goes away.
pinhole_camera fractal_sample::camera_for(const canvas& canvas) const {
    const glm::mat4 from_view = glm::inverse(canvas.view);
    glm::vec3 eye(from_view[3]);
    glm::mat3 axes(from_view);
    if (flown_ > 0.0) {
        const float angle = static_cast<float>(std::fmod(0.12 * flown_, 2.0 * std::numbers::pi));
        const glm::mat3 turn(glm::rotate(glm::mat4(1.0f), angle, glm::vec3(0.0f, 1.0f, 0.0f)));
        const float closer = 1.0f - 0.42f * (0.5f - 0.5f * static_cast<float>(std::cos(0.21 * flown_)));
        // Do not fly into the solid.
        const float nearest = 1.02f * bounding_radius() / std::max(glm::length(eye), 1e-6f);
        eye = turn * eye * std::min(1.0f, std::max(closer, nearest));
        axes = turn * axes;
    }
    return {.eye = to_device(eye),
            .right = to_device(axes[0] / canvas.projection[0][0]),
            .up = to_device(axes[1] / canvas.projection[1][1]),
            .forward = to_device(-glm::normalize(axes[2]))};
}

fractal_view fractal_sample::view_for(const canvas& canvas) const {
    fractal_view view {.width = static_cast<uint32_t>(canvas.width),
                       .height = static_cast<uint32_t>(canvas.height),
                       .solid = solid(),
                       .camera = {},
                       .tracing = {},
                       .plane = {}};
    const auto palette = static_cast<uint32_t>(palette_.index());
    if (view.solid) {
        view.camera = camera_for(canvas);
        view.tracing = {.shape = {.iterations = static_cast<uint32_t>(iterations_.get()),
                                  .power = static_cast<uint32_t>(power_.get()),
                                  .box_scale = box_scale_,
                                  .slice = slice_},
                        .bound = bounding_radius(),
                        .largest_steps = static_cast<uint32_t>(steps_.get()),
                        .pixel_size = 2.0f / (canvas.projection[1][1] * static_cast<float>(canvas.height)),
                        .tolerance = tolerance_,
                        .shadow_softness = shadow_softness_,
                        .occlusion = occlusion_,
                        .palette = palette,
                        .colour_offset = colour_offset_};
        return view;
    }
    // The shell's camera moves over the plane around the place. At the start, the unit is half of the picture's height, or half
    // of its width if that is less.
    const double zoom = current_zoom();
    const glm::vec3 eye(glm::inverse(canvas.view)[3]);
    const float fitting = std::max(1.0f, static_cast<float>(canvas.height) / static_cast<float>(canvas.width));
    const float units_per_camera_unit = fitting / (flat_distance * std::tan(0.5f * flat_field_of_view));
    const float half_height = units_per_camera_unit * eye.z / canvas.projection[1][1];
    const float half_width = half_height * canvas.projection[1][1] / canvas.projection[0][0];
    // The unit is 1.5 · 10^-zoom: a mantissa and an exponent of 2.
    const double log2_unit = std::log2(whole_set) - zoom * std::log2(10.0);
    const double exponent = std::floor(log2_unit);
    view.plane = {.middle = {eye.x * units_per_camera_unit, eye.y * units_per_camera_unit},
                  .half_size = {half_width, half_height},
                  .unit = static_cast<float>(std::exp2(log2_unit - exponent)),
                  .unit_exponent = static_cast<int32_t>(exponent),
                  .pixels_per_unit = 0.0f,
                  .orbit_points = static_cast<uint32_t>(reference_->size()),
                  .iterations = iterations_at(zoom),
                  .palette = palette,
                  .colour_offset = colour_offset_,
                  .colour_cycle = colour_cycle_,
                  .relief = relief_,
                  .reference = reference_number_};
    view.plane.pixels_per_unit = 0.5f * static_cast<float>(canvas.height) / (half_height * view.plane.unit);
    return view;
}

// Returns how many samples of single pixels the frame has time for.
uint64_t fractal_sample::samples_in_budget(uint64_t pixels) const {
    if (std::isinf(budget_)) return std::numeric_limits<uint64_t>::max();
    // Until the first timing, assume that there is time for the coarsest preview.
    constexpr uint64_t first_try = uint64_t {coarsest} * coarsest;
    return seconds_for_sample_ > 0.0 ? static_cast<uint64_t>(budget_ / seconds_for_sample_) : pixels / first_try;
}

void fractal_sample::compute(const fractal_view& view) {
    const uint64_t pixels = uint64_t {view.width} * view.height;
    const group_shape groups = group_shape_of(groups_.get()).value_or(default_groups);
    for (renderer* const each : {&*renderer_, &*preview_renderer_, &*finer_renderer_}) each->set_groups(groups);
    // Start over if the view changed, for example because the camera moved.
    const auto most_samples = static_cast<uint32_t>(wanted_samples_.get());
    const bool is_new = !last_view_ || !(*last_view_ == view) || renderer_->samples() > most_samples;
    last_view_ = view;
    if (is_new) {
        renderer_->begin(*queue_, view);
        finer_step_ = 1;
    }
    // A new picture gets at least one sample, even while the clock is paused.
    const uint32_t count = std::min(std::max(requested_samples_, is_new ? 1u : 0u), most_samples - renderer_->samples());
    requested_samples_ = 0;
    if (count == 0 && renderer_->rows_ahead() == 0 && renderer_->samples() > 0) return;

    // If the frame has time for it, compute whole samples. Otherwise compute a coarse preview first, then finer ones, and then
    // some rows of a sample in each of the following frames.
    const uint64_t affords = samples_in_budget(pixels);
    const uint32_t at_least_one = std::max(count, 1u);
    bool is_changed = true;
    if (affords / at_least_one >= pixels)
        renderer_->add_samples(*queue_, *reference_, at_least_one);
    else if (is_new)
        begin_preview(view);
    else if (finer_step_ > 1 && renderer_->samples() == 0)
        is_changed = refine_preview();
    else
        add_rows(*renderer_);
    for (renderer* each : {&*renderer_, &*preview_renderer_, &*finer_renderer_})
        std::ranges::copy(each->take_launches(), std::back_inserter(untimed_launches_));
    // A device that measures no times never calls kernels_timed().
    constexpr size_t most_launches = 65'536;
    while (untimed_launches_.size() > most_launches) untimed_launches_.pop_front();
    if (is_changed) ++changes_;
}

// Computes the finest preview that the frame has time for. The next frames refine it.
void fractal_sample::begin_preview(const fractal_view& view) {
    const double pixels = static_cast<double>(view.width) * view.height;
    uint32_t step = 2;
    while (step < coarsest && (seconds_for_sample_ == 0.0 || pixels / (step * step) * seconds_for_sample_ > budget_)) step *= 2;
    const fractal_view preview = coarser(view, step);
    preview_renderer_->begin(*queue_, preview);
    preview_renderer_->add_samples(*queue_, *reference_, 1);
    finer_step_ = step / 2;
    if (finer_step_ > 1) finer_renderer_->begin(*queue_, coarser(view, finer_step_));
}

// Computes as many rows as the frame has time for, at most to the last one.
void fractal_sample::add_rows(renderer& picture) {
    const uint32_t height = picture.view().height;
    pacing_.fill(budget_, height - picture.rows_ahead(), height / parts_of_picture, [&](uint64_t rows) {
        picture.add_rows(*queue_, *reference_, static_cast<uint32_t>(rows));
        queue_->finish();
    });
}

// Computes rows of the next finer preview. When that is finished, it replaces the preview that is shown, and the function returns
// true.
bool fractal_sample::refine_preview() {
    add_rows(*finer_renderer_);
    if (finer_renderer_->samples() == 0) return false;
    std::swap(preview_renderer_, finer_renderer_);
    finer_step_ /= 2;
    if (finer_step_ > 1) finer_renderer_->begin(*queue_, coarser(*last_view_, finer_step_));
    return true;
}

const renderer& fractal_sample::shown_renderer() const { return renderer_->samples() > 0 ? *renderer_ : *preview_renderer_; }

void fractal_sample::draw(const canvas& canvas) {
    make_reference();
    compute(view_for(canvas));
    update_view();
    screen_->draw(canvas);
}

// Sums up the costs of a picture's tiles, which are left in tiles_.
fractal_sample::picture_cost fractal_sample::measure(const renderer& source) {
    const auto [width, height] = std::pair(source.view().width, source.view().height);
    const uint32_t columns = (width + tile_width - 1) / tile_width;
    const uint32_t rows = (height + tile_height - 1) / tile_height;
    if (!tiles_ || tiles_->size() != size_t {columns} * rows) tiles_.emplace(*device_, size_t {columns} * rows);
    queue_->run(display_->measure_tiles, range(columns, rows).groups_of(group_width, group_height), source.steps(), *tiles_,
                width, height);
    picture_cost cost {.smallest = std::numeric_limits<uint32_t>::max()};
    double pixels = 0.0;
    double sum = 0.0;
    double taken = 0.0;  // the work-items' steps if each one took as many as the slowest one of its tile
    for (const tile_cost& each : tiles_->read(*queue_)) {
        cost.smallest = std::min(cost.smallest, each.smallest);
        cost.largest = std::max(cost.largest, each.largest);
        pixels += each.pixels;
        sum += each.sum;
        taken += static_cast<double>(each.pixels) * each.largest;
    }
    cost.mean = pixels > 0.0 ? sum / pixels : 0.0;
    cost.idle_share = taken > 0.0 ? 1.0 - sum / taken : 0.0;
    return cost;
}

// Writes what the window shows into `pixels`, with the rows from the bottom.
void fractal_sample::show_in(const renderer& source, device_buffer<float4>& pixels) {
    const auto [width, height] = std::pair(source.view().width, source.view().height);
    const range items = range(width, height).groups_of(group_width, group_height);
    if (view_ == "picture") {
        queue_->run(display_->show_colours, items, source.means(), pixels, width, height);
        return;
    }
    displayed_cost_ = measure(source);
    if (view_ == "cost")
        queue_->run(display_->show_steps, items, source.steps(), pixels, width, height, displayed_cost_->smallest,
                    cost_limit(source.view()));
    else
        queue_->run(display_->show_idle_shares, items, *tiles_, pixels, width, height);
}

// Makes the screen's picture again if something changed since the last frame.
void fractal_sample::update_view() {
    if (shown_renderer().samples() == 0) return;
    const displayed_state state {&shown_renderer(), changes_, view_.index()};
    if (displayed_ == state) return;
    auto pixels = screen_->acquire(*queue_, shown_renderer().view().width, shown_renderer().view().height);
    show_in(shown_renderer(), *pixels);
    pixels.release();
    displayed_ = state;
}

// The captions are at the right, below the statistics and above the clock, where no panel covers them.
std::vector<caption> fractal_sample::captions() const {
    std::vector<caption> all;
    const auto add = [&](std::string text) {
        all.push_back({.text = std::move(text), .place = {0.985f, 0.8f}, .anchor = {1.0f, all.empty() ? 1.0f : 2.3f}});
    };
    if (view_ == "cost" && displayed_cost_)
        add(fmt::format("{} per pixel: dark {}, bright {}, mean {:.0f}", is_plane() ? "iterations" : "distances",
                        displayed_cost_->smallest, cost_limit(shown_renderer().view()), displayed_cost_->mean));
    if (view_ == "divergence" && displayed_cost_)
        add(fmt::format("waiting work-items of a tile of 8 × 4: dark 0 %, bright 100 %, mean {:.0f} %",
                        100.0 * displayed_cost_->idle_share));
    if (is_plane() && last_view_) {
        const plane_settings& plane = last_view_->plane;
        const double height = std::log10(2.0 * plane.half_size.y * plane.unit) + plane.unit_exponent * std::log10(2.0);
        const double exponent = std::floor(height);
        add(fmt::format("height {:.1f}e{:.0f}", std::pow(10.0, height - exponent), exponent));
    }
    return all;
}

// Launches end in the order in which they were enqueued, some frames later.
void fractal_sample::kernels_timed(std::span<const launch_timing> launches) {
    double seconds = 0.0;
    uint64_t pixels = 0;
    for (const launch_timing& each : launches) {
        const bool computes = each.kernel.starts_with("trace_solid") || each.kernel == "iterate_plane";
        if (!computes || untimed_launches_.empty()) continue;
        // Rows of a picture say little about the whole picture.
        if (untimed_launches_.front().is_whole) {
            seconds += std::chrono::duration<double>(each.duration).count();
            pixels += untimed_launches_.front().pixels;
        }
        untimed_launches_.pop_front();
    }
    if (seconds > 0.0 && pixels > 0) seconds_for_sample_ = seconds / static_cast<double>(pixels);
}

std::vector<statistic> fractal_sample::statistics() {
    std::vector<statistic> all {{"samples", static_cast<double>(renderer_->samples()), ""}};
    if (seconds_for_sample_ > 0.0) all.push_back({"pixels", 1e-6 / seconds_for_sample_, "M/s"});
    if (shown_renderer().samples() > 0) {
        const picture_cost cost = measure(shown_renderer());
        all.push_back({is_plane() ? "iterations" : "distances", cost.mean, "per pixel"});
        all.push_back({"waiting work-items", 100.0 * cost.idle_share, "%"});
    }
    if (is_plane()) all.push_back({"zoom", current_zoom(), "decades"});
    return all;
}

state fractal_sample::save() const {
    state result;
    result.put_value("flown", flown_);
    if (place_ == "file") {
        // The place is part of the state, so the file need not be read again. It is a built-in one while no file is named.
        result.put("real part", std::span<const char>(current_place_.real));
        result.put("imaginary part", std::span<const char>(current_place_.imaginary));
        result.put_value("iterations per decade", current_place_.iterations_per_decade);
    }
    const accumulation so_far = last_view_ ? renderer_->read(*queue_) : accumulation {};
    result.put_value("samples", so_far.samples);
    result.put_value("rows ahead", so_far.rows_ahead);
    if (so_far.samples == 0) return result;
    const fractal_view& view = renderer_->view();
    result.put_value("width", view.width);
    result.put_value("height", view.height);
    result.put_value("shape", view.solid ? static_cast<int32_t>(*view.solid) : -1);
    result.put_value("camera", view.camera);
    result.put_value("tracing", view.tracing);
    result.put_value("plane", view.plane);
    result.put("means", so_far.means);
    result.put("steps", so_far.steps);
    return result;
}

void fractal_sample::restore(const state& state) {
    if (place_ == "file") {
        const std::vector<char> real = state.get<char>("real part");
        const std::vector<char> imaginary = state.get<char>("imaginary part");
        const auto per_decade = state.get_value<double>("iterations per decade");
        if (!(per_decade >= 0.0 && per_decade <= most_iterations_per_decade))
            throw error(fmt::format("the state has {} iterations per power of ten; expected 0 to {}", per_decade,
                                    most_iterations_per_decade));
        current_place_ = {"file", std::string(real.begin(), real.end()), std::string(imaginary.begin(), imaginary.end()),
                          per_decade};
    } else {
        take_place();
    }
    make_reference();
    flown_ = state.get_value<double>("flown");
    requested_samples_ = 0;
    last_view_.reset();
    displayed_.reset();
    finer_step_ = 1;
    const auto samples = state.get_value<uint32_t>("samples");
    if (samples == 0) return;
    fractal_view view {.width = state.get_value<uint32_t>("width"),
                       .height = state.get_value<uint32_t>("height"),
                       .solid = std::nullopt,
                       .camera = state.get_value<pinhole_camera>("camera"),
                       .tracing = state.get_value<solid_settings>("tracing"),
                       .plane = state.get_value<plane_settings>("plane")};
    const auto kind = state.get_value<int32_t>("shape");
    if (kind >= 0) view.solid = static_cast<solid_kind>(kind);
    view.plane.reference = reference_number_;
    renderer_->restore(
        *queue_, view,
        {samples, state.get_value<uint32_t>("rows ahead"), state.get<float4>("means"), state.get<uint32_t>("steps")});
    last_view_ = view;
    ++changes_;
}

std::optional<double> fractal_sample::progress() const {
    if (!renderer_) return 0.0;
    const double begun = renderer_->view().height > 0
                             ? static_cast<double>(renderer_->rows_ahead()) / static_cast<double>(renderer_->view().height)
                             : 0.0;
    return std::min(1.0, (static_cast<double>(renderer_->samples()) + begun) / static_cast<double>(wanted_samples_.get()));
}

std::string fractal_sample::progress_text() const {
    if (flight_ > 0.0f && (!is_plane() || current_zoom() < zoom_)) return {};
    const int64_t begun = renderer_ ? int64_t {renderer_->samples()} + 1 : 1;
    return fmt::format("sample {} of {}", std::min(begun, wanted_samples_.get()), wanted_samples_.get());
}

media::picture fractal_sample::result() {
    const auto [width, height] = std::pair(shown_renderer().view().width, shown_renderer().view().height);
    device_buffer<float4> shown(*device_, size_t {width} * height);
    show_in(shown_renderer(), shown);
    const std::vector<float4> colours = shown.read(*queue_);
    media::picture picture(static_cast<int>(width), static_cast<int>(height));
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x) {
            const float4& colour = colours[size_t {height - 1 - y} * width + x];
            picture.at(static_cast<int>(x), static_cast<int>(y)) = {colour.x, colour.y, colour.z, 1.0f};
        }
    return picture;
}

media::picture fractal_sample::result_for_display() {
    media::picture picture = result();
    if (tone() == tone_curve::filmic)
        for (media::pixel& each : picture.pixels) each = tone_map(each);
    return picture;
}

}  // namespace fractal

std::unique_ptr<sample> create_fractal() { return std::make_unique<fractal::fractal_sample>(); }

}  // namespace ingot::samples
