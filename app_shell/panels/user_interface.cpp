#include "panels/user_interface.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <backends/imgui_impl_sdl.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <utility>

#include "panels/theme.hpp"

namespace ingot::shell {

user_interface::user_interface(const window& in, float wanted)
    : shown_in(in), initial_scale(wanted > 0.0f ? wanted : in.text_scale()), scale(initial_scale) {
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
    theme::apply(unit());
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void user_interface::handle(const SDL_Event& event) { ImGui_ImplSDL2_ProcessEvent(&event); }

void user_interface::change_scale(int steps) {
    scale = steps == 0 ? initial_scale : std::clamp(scale + 0.125f * static_cast<float>(steps), 0.5f, 4.0f);
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
