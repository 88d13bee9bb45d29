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

source_tree compose(part_kind kind, std::string type, std::string_view pattern, std::vector<source_tree> parts) {
    if (static_cast<size_t>(std::ranges::count(pattern, '$')) != parts.size())
        throw std::logic_error("the number of parts differs from the number of '$' in '" + std::string(pattern) + "'");
    source_tree whole {kind, std::move(type), {}, {}};
    for (source_tree& part : parts) {
        const size_t place = pattern.find('$');
        if (place > 0) whole.parts.push_back(plain(pattern.substr(0, place)));
        whole.parts.push_back(std::move(part));
        pattern.remove_prefix(place + 1);
    }
    if (!pattern.empty()) whole.parts.push_back(plain(pattern));
    return whole;
}

source_tree fixed(std::string_view pattern, std::vector<source_tree> parts) {
    return compose(part_kind::fixed, {}, pattern, std::move(parts));
}

source_tree statement(std::string_view pattern, std::vector<source_tree> parts) {
    return compose(part_kind::statement, {}, pattern, std::move(parts));
}

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
