#include "diagnostics.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace ingot::jit {

namespace {

struct level_word {
    std::string_view word;
    diagnostic_level level;
};
constexpr std::array<level_word, 4> level_words {{
    {"fatal error: ", diagnostic_level::error},
    {"error: ", diagnostic_level::error},
    {"warning: ", diagnostic_level::warning},
    {"note: ", diagnostic_level::note},
}};

// Removes ":NUMBER" from the end of the text and returns the number. Returns nothing if the text does not end with one.
std::optional<uint32_t> take_number(std::string_view& text) {
    const size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == text.size()) return std::nullopt;
    uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [position, failure] = std::from_chars(text.data() + colon + 1, end, number);
    if (failure != std::errc() || position != end) return std::nullopt;
    text = text.substr(0, colon);
    return number;
}

// Parses the text before the level: "FILE:LINE:COLUMN" or "FILE:LINE". Other text, such as the name of a compiler, is ignored.
compile_diagnostic parse_position(std::string_view text) {
    compile_diagnostic found;
    const std::optional<uint32_t> last = take_number(text);
    const std::optional<uint32_t> first = last ? take_number(text) : std::nullopt;
    if (!last) return found;
    found.file = text;
    found.line = first.value_or(*last);
    found.column = first ? *last : 0;
    return found;
}

// Parses one line. Returns nothing if the line is no diagnostic. A line that begins with the level, such as "note: ", names no
// file: ingotc writes its advice in such lines.
std::optional<compile_diagnostic> diagnostic_in(std::string_view line) {
    for (const level_word& entry : level_words) {
        const bool at_begin = line.starts_with(entry.word);
        const size_t position = at_begin ? 0 : line.find(": " + std::string(entry.word));
        if (position == std::string_view::npos) continue;
        compile_diagnostic found = parse_position(line.substr(0, position));
        found.level = entry.level;
        found.message = line.substr(position + (at_begin ? 0 : 2) + entry.word.size());
        return found;
    }
    return std::nullopt;
}

// Is this an excerpt of the source, such as "   12 |     int x = note: …", or an empty line?
bool is_excerpt(std::string_view line) {
    const size_t first = line.find_first_not_of(' ');
    return first == std::string_view::npos || (first > 0 && line.find('|') != std::string_view::npos);
}

}  // namespace

std::vector<compile_diagnostic> parse_diagnostics(std::string_view text) {
    std::vector<compile_diagnostic> found;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (is_excerpt(line)) continue;
        if (std::optional<compile_diagnostic> diagnostic = diagnostic_in(line)) found.push_back(std::move(*diagnostic));
    }
    return found;
}

}  // namespace ingot::jit
