#include "panels/user_interface.hpp"

#include <backends/imgui_impl_opengl3.h>
#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else  // before Dear ImGui 1.89.2
#include <backends/imgui_impl_sdl.h>
#endif
#include <epoxy/gl.h>
#include <imgui_internal.h>

#include <algorithm>
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
    ImGui_ImplSDL2_InitForOpenGL(window.handle(), window.context());
    ImGui_ImplOpenGL3_Init("#version 410 core");
    rebuild();
}

user_interface::~user_interface() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
}

void user_interface::rebuild() {
    density_ = window_.pixel_density();
    fonts_ = load_fonts(scale_);
    ImGui::GetIO().FontGlobalScale = 1.0f / density_;
    theme::apply(unit(), look_);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void user_interface::handle(const SDL_Event& event) { ImGui_ImplSDL2_ProcessEvent(&event); }

void user_interface::set_look(theme::look look) {
    look_ = look;
    rebuild_needed_ = true;
}

void user_interface::set_keyboard(keyboard target) {
    keyboard_target_ = target;
    if (target == keyboard::picture) ImGui::SetWindowFocus(nullptr);
}

void user_interface::focus_next_panel(bool backwards) {
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
    const auto current =
        std::ranges::find(panels, keyboard_target_ == keyboard::panels && focused ? focused->RootWindow : nullptr);
    const auto count = static_cast<std::ptrdiff_t>(panels.size());
    const std::ptrdiff_t index = current == panels.end() ? (backwards ? 0 : -1) : current - panels.begin();
    ImGuiWindow* const next = panels[static_cast<size_t>((index + (backwards ? count - 1 : 1)) % count)];

    // Give that panel the keyboard, and show the frame around its first control.
    keyboard_target_ = keyboard::panels;
    ImGui::FocusWindow(next);
    ImGui::NavInitWindow(next, true);
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
}

void user_interface::change_scale(int steps) {
    scale_is_chosen_ = steps != 0;
    scale_ = steps == 0 ? window_.text_scale() : std::clamp(scale_ + 0.125f * static_cast<float>(steps), 0.5f, 4.0f);
    rebuild_needed_ = true;
}

// Sets the mouse position from SDL's events. While a button is held, Dear ImGui's SDL backend queries the display
// server for the mouse position instead. Some virtual displays return an old position there, so that a drag would not
// move.
void user_interface::take_mouse_from_events() {
    if (!ImGui::IsAnyMouseDown()) return;
    int x = 0;
    int y = 0;
    SDL_GetMouseState(&x, &y);
    ImGui::GetIO().MousePos = {static_cast<float>(x), static_cast<float>(y)};
}

void user_interface::begin_frame() {
    if (std::exchange(rebuild_needed_, false) || density_ != window_.pixel_density()) rebuild();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    take_mouse_from_events();
    ImGuiIO& io = ImGui::GetIO();
    // While the keyboard controls the picture, arrow keys and Space must not operate the panels.
    if (keyboard_target_ == keyboard::panels)
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    else
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    ImGui::NewFrame();
    ImGui::PushFont(fonts_.regular);
}

void user_interface::end_frame() {
    ImGui::PopFont();
    ImGui::Render();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    const extent pixels = window_.pixels();
    glViewport(0, 0, pixels.width, pixels.height);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace ingot::shell
