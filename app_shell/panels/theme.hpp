// Colours and spacing of all panels, for a dark and a light look.
#pragma once

#include <imgui.h>

#include "window/look.hpp"

namespace ingot::shell::theme {

/// Returns the current look. Like Dear ImGui's style it is global, because one thread draws all panels into one window.
look current();

inline ImVec4 colour(unsigned rgb, float alpha = 1.0f) {
    return {static_cast<float>(rgb >> 16U & 0xffU) / 255.0f, static_cast<float>(rgb >> 8U & 0xffU) / 255.0f,
            static_cast<float>(rgb & 0xffU) / 255.0f, alpha};
}

/// A colour with one value for each look. Converts to the value for the current look.
struct shade {
    ImVec4 dark;
    ImVec4 light;
    operator ImVec4() const { return current() == look::light ? light : dark; }
};

inline const shade background {colour(0x0c0e12), colour(0xe9ecf0)};
inline const shade background_top {colour(0x171a20), colour(0xf7f8fa)};  ///< upper and lower colour of the start page
inline const shade background_bottom {colour(0x0b0d10), colour(0xdfe3e8)};
inline const shade panel {colour(0x111419, 0.97f), colour(0xf8f9fb, 0.985f)};
inline const shade popup {colour(0x171b21), colour(0xffffff)};  ///< opaque, as are notices, because they cover texts
inline const shade notice {colour(0x1a1618), colour(0xfffaf5)};
inline const shade card {colour(0x171b21), colour(0xffffff)};
inline const shade card_hovered {colour(0x1d222a), colour(0xfdfbf8)};
inline const shade line {colour(0xffffff, 0.07f), colour(0x000000, 0.13f)};
inline const shade chart_ground {colour(0x171b21, 0.75f), colour(0xffffff, 0.75f)};  ///< of labels in a chart
inline const shade guide {colour(0xffffff, 0.18f), colour(0x000000, 0.25f)};         ///< a line across a graph
inline const shade bar {colour(0x6f8196), colour(0x8a99ab)};                         ///< a bar of a graph
inline const shade text {colour(0xe4e7eb), colour(0x1b2027)};
// The contrast of text to what is behind it is at least 4.5 (Web Content Accessibility Guidelines 2.2, criterion 1.4.3).
inline const shade quiet {colour(0x98a1ae), colour(0x4f5965)};
inline const shade faint {colour(0x848d9a), colour(0x5d6671)};  ///< of what is unavailable, and of numbers beside others
inline const shade field {colour(0x1e232b), colour(0xe2e6ec)};
inline const shade field_hovered {colour(0x272e38), colour(0xd2d8e0)};
inline const shade field_active {colour(0x323b47), colour(0xbfc8d2)};
inline const shade accent {colour(0xf0a04b), colour(0xc4690c)};       ///< the orange of hot metal
inline const shade accent_text {colour(0xf0a04b), colour(0x985009)};  ///< text in the colour of the accent
inline const shade accent_dim {colour(0xf0a04b, 0.28f), colour(0xe8913a, 0.34f)};
inline const shade on_accent {colour(0xffd9ae), colour(0x6a3600)};  ///< text over accent_dim
inline const shade knob {colour(0xf4f5f7), colour(0xffffff)};
inline const shade syntax_keyword {colour(0xf0a04b), colour(0xa6560a)};
inline const shade syntax_number {colour(0x8fc7d8), colour(0x1f6a80)};
inline const shade syntax_string {colour(0xa8c98a), colour(0x3f6d1c)};
inline const shade syntax_directive {colour(0xc9a6e0), colour(0x71459a)};
inline const shade failure {colour(0xe5645b), colour(0xb9362c)};

inline ImU32 packed(ImVec4 colour) { return ImGui::ColorConvertFloat4ToU32(colour); }

/// Sets Dear ImGui's style for a look. `unit` is the size of one design pixel (user_interface::unit).
void apply(float unit, look appearance);

}  // namespace ingot::shell::theme
