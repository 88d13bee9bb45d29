// Tests that no key is lost between SDL's events and the panels, that a panel shows the frame of the keyboard focus as soon as
// it gets the keyboard (F6), that the help text of a control disappears when the control is pressed, that texts are wrapped
// evenly, that captions are visible, that only what has changed is drawn again, and that panels whose contents change are laid
// out within the same frame.
#include "panels/user_interface.hpp"

#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "panels/overlays.hpp"
#include "panels/picture_marks.hpp"
#include "panels/sample_panel.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {
namespace {

SDL_Event key_event(SDL_Scancode code, bool pressed, Uint16 modifiers = KMOD_NONE) {
    SDL_Event event {};
    event.type = pressed ? SDL_KEYDOWN : SDL_KEYUP;
    event.key.state = pressed ? SDL_PRESSED : SDL_RELEASED;
    event.key.keysym = {code, SDL_GetKeyFromScancode(code), modifiers, 0};
    return event;
}

class panels_of_a_window : public testing::Test {
protected:
    panels_of_a_window() {
        ImGuiContextHook hook;
        hook.Type = ImGuiContextHookType_NewFramePre;
        hook.UserData = this;
        hook.Callback = [](ImGuiContext*, ImGuiContextHook* context_hook) {
            const auto& test = *static_cast<panels_of_a_window*>(context_hook->UserData);
            ImGui::GetIO().MousePos = test.mouse_;
            ImGui::GetIO().MouseDown[0] = test.mouse_is_down_;
            ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
            ImGui::GetIO().DisplaySize = {640.0f, 480.0f};
        };
        ImGui::AddContextHook(ImGui::GetCurrentContext(), &hook);
    }

    /// Draws a frame with a panel that has a text field and a button.
    void frame() {
        interface_.begin_frame();
        ImGui::SetNextWindowPos({10.0f, 10.0f});
        ImGui::SetNextWindowSize({300.0f, 200.0f});
        ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoTitleBar);
        if (focuses_text_) ImGui::SetKeyboardFocusHere();
        focuses_text_ = false;
        ImGui::InputText("##text", text_, sizeof(text_));
        ImGui::Button("press", {200.0f, 40.0f});
        button_ = ImGui::GetItemID();
        middle_of_button_ = {0.5f * (ImGui::GetItemRectMin().x + ImGui::GetItemRectMax().x),
                             0.5f * (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y)};
        widgets::tooltip("a help text", interface_);
        ImGui::End();
        presses_ += ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete), false) ? 1 : 0;
        interface_.end_frame();
    }
    void frames(int count) {
        for (int i = 0; i < count; ++i) frame();
    }
    static bool shows_help() {
        for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
            if (each->Active && (each->Flags & ImGuiWindowFlags_Tooltip) != 0 && !each->Hidden) return true;
        return false;
    }

    window hidden_ {window::kind::offscreen, "test", {640, 480}};
    user_interface interface_ {hidden_, 1.0f};
    ImVec2 mouse_ {-1000.0f, -1000.0f};
    bool mouse_is_down_ = false;
    bool focuses_text_ = false;
    char text_[64] = "";
    ImGuiID button_ = 0;
    ImVec2 middle_of_button_;
    int presses_ = 0;
};

TEST_F(panels_of_a_window, see_keys_that_are_pressed_and_released_within_a_frame) {
    frames(2);
    for (int times = 0; times < 3; ++times) {
        interface_.handle(key_event(SDL_SCANCODE_DELETE, true));
        interface_.handle(key_event(SDL_SCANCODE_DELETE, false));
    }
    frames(10);
    EXPECT_EQ(presses_, 3);
    interface_.handle(key_event(SDL_SCANCODE_DELETE, true));
    frame();
    interface_.handle(key_event(SDL_SCANCODE_DELETE, false));
    frames(5);
    EXPECT_EQ(presses_, 4) << "a long press is one press";
}

TEST_F(panels_of_a_window, see_the_control_key_with_another_key_although_both_are_released_within_a_frame) {
    focuses_text_ = true;
    frames(3);
    ImGui::GetIO().AddInputCharactersUTF8("some words");
    frames(2);
    ASSERT_EQ(std::string(text_), "some words");
    interface_.handle(key_event(SDL_SCANCODE_LCTRL, true, KMOD_LCTRL));
    interface_.handle(key_event(SDL_SCANCODE_A, true, KMOD_LCTRL));  // selects all
    interface_.handle(key_event(SDL_SCANCODE_A, false, KMOD_LCTRL));
    interface_.handle(key_event(SDL_SCANCODE_LCTRL, false, KMOD_NONE));
    frames(4);
    interface_.handle(key_event(SDL_SCANCODE_DELETE, true));
    interface_.handle(key_event(SDL_SCANCODE_DELETE, false));
    frames(4);
    EXPECT_EQ(std::string(text_), "");
}

