#include <algorithm>
#include <ingot/files/text_edits.hpp>
#include <span>
#include <stdexcept>
#include <tuple>
#include <vector>

namespace ingot::files {

namespace {

// Returns the offset of each line in the text.
std::vector<size_t> begins_of_lines(const std::string& text) {
    std::vector<size_t> begins {0};
    for (size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 1)) begins.push_back(end + 1);
    return begins;
}

std::string place_text(const text_edit& edit) { return std::to_string(edit.line) + ":" + std::to_string(edit.column); }

}  // namespace

std::string edited(const std::string& text, std::span<const text_edit> edits) {
    std::vector<const text_edit*> sorted;
    for (const text_edit& each : edits) sorted.push_back(&each);
    std::ranges::sort(sorted, {}, [](const text_edit* each) { return std::tuple(each->line, each->column, each); });
    const std::vector<size_t> lines = begins_of_lines(text);
    std::string result;
    size_t copied = 0;  // bytes of `text` that are in the result, or replaced there
    for (const text_edit* const edit : sorted) {
        const text_edit& each = *edit;
        if (each.line == 0 || each.column == 0 || each.line > lines.size())
            throw std::invalid_argument("there is no place " + place_text(each) + " to edit");
        const size_t begin = lines[each.line - 1] + (each.column - 1);
        const size_t end_of_line = each.line == lines.size() ? text.size() : lines[each.line] - 1;
        if (begin > end_of_line || each.length > end_of_line - begin)
            throw std::invalid_argument("the edit at " + place_text(each) + " ends behind its line");
        if (begin < copied) throw std::invalid_argument("the edit at " + place_text(each) + " overlaps another one");
        result.append(text, copied, begin - copied).append(each.text);
        copied = begin + each.length;
    }
    return result.append(text, copied, std::string::npos);
}

}  // namespace ingot::files
