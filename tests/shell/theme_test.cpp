// Tests that the texts of both looks can be read, and that the logo has smooth edges.
#include "panels/theme.hpp"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "panels/browser_panel.hpp"
#include "panels/user_interface.hpp"
#include "test_sample.hpp"

namespace ingot::shell {
namespace {

/// The relative luminance of a colour (Web Content Accessibility Guidelines 2.2).
double luminance(const ImVec4& colour) {
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
}

double contrast(const ImVec4& one, const ImVec4& other) {
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

/// A translucent colour over a picture, of which each channel is `behind`.
ImVec4 over(const ImVec4& colour, float behind) {
    const auto mixed = [&](float channel) { return channel * colour.w + behind * (1.0f - colour.w); };
    return {mixed(colour.x), mixed(colour.y), mixed(colour.z), 1.0f};
}

/// Returns the contrast of a text of the theme to `surface` over the picture that makes it worst.
double worst_contrast(const ImVec4& text, const ImVec4& surface) {
    return std::min(contrast(text, over(surface, 0.0f)), contrast(text, over(surface, 1.0f)));
}

TEST(theme, the_contrast_of_black_to_white_is_21) {
    EXPECT_NEAR(contrast(theme::colour(0x000000), theme::colour(0xffffff)), 21.0, 1e-9);
    EXPECT_NEAR(contrast(theme::colour(0x777777), theme::colour(0xffffff)), 4.48, 0.005);
}

TEST(theme, texts_can_be_read_in_both_looks) {
    // Unavailable devices and samples are `faint` and `quiet`. The row under the mouse is a hovered card, the row in use is a
    // field.
    const std::array<std::pair<const char*, theme::shade>, 4> texts {
        {{"text", theme::text}, {"quiet", theme::quiet}, {"faint", theme::faint}, {"accent text", theme::accent_text}}};
    const std::array<std::pair<const char*, theme::shade>, 8> surfaces {{{"panel", theme::panel},
                                                                         {"popup", theme::popup},
                                                                         {"notice", theme::notice},
                                                                         {"card", theme::card},
                                                                         {"card_hovered", theme::card_hovered},
                                                                         {"field", theme::field},
                                                                         {"start page, top", theme::background_top},
                                                                         {"start page, bottom", theme::background_bottom}}};
    for (const auto& [text, shade] : texts)
        for (const auto& [surface, behind] : surfaces) {
            EXPECT_GE(worst_contrast(shade.dark, behind.dark), 4.5) << text << " on " << surface << ", dark";
            EXPECT_GE(worst_contrast(shade.light, behind.light), 4.5) << text << " on " << surface << ", light";
        }
}

TEST(theme, the_logo_has_smooth_edges) {
    const extent size {900, 600};
    const window hidden(window::kind::offscreen, "test", size);
    user_interface interface(hidden, 2.0f, theme::look::light);
    browser_panel browser;
    for (int i = 0; i < 3; ++i) {
        interface.begin_frame();
        browser.draw(tests::test_samples(), {}, interface);
        interface.end_frame();
    }
    interface.draw();
    std::vector<uint8_t> pixels(4UL * 900 * 600);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    const auto at = [&](int x, int y) { return &pixels[4 * static_cast<size_t>(y * size.width + x)]; };
    const auto distance = [](const uint8_t* a, const uint8_t* b) {
        return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]);
    };
    constexpr std::array<uint8_t, 3> top_face {0xff, 0xc9, 0x83};
    int rows = 0;
    int smooth_rows = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 8; x < 300; ++x) {
            if (distance(at(x, y), top_face.data()) > 6) continue;
            // The pixel before the face is neither of its colour nor of the colour behind the logo.
            ++rows;
            if (distance(at(x - 1, y), top_face.data()) > 12 && distance(at(x - 1, y), at(x - 6, y)) > 12) ++smooth_rows;
            break;
        }
    EXPECT_GT(rows, 15) << "the logo was not found";
    EXPECT_GT(smooth_rows, 3 * rows / 4) << "of " << rows;
}

}  // namespace
}  // namespace ingot::shell
