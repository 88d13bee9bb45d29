// Input of the window: mouse, keyboard, gamepads and dropped files.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "panels/comparison_panel.hpp"
#include "presets/saved_presets.hpp"
#include "run/window_loop.hpp"

namespace ingot::shell {

namespace {

/// Returns true for keys that have no meaning in a text field, so that they keep their effect while one is edited: the
/// function keys, and Ctrl with Q, +, − or 0.
bool works_in_text_fields(const SDL_Keysym& key) {
    if (key.sym >= SDLK_F1 && key.sym <= SDLK_F12) return true;
    if ((key.mod & KMOD_CTRL) == 0) return false;
    constexpr std::array with_control {SDLK_q, SDLK_PLUS, SDLK_EQUALS, SDLK_KP_PLUS, SDLK_MINUS, SDLK_KP_MINUS, SDLK_0};
    return std::ranges::find(with_control, static_cast<SDL_KeyCode>(key.sym)) != with_control.end();
}

// Is it an event of the keyboard or the mouse that can change the picture? A movement changes it while a button is held.
bool is_input(const SDL_Event& event) {
    if (event.type == SDL_MOUSEMOTION) return event.motion.state != 0;
    return event.type >= SDL_KEYDOWN && event.type <= SDL_MOUSEWHEEL;
}

}  // namespace

void window_loop::handle_events() {
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
        if (!is_tab_for_picture(event)) interface_.handle(event);
        gamepads_.handle(event);
        handle_event(event);
        if (is_input(event)) ++inputs_;
    }
}

/// Handles the events that have arrived during the step, so that the picture that is drawn next shows where the camera is now.
/// What else they ask for acts in the next frame, as if they had arrived later.
void window_loop::handle_late_events() {
    const auto view = [this] { return std::pair(stage_.camera().position(), stage_.exposure_stops()); };
    const auto before = view();
    handle_events();
    if (!stage_.running() || view() == before) return;
    stage_.running()->time().note_input();
    stage_.statistics().recorder.add_inputs(std::exchange(inputs_, 0));
}

/// Has an input arrived that is not handled yet?
bool window_loop::has_waiting_input() {
    SDL_PumpEvents();
    std::array<SDL_Event, 64> waiting {};
    const int count =
        SDL_PeepEvents(waiting.data(), static_cast<int>(waiting.size()), SDL_PEEKEVENT, SDL_KEYDOWN, SDL_MOUSEWHEEL);
    return std::any_of(waiting.begin(), waiting.begin() + std::max(count, 0), is_input);
}

/// Is it Tab, as the key for the next device? Dear ImGui would also move its focus to the control after the one that was clicked
/// last, and turn a slider into a text field.
bool window_loop::is_tab_for_picture(const SDL_Event& event) {
    return event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_TAB && stage_.running() && !interface_.takes_text() &&
           interface_.keyboard_target() == user_interface::keyboard::picture;
}

void window_loop::handle_event(const SDL_Event& event) {
    switch (event.type) {
        case SDL_QUIT:
            closing_ = true;
            break;
        case SDL_WINDOWEVENT:
            exposed_at_ = steady::now();  // shown, moved or resized, or no longer behind another window
            break;
        case SDL_KEYDOWN:
            if (!stage_.running() && !stage_.pending_compilation()) browser_.press(event.key.keysym.sym);
            if (!interface_.takes_text() || works_in_text_fields(event.key.keysym)) handle_key(event.key);
            break;
        case SDL_MOUSEBUTTONDOWN:
            // Only a drag that begins on the picture moves the camera. It does so even where it goes over a panel.
            drags_picture_ = !user_interface::is_over_panel(event.button.x, event.button.y);
            if (drags_picture_) interface_.set_keyboard(user_interface::keyboard::picture);
            if (drags_picture_ && event.button.button == SDL_BUTTON_LEFT && stage_.mouse_tool() &&
                (SDL_GetModState() & KMOD_SHIFT) == 0) {
                drawing_at_ = share_of_window({event.button.x, event.button.y});
                mouse_strokes_.push_back({*drawing_at_, *drawing_at_, true});
            }
            break;
        case SDL_MOUSEBUTTONUP:
            if (event.button.button == SDL_BUTTON_LEFT) drawing_at_.reset();
            break;
        case SDL_MOUSEMOTION:
            if (drawing_at_) {
                const glm::vec2 place = share_of_window({event.motion.x, event.motion.y});
                mouse_strokes_.push_back({*drawing_at_, place, false});
                drawing_at_ = place;
            } else if (stage_.running() && drags_picture_) {
                handle_mouse(event);
            }
            break;
        case SDL_MOUSEWHEEL: {
            int x = 0;
            int y = 0;
            SDL_GetMouseState(&x, &y);
            if (stage_.running() && !user_interface::is_over_panel(x, y)) handle_mouse(event);
            break;
        }
        case SDL_CONTROLLERBUTTONDOWN:
            if (stage_.running()) handle_gamepad_button(event.cbutton.button);
            break;
        case SDL_DROPTEXT:
            open_link(event.drop.file);
            SDL_free(event.drop.file);
            break;
        case SDL_DROPFILE:
            handle_dropped_file(event.drop.file);
            SDL_free(event.drop.file);
            break;
        default:
            break;
    }
}

