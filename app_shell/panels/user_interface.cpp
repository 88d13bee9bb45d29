#include "panels/user_interface.hpp"

#include <backends/imgui_impl_opengl3.h>
#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else  // before Dear ImGui 1.89.2
#include <backends/imgui_impl_sdl.h>
#endif
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "panels/theme.hpp"

namespace ingot::shell {

user_interface::user_interface(const window& window, float scale, theme::look look)
    : window_(window), scale_(scale > 0.0f ? scale : window.text_scale()), scale_is_chosen_(scale > 0.0f), look_(look) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // the panels have fixed positions: there is no layout to save
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.UserData = &outside_characters_;  // note_characters()
    ImGui_ImplSDL2_InitForOpenGL(window.handle(), window.context());
    ImGui_ImplOpenGL3_Init("#version 410 core");
    picture_.emplace();
    rebuild();
}

user_interface::~user_interface() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
}

void user_interface::rebuild() {
    density_ = window_.pixel_density();
    fonts_ = load_fonts(scale_, outside_characters_);
    ImGui::GetIO().FontGlobalScale = 1.0f / density_;
    theme::apply(unit(), look_);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    picture_->forget();
}

void user_interface::handle(const SDL_Event& event) {
    if (event.type == SDL_MOUSEBUTTONDOWN && !pressed_at_)
        pressed_at_ = ImVec2(static_cast<float>(event.button.x), static_cast<float>(event.button.y));
    const bool is_key = event.type == SDL_KEYDOWN || event.type == SDL_KEYUP;
    const bool has_changed = is_key && event.key.repeat == 0 && changed_in_frame_.contains(event.key.keysym.scancode);
    if (has_changed || (!waiting_keys_.empty() && (is_key || event.type == SDL_TEXTINPUT)))
        waiting_keys_.push_back(event);
    else
        pass_on(event);
}

/// Passes an event to Dear ImGui's SDL backend.
void user_interface::pass_on(const SDL_Event& event) {
    if (event.type == SDL_TEXTINPUT) outside_characters_.note(static_cast<const char*>(event.text.text));
    ImGui_ImplSDL2_ProcessEvent(&event);
#if IMGUI_VERSION_NUM < 18700  // later versions keep short presses themselves
    if (event.type != SDL_KEYDOWN && event.type != SDL_KEYUP) return;
    changed_in_frame_.insert(event.key.keysym.scancode);
    // The backend asks SDL for the modifiers after all events have arrived. Ctrl can be released by then.
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = (event.key.keysym.mod & KMOD_CTRL) != 0;
    io.KeyShift = (event.key.keysym.mod & KMOD_SHIFT) != 0;
    io.KeyAlt = (event.key.keysym.mod & KMOD_ALT) != 0;
#endif
}

/// Passes on the keys that waited for the next frame. A key that changes twice among them waits again.
void user_interface::pass_on_waiting_keys() {
    changed_in_frame_.clear();
    for (const SDL_Event& each : std::exchange(waiting_keys_, {})) handle(each);
}

bool user_interface::is_over_panel(int x, int y) {
    const ImVec2 place {static_cast<float>(x), static_cast<float>(y)};
    constexpr ImGuiWindowFlags never = ImGuiWindowFlags_NoMouseInputs | ImGuiWindowFlags_Tooltip;
    return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [&](const ImGuiWindow* each) {
        return each->WasActive && !each->Hidden && !each->IsFallbackWindow && (each->Flags & never) == 0 &&
               each->Rect().Contains(place);
    });
}

void user_interface::set_look(theme::look look) {
    look_ = look;
    rebuild_needed_ = true;
}

void user_interface::set_keyboard(keyboard target) {
    keyboard_target_ = target;
    if (target == keyboard::panels) return;
    ImGui::SetWindowFocus(nullptr);
    requested_panel_ = 0;
}

void user_interface::focus_next_panel(bool backwards) {
    if (keyboard_target_ == keyboard::picture) ImGui::SetWindowFocus(nullptr);  // begin at the first or the last panel
    keyboard_target_ = keyboard::panels;
    requested_panel_ += backwards ? -1 : 1;
}

