#include "advice.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "../advice/advise.hpp"
#include "../advice/keep_comments.hpp"
#include "../advice/write_remarks.hpp"

namespace ingot::compiler {

namespace {

using nlohmann::json;

// Returns the remarks as bytes, for the process that started the advisor.
std::vector<std::byte> encoded(const std::vector<advice::remark>& remarks) {
    json all = json::array();
    for (const advice::remark& each : remarks)
        all.push_back(
            {each.rule, each.kernels, each.location.file, each.location.line, each.location.column, each.message, each.advice});
    const std::vector<uint8_t> octets = json::to_cbor(all);
    const auto bytes = std::as_bytes(std::span(octets));
    return {bytes.begin(), bytes.end()};
}

std::vector<advice::remark> decoded(std::span<const std::byte> bytes) {
    const auto* const first = reinterpret_cast<const char*>(bytes.data());
    std::vector<advice::remark> remarks;
    for (const json& each : json::from_cbor(first, first + bytes.size()))
        remarks.push_back({each[0], each[1], {each[2], each[3], each[4]}, each[5], each[6]});
    return remarks;
}

}  // namespace

advice_run::advice_run(const target_job& job, kernel_file& file, device_module* shared, const compile_command& command)
    : file_(file),
      command_(command),
      process_(job, file, shared, command, [](device_module& unit) { return encoded(advice::advise(unit)); }) {}

int advice_run::finish() {
    const module_process::result end = process_.finish("looked for advice about");
    if (end.status != 0) return end.status;
    std::vector<advice::remark> remarks = decoded(end.bytes);
    advice::source_lines lines;
    const advice::kept_lines kept(file_.dependencies(), lines);
    const std::vector<advice::keep_comment> comments = kept.remove_from(remarks);
    const advice::remark_context context {command_.source.file, lines, command_.advice.as_errors, ingotc_version()};
    for (const diagnostic& error : kept.errors()) fmt::print(stderr, "{}", advice::to_text(error, context));
    switch (command_.advice.format) {
        case advice_format::text:
            fmt::print(stderr, "{}{}", advice::to_text(remarks, context), advice::unused_comments_text(comments, context));
            break;
        case advice_format::json:
            fmt::print("{}", advice::to_json(remarks, comments, context));
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
    return !kept.errors().empty() || (command_.advice.as_errors && !remarks.empty()) ? 1 : 0;
}

}  // namespace ingot::compiler
