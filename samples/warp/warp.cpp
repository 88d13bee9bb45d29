#include "warp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ingot/sample/picture_view.hpp>
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

double seconds_now() { return std::chrono::duration<double>(steady::now().time_since_epoch()).count(); }

// A part of a frame is at most this share of it, so that a wrong guess of its time does little harm.
constexpr uint64_t parts_of_frame = 256;
// Parts of frames get this share of the time of a picture, even if the warp takes all of it.
constexpr double least_share_of_parts = 0.25;

}  // namespace

// The textures of the picture's size: rendered frames, the true picture and the warped picture.
struct warp_sample::targets {
    targets(uint32_t width, uint32_t height)
        : slots {std::make_unique<frame_target>(width, height), std::make_unique<frame_target>(width, height), nullptr},
          truth(std::make_unique<frame_target>(width, height)),
          output(std::make_unique<output_texture>(width, height)) {}

    const frame_target& before() const { return *slots[0]; }
    const frame_target& after() const { return *slots[1]; }
    uint32_t width() const { return truth->width(); }
    uint32_t height() const { return truth->height(); }
    /// Makes the targets that only frames in parts need.
    void allow_parts() {
        if (compared) return;
        slots[2] = std::make_unique<frame_target>(width(), height());
        next_truth = std::make_unique<frame_target>(width(), height());
        compared = std::make_unique<output_texture>(width(), height());
    }

    std::array<std::unique_ptr<frame_target>, 3> slots;  ///< the frame before, the frame after, the one that follows it
    std::array<std::optional<moments>, 3> rendered;      ///< the moments of the frames in the slots
    std::unique_ptr<frame_target> truth;
    bool is_truth_current = false;  ///< whether `truth` was rendered for the current time
    std::unique_ptr<output_texture> output;
    std::unique_ptr<frame_target> next_truth;      ///< the true picture that is rendered in parts
    std::unique_ptr<output_texture> compared;      ///< what was warped for the moment of `truth`
    std::optional<displayed_moment> truth_moment;  ///< the moment of `truth` and `compared`, while frames are rendered in parts
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
    hands_over_ = maps_light(device);
}

// Loads the chosen scene. If the file cannot be read, this throws and changes nothing.
void warp_sample::load_scene() {
    const std::string source = scene_parameter_ == "file" ? file_.get() : std::string();
    if (!renderer_ || source != rendered_source_)
        renderer_ = std::make_unique<frame_renderer>(source.empty() ? make_temple() : read_world(source));
    rendered_source_ = source;
    if (targets_) targets_->rendered = {};
    if (targets_) targets_->truth_moment.reset();
    ahead_.reset();
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
    if (&parameter == &view_) return;
    ahead_.reset();
    clear_statistics();
}

void warp_sample::reset(uint64_t) {
    load_scene();
    time_ = 0.0;
    delay_ = 0.0;
    shown_time_ = 0.0;
    timeline_.forget();
}

void warp_sample::step(const tick& next) {
    time_ = next.time - delay_;
    budget_ = next.budget;
    pacing_.end_early_if(next.has_waiting_input);
}

void warp_sample::clear_statistics() {
    method_statistics_ = {};
    repetition_statistics_ = {};
    rendering_statistics_ = {};
    is_measured_ = false;
}

void warp_sample::resize_targets(uint32_t width, uint32_t height) {
    if (targets_ && targets_->width() == width && targets_->height() == height) return;
    if (targets_) {
        for (const auto& frame : targets_->slots)
            if (frame)
                for (const opengl::texture& texture : frame->all()) warper_->forget(texture.get());
        for (const output_texture* each : {targets_->output.get(), targets_->compared.get()})
            if (each) warper_->forget(each->name());
    }
    ahead_.reset();
    targets_.reset();
    targets_ = std::make_unique<targets>(width, height);
    clear_statistics();
}

void warp_sample::render(const frame_target& target, const moments& moments) {
    glFinish();
    const auto start = steady::now();
    renderer_->render(target, moments);
    glFinish();
    const double milliseconds = milliseconds_since(start);
    rendering_statistics_.add_time(milliseconds);
    seconds_of_frame_ = milliseconds / 1000.0;
    ahead_.reset();  // the renderer has given up the frame that was rendered in parts
}

