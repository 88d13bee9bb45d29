#include "keep_comments.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace ingot::compiler::advice {

namespace {

constexpr std::string_view spaces = " \t";

std::string_view without_spaces(std::string_view text) {
    const size_t first = text.find_first_not_of(spaces);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

// Returns where a comment `//` begins in a line, or npos. Literals can contain `//`; one that spans several lines is not
// recognised.
size_t begin_of_comment(std::string_view line) {
    char quote = 0;
    for (size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != 0 && c == '\\')
            ++i;
        else if (quote != 0)
            quote = c == quote ? char(0) : quote;
        else if (c == '"' || (c == '\'' && (i == 0 || !std::isalnum(static_cast<unsigned char>(line[i - 1])))))
            quote = c;  // not the ' in 1'000
        else if (line.substr(i, 2) == "//")
            return i;
    }
    return std::string_view::npos;
}

// A comment `// ingot: keep REASON`.
struct comment_text {
    size_t begin;             // of the comment in its line
    std::string_view reason;  // empty if the author gave none
};

std::optional<comment_text> find_comment(std::string_view line) {
    const size_t begin = begin_of_comment(line);
    if (begin == std::string_view::npos) return {};
    std::string_view text = without_spaces(line.substr(begin + 2));
    constexpr std::string_view mark = "ingot:";
    if (!text.starts_with(mark)) return {};
    text = without_spaces(text.substr(mark.size()));
    constexpr std::string_view word = "keep";
    if (!text.starts_with(word)) return {};
    text = text.substr(word.size());
    if (!text.empty() && spaces.find(text.front()) == std::string_view::npos) return {};
    return comment_text {begin, without_spaces(text)};
}

}  // namespace

kept_lines::kept_lines(const std::vector<std::string>& files, source_lines& lines) {
    for (const std::string& file : files) read(file, lines.lines_of(file));
}

void kept_lines::read(const std::string& file, const std::vector<std::string>& lines) {
    for (size_t i = 0; i < lines.size(); ++i) {
        const std::optional<comment_text> text = find_comment(lines[i]);
        if (!text) continue;
        if (text->reason.empty()) {
            errors_.push_back({{file, static_cast<uint32_t>(i + 1), static_cast<uint32_t>(text->begin + 1)},
                               "'ingot: keep' gives no reason",
                               "write why the code stays as it is, as in '// ingot: keep the table changes with each launch'"});
            continue;
        }
        const auto is_only_comment = [](const std::string& line) { return without_spaces(line).starts_with("//"); };
        size_t kept = i;
        while (kept < lines.size() && is_only_comment(lines[kept])) ++kept;
        const source_location place {file, static_cast<uint32_t>(i + 1), static_cast<uint32_t>(text->begin + 1)};
        comments_.push_back({place, static_cast<uint32_t>(kept + 1)});
    }
}

std::vector<keep_comment> kept_lines::remove_from(std::vector<remark>& remarks) const {
    std::set<std::pair<std::string, uint32_t>> kept;
    for (const comment& each : comments_) kept.emplace(each.place.file, each.line);
    std::set<std::pair<std::string, uint32_t>> silenced;
    std::erase_if(remarks, [&](const remark& each) {
        const std::pair place(each.location.file, each.location.line);
        if (!kept.contains(place)) return false;
        silenced.insert(place);
        return true;
    });
    std::vector<keep_comment> all;
    for (const comment& each : comments_) all.push_back({each.place, silenced.contains({each.place.file, each.line})});
    return all;
}

}  // namespace ingot::compiler::advice