TEST_F(panels_of_a_window, show_the_focus_frame_as_soon_as_they_get_the_keyboard) {
    frames(2);
    interface_.focus_next_panel(false);
    frames(2);
    EXPECT_NE(ImGui::GetCurrentContext()->NavId, 0u);
    EXPECT_TRUE(ImGui::GetIO().NavVisible);
}

TEST_F(panels_of_a_window, hide_a_help_text_when_its_control_is_pressed_until_the_mouse_has_left_it) {
    frames(2);
    mouse_ = middle_of_button_;
    frames(3);
    EXPECT_TRUE(shows_help());
    mouse_is_down_ = true;
    frames(2);
    mouse_is_down_ = false;
    frames(3);
    EXPECT_FALSE(shows_help());
    mouse_ = {500.0f, 400.0f};
    frames(2);
    mouse_ = middle_of_button_;
    frames(3);
    EXPECT_TRUE(shows_help());
}

TEST_F(panels_of_a_window, leave_no_short_word_alone_in_the_last_line_of_a_summary) {
    interface_.begin_frame();
    const std::string text = "Ink under the mouse: vortices, obstacles, and light through it";
    const float whole = ImGui::CalcTextSize(text.c_str()).x;
    const float line = ImGui::GetTextLineHeight();
    const float width = widgets::balanced_width(text, 0.98f * whole);
    EXPECT_LT(width, 0.62f * whole);
    EXPECT_NEAR(ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y, 2.0f * line, 0.1f) << "as many lines as before";
    EXPECT_NEAR(widgets::balanced_width(text, 1.5f * whole), whole, 2.0f) << "a single line stays one";
    EXPECT_NEAR(ImGui::CalcTextSize(text.c_str(), nullptr, false, widgets::balanced_width(text, 0.4f * whole)).y, 3.0f * line,
                0.1f);
    interface_.end_frame();
}

TEST_F(panels_of_a_window, close_a_list_by_escape) {
    frames(2);
    EXPECT_FALSE(interface_.close_popup());
    for (const auto target : {user_interface::keyboard::picture, user_interface::keyboard::panels}) {
        interface_.set_keyboard(target);
        for (int i = 0; i < 4; ++i) {
            interface_.begin_frame();
            ImGui::Begin("with a list");
            if (i == 0) ImGui::OpenPopup("list");
            if (ImGui::BeginPopup("list")) {
                ImGui::Selectable("one");
                ImGui::EndPopup();
            }
            ImGui::End();
            interface_.end_frame();
            EXPECT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, i < 2 ? 1 : 0) << i;
            if (i != 1) continue;
            interface_.handle(key_event(SDL_SCANCODE_ESCAPE, true));
            EXPECT_TRUE(interface_.close_popup());
        }
        interface_.handle(key_event(SDL_SCANCODE_ESCAPE, false));
        frames(2);
    }
}

TEST_F(panels_of_a_window, let_a_double_click_on_a_slider_type_a_number) {
    double value = 0.25;
    ImVec2 place;
    const auto draw = [&](int count) {
        for (int i = 0; i < count; ++i) {
            interface_.begin_frame();
            ImGui::SetNextWindowPos({10.0f, 10.0f});
            ImGui::Begin("sliders");
            ImGui::SetNextItemWidth(200.0f);
            constexpr double minimum = 0.0;
            constexpr double maximum = 1.0;
            place = {ImGui::GetCursorScreenPos().x + 150.0f, ImGui::GetCursorScreenPos().y + 5.0f};
            widgets::slider("##slider", ImGuiDataType_Double, &value, &minimum, &maximum, "%.3f", false, interface_);
            ImGui::End();
            interface_.end_frame();
        }
    };
    const auto click = [&] {
        mouse_ = place;
        draw(2);
        mouse_is_down_ = true;
        draw(2);
        mouse_is_down_ = false;
        draw(2);
    };
    draw(3);
    click();
    EXPECT_NEAR(value, 0.75, 0.02) << "a click sets the value";
    EXPECT_FALSE(interface_.takes_text());
    draw(60);
    value = 0.25;
    click();
    click();
    EXPECT_EQ(value, 0.25) << "a double click restores the value before its first click";
    EXPECT_TRUE(interface_.takes_text());
    ImGui::GetIO().AddInputCharactersUTF8("0.4");
    draw(3);
    interface_.handle(key_event(SDL_SCANCODE_RETURN, true));
    draw(2);
    interface_.handle(key_event(SDL_SCANCODE_RETURN, false));
    draw(3);
    EXPECT_EQ(value, 0.4);
    EXPECT_FALSE(interface_.takes_text());
}

