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

user_interface::user_interface(const window& in, float wanted, theme::look as)
    : shown_in(in), scale(wanted > 0.0f ? wanted : in.text_scale()), scale_is_chosen(wanted > 0.0f), looks(as) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // the panels have their places
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    ImGui_ImplSDL2_InitForOpenGL(in.handle(), in.context());
    ImGui_ImplOpenGL3_Init("#version 410 core");
    rebuild();
}

user_interface::~user_interface() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
}

void user_interface::rebuild() {
    density = shown_in.pixel_density();
    loaded = load_fonts(scale);
    ImGui::GetIO().FontGlobalScale = 1.0f / density;
    theme::apply(unit(), looks);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void user_interface::handle(const SDL_Event& event) { ImGui_ImplSDL2_ProcessEvent(&event); }

void user_interface::set_look(theme::look to) {
    looks = to;
    rebuild_needed = true;
}

void user_interface::set_keyboard(keyboard to) {
    keys = to;
    if (to == keyboard::picture) ImGui::SetWindowFocus(nullptr);
}

void user_interface::focus_next_panel(bool backwards) {
    std::vector<ImGuiWindow*> panels;
    for (ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
        if (each->WasActive &&
            (each->Flags & (ImGuiWindowFlags_NoNav | ImGuiWindowFlags_ChildWindow | ImGuiWindowFlags_Tooltip)) == 0 &&
            each->ParentWindow == nullptr && !each->IsFallbackWindow)
            panels.push_back(each);
    if (panels.empty()) return;
    std::ranges::sort(panels, {}, [](const ImGuiWindow* each) { return std::pair(each->Pos.x, each->Pos.y); });
    const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
    const auto now = std::ranges::find(panels, keys == keyboard::panels && focused ? focused->RootWindow : nullptr);
    const auto count = static_cast<std::ptrdiff_t>(panels.size());
    const std::ptrdiff_t at = now == panels.end() ? (backwards ? 0 : -1) : now - panels.begin();
    ImGuiWindow* const next = panels[static_cast<size_t>((at + (backwards ? count - 1 : 1)) % count)];
    keys = keyboard::panels;
    ImGui::FocusWindow(next);
    ImGui::NavInitWindow(next, true);
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
}

void user_interface::change_scale(int steps) {
    scale_is_chosen = steps != 0;
    scale = steps == 0 ? shown_in.text_scale() : std::clamp(scale + 0.125f * static_cast<float>(steps), 0.5f, 4.0f);
    rebuild_needed = true;
}

// While a button is held, the backend asks the display where the mouse is; some displays (virtual ones) do not know of every
// motion that they sent events of, and a drag would stand still.
void user_interface::take_mouse_from_events() {
    if (!ImGui::IsAnyMouseDown()) return;
    int x = 0;
    int y = 0;
    SDL_GetMouseState(&x, &y);
    ImGui::GetIO().MousePos = {static_cast<float>(x), static_cast<float>(y)};
}

void user_interface::begin_frame() {
    if (std::exchange(rebuild_needed, false) || density != shown_in.pixel_density()) rebuild();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    take_mouse_from_events();
    ImGuiIO& io = ImGui::GetIO();
    // While the keys are the picture's, arrows and Space are not the panels'.
    if (keys == keyboard::panels)
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    else
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    ImGui::NewFrame();
    ImGui::PushFont(loaded.regular);
}

void user_interface::end_frame() {
    ImGui::PopFont();
    ImGui::Render();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    const extent pixels = shown_in.pixels();
    glViewport(0, 0, pixels.width, pixels.height);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace ingot::shell
