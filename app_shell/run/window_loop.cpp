#include "run/window_loop.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ingot/media/picture_file.hpp>
#include <nlohmann/json.hpp>

#include "capture/output_file.hpp"
#include "panels/comparison_panel.hpp"
#include "panels/figure_panel.hpp"
#include "panels/overlays.hpp"
#include "run/stop_signals.hpp"
#include "statistics/chrome_trace.hpp"

namespace ingot::shell {

namespace {

using steady = std::chrono::steady_clock;

constexpr extent comfortable_size {1440, 900};

}  // namespace

window_loop::window_loop(std::span<const sample_description> samples, std::optional<extent> size, float ui_scale)
    : known(samples.begin(), samples.end()),
      frame(window::kind::visible, "Ingot", size.value_or(comfortable_size)),
      interface(frame, ui_scale),
      acts(frame.pixels()) {
    if (!size) frame.take_comfortable_size(comfortable_size);
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
        if (auto& first = acts.statistics().first_frame_seconds; first == 0.0)
            first = std::chrono::duration<double>(steady::now() - made).count();
    }
    if (start) acts.statistics().wall_seconds = std::chrono::duration<double>(steady::now() - *start).count();
    if (acts.running()) acts.statistics().frames = acts.running()->time().frames();
    acts.statistics().graphics = frame.graphics_version();
    acts.statistics().size = acts.shown().size();
}

void window_loop::make_frame(double elapsed) {
    if ((SDL_GetWindowFlags(frame.handle()) & SDL_WINDOW_MINIMIZED) != 0) SDL_Delay(50);
    switch_where_due();
    acts.do_wishes();
    acts.fit(frame.pixels());
    acts.take_edited_kernels();
    frame.set_title(acts.running() ? acts.running()->description().title + " – Ingot" : "Ingot");
    frame_recorder& recorder = acts.statistics().recorder;
    if (acts.running()) recorder.begin(acts.running()->time().frames());
    acts.advance(elapsed);
    recorder.part_ended(part::step);
    acts.draw();
    acts.show(frame.pixels());
    recorder.part_ended(part::draw);
    interface.begin_frame();
    draw_panels();
    interface.end_frame();
    recorder.part_ended(part::panels);
    frame.present();
    recorder.part_ended(part::present);
    acts.end_frame();
    frame.graphics_errors();
}

void window_loop::draw_panels() {
    draw_comparison_marks(acts, interface);
    if (acts.running() && !panels_hidden) {
        const bool back = panel.draw(acts, interface);
        if (ImGui::GetMainViewport()->Size.x >= 900.0f * interface.unit()) draw_right_panel();
        draw_comparison(acts, interface);
        if (draw_transport(acts, interface)) save_picture();
        if (back) acts.close();
    } else if (!acts.running() && !acts.making_ready() && !acts.waiting_for()) {
        if (const auto chosen = browser.draw(known, acts.known_devices(), interface)) {
            acts.open_later({known[*chosen], {}, {}, std::nullopt, 1});
        }
    }
    draw_notices(acts.told(), interface);
    draw_kernel_news(acts.edited_kernels(), interface);
    if (const auto what = acts.waiting_for()) draw_waiting(*what, interface);
    if (const auto what = acts.making_ready()) draw_making_ready(what->first, what->second, !acts.running(), interface);
    draw_keys(keys_shown, interface);
}

void window_loop::draw_right_panel() {
    if (!profiler_shown) return draw_figures(acts, interface);
    if (profiler.draw(acts, interface)) save_trace();
}

void window_loop::save_trace() {
    const auto name =
        fmt::format("{}-{:%Y%m%d-%H%M%S}.trace.json", acts.running()->description().name, fmt::localtime(std::time(nullptr)));
    acts.later("Saving the trace", [this, name] {
        replace_file(name, to_text(chrome_trace(acts.statistics().recorder.traces(), acts.running()->description().name,
                                                describe(acts.running()->running_on()))));
        acts.told().add(notices::weight::message, fmt::format("Saved {}", std::filesystem::absolute(name).string()));
    });
}

void window_loop::switch_where_due() {
    if (!acts.running() || switches.empty() || switches.front().frame > acts.running()->time().frames()) return;
    const auto to = switches.front().to;
    switches.erase(switches.begin());
    acts.later(fmt::format("Switching to {}", to_string(to)), [this, to] { acts.switch_now(devices_to_try({to, 0}).front()); });
}

