// Tests the controls of the panels. Each control that the mouse can reach is pressed, and must change something. The keyboard
// must reach each of these controls, and the panels must be inside of a narrow window. The panels load the characters of the
// texts that they show.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "camera/camera_text.hpp"
#include "panels/browser_panel.hpp"
#include "panels/comparison_panel.hpp"
#include "panels/kernel_panel.hpp"
#include "panels/overlays.hpp"
#include "panels/profiler_panel.hpp"
#include "panels/sample_panel.hpp"
#include "panels/statistics_panel.hpp"
#include "panels/transport.hpp"
#include "panels/user_interface.hpp"
#include "presets/saved_presets.hpp"
#include "stage/stage.hpp"
#include "temporary_folder.hpp"
#include "test_sample.hpp"

namespace ingot::shell {
namespace {

constexpr extent size {1500, 1000};
const ImVec2 nowhere {-1000.0f, -1000.0f};

/// Simulates a key that is pressed or released. `key` is an ImGuiKey, which was an index into a map before Dear ImGui
/// 1.87.
void set_key(int key, bool pressed) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(static_cast<ImGuiKey>(key), pressed);
#else
    ImGui::GetIO().KeysDown[ImGui::GetIO().KeyMap[key]] = pressed;
#endif
}

/// The simulated mouse and size of the window. A hook passes them to Dear ImGui after SDL's events were read and before a
/// frame begins.
struct played_mouse {
    ImVec2 place = nowhere;
    bool pressed = false;
    ImVec2 display {static_cast<float>(size.width), static_cast<float>(size.height)};
};

class controls : public testing::Test {
protected:
    controls() {
        setenv("XDG_CONFIG_HOME", folder_.path().c_str(), 1);
        hidden_.emplace(window::kind::offscreen, "test", size);
        interface_.emplace(*hidden_, 1.0f);
        stage_.emplace(size);
        ImGuiContextHook hook;
        hook.Type = ImGuiContextHookType_NewFramePre;
        hook.UserData = &mouse_;
        hook.Callback = [](ImGuiContext*, ImGuiContextHook* context_hook) {
            const auto& played = *static_cast<played_mouse*>(context_hook->UserData);
            ImGui::GetIO().MousePos = played.place;
            ImGui::GetIO().MouseDown[0] = played.pressed;
            ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
            ImGui::GetIO().DisplaySize = played.display;
        };
        ImGui::AddContextHook(ImGui::GetCurrentContext(), &hook);
        restore();
    }
    ~controls() override { unsetenv("XDG_CONFIG_HOME"); }

    /// Restores a state in which every control exists: changed parameters, a saved preset, a bookmark and a notice.
    void restore() {
        mouse_ = {};
        frame();
        if (!ImGui::GetCurrentContext()->OpenPopupStack.empty()) ImGui::ClosePopupToLevel(0, false);
        ImGui::ClearActiveID();
        panel_ = {};
        kernels_ = {};
        camera_controls_ = {};
        camera_controls_.set_mode(camera_mode::fly);
        bookmarks_ = {{1, {.distance = 3.0f}}};
        state_ = {};
        keys_shown_ = true;
        stage_->close();  // also cancels actions that wait until their kernels are compiled
        const auto object = counters_.create();
        const preset own = save_preset(counters_, object->parameters(), "My own");
        // The sample is paused at once, so that only controls change the picture.
        stage_->open({.sample = counters_,
                      .device = {backend::cpu_debug, 0},
                      .parameters = own.parameters,
                      .preset = own.name,
                      .exposure_stops = 1.0f,
                      .paused_at = 0});
        // The chosen preset has other values, so that each of these parameters has an arrow that resets it.
        const auto all = stage_->running()->parameters();
        stage_->running()->set_parameter(*find_parameter(all, "stride"), int64_t {5});
        stage_->running()->set_parameter(*find_parameter(all, "brightness"), 0.25);
        stage_->camera().turn({0.1f, 0.1f});
        stage_->advance(0.0);
        stage_->notice_list().add(notices::severity::failure, "a notice");
        for (int i = 0; i < 3; ++i) frame();
    }

    void frame() {
        interface_->begin_frame();
        if (stage_->running()) draw();
        ImGui::PopFont();
        ImGui::Render();
        stage_->run_deferred_actions();
        if (stage_->running()) stage_->advance(1.0 / 60.0);
    }

