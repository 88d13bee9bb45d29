#include "ingot/sample/printable_text.hpp"

#include <algorithm>

namespace ingot {

namespace {

/// How many bytes the letter of UTF-8 has that the text begins with; 0 where it is none.
size_t letter_bytes(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const size_t bytes = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first >= 0xf5 || (first >= 0x80 && first < 0xc2) || bytes > text.size()) return 0;
    const auto goes_on = [](char each) { return (static_cast<unsigned char>(each) & 0xc0U) == 0x80U; };
    return std::ranges::all_of(text.substr(1, bytes - 1), goes_on) ? bytes : 0;
}

bool is_control(char letter) { return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f; }

}  // namespace

std::string printable(std::string_view text, size_t most) {
    const bool is_cut = text.size() > most;
    std::string shown;
    while (!text.empty() && shown.size() < most) {
        const size_t bytes = letter_bytes(text);
        shown += bytes == 0 || is_control(text.front()) ? "?" : text.substr(0, bytes);
        text.remove_prefix(std::max<size_t>(bytes, 1));
    }
    return is_cut ? shown + "…" : shown;
}

bool is_text(std::string_view bytes) {
    return std::ranges::none_of(
        bytes, [](char each) { return is_control(each) && each != '\t' && each != '\n' && each != '\r' && each != '\f'; });
}

}  // namespace ingot
