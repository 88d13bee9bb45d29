#include "advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/files/text_edits.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "../advice/advise.hpp"
#include "../advice/keep_comments.hpp"
#include "../advice/source_names.hpp"
#include "../advice/write_remarks.hpp"

namespace ingot::compiler {

namespace {

using nlohmann::json;

json encoded(const source_location& place) { return json::array({place.file, place.line, place.column}); }

source_location place_of(const json& place) { return {place[0], place[1], place[2]}; }

// Returns the remarks as bytes, for the process that started the advisor.
std::vector<std::byte> encoded(const std::vector<advice::remark>& remarks) {
    json all = json::array();
    for (const advice::remark& each : remarks) {
        json fixes = json::array();
        if (each.mechanical) {
            json edits = json::array();
            for (const advice::text_edit& edit : each.mechanical->edits)
                edits.push_back(json::array({encoded(edit.place), edit.length, edit.text}));
            fixes.push_back(json::array({each.mechanical->description, std::move(edits)}));
        }
        all.push_back(
            json::array({each.rule, each.kernels, encoded(each.location), each.message, each.advice, std::move(fixes)}));
    }
    const std::vector<uint8_t> octets = json::to_cbor(all);
    const auto bytes = std::as_bytes(std::span(octets));
    return {bytes.begin(), bytes.end()};
}

std::vector<advice::remark> decoded(std::span<const std::byte> bytes) {
    const auto* const first = reinterpret_cast<const char*>(bytes.data());
    std::vector<advice::remark> remarks;
    for (const json& each : json::from_cbor(first, first + bytes.size())) {
        advice::remark& added = remarks.emplace_back(advice::remark {each[0], each[1], place_of(each[2]), each[3], each[4]});
        for (const json& change : each[5]) {
            added.mechanical = advice::fix {change[0], {}};
            for (const json& edit : change[1]) added.mechanical->edits.push_back({place_of(edit[0]), edit[1], edit[2]});
        }
    }
    return remarks;
}

// Writes the fixes of the kernel file itself into it, unless it is no longer what was compiled, and prints how many there are.
// Throws std::runtime_error if it cannot. A fix that overlaps one before it is left for the next time.
void write_fixes(std::span<const advice::remark> remarks, const std::filesystem::path& file, const std::string& compiled) {
    std::vector<files::text_edit> edits;
    std::string text = compiled;
    size_t written = 0;
    size_t all = 0;
    for (const advice::remark& each : remarks) {
        if (!each.mechanical) continue;
        ++all;
        const bool is_here = std::ranges::all_of(
            each.mechanical->edits, [&](const advice::text_edit& edit) { return files::is_same_file(edit.place.file, file); });
        if (!is_here) continue;
        std::vector<files::text_edit> with_this = edits;
        for (const advice::text_edit& edit : each.mechanical->edits)
            with_this.push_back({edit.place.line, edit.place.column, edit.length, edit.text});
        try {
            text = files::edited(compiled, with_this);
        } catch (const std::invalid_argument&) {
            continue;
        }
        edits = std::move(with_this);
        ++written;
    }
    if (written > 0) {
        if (files::read_text(file) != compiled)
            throw std::runtime_error(fmt::format("'{}' has changed while it was compiled; no fix was written", file.string()));
        files::replace_file(file, std::as_bytes(std::span(text)));
    }
    fmt::print(stderr, "wrote {} of {} fix{}\n", written, all, all == 1 ? "" : "es");
}

}  // namespace

advice_run::advice_run(const target_job& job, kernel_file& file, device_module* shared, const compile_command& command,
                       const std::string& text, const std::vector<resource_report>& resources)
    : file_(file),
      command_(command),
      text_(text),
      resources_(resources),
      process_(job, file, shared, command, [&](device_module& unit) { return encoded(advice::advise(unit, resources)); }) {}

int advice_run::finish() {
    const module_process::result end = process_.finish("looked for advice about");
    if (end.status != 0) return end.status;
    std::vector<advice::remark> remarks = decoded(end.bytes);
    const advice::source_names names(command_.source.file.string(), file_.dependencies());
    names.give_to(remarks);
    advice::source_lines lines;
    const advice::kept_lines kept(names.all(), lines);
    const std::vector<advice::keep_comment> comments = kept.remove_from(remarks);
    const advice::remark_context context {command_.source.file, lines, command_.advice.as_errors, ingotc_version()};
    for (const resource_report& each : resources_)
        if (each.rejected) fmt::print(stderr, "{}", advice::rejected_code_text(each, file_.kernels(), context));
    for (const diagnostic& error : kept.errors()) fmt::print(stderr, "{}", advice::to_text(error, context));
    switch (command_.advice.format) {
        case advice_format::text:
            fmt::print(stderr, "{}{}", advice::to_text(remarks, context), advice::unused_comments_text(comments, context));
            break;
        case advice_format::json:
            fmt::print("{}", advice::to_json(remarks, comments));
            break;
        case advice_format::sarif:
            fmt::print("{}", advice::to_sarif(remarks, comments, context));
            break;
    }
    if (command_.advice.is_main_result && command_.advice.format == advice_format::text)
        fmt::print(stderr, "{}\n",
                   remarks.empty()       ? std::string("no remarks")
                   : remarks.size() == 1 ? std::string("1 remark")
                                         : fmt::format("{} remarks", remarks.size()));
    if (command_.advice.writes_fixes && kept.errors().empty()) write_fixes(remarks, command_.source.file, text_);
    return !kept.errors().empty() || (command_.advice.as_errors && !remarks.empty()) ? 1 : 0;
}

}  // namespace ingot::compiler
