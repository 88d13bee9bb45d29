// Tests of what the window draws over the picture: the places of captions, and the handle of the line that the mouse drags.
#include "panels/picture_marks.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "panels/theme.hpp"

namespace ingot::shell {
namespace {

TEST(captions, do_not_cover_earlier_ones) {
    const auto moved = [](ImVec2 corner, bool upwards, const std::vector<ImRect>& taken) {
        const ImVec2 found = free_corner(corner, {200, 20}, taken, upwards, 4.0f);
        return std::pair(found.x, found.y);
    };
    const std::vector<ImRect> taken {{100, 100, 300, 120}, {100, 76, 300, 96}};
    EXPECT_EQ(moved({300, 100}, true, taken), std::pair(300.0f, 100.0f)) << "beside them";
    EXPECT_EQ(moved({290, 100}, true, taken), std::pair(290.0f, 52.0f)) << "above both";
    EXPECT_EQ(moved({290, 100}, false, taken), std::pair(290.0f, 124.0f)) << "below";
    EXPECT_EQ(moved({290, 70}, false, taken), std::pair(290.0f, 124.0f)) << "below both";
}

class line_over_the_picture : public testing::TestWithParam<theme::look> {};

TEST_P(line_over_the_picture, has_a_handle_that_contrasts_with_its_arrows) {
    window hidden {window::kind::offscreen, "test", {640, 480}};
    user_interface interface {hidden, 1.0f, GetParam()};
    float position = 0.5f;
    interface.begin_frame();
    drag_line("line", position, interface);
    const auto& drawn = ImGui::GetBackgroundDrawList()->VtxBuffer;
    const auto has = [&drawn](ImU32 colour) {
        return std::any_of(drawn.begin(), drawn.end(), [colour](const ImDrawVert& each) { return each.col == colour; });
    };
    EXPECT_TRUE(has(theme::packed(theme::panel))) << "the handle";
    EXPECT_TRUE(has(theme::packed(theme::text))) << "the arrows";
    interface.end_frame();
}

INSTANTIATE_TEST_SUITE_P(in, line_over_the_picture, testing::Values(theme::look::dark, theme::look::light));

}  // namespace
}  // namespace ingot::shell