TEST_F(panels_of_a_window, say_at_the_first_start_what_the_mouse_does) {
    const auto hints_with = [&](const std::string& mouse_tool) {
        std::string text;
        for (int i = 0; i < 4; ++i) {
            bool is_open = true;
            interface_.begin_frame();
            ImGui::LogToClipboard();  // until the end of the panel
            draw_hints(is_open, mouse_tool, {}, interface_);
            text = ImGui::GetClipboardText();
            interface_.end_frame();
        }
        return text;
    };
    const std::string camera = hints_with("");
    EXPECT_NE(camera.find("Drag, wheel"), std::string::npos) << camera;
    const std::string ink = hints_with("ink");
    EXPECT_EQ(ink.find("Drag, wheel"), std::string::npos) << ink;
    EXPECT_NE(ink.find("the mouse's tool: ink"), std::string::npos) << ink;
    EXPECT_NE(ink.find("Right button, wheel"), std::string::npos) << ink;
}

/// A panel that gets more lines when its button is pressed, and counts what the mouse and the keyboard do.
struct growing_panel {
    int lines = 1;
    int presses = 0;
    int deletes = 0;
    int passes = 0;
    float turned = 0.0f;
    std::string text {};
    bool focuses_text = false;
    ImVec2 middle_of_button {};
    float end_of_contents = 0.0f;

    void draw(const user_interface& interface) {
        ++passes;
        widgets::begin_panel("growing", {10.0f, 10.0f}, {0.0f, 0.0f}, 0.0f, 470.0f, interface);
        if (ImGui::Button("more", {120.0f, 30.0f})) {
            ++presses;
            lines += 5;
        }
        middle_of_button = {0.5f * (ImGui::GetItemRectMin().x + ImGui::GetItemRectMax().x),
                            0.5f * (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y)};
        if (std::exchange(focuses_text, false)) widgets::focus_next_control();
        if (ImGui::InputText("##text", &text)) lines += 3;
        deletes += ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete), true) ? 1 : 0;
        if (deletes > 0 && lines < 20) lines = 20;
        for (int i = 0; i < lines; ++i) ImGui::TextUnformatted("a line");
        end_of_contents = ImGui::GetItemRectMax().y;
        turned += ImGui::GetIO().MouseWheel;
        widgets::end_panel();
    }
    void make_frame(user_interface& interface) {
        passes = 0;
        interface.begin_frame();
        do draw(interface);
        while (interface.begin_again());
        interface.end_frame();
    }
    bool is_whole() const {
        const ImGuiWindow* const panel = ImGui::FindWindowByName("growing");
        return !panel->Hidden && panel->Pos.y + panel->Size.y >= end_of_contents + 0.5f * ImGui::GetStyle().WindowPadding.y;
    }
};

// In a window whose frames take a second, a panel would be cut off for a second.
TEST_F(panels_of_a_window, are_laid_out_again_within_the_frame_in_which_their_contents_change) {
    growing_panel panel;
    panel.make_frame(interface_);
    EXPECT_TRUE(panel.is_whole()) << "a new panel is visible in its first frame";
    for (int i = 0; i < 3; ++i) panel.make_frame(interface_);
    EXPECT_EQ(panel.passes, 1) << "nothing has changed";
    mouse_ = panel.middle_of_button;
    panel.make_frame(interface_);
    mouse_is_down_ = true;
    panel.make_frame(interface_);
    mouse_is_down_ = false;
    panel.make_frame(interface_);
    EXPECT_EQ(panel.lines, 6);
    EXPECT_GT(panel.passes, 1);
    EXPECT_TRUE(panel.is_whole());
    panel.make_frame(interface_);
    EXPECT_EQ(panel.presses, 1) << "a click counts once";
}