void window_loop::handle_key(const SDL_KeyboardEvent& key) {
    const SDL_Keycode pressed_key = key.keysym.sym;
    if ((key.keysym.mod & KMOD_CTRL) != 0) {
        handle_control_key(pressed_key, key.keysym.mod);
        return;
    }
    if (handle_window_key(key)) return;
    if (interface_.keyboard_target() == user_interface::keyboard::panels || !stage_.running()) return;
    const bool repeats = pressed_key == SDLK_s || pressed_key == SDLK_PERIOD || pressed_key == SDLK_LEFTBRACKET ||
                         pressed_key == SDLK_RIGHTBRACKET;
    if (key.repeat == 0 || repeats) handle_session_key(pressed_key, key.keysym.mod);
}

void window_loop::handle_control_key(SDL_Keycode pressed_key, uint16_t modifiers) {
    if (pressed_key == SDLK_PLUS || pressed_key == SDLK_EQUALS || pressed_key == SDLK_KP_PLUS) interface_.change_scale(1);
    if (pressed_key == SDLK_MINUS || pressed_key == SDLK_KP_MINUS) interface_.change_scale(-1);
    if (pressed_key == SDLK_0) interface_.change_scale(0);
    if (pressed_key == SDLK_q) closing_ = true;
    if (pressed_key == SDLK_F11) move_to_next_display(window_.handle());
    if (pressed_key == SDLK_f && !stage_.running()) browser_.focus_search_field();
    if (pressed_key == SDLK_v) open_pasted_link();
    if (!stage_.running()) return;
    if (pressed_key == SDLK_c && (modifiers & KMOD_SHIFT) != 0) copy_link();
    if (pressed_key == SDLK_c && (modifiers & KMOD_SHIFT) == 0) copy_command();
    if (pressed_key >= SDLK_1 && pressed_key <= SDLK_9) {
        bookmarks()[pressed_key - SDLK_0] = stage_.camera().position();
        stage_.notice_list().add(notices::severity::message, fmt::format("Saved this view as bookmark {}", pressed_key - SDLK_0));
    }
}

/// Handles the keys that have the same effect whether the picture or a panel has the keyboard focus. Returns true if the key
/// is one of them and was not repeated by holding it.
bool window_loop::handle_window_key(const SDL_KeyboardEvent& key) {
    const SDL_Keycode pressed_key = key.keysym.sym;
    if (key.repeat != 0) return false;
    switch (pressed_key) {
        case SDLK_F1:
            key_list_shown_ = !key_list_shown_;
            return true;
        case SDLK_F6:
            interface_.focus_next_panel((key.keysym.mod & KMOD_SHIFT) != 0);
            return true;
        case SDLK_F2:
            toggle_profiler();
            return true;
        case SDLK_F9:
            if (stage_.running()) capture_.begin_or_end_video();
            return true;
        case SDLK_F11:
            window_.set_full_screen(!window_.is_full_screen());
            return true;
        case SDLK_F8:
            layout_.look = layout_.look == theme::look::dark ? theme::look::light : theme::look::dark;
            interface_.set_look(layout_.look);
            return true;
        case SDLK_ESCAPE:
            go_back();
            return true;
        default:
            return false;
    }
}

/// Handles Esc. Does the first of these that is possible: closes an open list, the list of keys, removes the latest notice, takes
/// the keyboard focus from the panels, closes the panel of the kernels, the profiler, the comparison, the sample that runs or is
/// being opened, the page about a device, clears the search of the start page.
void window_loop::go_back() {
    const bool has_panels = stage_.running() && layout_.panels;
    if (interface_.close_popup()) return;
    if (key_list_shown_)
        key_list_shown_ = false;
    else if (!stage_.notice_list().empty())
        stage_.notice_list().dismiss();
    else if (interface_.keyboard_target() == user_interface::keyboard::panels)
        interface_.set_keyboard(user_interface::keyboard::picture);
    else if (has_panels && layout_.kernels)
        layout_.kernels = false;
    else if (has_panels && profiler_shown_)
        profiler_shown_ = false;
    else if (stage_.comparison().is_active())
        stage_.end_comparison();
    else if (stage_.running() || stage_.pending_compilation())
        close_sample();
    else
        browser_.go_back();
}

