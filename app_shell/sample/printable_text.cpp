#include "ingot/sample/printable_text.hpp"

#include <algorithm>

namespace ingot {

namespace {

/// Returns the length in bytes of the UTF-8 character at the beginning of the text; 0 if the bytes are invalid.
size_t character_bytes(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const size_t bytes = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first >= 0xf5 || (first >= 0x80 && first < 0xc2) || bytes > text.size()) return 0;
    if (bytes > 1) {
        // The second byte shows overlong forms, surrogates and numbers above U+10FFFF (The Unicode Standard, table 3-7).
        const unsigned second = static_cast<unsigned char>(text[1]);
        const unsigned lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        const unsigned highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (second < lowest || second > highest) return 0;
    }
    const auto is_continuation = [](char each) { return (static_cast<unsigned char>(each) & 0xc0U) == 0x80U; };
    return std::ranges::all_of(text.substr(1, bytes - 1), is_continuation) ? bytes : 0;
}

bool is_control(char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f; }

}  // namespace

std::string printable(std::string_view text, size_t max_bytes) {
    const bool is_cut = text.size() > max_bytes;
    std::string result;
    while (!text.empty() && result.size() < max_bytes) {
        const size_t bytes = character_bytes(text);
        result += bytes == 0 || is_control(text.front()) ? "?" : text.substr(0, bytes);
        text.remove_prefix(std::max<size_t>(bytes, 1));
    }
    return is_cut ? result + "…" : result;
}

bool is_text(std::string_view bytes) {
    return std::ranges::none_of(
        bytes, [](char each) { return is_control(each) && each != '\t' && each != '\n' && each != '\r' && each != '\f'; });
}

}  // namespace ingot