TEST_F(panels_of_a_window, take_keys_texts_and_the_wheel_once_when_they_are_laid_out_again) {
    growing_panel panel;
    panel.focuses_text = true;
    for (int i = 0; i < 4; ++i) panel.make_frame(interface_);
    ImGui::GetIO().AddInputCharactersUTF8("ab");
    for (int i = 0; i < 3; ++i) panel.make_frame(interface_);
    EXPECT_EQ(panel.text, "ab");
    EXPECT_EQ(panel.lines, 4) << "the text has changed once";
    EXPECT_TRUE(panel.is_whole());

    interface_.handle(key_event(SDL_SCANCODE_DELETE, true));
    interface_.handle(key_event(SDL_SCANCODE_DELETE, false));
    panel.make_frame(interface_);
    EXPECT_GT(panel.passes, 1);
    for (int i = 0; i < 3; ++i) panel.make_frame(interface_);
    EXPECT_EQ(panel.deletes, 1);

    SDL_Event turn {};
    turn.type = SDL_MOUSEWHEEL;
    turn.wheel.y = 1;
    turn.wheel.preciseY = 1.0f;
    panel.turned = 0.0f;
    interface_.handle(turn);
    panel.lines += 2;
    for (int i = 0; i < 3; ++i) panel.make_frame(interface_);
    EXPECT_EQ(panel.turned, 1.0f);
}

// A panel whose contents never fit may not stop the program.
TEST_F(panels_of_a_window, are_laid_out_at_most_three_times_in_a_frame) {
    growing_panel panel;
    for (int i = 0; i < 3; ++i) {
        int passes = 0;
        interface_.begin_frame();
        do {
            ++panel.lines;
            panel.draw(interface_);
            ++passes;
        } while (interface_.begin_again());
        interface_.end_frame();
        EXPECT_EQ(passes, 3);
    }
}

TEST_F(panels_of_a_window, show_the_hints_beside_the_panel_of_the_sample) {
    interface_.change_scale(4);  // a window of about 427 by 320 design pixels
    for (int i = 0; i < 3; ++i) {
        bool is_open = true;
        interface_.begin_frame();
        draw_hints(is_open, "push", {}, interface_);
        interface_.end_frame();
    }
    const ImGuiWindow* const narrow = ImGui::FindWindowByName("hints");
    EXPECT_TRUE(!narrow || !narrow->WasActive) << "there is no room for them";
    interface_.change_scale(-5);  // 731 design pixels
    for (int i = 0; i < 3; ++i) {
        bool is_open = true;
        interface_.begin_frame();
        draw_hints(is_open, "push", {}, interface_);
        interface_.end_frame();
    }
    const ImGuiWindow* const hints = ImGui::FindWindowByName("hints");
    ASSERT_TRUE(hints && hints->WasActive);
    EXPECT_GE(hints->Pos.x, sample_panel::right_edge * interface_.unit());
    EXPECT_LE(hints->Pos.x + hints->Size.x, 640.0f);
}

TEST_F(panels_of_a_window, show_notices_and_what_the_compiler_says_beside_the_panel_of_the_sample) {
    notices list;
    list.add(notices::severity::failure, "a notice");
    kernel_news news;
    news.problems["a.kernels.cpp"] = "a.kernels.cpp:5:86: error: use of undeclared identifier 'not_there'";
    for (int i = 0; i < 4; ++i) {
        interface_.begin_frame();
        widgets::begin_panel("sample", {16.0f, 16.0f}, {0.0f, 0.0f}, 316.0f, 400.0f, interface_);
        ImGui::TextUnformatted("a sample");
        widgets::end_panel();
        draw_notices(list, interface_);
        draw_kernel_news(news, interface_);
        interface_.end_frame();
    }
    for (const char* const name : {"notices", "kernels"}) {
        const ImGuiWindow* const shown = ImGui::FindWindowByName(name);
        ASSERT_TRUE(shown && shown->WasActive) << name;
        EXPECT_GE(shown->Pos.x, sample_panel::right_edge) << name;
        EXPECT_LE(shown->Pos.x + shown->Size.x, 640.0f) << name;
    }
}