    void draw() {
        const auto panel_request = panel_.draw(*stage_, camera_controls_, bookmarks_, *interface_);
        if (panel_request != sample_panel::action::none)
            requests_ += "panel " + std::to_string(static_cast<int>(panel_request)) + " ";
        statistics_.draw(*stage_, *interface_);
        if (!kernels_.draw(*stage_->running(), stage_->edited_kernels(), {}, 284.0f, *interface_)) requests_ += "kernels closed ";
        const auto transport_request = draw_transport(*stage_, state_, *interface_);
        if (transport_request != transport_action::none)
            requests_ += "transport " + std::to_string(static_cast<int>(transport_request)) + " ";
        draw_notices(stage_->notice_list(), *interface_);
        if (const auto compilation = stage_->pending_compilation())
            draw_background_work(compilation->first, compilation->second, false, *interface_);
        draw_keys(keys_shown_, *interface_);
    }

    /// Returns everything that a control may change: the requests of the panels, the position of the camera, the clipboard, the
    /// title of a pending compilation, and all vertices that Dear ImGui draws while the mouse is outside of the window.
    std::string visible_state() {
        mouse_ = {};
        for (int i = 0; i < 3; ++i) frame();
        std::string all = requests_ + format_camera(stage_->camera().position());
        if (const char* const copied = ImGui::GetClipboardText()) all += copied;
        if (const auto compilation = stage_->pending_compilation()) all += compilation->first;
        const ImDrawData& draw_data = *ImGui::GetDrawData();
        for (int i = 0; i < draw_data.CmdListsCount; ++i) {
            const auto& vertices = draw_data.CmdLists[i]->VtxBuffer;
            all.append(reinterpret_cast<const char*>(vertices.Data), static_cast<size_t>(vertices.size_in_bytes()));
        }
        return all;
    }

    void press(ImVec2 position) {
        mouse_ = {position, false};
        frame();
        frame();
        mouse_.pressed = true;
        frame();
        mouse_.pressed = false;
        frame();
        frame();
    }

    /// Returns each control with a point near its centre.
    std::map<ImGuiID, ImVec2> find_controls() {
        std::map<ImGuiID, std::pair<ImVec2, ImVec2>> corners;
        constexpr float step = 7.0f;
        for (float y = step; y < static_cast<float>(size.height); y += step)
            for (float x = step; x < static_cast<float>(size.width); x += step) {
                mouse_ = {{x, y}, false};
                if (!over_a_panel(mouse_.place)) continue;
                frame();
                const ImGuiContext& context = *ImGui::GetCurrentContext();
                if (context.HoveredId == 0 || context.HoveredIdDisabled || is_part_of_a_window(context.HoveredId)) continue;
                auto& [low_corner, high_corner] =
                    corners.try_emplace(context.HoveredId, mouse_.place, mouse_.place).first->second;
                low_corner = {std::min(low_corner.x, x), std::min(low_corner.y, y)};
                high_corner = {std::max(high_corner.x, x), std::max(high_corner.y, y)};
            }
        std::map<ImGuiID, ImVec2> found;
        // Not exactly the centre: a slider may already have the value at its centre, and a click there would change nothing.
        for (const auto& [id, box] : corners)
            found[id] = {box.first.x + 0.4f * (box.second.x - box.first.x), 0.5f * (box.first.y + box.second.y)};
        return found;
    }