/// Carries out a request of focus_next_panel(). Dear ImGui forgets a request for the first control of a panel that is made
/// between two frames, so this is done after a frame has begun.
void user_interface::focus_requested_panel() {
    const int direction = std::exchange(requested_panel_, 0);
    if (direction == 0) return;
    std::vector<ImGuiWindow*> panels;
    // Collect the visible top-level panels that support keyboard navigation.
    for (ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
        if (each->WasActive &&
            (each->Flags & (ImGuiWindowFlags_NoNav | ImGuiWindowFlags_ChildWindow | ImGuiWindowFlags_Tooltip)) == 0 &&
            each->ParentWindow == nullptr && !each->IsFallbackWindow)
            panels.push_back(each);
    if (panels.empty()) return;
    // Order the panels from left to right, and find the one after the focused panel.
    std::ranges::sort(panels, {}, [](const ImGuiWindow* each) { return std::pair(each->Pos.x, each->Pos.y); });
    const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
    const auto current = std::ranges::find(panels, focused ? focused->RootWindow : nullptr);
    const auto count = static_cast<std::ptrdiff_t>(panels.size());
    const std::ptrdiff_t index = current == panels.end() ? (direction < 0 ? 0 : -1) : current - panels.begin();
    ImGuiWindow* const next = panels[static_cast<size_t>(((index + direction) % count + count) % count)];

    // Give that panel the keyboard, and show the frame around its first control.
    ImGui::FocusWindow(next);
    ImGui::NavInitWindow(next, true);
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
}

bool user_interface::close_popup() {
    if (ImGui::GetCurrentContext()->OpenPopupStack.empty()) return false;
    // While the panels have the keyboard, Dear ImGui itself handles Esc, and returns the focus to the control.
    if (keyboard_target_ == keyboard::picture) ImGui::ClosePopupToLevel(0, true);
    return true;
}

void user_interface::change_scale(int steps) {
    scale_is_chosen_ = steps != 0;
    scale_ = steps == 0 ? window_.text_scale() : std::clamp(scale_ + 0.125f * static_cast<float>(steps), 0.5f, 4.0f);
    rebuild_needed_ = true;
}

// Sets the mouse position from SDL's events while the mouse is over the window or a button is held. Dear ImGui's SDL backend
// queries the display server instead. Some virtual displays return an old position there, so that a drag would not move and the
// help text of a control would stay. In the frame in which a button is pressed, the mouse is where it was pressed, although it
// can have left that place since: otherwise a quick drag would miss its control where frames are slow.
void user_interface::take_mouse_from_events() {
    if (const auto place = std::exchange(pressed_at_, std::nullopt)) {
        ImGui::GetIO().MousePos = *place;
        return;
    }
    if (!ImGui::IsAnyMouseDown() && SDL_GetMouseFocus() == nullptr) return;
    int x = 0;
    int y = 0;
    SDL_GetMouseState(&x, &y);
    ImGui::GetIO().MousePos = {static_cast<float>(x), static_cast<float>(y)};
}

void user_interface::begin_frame() {
    const bool has_more_characters = outside_characters_.update();
    if (std::exchange(rebuild_needed_, false) || has_more_characters || density_ != window_.pixel_density()) rebuild();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    take_mouse_from_events();
    ImGuiIO& io = ImGui::GetIO();
    // Two clicks need four frames, because a press and a release in one frame count as two. So where frames take long, a double
    // click may take longer.
    constexpr float usual_seconds = 0.3f;  // Dear ImGui's
    constexpr float frames_of_double_click = 6.0f;
    io.MouseDoubleClickTime = std::clamp(frames_of_double_click * io.DeltaTime, usual_seconds, 1.5f);
    // While the keyboard controls the picture, arrow keys and Space must not operate the panels.
    if (keyboard_target_ == keyboard::panels)
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    else
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    repetitions_ = 0;
    ImGui::NewFrame();
    focus_requested_panel();
    ImGui::PushFont(fonts_.regular);
}

namespace {

/// Will Dear ImGui give this panel another size in the next frame, because it fits its contents, and these have changed?
bool gets_another_size(const ImGuiWindow* panel) {
    if (!panel->Active || panel->SkipItems || (panel->Flags & ImGuiWindowFlags_AlwaysAutoResize) == 0) return false;
    if (panel->Hidden) return true;  // Dear ImGui shows a new panel after it has measured the contents
    const ImVec2& first = panel->DC.CursorStartPos;
    const ImVec2& last = panel->DC.CursorMaxPos;
    const ImVec2& ideal = panel->DC.IdealMaxPos;
    // Dear ImGui cuts off the decimals of the size of the contents.
    const auto differs = [](float size, float used_size) { return std::fabs(size - used_size) >= 1.0f; };
    return differs(std::max(last.x, ideal.x) - first.x, panel->ContentSizeIdeal.x) ||
           differs(std::max(last.y, ideal.y) - first.y, panel->ContentSizeIdeal.y);
}

/// Begins a frame of Dear ImGui that follows the last one without any time or input between them. Keys and buttons that were
/// pressed for the last frame are held in this one, so that no press, release, turn of the wheel or text counts twice.
void begin_frame_without_input() {
    constexpr float shortest_time = 1e-6f;  // in seconds; Dear ImGui does not accept 0
    ImGui::GetIO().DeltaTime = shortest_time;
#if IMGUI_VERSION_NUM >= 18700  // later versions spread the events over several frames
    ImVector<ImGuiInputEvent> waiting;
    waiting.swap(ImGui::GetCurrentContext()->InputEventsQueue);
    ImGui::NewFrame();
    waiting.swap(ImGui::GetCurrentContext()->InputEventsQueue);
#else
    ImGui::NewFrame();
#endif
}

}  // namespace

bool user_interface::begin_again() {
    constexpr int most_repetitions = 2;
    if (repetitions_ == most_repetitions) return false;
    if (std::ranges::none_of(ImGui::GetCurrentContext()->Windows, gets_another_size)) return false;
    ++repetitions_;
    ImGui::PopFont();
    ImGui::EndFrame();
    begin_frame_without_input();
    ImGui::PushFont(fonts_.regular);
    return true;
}

void user_interface::end_frame() {
    ImGui::PopFont();
    ImGui::Render();
    picture_->update(*ImGui::GetDrawData(), window_.pixels());
    pass_on_waiting_keys();
}

void user_interface::draw() const { picture_->draw(); }

}  // namespace ingot::shell
