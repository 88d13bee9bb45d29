// Tests of the browser, the panel that lists the samples: the search, the columns of cards, and the pictures of the samples.
// Tests also the page that lists the properties of a device.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "panels/browser_panel.hpp"
#include "panels/device_page.hpp"
#include "test_sample.hpp"

namespace ingot::shell {
namespace {

TEST(browser, finds_samples_by_words_of_name_title_and_summary) {
    const sample_description sample {"nbody", "N-body gravity", "All pairs of up to a million bodies", {}};
    for (const char* text : {"", "nbody", "GRAVITY", "million", "pairs grav", "  all  ", "n-b"})
        EXPECT_TRUE(matches_search(sample, text)) << text;
    for (const char* text : {"blur", "pairs blur", "nbodyx"}) EXPECT_FALSE(matches_search(sample, text)) << text;
}

TEST(browser, leaves_no_card_alone_in_the_last_row_unless_that_needs_another_row) {
    EXPECT_EQ(columns_of_cards(4, 5), 4u);
    EXPECT_EQ(columns_of_cards(4, 4), 4u);
    EXPECT_EQ(columns_of_cards(4, 3), 2u);
    EXPECT_EQ(columns_of_cards(4, 1), 1u);
    EXPECT_EQ(columns_of_cards(5, 4), 3u);
    EXPECT_EQ(columns_of_cards(7, 3), 3u) << "3, 3 and 1: fewer columns would need a fourth row";
    EXPECT_EQ(columns_of_cards(1, 4), 1u);
    EXPECT_EQ(columns_of_cards(0, 0), 1u);
}

TEST(device_page, lists_what_each_device_has) {
    for (const device_listing& each : devices()) {
        if (!each.device) continue;
        const device_properties& properties = each.device->properties();
        const auto facts = facts_of(properties);
        ASSERT_GE(facts.size(), 12u);
        EXPECT_EQ(facts[0], std::pair(std::string("device"), properties.name));
        for (const auto& [name, value] : facts) EXPECT_FALSE(name.empty() || value.empty()) << name << ": " << value;
    }
    device_properties known {};
    known.backend = backend::opencl;
    known.has_double = true;
    known.has_images = true;
    known.global_memory = uint64_t {3} << 30U;
    known.local_memory = 48 * 1024;
    EXPECT_EQ(features_of(known), "double, images");
    const auto facts = facts_of(known);
    EXPECT_NE(std::ranges::find(facts, std::pair(std::string("memory"), std::string("3.0 GiB"))), facts.end());
    EXPECT_NE(std::ranges::find(facts, std::pair(std::string("local memory of a group"), std::string("48 KiB"))), facts.end());
    EXPECT_EQ(features_of({}), "single precision only");
}

TEST(device_page, measures_each_device_in_the_background) {
    for (const device_listing& each : devices()) {
        if (!each.device) continue;
        const window hidden(window::kind::offscreen, "test", {640, 480});
        user_interface interface(hidden, 1.0f);
        device_page page;
        page.open(*each.device);
        const size_t lines_before = page.lines().size();
        page.measure();
        EXPECT_TRUE(page.is_measuring());
        for (int frames = 0; page.is_measuring() && frames < 6000; ++frames) {
            interface.begin_frame();
            page.draw(interface);
            interface.end_frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        const auto lines = page.lines();
        ASSERT_EQ(lines.size(), lines_before + 3) << each.device->name();
        for (size_t i = lines_before; i < lines.size(); ++i) {
            std::printf("%s: %s: %s\n", each.device->name().c_str(), lines[i].first.c_str(), lines[i].second.c_str());
            EXPECT_NE(lines[i].second.find(", measured"), std::string::npos) << lines[i].second;
        }
        // The page that is opened again shows what was measured; the page of another device does not.
        page.open(*each.device);
        EXPECT_EQ(page.lines(), lines);
        for (const device_listing& other : devices()) {
            if (!other.device || *other.device == *each.device) continue;
            page.open(*other.device);
            EXPECT_EQ(page.lines().size(), facts_of(other.device->properties()).size()) << other.device->name();
        }
        // A measurement goes on while another page is open.
        page.open(*each.device);
        page.measure();
        EXPECT_EQ(page.lines().size(), lines_before);
        page.close();
        for (int frames = 0; page.is_measuring() && frames < 6000; ++frames) {
            interface.begin_frame();
            page.draw(interface);
            interface.end_frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        page.open(*each.device);
        EXPECT_EQ(page.lines().size(), lines_before + 3);
    }
}

TEST(measured_speed, of_a_device_is_within_what_processors_reach) {
    for (const device_listing& each : devices()) {
        if (!each.device) continue;
        const measured_speed found = measure_speed(*each.device);
        EXPECT_GT(found.copied_bytes, 1e7) << each.device->name();
        EXPECT_GT(found.operations, 1e6) << each.device->name();
        EXPECT_GT(found.launch_seconds, 1e-8) << each.device->name();
        EXPECT_LT(found.launch_seconds, 1.0) << each.device->name();
        // No compiler may remove the arithmetic: the rate stays below what the hardware can do. The driver may report a lower
        // clock than the processor has for a moment, and no width of its instructions.
        if (const double peak = peak_operations(each.device->properties()); peak > 0.0)
            EXPECT_LT(found.operations, 2.0 * peak) << each.device->name();
    }
}

class browser_search : public testing::Test {
protected:
    std::optional<size_t> frames(int count) {
        std::optional<size_t> choice;
        for (int i = 0; i < count; ++i) {
            interface_.begin_frame();
            if (const auto chosen = browser_.draw(samples_, {}, interface_)) choice = chosen;
            interface_.end_frame();
        }
        return choice;
    }
    void search(const char* words) {
        browser_.focus_search_field();
        frames(3);
        ImGui::GetIO().AddInputCharactersUTF8(words);
        frames(3);
        ASSERT_EQ(browser_.search_text(), words);
    }
    std::optional<size_t> press(SDL_Scancode code) {
        SDL_Event event {};
        event.key.keysym = {code, SDL_GetKeyFromScancode(code), KMOD_NONE, 0};
        event.type = SDL_KEYDOWN;
        event.key.state = SDL_PRESSED;
        interface_.handle(event);
        browser_.press(event.key.keysym.sym);
        const auto choice = frames(1);
        event.type = SDL_KEYUP;
        event.key.state = SDL_RELEASED;
        interface_.handle(event);
        frames(2);
        return choice;
    }

    std::vector<sample_description> samples_ = tests::test_samples();
    window hidden_ {window::kind::offscreen, "test", {1000, 700}};
    user_interface interface_ {hidden_, 1.0f};
    browser_panel browser_;
};

TEST_F(browser_search, is_cleared_by_escape_while_it_is_edited_and_afterwards) {
    frames(2);
    search("plain");
    EXPECT_TRUE(interface_.takes_text());
    press(SDL_SCANCODE_ESCAPE);
    EXPECT_EQ(browser_.search_text(), "");
    EXPECT_FALSE(interface_.takes_text());
    search("plain");
    ImGui::ClearActiveID();  // as a click beside the field does
    frames(2);
    browser_.focus_search_field();
    frames(3);
    press(SDL_SCANCODE_ESCAPE);
    EXPECT_EQ(browser_.search_text(), "") << "the text from before the editing does not come back";
    search("plain");
    ImGui::ClearActiveID();
    frames(2);
    browser_.go_back();
    EXPECT_EQ(browser_.search_text(), "");
}

TEST_F(browser_search, is_cleared_when_a_sample_is_opened) {
    frames(2);
    search("plain");
    const auto choice = press(SDL_SCANCODE_RETURN);
    ASSERT_TRUE(choice);
    EXPECT_EQ(samples_[*choice].name, "plain");
    EXPECT_EQ(browser_.search_text(), "");
    EXPECT_EQ(press(SDL_SCANCODE_RETURN), choice) << "the sample stays selected";
}

TEST(browser, shows_no_picture_for_a_sample_that_has_none) {
    sample_pictures pictures;
    for (const auto& each : tests::test_samples()) EXPECT_FALSE(pictures.picture_of(each)) << each.name;
}

}  // namespace
}  // namespace ingot::shell