// Are frames rendered in parts, because a whole one takes longer than a picture may take? If all pictures are compared with the
// true ones, whole frames must be rendered for each.
bool warp_sample::renders_in_parts() const { return measured_ != "all" && seconds_of_frame_ > budget_; }

bool warp_sample::renders_truth_ahead() const { return shows_truth() || (measured_ == "shown" && wants_comparison_); }

// Begins the frames that are rendered ahead. A true picture is rendered first, for a time at which it will be complete: in the
// middle between now and the frame after.
void warp_sample::begin_ahead(const glm::mat4& mouse) {
    ahead_ = frames_ahead {.from = shown_time_, .until = moment_.next_frame.times[0], .next = timeline_.frame_ahead(mouse)};
    const double middle = 0.5 * (ahead_->from + ahead_->until);
    const displayed_moment truth = timeline_.moment_at(middle, rate_.get(), flight_.get(), mouse);
    if (renders_truth_ahead() && truth.is_between()) ahead_->truth = truth;
}

// Renders a part of the frame that was begun last. Returns true when the frame is complete.
bool warp_sample::render_part(const frame_target& target, const moments& moments) {
    if (ahead_->share == 0.0) {
        renderer_->begin(target, moments);
        seconds_of_parts_ = 0.0;
    }
    const double start = seconds_now();
    const uint64_t work = renderer_->work_of_frame();
    const double seconds = std::max(budget_ - seconds_of_warp_, least_share_of_parts * budget_);
    pacing_.fill(seconds, renderer_->work_left(), work / parts_of_frame, [&](uint64_t part) {
        renderer_->draw_part(part);
        glFinish();
    });
    seconds_of_parts_ += seconds_now() - start;
    ahead_->share = 1.0 - static_cast<double>(renderer_->work_left()) / static_cast<double>(work);
    if (renderer_->work_left() > 0) return false;
    ahead_->share = 0.0;
    seconds_of_frame_ = seconds_of_parts_;
    rendering_statistics_.add_time(1000.0 * seconds_of_frame_);
    return true;
}

// Renders parts of the frames that are needed next, for as long as a picture may take. The time of the scene goes on as these
// frames become complete, at most as fast as the clock. Returns true if the time has reached that of a new true picture.
bool warp_sample::render_ahead(const glm::mat4& mouse) {
    if (!ahead_) begin_ahead(mouse);
    frames_ahead& ahead = *ahead_;
    const double truth_time = ahead.truth ? ahead.truth->displayed.times[0] : 0.0;
    if (ahead.truth && !ahead.has_truth)
        ahead.has_truth = render_part(*targets_->next_truth, ahead.truth->displayed);
    else if (!ahead.has_next && render_part(*targets_->slots[2], ahead.next)) {
        ahead.has_next = true;
        targets_->rendered[2] = ahead.next;
    }
    double end = ahead.has_next ? ahead.until : ahead.from + ahead.share * (ahead.until - ahead.from);
    if (ahead.truth) end = ahead.has_truth ? truth_time : ahead.from + ahead.share * (truth_time - ahead.from);
    if (time_ > end) {
        const double held = std::max(shown_time_, end);
        delay_ += time_ - held;
        time_ = held;
    }
    if (!ahead.truth || !ahead.has_truth || time_ < truth_time) return false;
    std::swap(targets_->truth, targets_->next_truth);
    ahead.truth.reset();
    ahead.from = time_;
    return true;
}

// Are the frames before and after the current moment rendered?
bool warp_sample::has_frames_around() const {
    const auto& rendered = targets_->rendered;
    return rendered[0] && is_usable_as_previous(*rendered[0], moment_.previous_frame) && rendered[1] &&
           is_usable_as_next(*rendered[1], moment_.next_frame);
}

