// Colours and spacing of all panels.
#pragma once

#include <imgui.h>

namespace ingot::shell::theme {

inline ImVec4 colour(unsigned rgb, float alpha = 1.0f) {
    return {static_cast<float>(rgb >> 16U & 0xffU) / 255.0f, static_cast<float>(rgb >> 8U & 0xffU) / 255.0f,
            static_cast<float>(rgb & 0xffU) / 255.0f, alpha};
}

inline const ImVec4 background = colour(0x0c0e12);
inline const ImVec4 panel = colour(0x111419, 0.94f);
inline const ImVec4 card = colour(0x171b21);
inline const ImVec4 card_hovered = colour(0x1d222a);
inline const ImVec4 line = colour(0xffffff, 0.07f);
inline const ImVec4 text = colour(0xe4e7eb);
inline const ImVec4 quiet = colour(0x8d96a3);
inline const ImVec4 faint = colour(0x5b6470);
inline const ImVec4 field = colour(0x1e232b);
inline const ImVec4 field_hovered = colour(0x272e38);
inline const ImVec4 field_active = colour(0x323b47);
inline const ImVec4 accent = colour(0xf0a04b);  ///< of hot metal
inline const ImVec4 accent_dim = colour(0xf0a04b, 0.28f);
inline const ImVec4 failure = colour(0xe5645b);

inline ImU32 packed(ImVec4 of) { return ImGui::ColorConvertFloat4ToU32(of); }

/// Makes the style anew; `unit` is the size of one pixel of the design.
void apply(float unit);

}  // namespace ingot::shell::theme
