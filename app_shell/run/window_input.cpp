// What mouse, keyboard, gamepads and dropped files do in the window.
#include <fmt/format.h>

#include <algorithm>

#include "panels/comparison_panel.hpp"
#include "presets/own_presets.hpp"
#include "run/window_loop.hpp"

namespace ingot::shell {

void window_loop::take_events() {
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
        interface.handle(event);
        pads.handle(event);
        take_event(event);
    }
}

void window_loop::take_event(const SDL_Event& event) {
    switch (event.type) {
        case SDL_QUIT:
            closing = true;
            break;
        case SDL_KEYDOWN:
            if (!acts.running() && !acts.making_ready()) browser.press(event.key.keysym.sym);
            if (!interface.takes_text() || event.key.keysym.sym == SDLK_F1 || event.key.keysym.sym == SDLK_F6)
                take_key(event.key);
            break;
        case SDL_MOUSEBUTTONDOWN:
            if (!interface.takes_mouse()) interface.set_keyboard(user_interface::keyboard::picture);
            break;
        case SDL_MOUSEMOTION:
        case SDL_MOUSEWHEEL:
            if (acts.running() && !interface.takes_mouse()) take_mouse(event);
            break;
        case SDL_CONTROLLERBUTTONDOWN:
            if (acts.running()) take_pad_button(event.cbutton.button);
            break;
        case SDL_DROPFILE:
            drop_file(event.drop.file);
            SDL_free(event.drop.file);
            break;
        default:
            break;
    }
}

void window_loop::take_key(const SDL_KeyboardEvent& key) {
    const SDL_Keycode which = key.keysym.sym;
    if ((key.keysym.mod & KMOD_CTRL) != 0 && take_control_key(which)) return;
    if (take_window_key(key)) return;
    if (interface.keys_go_to() == user_interface::keyboard::panels || !acts.running()) return;
    const bool repeats = which == SDLK_s || which == SDLK_PERIOD || which == SDLK_LEFTBRACKET || which == SDLK_RIGHTBRACKET;
    if (key.repeat == 0 || repeats) take_session_key(which, key.keysym.mod);
}

bool window_loop::take_control_key(SDL_Keycode which) {
    if (which == SDLK_PLUS || which == SDLK_EQUALS || which == SDLK_KP_PLUS) interface.change_scale(1);
    if (which == SDLK_MINUS || which == SDLK_KP_MINUS) interface.change_scale(-1);
    if (which == SDLK_0) interface.change_scale(0);
    if (which == SDLK_q) closing = true;
    if (which == SDLK_F11) move_to_next_display(frame.handle());
    if (which == SDLK_f && !acts.running()) browser.search();
    if (!acts.running()) return true;
    if (which == SDLK_c) copy_command();
    if (which >= SDLK_1 && which <= SDLK_9) {
        bookmarks()[which - SDLK_0] = acts.camera().position();
        acts.told().add(notices::weight::message, fmt::format("Bookmark {} is this view", which - SDLK_0));
    }
    return true;
}

/// Keys that do the same whether a sample is on or not, and wherever the keyboard goes.
bool window_loop::take_window_key(const SDL_KeyboardEvent& key) {
    const SDL_Keycode which = key.keysym.sym;
    if (key.repeat != 0) return false;
    switch (which) {
        case SDLK_F1:
            keys_shown = !keys_shown;
            return true;
        case SDLK_F6:
            interface.focus_next_panel((key.keysym.mod & KMOD_SHIFT) != 0);
            return true;
        case SDLK_F9:
            if (acts.running()) capture.begin_or_end_video();
            return true;
        case SDLK_F11:
            frame.set_full_screen(!frame.full_screen());
            return true;
        case SDLK_F8:
            layout.look = layout.look == theme::look::dark ? theme::look::light : theme::look::dark;
            interface.set_look(layout.look);
            return true;
        case SDLK_ESCAPE:
            go_back();
            return true;
        default:
            return false;
    }
}

/// From what lies on top to what lies under it, and at last to the browser.
void window_loop::go_back() {
    if (keys_shown)
        keys_shown = false;
    else if (!acts.told().empty())
        acts.told().dismiss();
    else if (interface.keys_go_to() == user_interface::keyboard::panels)
        interface.set_keyboard(user_interface::keyboard::picture);
    else if (acts.running() || acts.making_ready())
        leave();
    else
        browser.clear_search();
}

void window_loop::take_session_key(SDL_Keycode key, Uint16 modifiers) {
    switch (key) {
        case SDLK_r:
            acts.reset();
            break;
        case SDLK_h:
            layout.panels = !layout.panels;
            break;
        case SDLK_i:
            show_or_hide_figures();
            break;
        case SDLK_k:
            layout.kernels = !layout.kernels;
            break;
        case SDLK_p:
            capture.save_picture((modifiers & KMOD_SHIFT) != 0);
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
        case SDLK_PAGEDOWN:
            open_neighbour(1);
            break;
        case SDLK_PAGEUP:
            open_neighbour(-1);
            break;
        default:
            take_time_key(key);
            take_camera_key(key);
            break;
    }
}