void window_loop::handle_session_key(SDL_Keycode key, Uint16 modifiers) {
    switch (key) {
        case SDLK_r:
            stage_.reset();
            break;
        case SDLK_h:
            layout_.panels = !layout_.panels;
            break;
        case SDLK_i:
            toggle_statistics();
            break;
        case SDLK_k:
            toggle_kernels();
            break;
        case SDLK_p:
            capture_.save_picture((modifiers & KMOD_SHIFT) != 0);
            break;
        case SDLK_TAB:
            stage_.switch_to_next_device();
            break;
        case SDLK_c:
            stage_.toggle_comparison();
            break;
        case SDLK_m:
            if (const auto tool = stage_.choose_next_mouse_tool()) show_mode("mouse: " + *tool);
            break;
        case SDLK_v:
            show_next_view(stage_.comparison());
            break;
        case SDLK_y:
            stage_.resync();
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
            handle_time_key(key);
            handle_camera_key(key);
            break;
    }
}

void window_loop::handle_time_key(SDL_Keycode key) {
    clock& time = stage_.running()->time();
    const bool flies_by_s = key == SDLK_s && camera_controls_.mode() == camera_mode::fly;
    if (key == SDLK_SPACE) {
        time.set_paused(!time.is_paused());
        show_mode(time.is_paused() ? "paused" : "running");
    }
    if (key == SDLK_PERIOD || (key == SDLK_s && !flies_by_s)) {
        time.set_paused(true);
        time.single_step();
    }
    if (key == SDLK_j || key == SDLK_l) {
        time.set_speed((key == SDLK_l ? 2.0 : 0.5) * time.speed());
        show_mode(fmt::format("speed × {}", time.speed()));
    }
    if (key == SDLK_g && !capture_.is_recording()) {
        time.set_pace(time.current_pace() == clock::pace::fixed ? clock::pace::real : clock::pace::fixed);
        show_mode(time.current_pace() == clock::pace::fixed ? "fixed steps" : "real time");
    }
}

void window_loop::handle_camera_key(SDL_Keycode key) {
    float& stops = stage_.exposure_stops();
    if (key == SDLK_LEFTBRACKET) stops = std::max(stops - 0.5f, -6.0f);
    if (key == SDLK_RIGHTBRACKET) stops = std::min(stops + 0.5f, 6.0f);
    if (key == SDLK_HOME) {
        stage_.camera().home();
        stops = 0.0f;
    }
    if (key == SDLK_f && camera_controls_.mode() != camera_mode::flat) {
        camera_controls_.set_mode(camera_controls_.mode() == camera_mode::fly ? camera_mode::orbit : camera_mode::fly);
        show_mode(camera_controls_.mode() == camera_mode::fly ? "fly: W A S D, E Q" : "orbit");
    }
    if (key < SDLK_1 || key > SDLK_9) return;
    if (const auto bookmark = bookmarks().find(key - SDLK_0); bookmark != bookmarks().end())
        stage_.camera().move_to(bookmark->second);
}

void window_loop::handle_gamepad_button(Uint8 button) {
    if (button == SDL_CONTROLLER_BUTTON_A) handle_time_key(SDLK_SPACE);
    if (button == SDL_CONTROLLER_BUTTON_X) handle_time_key(SDLK_PERIOD);
    if (button == SDL_CONTROLLER_BUTTON_Y) handle_camera_key(SDLK_f);
    if (button == SDL_CONTROLLER_BUTTON_B) handle_camera_key(SDLK_HOME);
    if (button == SDL_CONTROLLER_BUTTON_START) stage_.reset();
    if (button == SDL_CONTROLLER_BUTTON_BACK) layout_.panels = !layout_.panels;
    if (button == SDL_CONTROLLER_BUTTON_LEFTSHOULDER) handle_time_key(SDLK_j);
    if (button == SDL_CONTROLLER_BUTTON_RIGHTSHOULDER) handle_time_key(SDLK_l);
}

