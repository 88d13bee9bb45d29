#include "warp.hpp"

#include <algorithm>
#include <chrono>
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

struct warp_sample::targets {
    targets(uint32_t width, uint32_t height)
        : slots {std::make_unique<frame_target>(width, height), std::make_unique<frame_target>(width, height)},
          truth(width, height),
          output(width, height) {}

    const frame_target& before() const { return *slots[0]; }
    const frame_target& after() const { return *slots[1]; }

    std::array<std::unique_ptr<frame_target>, 2> slots;  ///< the frame before, the frame after
    std::array<std::optional<moments>, 2> rendered;      ///< what is in them
    frame_target truth;
    bool truth_is_now = false;
    output_texture output;
};

warp_sample::warp_sample() = default;
warp_sample::~warp_sample() = default;

std::vector<parameter_base*> warp_sample::parameters() {
    return {&how,    &rate,         &view,      &measured,  &setup,     &file,
            &flight, &search_steps, &threshold, &tolerance, &blur_taps, &hole_radius};
}

void warp_sample::load(const device& to, queue& with) {
    in = &with;
    warps.emplace(to, with);
    painter.emplace();
}

// Where the file cannot be read, everything stays as it was.
void warp_sample::take_scene() {
    const std::string source = setup == "file" ? file.get() : std::string();
    if (!renderer || source != rendered_source)
        renderer = std::make_unique<frame_renderer>(source.empty() ? temple() : own_scene(source));
    rendered_source = source;
    if (made) made->rendered = {};
    forget_figures();
}

void warp_sample::changed(const parameter_base& which) {
    if (&which == &file && !file.get().empty()) {
        const parameter_value before = setup.value();
        setup.set(std::string("file"));  // who names a file means it
        try {
            take_scene();
        } catch (...) {
            setup.set(before);
            throw;
        }
    }
    if (&which == &setup || (&which == &file && file.get().empty())) take_scene();
    if (&which != &view) forget_figures();
}

void warp_sample::reset(uint64_t) {
    if (setup.is_default() && !file.get().empty()) setup.set(std::string("file"));
    take_scene();
    time = 0.0;
    frames.forget();
}

void warp_sample::forget_figures() {
    of_methods = {};
    of_repeating = {};
    of_rendering = {};
    is_measured = false;
}

void warp_sample::fit(uint32_t width, uint32_t height) {
    if (made && made->truth.width() == width && made->truth.height() == height) return;
    if (made) {
        for (const auto& frame : made->slots)
            for (const opengl::texture& texture : frame->all()) warps->forget(texture.get());
        warps->forget(made->output.name());
    }
    made.reset();
    made = std::make_unique<targets>(width, height);
    forget_figures();
}

void warp_sample::render(const frame_target& into, const moments& at) {
    glFinish();
    const auto start = steady::now();
    renderer->render(into, at);
    glFinish();
    of_rendering.add_time(milliseconds_since(start));
}

// What is the frame after becomes the frame before.
void warp_sample::prepare_frames() {
    auto& have = made->rendered;
    if (!(have[0] && serves_before(*have[0], now.before)) && have[1] && serves_before(*have[1], now.before)) {
        std::swap(made->slots[0], made->slots[1]);
        std::swap(have[0], have[1]);
    }
    if (!(have[0] && serves_before(*have[0], now.before))) {
        render(*made->slots[0], now.before);
        have[0] = now.before;
        if (now.is_rendered()) return;  // the frame after is for the pictures that come
    }
    if (!(have[1] && serves_after(*have[1], now.after))) {
        render(*made->slots[1], now.after);
        have[1] = now.after;
    }
}

// At the very time of a frame that was rendered, that frame is the truth.
GLuint warp_sample::true_colours() {
    if (now.is_rendered()) return made->before().colours();
    if (!made->truth_is_now) render(made->truth, now.here);
    made->truth_is_now = true;
    return made->truth.colours();
}

void warp_sample::warp(method by) {
    const ingot_warp_camera camera = camera_of(made->truth);
    const ingot_warp_parameters parameters {.search_steps = static_cast<uint32_t>(search_steps.get()),
                                            .error_threshold = threshold,
                                            .depth_tolerance = tolerance,
                                            .blur_taps = static_cast<uint32_t>(blur_taps.get()) | 1u,
                                            .hole_radius = static_cast<uint32_t>(hole_radius.get())};
    const auto share = static_cast<float>(now.share);
    const GLuint to = made->output.name();
    glFinish();
    const auto start = steady::now();
    if (by == gather)
        warps->gather(camera, parameters, share, gathered(made->before(), made->after(), to));
    else if (by == scatter)
        warps->scatter(camera, parameters, share, scattered(made->before(), to));
    else
        warps->gather_forward(camera, parameters, share, gathered_forward(made->before(), to));
    in->finish();
    of_methods[by].add_time(milliseconds_since(start));
}

