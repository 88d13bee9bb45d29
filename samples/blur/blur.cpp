#include "blur.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ingot/media/picture_file.hpp>
#include <span>
#include <stdexcept>
#include <utility>

#include "chart.hpp"
#include "coefficients.hpp"

namespace ingot::samples::blur {

namespace {

constexpr size_t kept_times = 61;
constexpr std::array<blur_way, 5> ways {blur_way::two_pass, blur_way::reuse_2, blur_way::reuse_4, blur_way::tiled,
                                        blur_way::images};

std::shared_ptr<const media::picture> picture_of(const std::string& file) {
    return std::make_shared<const media::picture>(file.empty() ? drawn_chart() : media::read_picture(file));
}

}  // namespace

std::vector<parameter_base*> blur_sample::parameters() {
    return {&file, &taps, &way, &arithmetic, &repeats, &view, &split, &labels};
}

void blur_sample::load(const device& to, queue& with) {
    on = to;
    in = &with;
    viewer.emplace();
    left_label.emplace();
    right_label.emplace();
    original_texture.emplace();
    blurred_texture.emplace();
    shaded_texture.emplace();
}

blur_settings blur_sample::settings() const {
    uint32_t count = 0;
    const std::string& text = taps.get();
    std::from_chars(text.data(), text.data() + text.size(), count);
    return {ways.at(way.index()), count, static_cast<uint32_t>(repeats.get())};
}

buffer_pixels blur_sample::kind() const { return arithmetic == "whole" ? buffer_pixels::whole : buffer_pixels::floats; }

std::unique_ptr<picture_on_device> blur_sample::brought(const media::picture& from) const {
    auto made = bring_to_device(from, kind(), *on, *in);
    made->prepare(settings());  // what a device refuses, it refuses before the old one is gone
    return made;
}

void blur_sample::show(std::shared_ptr<const media::picture> picture, std::unique_ptr<picture_on_device> as) {
    view_as_texture(*original_texture, as->original_name(), as->kind(), picture->pixels.size());
    view_as_texture(*blurred_texture, as->result_name(), as->kind(), picture->pixels.size());
    original = std::move(picture);
    pictures = std::move(as);
    is_blurred = false;
    kernel_times.clear();
}

void blur_sample::reset(uint64_t) {
    auto read = picture_of(file.get());
    auto made = brought(*read);
    show(std::move(read), std::move(made));
    steps = 0;
}

void blur_sample::changed(const parameter_base& which) {
    if (&which == &file) return reset(0);
    if (&which == &arithmetic) return show(original, brought(*original));
    if (&which == &taps || &which == &way || &which == &repeats) {
        kernel_times.clear();
        blur_now();
    }
    if (&which == &view && compares()) run_glsl();
}

void blur_sample::blur_now() {
    pictures->run(*in, settings());
    in->flush();
    is_blurred = true;
}

void blur_sample::run_glsl() {
    if (!shaders) shaders.emplace();
    const blur_settings with = settings();
    shaders->run(*original_texture, pictures->area(), with.taps, with.repeats);
    view_as_texture(*shaded_texture, shaders->result_name(), buffer_pixels::floats, original->pixels.size());
}

void blur_sample::step(const tick&) {
    blur_now();
    ++steps;
}

std::string blur_sample::blurred_text() const {
    std::string text = fmt::format("{} taps, {}", taps.get(), way.get());
    if (repeats.get() > 1) text += fmt::format(", {} times", repeats.get());
    return text;
}

void blur_sample::draw(const canvas& into) {
    if (!is_blurred) blur_now();
    const float edge = std::max(8.0f, static_cast<float>(into.height) / 36.0f);
    const auto both = [&](const std::string& left, const std::string& right) {
        if (!labels) return;
        if (!left.empty()) left_label->draw(into, left, label::side::left, edge);
        if (!right.empty()) right_label->draw(into, right, label::side::right, edge);
    };
    const auto milliseconds = [](std::optional<double> of) { return of ? fmt::format("{:.2f} ms", *of) : std::string("..."); };
    if (compares()) {
        run_glsl();
        glBindFramebuffer(GL_FRAMEBUFFER, into.framebuffer);
        viewer->draw(into, pictures->area(), *blurred_texture, *shaded_texture, split);
        both(fmt::format("{} {}: {}", to_string(on->backend()), way.get(), milliseconds(kernel_milliseconds())),
             fmt::format("glsl two-pass: {}", milliseconds(shaders->milliseconds())));
        return;
    }
    const float left_share = view == "split" ? split.get() : view == "original" ? 1.0f : 0.0f;
    viewer->draw(into, pictures->area(), *original_texture, *blurred_texture, left_share);
    both(left_share > 0.0f ? "original" : "", left_share < 1.0f ? blurred_text() : "");
}

media::picture blur_sample::result() {
    if (!is_blurred) blur_now();
    return pictures->result(*in);
}

state blur_sample::save() const {
    state saved;
    saved.put("size", std::vector<int32_t> {original->width, original->height});
    saved.put("original", original->pixels);
    saved.put_value("steps", steps);
    return saved;
}

void blur_sample::restore(const state& from) {
    const auto size = from.get<int32_t>("size");
    auto saved = std::make_shared<const media::picture>(size.at(0), size.at(1), from.get<media::pixel>("original"));
    auto made = brought(*saved);
    show(std::move(saved), std::move(made));
    steps = from.get_value<uint64_t>("steps");
}

std::optional<double> blur_sample::kernel_milliseconds() const {
    if (kernel_times.empty()) return std::nullopt;
    std::vector<double> sorted(kernel_times.begin(), kernel_times.end());
    std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2));
    return sorted[sorted.size() / 2];
}

