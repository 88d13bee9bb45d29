#include "blur.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ingot/media/picture_file.hpp>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "chart.hpp"
#include "coefficients.hpp"
#include "night.hpp"

namespace ingot::samples::blur {

namespace {

constexpr size_t kept_times = 61;
constexpr std::array<blur_method, 5> methods {blur_method::two_pass, blur_method::reuse_2, blur_method::reuse_4,
                                              blur_method::tiled, blur_method::images};

/// Is it a kernel that blurs, and none that draws the view?
bool blurs(std::string_view kernel) {
    return kernel.starts_with("rows<") || kernel.starts_with("columns<") || kernel.starts_with("tile<");
}

}  // namespace

std::vector<parameter_base*> blur_sample::parameters() {
    return {&file_, &scene_, &taps_, &method_, &arithmetic_, &repeats_, &view_, &split_, &labels_, &groups_};
}

void blur_sample::load(const device& device, queue& queue) {
    device_ = device;
    queue_ = &queue;
    viewer_.emplace();
    left_label_.emplace();
    right_label_.emplace();
    original_texture_.emplace();
    blurred_texture_.emplace();
    shaded_texture_.emplace();
    if (!maps_light(device)) return;
    view_kernels_.emplace(device);
    screen_.emplace(device);
}

std::shared_ptr<const media::picture> blur_sample::chosen_picture() const {
    const auto read = [&] { return media::read_picture(file_.get()); };
    return std::make_shared<const media::picture>(!file_.get().empty() ? read()
                                                  : scene_ == "chart"  ? make_chart()
                                                                       : make_night());
}

blur_settings blur_sample::settings() const {
    if (methods.at(method_.index()) == blur_method::images && kind() == buffer_pixels::integers)
        throw parameter_error(
            "method: 'images' supports only floating-point numbers; set 'arithmetic' to 'float', or choose another method");
    uint32_t count = 0;
    const std::string& text = taps_.get();
    std::from_chars(text.data(), text.data() + text.size(), count);
    return {methods.at(method_.index()), count, static_cast<uint32_t>(repeats_.get()),
            group_shape_of(groups_.get()).value_or(default_groups)};
}

buffer_pixels blur_sample::kind() const { return arithmetic_ == "whole" ? buffer_pixels::integers : buffer_pixels::floats; }

std::unique_ptr<device_picture> blur_sample::uploaded(const media::picture& source) const {
    auto device_copy = upload(source, kind(), *device_, *queue_);
    device_copy->prepare(settings());  // throws if the device cannot run this blur; the old picture is still in place
    return device_copy;
}

void blur_sample::show(std::shared_ptr<const media::picture> picture, std::unique_ptr<device_picture> device_copy) {
    attach_buffer(*original_texture_, device_copy->original_buffer_name(), device_copy->kind(), picture->pixels.size());
    attach_buffer(*blurred_texture_, device_copy->result_buffer_name(), device_copy->kind(), picture->pixels.size());
    original_ = std::move(picture);
    pictures_ = std::move(device_copy);
    is_blurred_ = false;
    ++blur_;
    kernel_times_.clear();
}

void blur_sample::reset(uint64_t) {
    auto picture = chosen_picture();
    auto device_copy = uploaded(*picture);
    show(std::move(picture), std::move(device_copy));
    steps_ = 0;
}

void blur_sample::parameter_changed(const parameter_base& parameter) {
    if (&parameter == &file_ || (&parameter == &scene_ && file_.get().empty())) return reset(0);
    if (&parameter == &arithmetic_) return show(original_, uploaded(*original_));
    if (&parameter == &taps_ || &parameter == &method_ || &parameter == &repeats_ || &parameter == &groups_) {
        kernel_times_.clear();
        blur_now();
        ++blur_;
    }
    if (&parameter == &view_ && is_comparing()) run_glsl();
}

void blur_sample::blur_now() {
    pictures_->run(*queue_, settings());
    queue_->flush();
    is_blurred_ = true;
}

void blur_sample::run_glsl() {
    if (!glsl_blur_) glsl_blur_.emplace();
    const blur_settings settings = this->settings();
    glsl_blur_->run(*original_texture_, pictures_->area(), settings.taps, settings.repeats);
    attach_buffer(*shaded_texture_, glsl_blur_->result_buffer_name(), buffer_pixels::floats, original_->pixels.size());
}

void blur_sample::step(const tick&) {
    blur_now();
    ++steps_;
}

std::string blur_sample::blurred_text() const {
    std::string text = fmt::format("{} taps, {}", taps_.get(), method_.get());
    if (repeats_.get() > 1) text += fmt::format(", {} times", repeats_.get());
    return text;
}

blur_sample::labelling blur_sample::labels_on(const canvas& canvas) {
    const float edge = std::max(8.0f, static_cast<float>(canvas.height) / 36.0f);
    // Beside panels there is a control bar at the lower edge.
    const bool has_panels = canvas.uncovered.left > 0.0f || canvas.uncovered.right < 1.0f;
    labelling words;
    words.from_side = edge;
    words.from_bottom = has_panels ? 0.2f * static_cast<float>(canvas.height) : edge;
    if (!labels_) return words;
    const auto milliseconds = [](std::optional<double> time) {
        return time ? fmt::format("{:.2f} ms", *time) : std::string("...");
    };
    if (is_comparing()) {
        words.left = fmt::format("{} {}: {}", to_string(device_->backend()), method_.get(), milliseconds(kernel_milliseconds()));
        words.right = fmt::format("glsl two-pass: {}", milliseconds(glsl_blur_->milliseconds()));
        return words;
    }
    if (left_share() > 0.0f) words.left = "original";
    if (left_share() < 1.0f) words.right = blurred_text();
    return words;
}

float blur_sample::left_share() const { return view_ == "split" ? split_.get() : view_ == "original" ? 1.0f : 0.0f; }

void blur_sample::draw(const canvas& canvas) {
    if (!is_blurred_) blur_now();
    divider_.reset();
    if (is_comparing() || view_ == "split") {
        // The parameter is a share of the blurred picture's width, and the line's position a share of the canvas's width.
        const auto [left, right] = edges_on_canvas(canvas, pictures_->area());
        if (right > left) divider_ = divider {split_.name(), -left / (right - left), (1.0f - left) / (right - left)};
    }
    if (canvas.view_texture) return draw_by_kernels(canvas);
    pictures_->give_to_gl(*queue_);
    if (is_comparing()) {
        run_glsl();
        glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
        viewer_->draw(canvas, pictures_->area(), *blurred_texture_, *shaded_texture_, split_);
    } else {
        viewer_->draw(canvas, pictures_->area(), *original_texture_, *blurred_texture_, left_share());
    }
    const labelling words = labels_on(canvas);
    if (!words.left.empty()) left_label_->draw(canvas, words.left, label::side::left, words.from_side, words.from_bottom);
    if (!words.right.empty()) right_label_->draw(canvas, words.right, label::side::right, words.from_side, words.from_bottom);
}

/// Paints the view, unless it is the same as before: a blur that is repeated has the same result.
void blur_sample::draw_by_kernels(const canvas& canvas) {
    const painted_view wanted {.blur = blur_,
                               .view = canvas.view,
                               .projection = canvas.projection,
                               .size = {canvas.width, canvas.height},
                               .left_share = left_share(),
                               .words = labels_on(canvas),
                               .uncovered = canvas.uncovered};
    if (painted_ == wanted) return screen_->draw(canvas);
    painted_.reset();
    auto pixels = screen_->acquire(*queue_, static_cast<uint32_t>(canvas.width), static_cast<uint32_t>(canvas.height));
    pictures_->paint(*queue_, *view_kernels_, *pixels, layout_on(canvas, pictures_->area(), wanted.left_share));
    const labelling& words = wanted.words;
    if (!words.left.empty())
        paint(*left_label_, left_label_->place(canvas, words.left, label::side::left, words.from_side, words.from_bottom),
              *pixels);
    if (!words.right.empty())
        paint(*right_label_, right_label_->place(canvas, words.right, label::side::right, words.from_side, words.from_bottom),
              *pixels);
    pixels.release();
    painted_ = wanted;
    screen_->draw(canvas);
}

void blur_sample::paint(const label& words, const label_area& area, device_buffer<float4>& pixels) {
    std::vector<float> ink;
    ink.reserve(words.ink().size());
    for (const uint8_t each : words.ink()) ink.push_back(static_cast<float>(each) / 255.0f);
    if (!ink_ || ink_->size() != ink.size()) ink_.emplace(*device_, ink.size());
    ink_->write(*queue_, ink);
    queue_->run(view_kernels_->draw_label,
                range(static_cast<uint32_t>(area.width), static_cast<uint32_t>(area.height)).groups_of(32), *ink_, pixels, area);
}

media::picture blur_sample::result() {
    if (!is_blurred_) blur_now();
    return pictures_->result(*queue_);
}

state blur_sample::save() const {
    state result;
    result.put("size", std::vector<int32_t> {original_->width, original_->height});
    result.put("original", original_->pixels);
    result.put_value("steps", steps_);
    return result;
}

void blur_sample::restore(const state& state) {
    const auto size = state.get<int32_t>("size");
    auto original = std::make_shared<const media::picture>(size.at(0), size.at(1), state.get<media::pixel>("original"));
    auto device_copy = uploaded(*original);
    show(std::move(original), std::move(device_copy));
    steps_ = state.get_value<uint64_t>("steps");
}

std::optional<double> blur_sample::kernel_milliseconds() const {
    if (kernel_times_.empty()) return std::nullopt;
    std::vector<double> sorted_times(kernel_times_.begin(), kernel_times_.end());
    std::ranges::nth_element(sorted_times, sorted_times.begin() + static_cast<std::ptrdiff_t>(sorted_times.size() / 2));
    return sorted_times[sorted_times.size() / 2];
}

std::vector<statistic> blur_sample::statistics() {
    const picture_size area = pictures_->area();
    std::vector<statistic> statistics {{"width", static_cast<double>(area.width), "px"},
                                       {"height", static_cast<double>(area.height), "px"},
                                       {"effective row", static_cast<double>(effective_row(settings().taps)), ""}};
    if (const auto milliseconds = kernel_milliseconds()) {
        statistics.push_back({"kernels", *milliseconds, "ms"});
        statistics.push_back(
            {"moved", bytes_moved(settings(), area, pictures_->pixel_bytes()) / std::max(*milliseconds, 1e-6) * 1e-6, "GB/s"});
    }
    if (is_comparing() && glsl_blur_)
        if (const auto milliseconds = glsl_blur_->milliseconds()) statistics.push_back({"GLSL", *milliseconds, "ms"});
    return statistics;
}

size_t blur_sample::launches_of_blur() const {
    const blur_settings settings = this->settings();
    return (settings.method == blur_method::tiled ? size_t {1} : size_t {2}) * settings.repeats;
}

/// Returns the work of one launch. A launch reads and writes each pixel at least once. In each pass it does a
/// multiplication and an addition for each tap and channel. A launch of the method `tiled` does two passes, one of
/// another method does one. Integer operations are not counted.
std::optional<kernel_work> blur_sample::estimate_work(std::string_view launched) const {
    if (!blurs(launched)) return std::nullopt;
    const blur_settings settings = this->settings();
    const picture_size area = pictures_->area();
    const double passes = settings.method == blur_method::tiled ? 2.0 : 1.0;
    const double operations = arithmetic_ == "float" ? 2.0 * 4.0 * settings.taps * passes * area.width * area.height : 0.0;
    return kernel_work {operations,
                        bytes_moved(settings, area, pictures_->pixel_bytes()) / static_cast<double>(launches_of_blur())};
}

/// Adds up the times of one frame's launches, which together are one blur.
void blur_sample::kernels_timed(std::span<const launch_timing> launches) {
    size_t count = 0;
    double sum = 0.0;
    for (const launch_timing& each : launches)
        if (blurs(each.kernel)) {
            sum += std::chrono::duration<double, std::milli>(each.duration).count();
            ++count;
        }
    if (count != launches_of_blur()) return;  // the settings changed during the frame, so it blurred more than once
    kernel_times_.push_back(sum);
    if (kernel_times_.size() > kept_times) kernel_times_.pop_front();
}

}  // namespace ingot::samples::blur

namespace ingot::samples {

std::unique_ptr<sample> create_blur() { return std::make_unique<blur::blur_sample>(); }

}  // namespace ingot::samples