void window_loop::save_picture() {
    const auto name =
        fmt::format("{}-{:%Y%m%d-%H%M%S}.png", acts.running()->description().name, fmt::localtime(std::time(nullptr)));
    acts.later("Saving the picture", [this, name] {
        const auto [width, height] = acts.shown().size();
        replace_file(name, media::encode_png(width, height, acts.shown().read(acts.exposure())));
        acts.told().add(notices::weight::message, fmt::format("Saved {}", std::filesystem::absolute(name).string()));
    });
}

void window_loop::take_events() {
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
        interface.handle(event);
        switch (event.type) {
            case SDL_QUIT:
                closing = true;
                break;
            case SDL_KEYDOWN:
                if (!interface.takes_text()) take_key(event.key);
                break;
            case SDL_MOUSEMOTION:
            case SDL_MOUSEWHEEL:
                if (acts.running() && !interface.takes_mouse()) take_mouse(event);
                break;
            case SDL_DROPFILE:
                drop_file(event.drop.file);
                SDL_free(event.drop.file);
                break;
            default:
                break;
        }
    }
}

void window_loop::take_key(const SDL_KeyboardEvent& key) {
    const SDL_Keycode which = key.keysym.sym;
    if ((key.keysym.mod & KMOD_CTRL) != 0) {
        if (which == SDLK_PLUS || which == SDLK_EQUALS || which == SDLK_KP_PLUS) interface.change_scale(1);
        if (which == SDLK_MINUS || which == SDLK_KP_MINUS) interface.change_scale(-1);
        if (which == SDLK_0) interface.change_scale(0);
        if (which == SDLK_q) closing = true;
        return;
    }
    if (which == SDLK_F1) keys_shown = !keys_shown;
    if (which == SDLK_F11 && key.repeat == 0) frame.set_full_screen(!frame.full_screen());
    if (which == SDLK_ESCAPE && key.repeat == 0) {
        if (keys_shown)
            keys_shown = false;
        else if (acts.running() || acts.making_ready())
            acts.close();
    }
    if (acts.running() && (key.repeat == 0 || which == SDLK_s || which == SDLK_PERIOD)) take_session_key(which);
}

void window_loop::take_session_key(SDL_Keycode key) {
    clock& time = acts.running()->time();
    switch (key) {
        case SDLK_SPACE:
            time.set_paused(!time.paused());
            break;
        case SDLK_s:
        case SDLK_PERIOD:
            time.set_paused(true);
            time.single_step();
            break;
        case SDLK_r:
            acts.reset();
            break;
        case SDLK_h:
            panels_hidden = !panels_hidden;
            break;
        case SDLK_p:
            save_picture();
            break;
        case SDLK_TAB:
            acts.switch_to_next_device();
            break;
        case SDLK_c:
            acts.compare_or_not();
            break;
        case SDLK_v:
            show_next_view(acts.comparison());
            break;
        case SDLK_y:
            acts.resync();
            break;
        case SDLK_F2:
            profiler_shown = !profiler_shown;
            break;
        case SDLK_t:
            save_trace();
            break;
        case SDLK_LEFTBRACKET:
            acts.exposure_stops() -= 0.5f;
            break;
        case SDLK_RIGHTBRACKET:
            acts.exposure_stops() += 0.5f;
            break;
        case SDLK_HOME:
            acts.camera().home();
            acts.exposure_stops() = 0.0f;
            break;
        default:
            break;
    }
    acts.exposure_stops() = std::clamp(acts.exposure_stops(), -6.0f, 6.0f);
}

void window_loop::take_mouse(const SDL_Event& event) {
    if (event.type == SDL_MOUSEWHEEL) return acts.camera().zoom(event.wheel.preciseY);
    int height = 1;
    SDL_GetWindowSize(frame.handle(), nullptr, &height);
    const glm::vec2 by = glm::vec2(event.motion.xrel, event.motion.yrel) / static_cast<float>(std::max(height, 1));
    const bool shifted = (SDL_GetModState() & KMOD_SHIFT) != 0;
    const bool left = (event.motion.state & SDL_BUTTON_LMASK) != 0;
    const bool other = (event.motion.state & (SDL_BUTTON_RMASK | SDL_BUTTON_MMASK)) != 0;
    if (left && !shifted) acts.camera().turn(by);
    if (other || (left && shifted)) acts.camera().pan(by);
}

void window_loop::drop_file(const std::string& path) {
    if (!acts.running()) return;
    const auto all = acts.running()->parameters();
    if (const parameter_base* const takes_it = find_file_parameter(all, path))
        acts.set_parameter(takes_it->name(), path);
    else
        acts.told().add(notices::weight::message, fmt::format("{} takes no file", acts.running()->description().title));
}

}  // namespace ingot::shell