std::vector<warp_sample::method> warp_sample::methods_now() const {
    std::vector<method> all;
    if (measured == "all")
        for (const method each : {gather, scatter, forward})
            if (each != chosen()) all.push_back(each);
    all.push_back(chosen());  // last: it is the one that is shown
    return all;
}

// Warps by each of the methods, and compares.
void warp_sample::measure(std::span<const method> among) {
    const uint32_t width = made->truth.width();
    const uint32_t height = made->truth.height();
    const picture_copy truth(true_colours(), width, height);
    of_repeating.add(truth.view(), picture_copy(made->before().colours(), width, height).view());
    for (const method each : among) {
        warp(each);
        of_methods[each].add(truth.view(), picture_copy(made->output.name(), width, height).view());
        of_methods[each].add_holes(warps->holes());
    }
}

void warp_sample::draw(const canvas& into) {
    // Where four pictures are shown, each has half the canvas's width and height: more pixels would not be seen.
    const int parts = view == "compare" ? 2 : 1;
    fit(static_cast<uint32_t>((into.width + parts - 1) / parts), static_cast<uint32_t>((into.height + parts - 1) / parts));
    now = frames.at(time, static_cast<double>(rate.get()), static_cast<double>(flight.get()), into.view);
    made->truth_is_now = false;
    is_measured = false;
    prepare_frames();
    if (measured == "all" && now.is_between())
        measure(methods_now());
    else if (!now.is_rendered())
        warp(chosen());
    const bool shows_truth = view == "compare" || view == "strips" || view == "true" || view == "difference";
    const GLuint truth = shows_truth ? true_colours() : made->truth.colours();  // not looked at where it is not shown
    painter->draw(into, static_cast<shown>(view.index()),
                  {.truth = truth,
                   .warped = now.is_rendered() ? made->before().colours() : made->output.name(),
                   .repeated = made->before().colours()});
}

// One picture, as it is seen now: comparing takes longer than a frame may.
void warp_sample::measure_what_is_shown() {
    if (measured != "shown" || is_measured || !made || !now.is_between()) return;
    const double spent = of_methods[chosen()].milliseconds();
    of_methods = {};
    of_repeating = {};
    of_methods[chosen()].add_time(spent);
    const std::array<method, 1> only {chosen()};
    measure(only);
    is_measured = true;
}

state warp_sample::save() const {
    state saved;
    saved.put_value("time", time);
    return saved;
}

void warp_sample::restore(const state& from) {
    reset(0);
    time = from.get_value<double>("time");
}

/// Of what a pixel has in each image and buffer that a kernel takes, once; 4 bytes in each but for the 1 of a hole. A search
/// reads more, most of it from a cache.
std::optional<kernel_work> warp_sample::work_of(std::string_view kernel) const {
    constexpr std::array<std::pair<std::string_view, double>, 5> bytes_of_pixel {{{"gather_bidirectional", 9 * 4 + 1},
                                                                                  {"gather_forward", 3 * 4 + 1},
                                                                                  {"scatter_distances", 4 * 4},
                                                                                  {"scatter_sources", 5 * 4},
                                                                                  {"scatter_colours", 6 * 4 + 1}}};
    const auto found = std::ranges::find(bytes_of_pixel, kernel, &std::pair<std::string_view, double>::first);
    if (!made || found == bytes_of_pixel.end()) return std::nullopt;
    return kernel_work {0.0, found->second * made->truth.width() * made->truth.height()};
}

std::vector<reading> warp_sample::readings() {
    measure_what_is_shown();
    std::vector<reading> all;
    for (const method each : {gather, scatter, forward}) {
        const figures& of = of_methods[each];
        const std::string& name = how.choices()[each];
        if (of.compared() > 0) {
            all.push_back({name + ": PSNR", of.psnr(), "dB"});
            all.push_back({name + ": over repeating", of.psnr() - of_repeating.psnr(), "dB"});
            all.push_back({name + ": SSIM", of.similarity(), ""});
            all.push_back({name + ": holes", of.holes(), "%"});
        }
        if (of.timed() > 0) all.push_back({name + ": time", of.milliseconds(), "ms"});
    }
    if (of_repeating.compared() > 0) {
        all.push_back({"repeating: PSNR", of_repeating.psnr(), "dB"});
        all.push_back({"repeating: SSIM", of_repeating.similarity(), ""});
    }
    all.push_back({"render", of_rendering.milliseconds(), "ms"});
    all.push_back({"pictures compared", static_cast<double>(of_repeating.compared()), ""});
    all.push_back({"triangles", static_cast<double>(renderer->triangles()), ""});
    return all;
}

}  // namespace warping

std::unique_ptr<sample> create_warp() { return std::make_unique<warping::warp_sample>(); }

}  // namespace ingot::samples
