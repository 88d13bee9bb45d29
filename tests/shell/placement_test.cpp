// Tests where a window opens if the displays have changed since its place was saved. Tests also the window's saved settings.
#include "window/placement.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <vector>

#include "settings/window_settings_store.hpp"
#include "temporary_folder.hpp"

namespace ingot::shell {
namespace {

constexpr SDL_Rect left {0, 0, 1920, 1080};
constexpr SDL_Rect right {1920, 200, 1280, 1024};

std::array<int, 4> numbers(const std::optional<SDL_Rect>& rectangle) {
    return rectangle ? std::array {rectangle->x, rectangle->y, rectangle->w, rectangle->h} : std::array {-1, -1, -1, -1};
}
std::array<int, 4> fitted(SDL_Rect placement, std::vector<SDL_Rect> displays) {
    return numbers(fit_to_displays(placement, displays));
}

TEST(placement, is_unchanged_where_the_window_can_be_dragged) {
    EXPECT_EQ(fitted({100, 50, 800, 600}, {left, right}), (std::array {100, 50, 800, 600}));
    EXPECT_EQ(fitted({2000, 300, 800, 600}, {left, right}), (std::array {2000, 300, 800, 600}));
    EXPECT_EQ(fitted({-700, 50, 800, 600}, {left}), (std::array {-700, 50, 800, 600}));  // partly visible
    EXPECT_EQ(fitted({1800, 50, 800, 600}, {left, right}), (std::array {1800, 50, 800, 600}));
}

TEST(placement, is_in_the_middle_of_the_first_display_where_its_own_is_gone) {
    EXPECT_EQ(fitted({2000, 300, 800, 600}, {left}), (std::array {560, 240, 800, 600}));
    EXPECT_EQ(fitted({2000, 300, 3000, 2000}, {left}), (std::array {0, 0, 1920, 1080}));
    EXPECT_EQ(fitted({100, -500, 800, 600}, {left}), (std::array {560, 240, 800, 600}));  // the title bar would be out of reach
    EXPECT_EQ(fitted({100, 1075, 800, 600}, {left}), (std::array {560, 240, 800, 600}));  // only 5 pixels above the lower edge
    EXPECT_EQ(fitted({2000, 10, 800, 600}, {left, right}), (std::array {560, 240, 800, 600}));  // above the right display
}

TEST(placement, on_another_display_is_no_larger_than_that) {
    EXPECT_EQ(numbers(centred({5, 5, 1174, 900}, {1280, 0, 1280, 720})), (std::array {1333, 0, 1174, 720}));
    EXPECT_EQ(numbers(centred({5, 5, 2000, 100}, {-1000, 50, 1000, 300})), (std::array {-1000, 150, 1000, 100}));
}

TEST(placement, is_nothing_without_a_saved_one_or_without_a_display) {
    EXPECT_EQ(fit_to_displays({0, 0, 0, 0}, std::vector {left}), std::nullopt);
    EXPECT_EQ(fit_to_displays({0, 0, 10, 10}, {}), std::nullopt);
}

class window_settings_test : public testing::Test {
protected:
    window_settings_test() { setenv("XDG_CONFIG_HOME", folder_.path().c_str(), 1); }
    ~window_settings_test() override { unsetenv("XDG_CONFIG_HOME"); }
    window_settings recalled() {
        return load_window_settings([this](const std::string& text) { messages_ = text; });
    }
    tests::temporary_folder folder_;
    std::string messages_;
};

TEST_F(window_settings_test, come_back_as_they_were_left) {
    save_window_settings({{{-5, 40, 1000, 700}, true, true}, theme::look::light, 1.5f, false, false, true, true, 0.375f});
    const window_settings found = recalled();
    EXPECT_EQ(numbers(found.placement_of_window.frame), (std::array {-5, 40, 1000, 700}));
    EXPECT_TRUE(found.placement_of_window.is_maximised);
    EXPECT_TRUE(found.placement_of_window.is_full_screen);
    EXPECT_EQ(found.look, theme::look::light);
    EXPECT_EQ(found.ui_scale, 1.5f);
    EXPECT_FALSE(found.panels);
    EXPECT_FALSE(found.figures);
    EXPECT_TRUE(found.kernels);
    EXPECT_EQ(found.kernels_share, 0.375f);
}

TEST_F(window_settings_test, are_those_of_a_first_start_where_the_file_makes_no_sense) {
    std::filesystem::create_directories(folder_ / "ingot");
    for (const char* text : {"{}", "[", R"({"place": [1, 2], "theme": 3, "ui_scale": "big", "panels": 0})",
                             R"({"place": [0, 0, 1e9, 10], "ui_scale": 900, "theme": "pink", "kernels_share": 7})",
                             R"({"kernels_share": -0.5})", R"({"kernels_share": "half"})"}) {
        std::ofstream(folder_ / "ingot" / "window.json") << text;
        const window_settings found = recalled();
        EXPECT_EQ(numbers(found.placement_of_window.frame), (std::array {0, 0, 0, 0})) << text;
        EXPECT_EQ(found.look, theme::look::dark) << text;
        EXPECT_EQ(found.ui_scale, 0.0f) << text;
        EXPECT_TRUE(found.panels) << text;
        EXPECT_EQ(found.kernels_share, 0.0f) << text;
    }
}

TEST_F(window_settings_test, are_kept_where_they_were_changed_in_the_window) {
    const auto report = [this](const std::string& text) { messages_ = text; };
    save_window_settings(
        {.placement_of_window = {}, .look = theme::look::dark, .ui_scale = 1.5f, .figures = false, .hints = false});
    window_settings_store store(true, report);
    window_settings at_start = store.saved();
    at_start.look = theme::look::light;  // set by the command line
    at_start.ui_scale = 2.0f;
    window_settings at_end = at_start;
    at_end.kernels = true;
    store.save(at_start, at_end, report);
    EXPECT_EQ(recalled().look, theme::look::dark);
    EXPECT_EQ(recalled().ui_scale, 1.5f);
    EXPECT_TRUE(recalled().kernels);
    EXPECT_FALSE(recalled().figures);
    at_end.ui_scale = 2.125f;
    store.save(at_start, at_end, report);
    EXPECT_EQ(recalled().ui_scale, 2.125f);
}

TEST_F(window_settings_test, do_not_replace_a_damaged_file) {
    const auto report = [this](const std::string& text) { messages_ = text; };
    std::filesystem::create_directories(folder_ / "ingot");
    const auto file = folder_.write("ingot/window.json", "{\"theme\": \"light\",");
    window_settings_store store(true, report);
    EXPECT_NE(messages_.find("window.json' are ignored, and the file is not overwritten: invalid JSON"), std::string::npos)
        << messages_;
    window_settings at_end = store.saved();
    at_end.kernels = true;
    store.save(store.saved(), at_end, report);
    EXPECT_EQ(folder_.read("ingot/window.json"), "{\"theme\": \"light\",");
    std::filesystem::remove(file);
    store.save({}, at_end, report);
    EXPECT_TRUE(recalled().kernels);
}

}  // namespace
}  // namespace ingot::shell