    static bool over_a_panel(ImVec2 position) {
        for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
            if (each->WasActive && !each->IsFallbackWindow && each->Rect().Contains(position)) return true;
        return false;
    }
    static bool is_part_of_a_window(ImGuiID id) {
        for (ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
            if (id == each->MoveId || id == ImGui::GetWindowScrollbarID(each, ImGuiAxis_X) ||
                id == ImGui::GetWindowScrollbarID(each, ImGuiAxis_Y))
                return true;
        return false;
    }

    bool changes_something(ImVec2 position) {
        requests_.clear();
        ImGui::SetClipboardText("");
        const std::string before = visible_state();
        press(position);
        return visible_state() != before;
    }

    /// Tests again a control that changed nothing when it was pressed. It may be the selected one of several exclusive choices,
    /// so another control at the same height is pressed first. Returns true if the control then changes something.
    bool changes_after_another(ImVec2 position, const std::map<ImGuiID, ImVec2>& all) {
        for (const auto& [id, other] : all) {
            if (std::abs(other.y - position.y) > 8.0f || std::abs(other.x - position.x) > 700.0f ||
                (other.x == position.x && other.y == position.y))
                continue;
            restore();
            press(other);
            if (changes_something(position)) return true;
        }
        return false;
    }

    tests::temporary_folder folder_;
    sample_description counters_ = tests::test_samples().front();
    std::optional<window> hidden_;
    std::optional<user_interface> interface_;
    std::optional<stage> stage_;
    sample_panel panel_;
    statistics_panel statistics_;
    kernel_panel kernels_;
    camera_controls camera_controls_;
    std::map<int, orbit> bookmarks_;
    transport_state state_;
    bool keys_shown_ = true;
    std::string requests_;
    played_mouse mouse_;
};

TEST_F(controls, each_that_a_mouse_reaches_changes_something) {
    const auto all = find_controls();
    // There are controls of devices, presets, the camera, bookmarks, the exposure, the clock, captures and panels, and for each
    // parameter a field and a button that resets the parameter.
    EXPECT_GT(all.size(), 45u);
    for (const auto& [id, position] : all) {
        restore();
        EXPECT_TRUE(changes_something(position) || changes_after_another(position, all))
            << "a control without effect at " << position.x << ", " << position.y;
    }
}

TEST_F(controls, a_double_click_on_a_slider_leaves_the_sample_its_integer) {
    restore();
    const auto all = find_controls();
    // The slider is in the sample's panel or in a part of it.
    std::optional<ImVec2> slider;
    for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
        if (const auto found = all.find(ImHashStr("##value", 0, ImHashStr("stride", 0, each->ID))); found != all.end())
            slider = found->second;
    ASSERT_TRUE(slider);
    const auto stride = [this] { return std::get<int64_t>(find_parameter(stage_->running()->parameters(), "stride")->value()); };
    const auto frames = [this](int count) {
        for (int i = 0; i < count; ++i) frame();
    };
    restore();
    frames(60);  // the clicks before are not the first half of a double click
    press(*slider);
    EXPECT_EQ(stride(), 5) << "a second click can follow";
    frames(30);
    const int64_t clicked = stride();
    EXPECT_NE(clicked, 5) << "a click sets the value where it is";

    restore();
    frames(60);
    press(*slider);
    press(*slider);
    EXPECT_TRUE(interface_->takes_text());
    frames(30);
    EXPECT_EQ(stride(), 5);
    ImGui::GetIO().AddInputCharactersUTF8("7");
    frames(3);
    set_key(ImGuiKey_Enter, true);
    frame();
    set_key(ImGuiKey_Enter, false);
    frames(3);
    EXPECT_EQ(stride(), 7);
}

TEST_F(controls, are_inside_a_narrow_window_and_do_not_cover_the_bar) {
    for (const float width : {400.0f, 480.0f, 679.0f, 680.0f, 800.0f, 1100.0f}) {
        mouse_.display = {width, 600.0f};
        for (int i = 0; i < 3; ++i) frame();
        const ImGuiWindow* const bar = ImGui::FindWindowByName("transport");
        for (const char* const name : {"transport", "sample", "figures"}) {
            const ImGuiWindow* const each = ImGui::FindWindowByName(name);
            ASSERT_TRUE(each) << name;
            const ImRect box = each->Rect();
            EXPECT_TRUE(ImRect({0.0f, 0.0f}, mouse_.display).Contains(box)) << name << " at " << width;
            EXPECT_TRUE(each == bar || !box.Overlaps(bar->Rect())) << name << " at " << width;
        }
    }
}

TEST_F(controls, of_time_keep_the_width_of_the_bar_while_the_time_changes) {
    const auto bar = [&] {
        for (int i = 0; i < 3; ++i) frame();
        return ImGui::FindWindowByName("transport")->Rect();
    };
    mouse_.display = {800.0f, 600.0f};
    clock& time = stage_->running()->time();
    const auto advance_to = [&time](uint64_t frames) {
        while (time.frames() < frames) {
            time.single_step();
            static_cast<void>(time.advance(0.0));
        }
    };
    const ImRect before = bar();
    advance_to(6300);  // 105 seconds
    const ImRect after = bar();
    EXPECT_EQ(before.GetWidth(), after.GetWidth());
    EXPECT_EQ(before.Min.x, after.Min.x);
    EXPECT_LE(after.Max.x, 800.0f - 16.0f);
    state_.is_recording = true;
    state_.video_seconds = 123.4;
    EXPECT_LE(bar().Max.x, 800.0f - 16.0f);
}

TEST_F(controls, of_the_profiler_end_above_the_bar) {
    profiler_panel profiler;
    const auto draw_frames = [&] {
        for (int i = 0; i < 4; ++i) {
            interface_->begin_frame();
            draw();
            profiler.draw(*stage_, *interface_);
            interface_->end_frame();
            stage_->run_deferred_actions();
            stage_->advance(1.0 / 60.0);
            stage_->end_frame();
        }
    };
    for (const ImVec2 display : {ImVec2(400.0f, 300.0f), ImVec2(640.0f, 360.0f), ImVec2(800.0f, 600.0f), ImVec2(960.0f, 400.0f),
                                 ImVec2(1280.0f, 360.0f), ImVec2(1500.0f, 360.0f)}) {
        mouse_.display = display;
        draw_frames();
        const ImGuiWindow* const bar = ImGui::FindWindowByName("transport");
        const ImGuiWindow* const panel = ImGui::FindWindowByName("profiler");
        ASSERT_TRUE(bar && panel);
        EXPECT_FALSE(panel->Rect().Overlaps(bar->Rect())) << display.x << " x " << display.y;
        EXPECT_TRUE(ImRect({0.0f, 0.0f}, display).Contains(panel->Rect())) << display.x << " x " << display.y;
    }
}

TEST_F(controls, of_a_comparison_are_in_the_part_that_other_panels_leave_free) {
    live_comparison& comparison = stage_->comparison();
    comparison.begin(*stage_->running(), find_device(backend::cpu_debug));
    stage_->set_uncovered({0.3f, 0.8f});
    const auto bar_with = [&](comparison_view view, const uncovered_part& free) {
        comparison.layout().view = view;
        mouse_ = {};
        interface_->begin_frame();
        stage_->resize_picture(size);
        stage_->draw();
        stage_->show(size);
        do {
            draw();
            draw_comparison_marks(*stage_, *interface_);
            draw_comparison(*stage_, free, *interface_);
        } while (interface_->begin_again());
        interface_->end_frame();
        return ImGui::FindWindowByName("comparison")->Rect();
    };
    for (const comparison_view view : {comparison_view::split, comparison_view::side_by_side, comparison_view::difference}) {
        const ImRect bar = bar_with(view, {0.3f, 0.8f});
        EXPECT_GE(bar.Min.x, 0.3f * size.width);
        EXPECT_LE(bar.Max.x, 0.8f * size.width);
        const ImRect whole = bar_with(view, {0.3f, 0.8f});
        EXPECT_EQ(bar.Min.x, whole.Min.x) << "the first frame of a view already has its size";
        EXPECT_EQ(bar.Min.y, whole.Min.y);
        EXPECT_FALSE(bar.Overlaps(ImGui::FindWindowByName("transport")->Rect()));
    }
    EXPECT_EQ(stage_->drawn_picture().size(), size);
    bar_with(comparison_view::side_by_side, {0.3f, 0.8f});
    EXPECT_EQ(stage_->drawn_picture().size(), (extent {374, size.height})) << "half of the free part, without the gap";
    const ImRect beside_panel = bar_with(comparison_view::split, {0.3f, 0.4f});
    EXPECT_GE(beside_panel.Min.x, sample_panel::right_edge) << "the free part is too narrow";
    comparison.end();
}

TEST_F(controls, load_the_characters_of_texts_from_outside) {
    // Vietnamese letters, which are not loaded at first although Inter and JetBrains Mono have them: one for each place.
    const std::map<ImWchar, std::string> texts {{0x1ea1, "a title: \u1ea1"},          {0x1ea3, "a summary: \u1ea3"},
                                                {0x1ea5, "a preset: \u1ea5"},         {0x1ea7, "a notice: \u1ea7"},
                                                {0x1ea9, "/a folder/\u1ea9.csv"},     {0x1eab, "\u1eab: a title in the browser"},
                                                {0x1ead, "a sentence in it: \u1ead"}, {0x1eaf, "a compiler's message: \u1eaf"}};
    const auto has_glyph = [](ImWchar character) {
        return std::ranges::all_of(ImGui::GetIO().Fonts->Fonts,
                                   [&](const ImFont* each) { return each->FindGlyphNoFallback(character) != nullptr; });
    };
    for (const auto& [character, text] : texts) EXPECT_FALSE(has_glyph(character)) << text;
    counters_.title = texts.at(0x1ea1);
    counters_.summary = texts.at(0x1ea3);
    const auto object = counters_.create();
    find_parameter(object->parameters(), "table")->set(texts.at(0x1ea9));
    const preset own = save_preset(counters_, object->parameters(), texts.at(0x1ea5));
    stage_->open({.sample = counters_, .device = {backend::cpu_debug, 0}, .parameters = own.parameters, .preset = own.name});
    stage_->notice_list().add(notices::severity::failure, texts.at(0x1ea7));
    sample_description other = counters_;
    other.title = texts.at(0x1eab);
    other.summary = texts.at(0x1ead);
    browser_panel browser;
    kernel_news news;
    news.problems["a file"] = texts.at(0x1eaf);
    for (int i = 0; i < 3; ++i) {
        interface_->begin_frame();
        draw();
        draw_kernel_news(news, *interface_);
        browser.draw(std::span(&other, 1), {}, *interface_);
        interface_->end_frame();
    }
    for (const auto& [character, text] : texts) EXPECT_TRUE(has_glyph(character)) << text;
}

TEST_F(controls, a_new_presets_row_saves_it_on_enter) {
    // Press the controls of the sample's panel from top to bottom until one opens a text field. This is the control that opens
    // the row for a new preset, because all other text fields of the panel are below it.
    std::multimap<float, ImVec2> by_height;
    for (const auto& [id, position] : find_controls())
        if (position.x < 340.0f) by_height.emplace(position.y, position);
    for (const auto& [height, position] : by_height) {
        restore();
        press(position);
        frame();
        if (ImGui::GetIO().WantTextInput) break;
    }
    ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    const std::string row_open = visible_state();
    ImGui::GetIO().AddInputCharactersUTF8("Another");
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_NE(visible_state(), row_open);
    set_key(ImGuiKey_Enter, true);
    frame();
    set_key(ImGuiKey_Enter, false);
    for (int i = 0; i < 3; ++i) frame();
    const auto saved = saved_presets(counters_, stage_->running()->parameters());
    EXPECT_TRUE(std::ranges::any_of(saved, [](const preset& each) { return each.name == "another"; }));
    EXPECT_EQ(stage_->chosen_preset(), "another");
}

TEST_F(controls, are_reached_by_the_keyboard_alone) {
    using keyboard = user_interface::keyboard;
    restore();
    std::set<std::string> panels;
    std::set<ImGuiID> reached;
    const auto key = [this](int code) {
        set_key(code, true);
        frame();
        set_key(code, false);
        frame();
    };
    for (int i = 0; i < 8; ++i) {
        interface_->focus_next_panel(false);
        EXPECT_EQ(interface_->keyboard_target(), keyboard::panels);
        frame();
        frame();
        panels.insert(ImGui::GetCurrentContext()->NavWindow->RootWindow->Name);
        for (int k = 0; k < 60; ++k) {
            reached.insert(ImGui::GetCurrentContext()->NavId);
            for (int right = 0; right < 10; ++right) {
                key(ImGuiKey_RightArrow);
                reached.insert(ImGui::GetCurrentContext()->NavId);
            }
            for (int left = 0; left < 10; ++left) {
                key(ImGuiKey_LeftArrow);
                reached.insert(ImGui::GetCurrentContext()->NavId);
            }
            key(ImGuiKey_DownArrow);
        }
    }
    for (const char* each : {"sample", "transport", "kernel texts", "keys", "notices"})
        EXPECT_TRUE(panels.contains(each)) << each;
    interface_->set_keyboard(keyboard::picture);
    size_t missed = 0;
    for (const auto& [id, position] : find_controls())
        if (!reached.contains(id)) {
            ++missed;
            ADD_FAILURE() << "no key reaches the control at " << position.x << ", " << position.y;
        }
    EXPECT_EQ(missed, 0u);
}

}  // namespace
}  // namespace ingot::shell
