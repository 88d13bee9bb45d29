#include "panels/outside_characters.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace ingot::shell {

namespace {

constexpr unsigned first_outside_ascii = 0xa0;  // those from 0x80 on are control characters
// Bounds the texture of the fonts. Whoever looks at more texts than that loads the characters of the newest ones again.
constexpr size_t most_characters = 1500;

bool is_loaded(ImWchar character) {
    return std::ranges::all_of(ImGui::GetIO().Fonts->Fonts,
                               [&](const ImFont* font) { return font->FindGlyphNoFallback(character) != nullptr; });
}

/// Do all of Ingot's own fonts have the character?
bool own_fonts_have(ImWchar character) {
    return std::ranges::all_of(ImGui::GetIO().Fonts->ConfigData, [&](const ImFontConfig& each) {
        return each.MergeMode || has_character(each.FontData, each.FontNo, character);
    });
}

}  // namespace

void outside_characters::note(std::string_view text) {
    const char* const end = text.data() + text.size();
    for (const char* place = text.data(); place < end;) {
        if (static_cast<unsigned char>(*place) < 0x80U) {
            ++place;
            continue;
        }
        unsigned character = 0;
        place += std::max(ImTextCharFromUtf8(&character, place, end), 1);
        if (character < first_outside_ascii || character > IM_UNICODE_CODEPOINT_MAX || character == IM_UNICODE_CODEPOINT_INVALID)
            continue;
        const auto wide = static_cast<ImWchar>(character);
        if (!characters_.contains(wide) && !is_loaded(wide)) noted_.insert(wide);
    }
}

bool outside_characters::update() {
    if (search_.valid()) {
        if (search_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
        std::ranges::move(search_.get(), std::back_inserter(system_fonts_));
        return true;
    }
    if (noted_.empty()) return false;
    if (characters_.size() + noted_.size() > most_characters) characters_.clear();
    characters_.insert(noted_.begin(), noted_.end());
    std::set<ImWchar> missing = std::exchange(noted_, {});
    std::erase_if(missing, [&](ImWchar each) {
        return own_fonts_have(each) || std::ranges::any_of(system_fonts_, [&](const font_face& face) {
                   return has_character(face.file->data(), face.index, each);
               });
    });
    if (missing.empty()) return true;
    search_ = std::async(std::launch::async, find_system_fonts, std::move(missing));
    return false;
}

void note_characters(std::string_view text) {
    if (auto* const noted = static_cast<outside_characters*>(ImGui::GetIO().UserData)) noted->note(text);
}

}  // namespace ingot::shell
