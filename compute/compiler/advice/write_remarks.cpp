#include "write_remarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/sarif.hpp>
#include <nlohmann/json.hpp>

#include "rule.hpp"
#include "source_tokens.hpp"

namespace ingot::compiler::advice {

namespace {

using json = nlohmann::ordered_json;

bool is_in_line(const text_edit& edit, const source_location& place) {
    return edit.place.file == place.file && edit.place.line == place.line && edit.text.find('\n') == std::string::npos;
}

// Appends blanks, and tabs where the line has some, up to a size.
void pad(std::string& text, const std::string& line, size_t size) {
    while (text.size() < size) text += text.size() < line.size() && line[text.size()] == '\t' ? '\t' : ' ';
}

// Returns a source line and what Clang prints below it: a caret, marks under the text that edits replace, and the new text.
std::string line_with_edits(const source_location& place, bool with_caret, std::span<const text_edit> edits,
                            const remark_context& context) {
    const std::string line = context.lines.line(place.file, place.line);
    std::string marks;
    std::string texts;
    for (const text_edit& each : edits) {
        if (!is_in_line(each, place)) continue;
        const size_t begin = each.place.column - 1;
        pad(marks, line, begin);
        marks += std::string(each.length, '~');
        // An earlier text can be longer than what it replaces.
        pad(texts, line, texts.empty() ? begin : std::max(begin, texts.size() + 1));
        texts += each.text;
    }
    if (with_caret) {
        pad(marks, line, place.column);
        marks[place.column - 1] = '^';
    }
    return fmt::format("{:>5} | {}\n      | {}\n", place.line, line, marks) +
           (texts.empty() ? "" : fmt::format("      | {}\n", texts));
}

// Returns the place, the source line and a caret, around a text.
std::string message_at(const source_location& place, std::string_view text, bool with_line, const remark_context& context,
                       std::span<const text_edit> edits = {}) {
    if (place.line == 0) return fmt::format("{}: {}\n", place.file, text);
    std::string result = fmt::format("{}:{}:{}: {}\n", place.file, place.line, std::max(place.column, 1u), text);
    const std::string line = context.lines.line(place.file, place.line);
    if (!with_line || line.empty() || place.column == 0) return result;
    return result + line_with_edits(place, true, edits, context);
}

// "kernel 'blur'", "kernel 'blur' and 2 others"
std::string kernels_text(const std::vector<std::string>& kernels) {
    const size_t others = kernels.size() - 1;
    return fmt::format("kernel '{}'{}", kernels.front(),
                       others == 0 ? "" : fmt::format(" and {} other{}", others, others == 1 ? "" : "s"));
}

const rule* find_rule(std::string_view name) {
    const auto found = std::ranges::find(rules(), name, &rule::name);
    return found == rules().end() ? nullptr : &*found;
}

json to_json(const fix& change) {
    json edits = json::array();
    for (const text_edit& each : change.edits)
        edits.push_back({{"file", each.place.file},
                         {"line", each.place.line},
                         {"column", each.place.column},
                         {"length", each.length},
                         {"text", each.text}});
    return {{"description", change.description}, {"edits", std::move(edits)}};
}

std::vector<sarif::fix> sarif_fixes(const remark& each) {
    if (!each.mechanical) return {};
    sarif::fix change {each.mechanical->description, {}};
    for (const text_edit& edit : each.mechanical->edits)
        change.replacements.push_back({edit.place.file, edit.place.line, edit.place.column, edit.length, edit.text});
    return {std::move(change)};
}

// Returns notes about the edits in other lines than the remark's.
std::string edits_elsewhere(const remark& each, const remark_context& context) {
    std::string text;
    std::optional<source_location> last;
    for (const text_edit& edit : each.mechanical->edits) {
        if (is_in_line(edit, each.location)) continue;
        if (last && is_in_line(edit, *last)) continue;  // printed with the other edits of its line
        last = edit.place;
        const std::string line = context.lines.line(edit.place.file, edit.place.line);
        text += fmt::format("{}:{}:{}: note: {}\n", edit.place.file, edit.place.line, edit.place.column,
                            each.mechanical->description);
        if (edit.text.ends_with('\n')) {
            text += fmt::format("      + {}{:>5} | {}\n", edit.text, edit.place.line, line);
            continue;
        }
        text += line_with_edits(edit.place, false, each.mechanical->edits, context);
    }
    return text;
}

constexpr std::string_view unused_comment_rule = "advice-unused-keep";
constexpr std::string_view unused_comment_message = "'ingot: keep' silences no remark";

// Returns the unused comments of the kernel file itself.
std::vector<source_location> unused_of_kernel_file(std::span<const keep_comment> comments, const remark_context& context) {
    std::vector<source_location> result;
    for (const keep_comment& each : comments) {
        std::error_code unknown;
        if (!each.is_used && std::filesystem::equivalent(each.place.file, context.file, unknown)) result.push_back(each.place);
    }
    return result;
}

}  // namespace

std::string to_text(std::span<const remark> remarks, const remark_context& context) {
    std::string text;
    for (const remark& each : remarks) {
        text += message_at(each.location,
                           fmt::format("{}: {} [{}advice-{}]", context.as_errors ? "error" : "remark", each.message,
                                       context.as_errors ? "--advise=error," : "", each.rule),
                           true, context,
                           each.mechanical ? std::span<const text_edit>(each.mechanical->edits) : std::span<const text_edit>());
        text += message_at(each.location,
                           fmt::format("note: in {}: {}; see {}", kernels_text(each.kernels), each.advice, page_of(each.rule)),
                           false, context);
        if (each.mechanical) text += edits_elsewhere(each, context);
    }
    return text;
}

std::string to_text(const diagnostic& error, const remark_context& context) {
    std::string text = message_at(error.location, "error: " + error.message, true, context);
    if (!error.advice.empty()) text += message_at(error.location, "note: " + error.advice, false, context);
    return text;
}

std::string rejected_code_text(const resource_report& report, std::span<const kernel_description> kernels,
                               const remark_context& context) {
    const auto is_named = [&](const kernel_description& each) { return each.reflection.symbol == report.rejected->kernel; };
    const auto named = std::ranges::find_if(kernels, is_named);
    const source_location place =
        named == kernels.end() ? source_location {context.file.string()} : place_of(named->reflection, context.lines);
    return message_at(place,
                      fmt::format("warning: the registers of {} are not known: {} [advice-unknown-registers]",
                                  report.architecture, report.unknown_because),
                      true, context);
}

std::string unused_comments_text(std::span<const keep_comment> comments, const remark_context& context) {
    std::string text;
    for (const source_location& each : unused_of_kernel_file(comments, context)) {
        text += message_at(each, fmt::format("warning: {} [{}]", unused_comment_message, unused_comment_rule), true, context);
        text += message_at(each, "note: remove the comment, or move it to the line of the remark", false, context);
    }
    return text;
}

std::string to_json(std::span<const remark> remarks, std::span<const keep_comment> comments) {
    json all = json::array();
    for (const remark& each : remarks) {
        const rule* const made_by = find_rule(each.rule);
        all.push_back({{"rule", each.rule},
                       {"origins", made_by ? json(made_by->origins) : json::array()},
                       {"kernels", each.kernels},
                       {"file", each.location.file},
                       {"line", each.location.line},
                       {"column", each.location.column},
                       {"message", each.message},
                       {"advice", each.advice},
                       {"page", page_of(each.rule)},
                       {"fixes", json::array()}});
        if (each.mechanical) all.back()["fixes"].push_back(to_json(*each.mechanical));
    }
    json kept = json::array();
    for (const keep_comment& each : comments)
        kept.push_back(
            {{"file", each.place.file}, {"line", each.place.line}, {"column", each.place.column}, {"is_used", each.is_used}});
    return json {{"remarks", std::move(all)}, {"keep_comments", std::move(kept)}}.dump(2, ' ', false,
                                                                                       json::error_handler_t::replace) +
           "\n";
}

std::string to_sarif(std::span<const remark> remarks, std::span<const keep_comment> comments, const remark_context& context) {
    sarif::log log {"ingotc", std::string(context.version), {}, {}};
    for (const rule& each : rules())
        log.rules.push_back({fmt::format("advice-{}", each.name), std::string(each.title), page_of(each.name)});
    log.rules.push_back({std::string(unused_comment_rule), "A comment 'ingot: keep' silences no remark.", "docs/advice.md"});
    for (const source_location& each : unused_of_kernel_file(comments, context))
        log.results.push_back({std::string(unused_comment_rule),
                               "warning",
                               std::string(unused_comment_message),
                               {each.file, each.line, each.column, ""},
                               {}});
    for (const remark& each : remarks)
        log.results.push_back({fmt::format("advice-{}", each.rule),
                               context.as_errors ? "error" : "note",
                               fmt::format("{} ({})", each.message, each.advice),
                               {each.location.file, each.location.line, each.location.column, ""},
                               {},
                               sarif_fixes(each)});
    return sarif::to_text(log);
}

}  // namespace ingot::compiler::advice