void window_loop::handle_mouse(const SDL_Event& event) {
    int width = 1;
    int height = 1;
    SDL_GetWindowSize(window_.handle(), &width, &height);
    const auto unit = static_cast<float>(std::max(height, 1));
    if (event.type == SDL_MOUSEWHEEL) {
        glm::ivec2 mouse {0, 0};
        SDL_GetMouseState(&mouse.x, &mouse.y);
        const float share = static_cast<float>(mouse.x) / static_cast<float>(std::max(width, 1));
        const glm::vec2 middle {stage_.middle_of_picture_at(share, width) * static_cast<float>(width),
                                0.5f * static_cast<float>(height)};
        const glm::vec2 from_middle = (glm::vec2(mouse) - middle) / (unit * stage_.picture_scale());
        return camera_controls_.wheel(stage_.camera(), event.wheel.preciseY, from_middle);
    }
    const glm::vec2 motion = glm::vec2(event.motion.xrel, event.motion.yrel) / (unit * stage_.picture_scale());
    const bool left = (event.motion.state & (stage_.mouse_tool() ? SDL_BUTTON_LMASK | SDL_BUTTON_RMASK : SDL_BUTTON_LMASK)) != 0;
    // Where the left button draws, the right one turns the camera.
    const Uint32 others = stage_.mouse_tool() ? SDL_BUTTON_MMASK : SDL_BUTTON_RMASK | SDL_BUTTON_MMASK;
    const bool other = (event.motion.state & others) != 0;
    if (left || other) camera_controls_.drag(stage_.camera(), motion, other || (SDL_GetModState() & KMOD_SHIFT) != 0);
}

glm::vec2 window_loop::share_of_window(glm::ivec2 place) const {
    glm::ivec2 size {1, 1};
    SDL_GetWindowSize(window_.handle(), &size.x, &size.y);
    return (glm::vec2(place) + 0.5f) / glm::vec2(glm::max(size, 1));
}

/// Passes the mouse's strokes to the sample. A mouse that is held still draws too.
void window_loop::draw_with_mouse() {
    if (!stage_.mouse_tool()) {
        drawing_at_.reset();
        mouse_strokes_.clear();
    }
    if (drawing_at_ && mouse_strokes_.empty()) mouse_strokes_.push_back({*drawing_at_, *drawing_at_, false});
    if (!mouse_strokes_.empty()) stage_.mouse_drawn(mouse_strokes_);
    mouse_strokes_.clear();
}

void window_loop::move_camera(double elapsed) {
    if (!stage_.running()) return;
    camera_controls_.set_flat(stage_.running()->loaded_sample().is_flat_picture());
    camera_input held = gamepads_.input(camera_controls_.mode());
    const bool keys_are_free = !interface_.takes_text() && interface_.keyboard_target() == user_interface::keyboard::picture &&
                               (SDL_GetModState() & (KMOD_CTRL | KMOD_ALT)) == 0;
    if (keys_are_free) held = held + input_of_keys(SDL_GetKeyboardState(nullptr), camera_controls_.mode());
    camera_controls_.advance(stage_.camera(), held, elapsed);
}

void window_loop::handle_dropped_file(const std::string& path) {
    const bool is_json = std::filesystem::path(path).extension() == ".json";
    const auto all = stage_.running() ? stage_.running()->parameters() : std::vector<parameter_base*>();
    const bool sample_reads_json = std::ranges::any_of(all, [](const parameter_base* each) {
        return std::ranges::find(each->extensions(), ".json") != each->extensions().end();
    });
    if (is_json && (sample_of_presets_file(path) || !sample_reads_json)) return load_presets_file(path);
    if (!stage_.running())
        return stage_.notice_list().add(
            notices::severity::message,
            "Open a sample first, then drop the file. A file of presets (JSON) can be dropped at any time");
    if (const parameter_base* const parameter = find_file_parameter(all, path))
        stage_.set_parameter(parameter->name(), path);
    else
        stage_.notice_list().add(notices::severity::message,
                                 fmt::format("{} has no parameter for this file", stage_.running()->description().title));
}

/// Applies the first preset of a dropped file, and opens its sample if necessary.
void window_loop::load_presets_file(const std::filesystem::path& file) {
    stage_.defer("Presets", [this, file] {
        const auto sample = sample_of_presets_file(file);
        if (!sample && !stage_.running())
            throw preset_error(
                fmt::format("{}: is not a file of presets; expected JSON such as {{\"sample\": \"nbody\", \"presets\": […]}}",
                            file.string()));
        const auto meant =
            std::ranges::find(samples_, sample ? *sample : stage_.running()->description().name, &sample_description::name);
        if (meant == samples_.end())
            throw preset_error(fmt::format("{}: is for the sample '{}', which this build does not have", file.string(), *sample));
        if (stage_.running() && stage_.running()->description().name == meant->name)
            return stage_.apply(find_preset_or_file(*meant, stage_.running()->parameters(), file.string()));
        const auto object = meant->create();
        const preset first = find_preset_or_file(*meant, object->parameters(), file.string());
        close_sample();
        open_later({*meant, {}, first.parameters, first.name, 1});
    });
}

}  // namespace ingot::shell
