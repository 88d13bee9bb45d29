#include "warp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "pixels.hpp"
#include "warp_inputs.hpp"

namespace ingot::samples {

namespace warping {

namespace {

using steady = std::chrono::steady_clock;

double milliseconds_since(steady::time_point start) {
    return std::chrono::duration<double, std::milli>(steady::now() - start).count();
}

}  // namespace

// The textures of the picture's size: two rendered frames, the true picture and the warped picture.
struct warp_sample::targets {
    targets(uint32_t width, uint32_t height)
        : slots {std::make_unique<frame_target>(width, height), std::make_unique<frame_target>(width, height)},
          truth(width, height),
          output(width, height) {}

    const frame_target& before() const { return *slots[0]; }
    const frame_target& after() const { return *slots[1]; }

    std::array<std::unique_ptr<frame_target>, 2> slots;  ///< the frame before, the frame after
    std::array<std::optional<moments>, 2> rendered;      ///< the moments of the frames in the slots
    frame_target truth;
    bool is_truth_current = false;  ///< whether `truth` was rendered for the current time
    output_texture output;
};

warp_sample::warp_sample() = default;
warp_sample::~warp_sample() = default;

std::vector<parameter_base*> warp_sample::parameters() {
    return {&method_parameter_, &rate_,         &view_,      &measured_,  &scene_parameter_, &file_,
            &flight_,           &search_steps_, &threshold_, &tolerance_, &blur_taps_,       &hole_radius_};
}

void warp_sample::load(const device& device, queue& queue) {
    queue_ = &queue;
    warper_.emplace(device, queue);
    painter_.emplace();
}

// Loads the chosen scene. If the file cannot be read, this throws and changes nothing.
void warp_sample::load_scene() {
    const std::string source = scene_parameter_ == "file" ? file_.get() : std::string();
    if (!renderer_ || source != rendered_source_)
        renderer_ = std::make_unique<frame_renderer>(source.empty() ? make_temple() : read_world(source));
    rendered_source_ = source;
    if (targets_) targets_->rendered = {};
    clear_statistics();
}

void warp_sample::parameter_changed(const parameter_base& parameter) {
    if (&parameter == &file_ && !file_.get().empty()) {
        const parameter_value before = scene_parameter_.value();
        scene_parameter_.set(std::string("file"));  // a file that the user chooses is displayed at once
        try {
            load_scene();
        } catch (...) {
            scene_parameter_.set(before);
            throw;
        }
    }
    if (&parameter == &scene_parameter_ || (&parameter == &file_ && file_.get().empty())) load_scene();
    if (&parameter != &view_) clear_statistics();
}

void warp_sample::reset(uint64_t) {
    load_scene();
    time_ = 0.0;
    timeline_.forget();
}

void warp_sample::clear_statistics() {
    method_statistics_ = {};
    repetition_statistics_ = {};
    rendering_statistics_ = {};
    is_measured_ = false;
}

void warp_sample::resize_targets(uint32_t width, uint32_t height) {
    if (targets_ && targets_->truth.width() == width && targets_->truth.height() == height) return;
    if (targets_) {
        for (const auto& frame : targets_->slots)
            for (const opengl::texture& texture : frame->all()) warper_->forget(texture.get());
        warper_->forget(targets_->output.name());
    }
    targets_.reset();
    targets_ = std::make_unique<targets>(width, height);
    clear_statistics();
}

void warp_sample::render(const frame_target& target, const moments& moments) {
    glFinish();
    const auto start = steady::now();
    renderer_->render(target, moments);
    glFinish();
    rendering_statistics_.add_time(milliseconds_since(start));
}

// Makes sure that the frames around the current time are rendered. When the time reaches the frame after, that frame
// becomes the frame before.
void warp_sample::prepare_frames() {
    auto& rendered_moments = targets_->rendered;
    if (!(rendered_moments[0] && is_usable_as_previous(*rendered_moments[0], moment_.previous_frame)) && rendered_moments[1] &&
        is_usable_as_previous(*rendered_moments[1], moment_.previous_frame)) {
        std::swap(targets_->slots[0], targets_->slots[1]);
        std::swap(rendered_moments[0], rendered_moments[1]);
    }
    if (!(rendered_moments[0] && is_usable_as_previous(*rendered_moments[0], moment_.previous_frame))) {
        render(*targets_->slots[0], moment_.previous_frame);
        rendered_moments[0] = moment_.previous_frame;
        if (moment_.is_rendered()) return;  // this picture is the frame before; only later pictures need the frame after
    }
    if (!(rendered_moments[1] && is_usable_as_next(*rendered_moments[1], moment_.next_frame))) {
        render(*targets_->slots[1], moment_.next_frame);
        rendered_moments[1] = moment_.next_frame;
    }
}

// Returns the true picture, which is rendered for the current time. If the frame before has the current time, it is the true
// picture.
GLuint warp_sample::true_colours() {
    if (moment_.is_rendered()) return targets_->before().colours();
    if (!targets_->is_truth_current) render(targets_->truth, moment_.displayed);
    targets_->is_truth_current = true;
    return targets_->truth.colours();
}

void warp_sample::warp(method chosen_method) {
    const ingot_warp_camera camera = camera_of(targets_->truth);
    const ingot_warp_parameters parameters {.search_steps = static_cast<uint32_t>(search_steps_.get()),
                                            .error_threshold = threshold_,
                                            .depth_tolerance = tolerance_,
                                            .blur_taps = static_cast<uint32_t>(blur_taps_.get()) | 1u,
                                            .hole_radius = static_cast<uint32_t>(hole_radius_.get())};
    const auto share = static_cast<float>(moment_.fraction);
    const GLuint output = targets_->output.name();
    glFinish();
    const auto start = steady::now();
    if (chosen_method == gather)
        warper_->gather(camera, parameters, share, gather_input(targets_->before(), targets_->after(), output));
    else if (chosen_method == scatter)
        warper_->scatter(camera, parameters, share, scatter_input(targets_->before(), output));
    else
        warper_->gather_forward(camera, parameters, share, forward_input(targets_->before(), output));
    queue_->finish();
    method_statistics_[chosen_method].add_time(milliseconds_since(start));
}

std::vector<warp_sample::method> warp_sample::methods_to_measure() const {
    std::vector<method> all;
    if (measured_ == "all")
        for (const method each : {gather, scatter, forward})
            if (each != chosen_method()) all.push_back(each);
    all.push_back(chosen_method());  // last, because the output texture is displayed
    return all;
}

// Warps with each of the methods and compares the results with the true picture.
void warp_sample::measure(std::span<const method> methods) {
    const uint32_t width = targets_->truth.width();
    const uint32_t height = targets_->truth.height();
    const picture_copy truth(true_colours(), width, height);
    repetition_statistics_.add_comparison(truth.view(), picture_copy(targets_->before().colours(), width, height).view());
    for (const method each : methods) {
        warp(each);
        method_statistics_[each].add_comparison(truth.view(), picture_copy(targets_->output.name(), width, height).view());
        method_statistics_[each].add_holes(warper_->holes());
    }
}

void warp_sample::draw(const canvas& canvas) {
    // The pictures fill the part of the canvas that panels leave free. When four are displayed, each has half of its width
    // and height: more pixels would not be visible.
    const int parts = view_ == "compare" ? 2 : 1;
    uncovered_ = canvas.uncovered;
    const auto width = static_cast<int>(std::lround(uncovered_.width() * static_cast<float>(canvas.width)));
    resize_targets(static_cast<uint32_t>((std::max(width, 1) + parts - 1) / parts),
                   static_cast<uint32_t>((canvas.height + parts - 1) / parts));
    moment_ = timeline_.moment_at(time_, static_cast<double>(rate_.get()), static_cast<double>(flight_.get()), canvas.view);
    targets_->is_truth_current = false;
    is_measured_ = false;
    prepare_frames();
    if (measured_ == "all" && moment_.is_between())
        measure(methods_to_measure());
    else if (!moment_.is_rendered())
        warp(chosen_method());
    const bool shows_truth = view_ == "compare" || view_ == "strips" || view_ == "true" || view_ == "difference";
    const GLuint truth = shows_truth ? true_colours() : targets_->truth.colours();  // other views do not show this texture
    painter_->draw(canvas, static_cast<view_kind>(view_.index()),
                   {.truth = truth,
                    .warped = moment_.is_rendered() ? targets_->before().colours() : targets_->output.name(),
                    .repeated = targets_->before().colours()});
}

// Compares only the picture that is displayed now, when the statistics are requested: comparing every picture would
// take too long.
void warp_sample::measure_displayed_picture() {
    if (measured_ != "shown" || is_measured_ || !targets_ || !moment_.is_between()) return;
    // Keep the times of the chosen method and of rendering, and replace all other statistics.
    const warp_statistics times = method_statistics_[chosen_method()].times();
    method_statistics_ = {};
    repetition_statistics_ = {};
    method_statistics_[chosen_method()] = times;
    const std::array<method, 1> only {chosen_method()};
    measure(only);
    is_measured_ = true;
}

state warp_sample::save() const {
    state result;
    result.put_value("time", time_);
    return result;
}

void warp_sample::restore(const state& state) {
    reset(0);
    time_ = state.get_value<double>("time");
}

// Estimates the bytes that a kernel moves: for each pixel 4 bytes of every image, and of every buffer with one element for each
// pixel, twice if the kernel reads and writes it, and 1 byte of the mask of holes. A search reads more, but most of it from a
// cache.
std::optional<kernel_work> warp_sample::estimate_work(std::string_view kernel) const {
    constexpr std::array<std::pair<std::string_view, double>, 5> bytes_of_pixel {{{"gather_bidirectional", 9 * 4 + 1},
                                                                                  {"gather_forward", 3 * 4 + 1},
                                                                                  {"scatter_distances", 4 * 4},
                                                                                  {"scatter_sources", 5 * 4},
                                                                                  {"scatter_colours", 6 * 4 + 1}}};
    const auto found = std::ranges::find(bytes_of_pixel, kernel, &std::pair<std::string_view, double>::first);
    if (!targets_ || found == bytes_of_pixel.end()) return std::nullopt;
    return kernel_work {0.0, found->second * targets_->truth.width() * targets_->truth.height()};
}

std::string warp_sample::warped_text() const {
    std::string text = fmt::format("warped from {:.3g} frames a second", rate_.get());
    const warp_statistics& latest = method_statistics_[chosen_method()];
    if (latest.comparison_count() > 0) text += fmt::format(", {:.1f} dB", latest.psnr());
    return text;
}

std::string warp_sample::repeated_text() const {
    std::string text = "last frame repeated";
    if (repetition_statistics_.comparison_count() > 0) text += fmt::format(", {:.1f} dB", repetition_statistics_.psnr());
    return text;
}

std::vector<caption> warp_sample::captions() const {
    std::vector<caption> all = captions_of_pictures();
    for (caption& each : all) each.place.x = uncovered_.left + uncovered_.width() * each.place.x;
    return all;
}

// Returns the captions with places in shares of the pictures. Those of several pictures are at the borders between the pictures,
// where no panel covers them.
std::vector<caption> warp_sample::captions_of_pictures() const {
    constexpr glm::vec2 upper_left {1.05f, 1.3f};  // anchors: the text lies beside its place, with a gap
    constexpr glm::vec2 upper_right {-0.05f, 1.3f};
    constexpr glm::vec2 lower_left {1.05f, -0.3f};
    constexpr glm::vec2 lower_right {-0.05f, -0.3f};
    constexpr glm::vec2 middle {0.5f, 0.5f};
    const std::string rendered = "rendered";
    const std::string difference = "difference × 4";
    switch (static_cast<view_kind>(view_.index())) {
        case view_kind::compare:
            return {{.text = rendered, .place = middle, .anchor = upper_left},
                    {.text = warped_text(), .place = middle, .anchor = upper_right},
                    {.text = repeated_text(), .place = middle, .anchor = lower_left},
                    {.text = difference, .place = middle, .anchor = lower_right}};
        case view_kind::strips:
            return {{.text = rendered, .place = {1.0f / 3.0f, 0.5f}, .anchor = upper_left},
                    {.text = warped_text(), .place = {0.5f, 0.5f}, .anchor = {0.5f, -0.3f}},
                    {.text = difference, .place = {2.0f / 3.0f, 0.5f}, .anchor = upper_right}};
        case view_kind::warped:
            return {{.text = warped_text(), .place = {0.5f, 0.02f}, .anchor = {0.5f, 0.0f}}};
        case view_kind::truth:
            return {{.text = rendered, .place = {0.5f, 0.02f}, .anchor = {0.5f, 0.0f}}};
        case view_kind::repeated:
            return {{.text = repeated_text(), .place = {0.5f, 0.02f}, .anchor = {0.5f, 0.0f}}};
        case view_kind::difference:
            return {{.text = difference, .place = {0.5f, 0.02f}, .anchor = {0.5f, 0.0f}}};
    }
    return {};
}

std::vector<statistic> warp_sample::statistics() {
    measure_displayed_picture();
    std::vector<statistic> all;
    for (const method each : {gather, scatter, forward}) {
        const warp_statistics& method_statistics = method_statistics_[each];
        const std::string& name = method_parameter_.choices()[each];
        if (method_statistics.comparison_count() > 0) {
            all.push_back({name + ": PSNR", method_statistics.psnr(), "dB"});
            all.push_back({name + ": over repeating", method_statistics.psnr() - repetition_statistics_.psnr(), "dB"});
            all.push_back({name + ": SSIM", method_statistics.similarity(), ""});
            all.push_back({name + ": holes", method_statistics.holes(), "%"});
        }
        if (method_statistics.time_count() > 0) all.push_back({name + ": time", method_statistics.milliseconds(), "ms"});
    }
    if (repetition_statistics_.comparison_count() > 0) {
        all.push_back({"repeating: PSNR", repetition_statistics_.psnr(), "dB"});
        all.push_back({"repeating: SSIM", repetition_statistics_.similarity(), ""});
    }
    all.push_back({"render", rendering_statistics_.milliseconds(), "ms"});
    all.push_back({"pictures compared", static_cast<double>(repetition_statistics_.comparison_count()), ""});
    all.push_back({"triangles", static_cast<double>(renderer_->triangles()), ""});
    return all;
}

}  // namespace warping

std::unique_ptr<sample> create_warp() { return std::make_unique<warping::warp_sample>(); }

}  // namespace ingot::samples
