#include "run/window_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "capture/output_file.hpp"
#include "clock/time_stamp.hpp"
#include "command_line/command_text.hpp"
#include "panels/comparison_panel.hpp"
#include "panels/figure_panel.hpp"
#include "panels/overlays.hpp"
#include "run/stop_signals.hpp"
#include "statistics/chrome_trace.hpp"

namespace ingot::shell {

namespace {

using steady = std::chrono::steady_clock;

constexpr extent comfortable_size {1440, 900};

void to_stderr(const std::string& problem) { fmt::print(stderr, "ingot: {}\n", problem); }

window_settings layout_for(const window_wishes& as) {
    window_settings found = as.keeps && !as.fresh ? recall_window(to_stderr) : window_settings {};
    if (as.ui_scale > 0.0f) found.ui_scale = as.ui_scale;
    if (as.look) found.look = *as.look;
    return found;
}

/// What is on the screen, for a command line that brings it back. The parameters live as long as the session.
scene scene_of(stage& on, extent window_size) {
    const session& running = *on.running();
    const device_request used = request_for(running.running_on());
    const auto chosen =
        std::ranges::find(on.presets(), on.chosen_preset(), [](const preset& of) { return std::optional(of.name); });
    scene now {.sample = running.description().name,
               .parameters = running.parameters(),
               .backend = used.backend,
               .device = used.index,
               .size = window_size,
               .seed = running.seed()};
    if (chosen != on.presets().end() && !chosen->own) now.preset = chosen->name;
    const orbit at_first = orbit_camera(running.object().initial_camera()).position();
    if (on.camera().position() != at_first) now.camera = on.camera().position();
    now.exposure_stops = on.exposure_stops();
    const clock& time = running.time();
    if (time.paused()) now.paused_at = time.frames();
    now.speed = time.speed();
    now.fixed_step = time.goes_by() == clock::pace::fixed;
    return now;
}

}  // namespace

window_loop::window_loop(std::span<const sample_description> samples, const window_wishes& as)
    : known(samples.begin(), samples.end()),
      asked(as),
      layout(layout_for(as)),
      frame(window::kind::visible, "Ingot", as.size.value_or(comfortable_size)),
      interface(frame, layout.ui_scale, layout.look),
      acts(frame.pixels()),
      memories(as.keeps, as.fresh) {
    if (as.size) return;
    frame.take_comfortable_size(comfortable_size);
    take_place(frame.handle(), layout.placed);
}

void window_loop::run(std::optional<uint64_t> frames) {
    run_while([] { return true; }, frames);
}

bool window_loop::run(const opening& first, std::optional<uint64_t> frames) {
    acts.open_later(first);
    bool opened = false;
    run_while(
        [&] {
            opened |= acts.running() != nullptr;
            return opened || acts.making_ready() || acts.waiting_for();
        },
        frames);
    return opened || !acts.any_failure();
}

void window_loop::run_while(const std::function<bool()>& goes_on, std::optional<uint64_t> frames) {
    auto last = steady::now();
    std::optional<steady::time_point> start;  // of the sample's frames
    // A run of so many frames ends by itself: after a failure there may be no one to look at it.
    const auto over = [&] { return frames && acts.running() && (acts.running()->time().frames() >= *frames || acts.stuck()); };
    while (!closing && !stop_asked() && !over() && goes_on()) {
        take_events();
        const auto now = steady::now();
        const double elapsed = std::chrono::duration<double>(now - last).count();
        last = now;
        if (acts.running()) acts.statistics().frame_times.add(1000.0 * elapsed);
        make_frame(elapsed);
        if (!acts.running()) continue;
        if (!start) start = now;
    }
    capture.end_video();
    if (acts.running()) memories.leave(*acts.running());
    keep_layout();
    if (start) acts.statistics().wall_seconds = std::chrono::duration<double>(steady::now() - *start).count();
    if (acts.running()) acts.statistics().frames = acts.running()->time().frames();
    acts.statistics().graphics = frame.graphics_version();
    acts.statistics().size = acts.shown().size();
    SDL_HideWindow(frame.handle());  // a kernel that is being compiled ends first: who closed the window does not wait for it
}

void window_loop::make_frame(double elapsed) {
    if ((SDL_GetWindowFlags(frame.handle()) & SDL_WINDOW_MINIMIZED) != 0) SDL_Delay(50);
    place.look(frame.handle());
    switch_where_due();
    acts.do_deferred_actions();
    acts.fit(frame.pixels());
    acts.take_edited_kernels();
    frame.set_title(acts.running() ? acts.running()->description().title + " - Ingot" : "Ingot");
    frame_recorder& recorder = acts.statistics().recorder;
    if (acts.running()) recorder.begin(acts.running()->time().frames());
    if (acts.running() && asked.video) capture.begin_video(*std::exchange(asked.video, std::nullopt), asked.video_rate);
    move_camera(elapsed);
    acts.advance(elapsed);
    recorder.part_ended(part::step);
    acts.draw();
    capture.after_drawing();
    acts.show(frame.pixels());
    recorder.part_ended(part::draw);
    interface.begin_frame();
    draw_panels();
    interface.end_frame();
    capture.before_presenting();
    recorder.part_ended(part::panels);
    frame.present();
    recorder.part_ended(part::present);
    if (auto& first = acts.statistics().first_frame_seconds; first == 0.0 && acts.running())
        first = std::chrono::duration<double>(steady::now() - made).count();
    acts.end_frame();
    frame.graphics_errors();
}

void window_loop::draw_panels() {
    draw_comparison_marks(acts, interface);
    if (acts.running() && layout.panels) {
        draw_panels_of_sample();
    } else if (!acts.running() && !acts.making_ready() && !acts.waiting_for()) {
        if (const auto chosen = browser.draw(known, acts.known_devices(), interface)) open(known[*chosen]);
    }
    draw_notices(acts.told(), interface);
    draw_kernel_news(acts.edited_kernels(), interface);
    if (const auto what = acts.waiting_for()) draw_waiting(*what, interface);
    if (const auto what = acts.making_ready()) draw_making_ready(what->first, what->second, !acts.running(), interface);
    draw_keys(keys_shown, interface);
}

/// In a narrow window they would lie over other panels: there they are shown once they are asked for in it.
bool window_loop::figures_shown() const {
    const bool fit = ImGui::GetMainViewport()->Size.x >= 900.0f * interface.unit();
    return layout.figures && (fit || figures_over_others);
}

void window_loop::show_or_hide_figures() {
    const bool now = !figures_shown();
    layout.figures = now;
    figures_over_others = now;
}

/// How much of the window's right side it takes.
float window_loop::draw_right_panel() {
    const float u = interface.unit();
    if (profiler_shown) {  // it was asked for: in a narrow window it lies over others
        if (profiler.draw(acts, interface)) save_trace();
        return (profiler_panel::width + 16.0f) * u;
    }
    if (!figures_shown()) return 0.0f;
    draw_figures(acts, interface);
    return 284.0f * u;
}

void window_loop::save_trace() {
    const auto name = fmt::format("{}-{}.trace.json", acts.running()->description().name, time_stamp());
    acts.later("Saving the trace", [this, name] {
        replace_file(name, to_text(chrome_trace(acts.statistics().recorder.traces(), acts.running()->description().name,
                                                describe(acts.running()->running_on()))));
        acts.told().add(notices::weight::message, fmt::format("Saved {}", std::filesystem::absolute(name).string()));
    });
}

void window_loop::draw_panels_of_sample() {
    const auto of_panel = panel.draw(acts, camera_moves, bookmarks(), interface);
    const float right = draw_right_panel();
    draw_comparison(acts, interface);
    if (layout.kernels) layout.kernels = kernels.draw(*acts.running(), acts.edited_kernels(), right, interface);
    wish(draw_transport(acts, {capture.makes_video(), capture.video_seconds(), figures_shown(), layout.kernels}, interface));
    if (of_panel == sample_panel::wish::copy_command) copy_command();
    if (of_panel == sample_panel::wish::back) leave();
}

void window_loop::wish(transport_wish what) {
    if (what == transport_wish::picture) capture.save_picture(false);
    if (what == transport_wish::picture_with_panels) capture.save_picture(true);
    if (what == transport_wish::video) capture.begin_or_end_video();
    if (what == transport_wish::figures) show_or_hide_figures();
    if (what == transport_wish::kernels) layout.kernels = !layout.kernels;
}

void window_loop::switch_where_due() {
    if (!acts.running() || switches.empty() || switches.front().frame > acts.running()->time().frames()) return;
    const auto to = switches.front().to;
    switches.erase(switches.begin());
    acts.later(fmt::format("Switching to {}", to_string(to)), [this, to] { acts.switch_now(devices_to_try({to, 0}).front()); });
}

void window_loop::copy_command() {
    extent size;
    SDL_GetWindowSize(frame.handle(), &size.width, &size.height);
    const std::string line = command_text(scene_of(acts, size));
    if (SDL_SetClipboardText(line.c_str()) == 0)
        acts.told().add(notices::weight::message, "Copied: " + line);
    else
        acts.told().add(notices::weight::failure, fmt::format("The clipboard cannot be written: {}", SDL_GetError()));
}

void window_loop::open(const sample_description& which) {
    const auto told = [this](const std::string& problem) { acts.told().add(notices::weight::message, problem); };
    try {
        acts.open_later({which, {}, memories.parameters_to_open(which, told), std::nullopt, 1});
    } catch (const std::exception& problem) {
        acts.told().add(notices::weight::failure, fmt::format("Opening {}: {}", which.title, problem.what()));
    }
}

/// The sample after the one that is on, or before it, in the browser's order.
void window_loop::open_neighbour(int by) {
    const auto now = std::ranges::find(known, acts.running()->description().name, &sample_description::name);
    const auto count = static_cast<std::ptrdiff_t>(known.size());
    const std::ptrdiff_t at = now - known.begin() + by + count;
    const sample_description next = known[static_cast<size_t>(at % count)];
    leave();
    open(next);
}

void window_loop::leave() {
    capture.end_video();
    if (acts.running()) memories.leave(*acts.running());
    acts.close();
}

std::map<int, orbit>& window_loop::bookmarks() { return memories.bookmarks(acts.running()->description(), to_stderr); }

void window_loop::keep_layout() {
    if (!asked.keeps) return;
    layout.placed = place.latest();
    layout.ui_scale = interface.chosen_scale();
    try {
        keep_window(layout);
    } catch (const std::exception& problem) {
        to_stderr(problem.what());
    }
}

}  // namespace ingot::shell