void window_loop::take_time_key(SDL_Keycode key) {
    clock& time = acts.running()->time();
    const bool flies_by_s = key == SDLK_s && camera_moves.mode() == camera_mode::fly;
    if (key == SDLK_SPACE) time.set_paused(!time.paused());
    if (key == SDLK_PERIOD || (key == SDLK_s && !flies_by_s)) {
        time.set_paused(true);
        time.single_step();
    }
    if (key == SDLK_j) time.set_speed(0.5 * time.speed());
    if (key == SDLK_l) time.set_speed(2.0 * time.speed());
    if (key == SDLK_g && !capture.makes_video())
        time.set_pace(time.goes_by() == clock::pace::fixed ? clock::pace::real : clock::pace::fixed);
}

void window_loop::take_camera_key(SDL_Keycode key) {
    float& stops = acts.exposure_stops();
    if (key == SDLK_LEFTBRACKET) stops = std::max(stops - 0.5f, -6.0f);
    if (key == SDLK_RIGHTBRACKET) stops = std::min(stops + 0.5f, 6.0f);
    if (key == SDLK_HOME) {
        acts.camera().home();
        stops = 0.0f;
    }
    if (key == SDLK_f) camera_moves.set_mode(camera_moves.mode() == camera_mode::fly ? camera_mode::orbit : camera_mode::fly);
    if (key < SDLK_1 || key > SDLK_9) return;
    if (const auto kept = bookmarks().find(key - SDLK_0); kept != bookmarks().end()) acts.camera().move_to(kept->second);
}

void window_loop::take_pad_button(Uint8 button) {
    if (button == SDL_CONTROLLER_BUTTON_A) take_time_key(SDLK_SPACE);
    if (button == SDL_CONTROLLER_BUTTON_X) take_time_key(SDLK_PERIOD);
    if (button == SDL_CONTROLLER_BUTTON_Y) take_camera_key(SDLK_f);
    if (button == SDL_CONTROLLER_BUTTON_B) take_camera_key(SDLK_HOME);
    if (button == SDL_CONTROLLER_BUTTON_START) acts.reset();
    if (button == SDL_CONTROLLER_BUTTON_BACK) layout.panels = !layout.panels;
    if (button == SDL_CONTROLLER_BUTTON_LEFTSHOULDER) take_time_key(SDLK_j);
    if (button == SDL_CONTROLLER_BUTTON_RIGHTSHOULDER) take_time_key(SDLK_l);
}

void window_loop::take_mouse(const SDL_Event& event) {
    if (event.type == SDL_MOUSEWHEEL) return camera_moves.wheel(acts.camera(), event.wheel.preciseY);
    int height = 1;
    SDL_GetWindowSize(frame.handle(), nullptr, &height);
    const glm::vec2 by = glm::vec2(event.motion.xrel, event.motion.yrel) / static_cast<float>(std::max(height, 1));
    const bool left = (event.motion.state & SDL_BUTTON_LMASK) != 0;
    const bool other = (event.motion.state & (SDL_BUTTON_RMASK | SDL_BUTTON_MMASK)) != 0;
    if (left || other) camera_moves.drag(acts.camera(), by, other || (SDL_GetModState() & KMOD_SHIFT) != 0);
}

void window_loop::move_camera(double elapsed) {
    if (!acts.running()) return;
    camera_push held = pads.push(camera_moves.mode());
    const bool keys_are_free = !interface.takes_text() && interface.keys_go_to() == user_interface::keyboard::picture &&
                               (SDL_GetModState() & (KMOD_CTRL | KMOD_ALT)) == 0;
    if (keys_are_free) held = held + push_of_keys(SDL_GetKeyboardState(nullptr), camera_moves.mode());
    camera_moves.advance(acts.camera(), held, elapsed);
}

void window_loop::drop_file(const std::string& path) {
    const bool is_json = std::filesystem::path(path).extension() == ".json";
    const auto all = acts.running() ? acts.running()->parameters() : std::vector<parameter_base*>();
    const bool sample_reads_json = std::ranges::any_of(all, [](const parameter_base* each) {
        return std::ranges::find(each->extensions(), ".json") != each->extensions().end();
    });
    if (is_json && (sample_of_presets_file(path) || !sample_reads_json)) return load_presets_file(path);
    if (!acts.running())
        return acts.told().add(notices::weight::message,
                               "Open a sample first: it is what takes the file. Presets (JSON) open theirs");
    if (const parameter_base* const takes_it = find_file_parameter(all, path))
        acts.set_parameter(takes_it->name(), path);
    else
        acts.told().add(notices::weight::message, fmt::format("{} takes no file", acts.running()->description().title));
}

/// A file of presets that was dropped: its first one comes on, in the sample that it is for.
void window_loop::load_presets_file(const std::filesystem::path& file) {
    acts.later("Presets", [this, file] {
        const auto sample = sample_of_presets_file(file);
        if (!sample && !acts.running())
            throw preset_error(fmt::format(
                "{}: a file of presets is valid JSON that says what it is for, as {{\"sample\": \"nbody\", \"presets\": […]}}",
                file.string()));
        const auto meant =
            std::ranges::find(known, sample ? *sample : acts.running()->description().name, &sample_description::name);
        if (meant == known.end())
            throw preset_error(fmt::format("{}: for '{}', which is no sample here", file.string(), *sample));
        if (acts.running() && acts.running()->description().name == meant->name)
            return acts.apply(find_preset_or_file(*meant, acts.running()->parameters(), file.string()));
        const auto object = meant->create();
        const preset first = find_preset_or_file(*meant, object->parameters(), file.string());
        leave();
        acts.open_later({*meant, {}, first.parameters, first.name, 1});
    });
}

}  // namespace ingot::shell
