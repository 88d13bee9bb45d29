#include "source_tree.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ingot::fuzzing {

namespace {

void append(const source_tree& part, std::string& text) {
    text += part.text;
    for (const source_tree& each : part.parts) append(each, text);
}

source_tree plain(std::string_view text) { return {part_kind::fixed, {}, std::string(text), {}}; }

}  // namespace

source_tree compose(part_kind kind, std::string type, source_pattern pattern) {
    if (static_cast<size_t>(std::ranges::count(pattern.text, '$')) != pattern.parts.size())
        throw std::logic_error("the number of parts differs from the number of '$' in '" + pattern.text + "'");
    source_tree whole {kind, std::move(type), {}, {}};
    std::string_view rest = pattern.text;
    for (source_tree& part : pattern.parts) {
        const size_t place = rest.find('$');
        if (place > 0) whole.parts.push_back(plain(rest.substr(0, place)));
        whole.parts.push_back(std::move(part));
        rest.remove_prefix(place + 1);
    }
    if (!rest.empty()) whole.parts.push_back(plain(rest));
    return whole;
}

source_tree fixed(source_pattern pattern) { return compose(part_kind::fixed, {}, std::move(pattern)); }

source_tree statement(source_pattern pattern) { return compose(part_kind::statement, {}, std::move(pattern)); }

source_tree sequence(std::vector<source_tree> parts) { return {part_kind::fixed, {}, {}, std::move(parts)}; }

std::string to_text(const source_tree& program) {
    std::string text;
    append(program, text);
    std::string indented;
    size_t depth = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end);
        const auto opening = static_cast<size_t>(std::ranges::count(line, '{'));
        const auto closing = static_cast<size_t>(std::ranges::count(line, '}'));
        const bool begins_with_closing = line.starts_with('}');
        indented.append(4 * (begins_with_closing && depth > 0 ? depth - 1 : depth), ' ');
        indented += line;
        depth = std::max(depth + opening, closing) - closing;
    }
    return indented;
}

}  // namespace ingot::fuzzing