// Most of the panels look the same from frame to frame.
TEST_F(panels_of_a_window, draw_again_only_what_has_changed) {
    const auto draw = [&](const char* text, bool is_covered) {
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glClearColor(0.2f, 0.4f, 0.6f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        interface_.begin_frame();
        ImGui::SetNextWindowPos({10.0f, 10.0f});
        ImGui::SetNextWindowSize({300.0f, 200.0f});
        ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoTitleBar);
        ImGui::TextUnformatted("always the same");
        ImGui::TextUnformatted(text);
        ImGui::End();
        if (is_covered) {
            ImGui::SetNextWindowPos({200.0f, 100.0f});
            ImGui::SetNextWindowSize({300.0f, 200.0f});
            ImGui::Begin("above", nullptr, ImGuiWindowFlags_NoTitleBar);
            ImGui::TextUnformatted("over it");
            ImGui::End();
        }
        interface_.end_frame();
        interface_.draw();
        return hidden_.read();
    };
    const auto drawn_whole = [&](const char* text, bool is_covered) {
        interface_.picture().forget();
        return draw(text, is_covered);
    };
    constexpr size_t all = size_t {640} * 480;
    draw("one", false);
    draw("one", false);
    const auto first = draw("one", false);
    EXPECT_EQ(interface_.picture().redrawn_pixels(), 0u);
    EXPECT_EQ(first, drawn_whole("one", false));
    EXPECT_EQ(interface_.picture().redrawn_pixels(), all);

    const auto second = draw("two", false);
    EXPECT_GT(interface_.picture().redrawn_pixels(), 0u);
    EXPECT_LT(interface_.picture().redrawn_pixels(), all / 50);
    EXPECT_NE(second, first);
    EXPECT_EQ(second, drawn_whole("two", false));

    // A panel that is transparent covers the other one, and goes again.
    draw("two", true);
    const auto covered = draw("two", true);  // the second frame in which it is there
    EXPECT_EQ(covered, drawn_whole("two", true));
    EXPECT_EQ(draw("three", true), drawn_whole("three", true));
    draw("two", false);
    EXPECT_EQ(draw("two", false), second);

    // Other sizes of texts, which change the texture of the font.
    interface_.change_scale(2);
    const auto larger = draw("two", false);
    EXPECT_NE(larger, second);
    EXPECT_EQ(larger, drawn_whole("two", false));
}

TEST_F(panels_of_a_window, wrap_what_the_compiler_says) {
    kernel_news news;
    news.problems["a.kernels.cpp"] =
        "a.kernels.cpp:5:86: error: use of undeclared identifier 'not_there'; did you mean 'not_here', which is declared above?";
    for (int i = 0; i < 4; ++i) {
        interface_.begin_frame();
        draw_kernel_news(news, interface_);
        interface_.end_frame();
    }
    const auto& all = ImGui::GetCurrentContext()->Windows;
    const auto* const messages = std::ranges::find_if(all, [](const ImGuiWindow* each) {
        return std::string_view(each->Name).find("a.kernels.cpp") != std::string_view::npos;
    });
    ASSERT_NE(messages, all.end());
    EXPECT_LE((*messages)->ContentSize.x, (*messages)->Size.x);
    EXPECT_GT((*messages)->ContentSize.y, 2.0f * ImGui::GetTextLineHeight());
}

TEST(captions, are_moved_into_the_window_and_above_the_control_bar) {
    const auto moved = [](ImVec2 corner, ImVec2 size, const std::optional<ImVec4>& bar = ImVec4(100, 500, 400, 580)) {
        const ImVec2 found = visible_corner(corner, size, {600, 600}, bar);
        return std::pair(found.x, found.y);
    };
    EXPECT_EQ(moved({50, 60}, {200, 20}), std::pair(50.0f, 60.0f)) << "a free place";
    EXPECT_EQ(moved({300, 490}, {200, 20}), std::pair(300.0f, 480.0f)) << "over the bar's upper edge";
    EXPECT_EQ(moved({400, 490}, {200, 20}), std::pair(400.0f, 490.0f)) << "beside the bar";
    EXPECT_EQ(moved({500, 60}, {200, 20}), std::pair(400.0f, 60.0f)) << "beyond the right edge";
    EXPECT_EQ(moved({-50, 60}, {200, 20}), std::pair(0.0f, 60.0f)) << "beyond the left edge";
    EXPECT_EQ(moved({50, 60}, {700, 20}), std::pair(0.0f, 60.0f)) << "wider than the window";
    EXPECT_EQ(moved({300, 490}, {200, 20}, std::nullopt), std::pair(300.0f, 490.0f)) << "without a bar";
}

}  // namespace
}  // namespace ingot::shell