std::vector<reading> blur_sample::readings() {
    const blur_area area = pictures->area();
    std::vector<reading> figures {{"width", static_cast<double>(area.width), "px"},
                                  {"height", static_cast<double>(area.height), "px"},
                                  {"effective row", static_cast<double>(effective_row(settings().taps)), ""}};
    if (const auto taken = kernel_milliseconds()) {
        figures.push_back({"kernels", *taken, "ms"});
        figures.push_back(
            {"moved", bytes_moved(settings(), area, pictures->pixel_bytes()) / std::max(*taken, 1e-6) * 1e-6, "GB/s"});
    }
    if (compares() && shaders)
        if (const auto taken = shaders->milliseconds()) figures.push_back({"GLSL", *taken, "ms"});
    return figures;
}

size_t blur_sample::launches_of_blur() const {
    const blur_settings with = settings();
    return (with.way == blur_way::tiled ? size_t {1} : size_t {2}) * with.repeats;
}

/// Each reads the picture and writes it once; a fused multiplication and addition for each tap and channel.
std::optional<kernel_work> blur_sample::work_of(std::string_view) const {
    const blur_settings with = settings();
    const blur_area area = pictures->area();
    const double passes = with.way == blur_way::tiled ? 2.0 : 1.0;
    const double operations = arithmetic == "float" ? 2.0 * 4.0 * with.taps * passes * area.width * area.height : 0.0;
    return kernel_work {operations, bytes_moved(with, area, pictures->pixel_bytes()) / static_cast<double>(launches_of_blur())};
}

/// All launches of a frame are those of one blur.
void blur_sample::timed(std::span<const launch_timing> launches) {
    const size_t of_one_blur = launches_of_blur();
    if (launches.size() != of_one_blur) return;  // settings changed within it
    double sum = 0.0;
    for (const launch_timing& each : launches) sum += std::chrono::duration<double, std::milli>(each.duration).count();
    kernel_times.push_back(sum);
    if (kernel_times.size() > kept_times) kernel_times.pop_front();
}

}  // namespace ingot::samples::blur

namespace ingot::samples {

std::unique_ptr<sample> create_blur() { return std::make_unique<blur::blur_sample>(); }

}  // namespace ingot::samples