// Makes sure that the frames around the current time are rendered. When the time reaches the frame after, that frame
// becomes the frame before, and a frame that was rendered ahead becomes the frame after.
void warp_sample::prepare_frames() {
    auto& rendered = targets_->rendered;
    const auto exchange = [&](size_t first, size_t second) {
        std::swap(targets_->slots[first], targets_->slots[second]);
        std::swap(rendered[first], rendered[second]);
    };
    const auto is_previous = [&](size_t slot) {
        return rendered[slot] && is_usable_as_previous(*rendered[slot], moment_.previous_frame);
    };
    const auto is_next = [&](size_t slot) { return rendered[slot] && is_usable_as_next(*rendered[slot], moment_.next_frame); };
    if (!is_previous(0) && is_previous(1)) exchange(0, 1);
    if (!is_next(1) && is_next(2)) exchange(1, 2);
    if (!is_previous(0)) {
        render(*targets_->slots[0], moment_.previous_frame);
        rendered[0] = moment_.previous_frame;
        if (moment_.is_rendered()) return;  // this picture is the frame before; only later pictures need the frame after
    }
    if (!is_next(1)) {
        render(*targets_->slots[1], moment_.next_frame);
        rendered[1] = moment_.next_frame;
    }
}

// Returns the true picture, which is rendered for the current time. If the frame before has the current time, it is the true
// picture.
GLuint warp_sample::true_colours() {
    if (moment_.is_rendered()) return targets_->before().colours();
    if (!targets_->is_truth_current) render(*targets_->truth, moment_.displayed);
    targets_->is_truth_current = true;
    return targets_->truth->colours();
}

void warp_sample::warp(method chosen_method) {
    const ingot_warp_camera camera = camera_of(*targets_->truth);
    const ingot_warp_parameters parameters {.search_steps = static_cast<uint32_t>(search_steps_.get()),
                                            .error_threshold = threshold_,
                                            .depth_tolerance = tolerance_,
                                            .blur_taps = static_cast<uint32_t>(blur_taps_.get()) | 1u,
                                            .hole_radius = static_cast<uint32_t>(hole_radius_.get())};
    const auto share = static_cast<float>(moment_.fraction);
    const GLuint output = targets_->output->name();
    glFinish();
    const auto start = steady::now();
    if (chosen_method == gather)
        warper_->gather(camera, parameters, share, gather_input(targets_->before(), targets_->after(), output));
    else if (chosen_method == scatter)
        warper_->scatter(camera, parameters, share, scatter_input(targets_->before(), output));
    else
        warper_->gather_forward(camera, parameters, share, forward_input(targets_->before(), output));
    queue_->finish();
    const double milliseconds = milliseconds_since(start);
    method_statistics_[chosen_method].add_time(milliseconds);
    seconds_of_warp_ = milliseconds / 1000.0;
}

std::vector<warp_sample::method> warp_sample::methods_to_measure() const {
    std::vector<method> all;
    if (measured_ == "all")
        for (const method each : {gather, scatter, forward})
            if (each != chosen_method()) all.push_back(each);
    all.push_back(chosen_method());  // last, because the output texture is displayed
    return all;
}

// Compares what is warped by each of the methods, and the repeated frame, with the true picture. `are_warped` is true if the only
// method has been used already.
void warp_sample::compare_with_truth(GLuint truth_colours, std::span<const method> methods, bool are_warped) {
    const uint32_t width = targets_->width();
    const uint32_t height = targets_->height();
    const picture_copy truth(truth_colours, width, height);
    repetition_statistics_.add_comparison(truth.view(), picture_copy(targets_->before().colours(), width, height).view());
    for (const method each : methods) {
        if (!are_warped) warp(each);
        method_statistics_[each].add_comparison(truth.view(), picture_copy(targets_->output->name(), width, height).view());
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
    const auto moment_at = [&](double time) { return timeline_.moment_at(time, rate_.get(), flight_.get(), canvas.view); };
    const bool in_parts = renders_in_parts();
    bool has_new_truth = false;
    if (in_parts) {
        targets_->allow_parts();
        moment_ = moment_at(shown_time_);
        if (has_frames_around())
            has_new_truth = render_ahead(canvas.view);
        else
            ahead_.reset();
    } else {
        ahead_.reset();
        targets_->truth_moment.reset();
        truth_kept_at_.reset();
        truths_per_second_.reset();
    }
    moment_ = moment_at(time_);
    if (ahead_ && moment_.previous_frame.times[0] >= ahead_->until) ahead_.reset();
    shown_time_ = time_;
    targets_->is_truth_current = false;
    is_measured_ = false;
    prepare_frames();
    if (measured_ == "all" && moment_.is_between())
        compare_with_truth(true_colours(), methods_to_measure(), false);
    else if (!moment_.is_rendered())
        warp(chosen_method());
    const GLuint warped = moment_.is_rendered() ? targets_->before().colours() : targets_->output->name();
    if (in_parts && moment_.is_between()) {
        if (!has_new_truth && shows_truth() && !targets_->truth_moment) {
            true_colours();  // there is no earlier one to show
            has_new_truth = true;
        }
        if (has_new_truth) keep_truth();
    }
    picture_view::pictures shown {
        .truth = targets_->truth->colours(), .warped = warped, .compared = warped, .repeated = targets_->before().colours()};
    if (in_parts) {
        const float aspect = static_cast<float>(targets_->width()) / static_cast<float>(targets_->height());
        const auto seen_from = [&](const glm::mat4& mouse) { return places_seen_from(canvas.view, mouse, aspect); };
        shown.in_warped = seen_from(moment_.mouse);
        shown.in_repeated = seen_from(moment_.previous_mouse);
        if (targets_->truth_moment) shown.compared = targets_->compared->name();
        shown.in_truth = targets_->truth_moment ? seen_from(targets_->truth_moment->mouse) : shown.in_warped;
    }
    if (shows_truth() && !targets_->truth_moment) shown.truth = true_colours();
    painter_->draw(canvas, static_cast<view_kind>(view_.index()), shown);
}

// Keeps the true picture of the current moment, and what was warped for it, until the next one is complete. Both are compared if
// the statistics were read since the last comparison.
void warp_sample::keep_truth() {
    if (std::exchange(wants_comparison_, false)) {
        forget_comparisons();
        const std::array<method, 1> only {chosen_method()};
        compare_with_truth(targets_->truth->colours(), only, true);
    }
    targets_->truth_moment = moment_;
    std::swap(targets_->output, targets_->compared);
    const double now = seconds_now();
    if (truth_kept_at_) truths_per_second_ = 1.0 / (now - *truth_kept_at_);
    truth_kept_at_ = now;
}

bool warp_sample::shows_truth() const {
    return view_ == "compare" || view_ == "strips" || view_ == "true" || view_ == "difference";
}

// Keeps the times of the chosen method and of rendering, and removes all other statistics.
void warp_sample::forget_comparisons() {
    const warp_statistics times = method_statistics_[chosen_method()].times();
    method_statistics_ = {};
    repetition_statistics_ = {};
    method_statistics_[chosen_method()] = times;
}

// Compares only the picture that is displayed now, when the statistics are requested: comparing every picture would
// take too long.
void warp_sample::measure_displayed_picture() {
    if (measured_ != "shown" || is_measured_ || !targets_ || !moment_.is_between()) return;
    if (renders_in_parts()) {
        wants_comparison_ = true;  // of the next true picture that is complete
        return;
    }
    forget_comparisons();
    const std::array<method, 1> only {chosen_method()};
    compare_with_truth(true_colours(), only, false);
    is_measured_ = true;
}

state warp_sample::save() const {
    state result;
    result.put_value("time", time_);
    result.put_value("delay", delay_);
    return result;
}

void warp_sample::restore(const state& state) {
    reset(0);
    time_ = state.get_value<double>("time");
    delay_ = state.get_value<double>("delay");
    shown_time_ = time_;
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
    return kernel_work {0.0, found->second * targets_->width() * targets_->height()};
}

std::string warp_sample::warped_text() const {
    std::string text = fmt::format("warped from {:.3g} frames a second", rate_.get());
    const warp_statistics& latest = method_statistics_[chosen_method()];
    if (latest.comparison_count() > 0) text += fmt::format(", {:.1f} dB", latest.psnr());
    return text;
}

std::string warp_sample::rendered_text() const {
    if (!truths_per_second_) return "rendered";
    return fmt::format("rendered in parts, {:.2g} a second", *truths_per_second_);
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
    const std::string rendered = rendered_text();
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
    if (truths_per_second_) all.push_back({"rendered in parts", *truths_per_second_, "/s"});
    all.push_back({"render", rendering_statistics_.milliseconds(), "ms"});
    all.push_back({"pictures compared", static_cast<double>(repetition_statistics_.comparison_count()), ""});
    all.push_back({"triangles", static_cast<double>(renderer_->triangles()), ""});
    return all;
}

}  // namespace warping

std::unique_ptr<sample> create_warp() { return std::make_unique<warping::warp_sample>(); }

}  // namespace ingot::samples
