#include "kernels/source_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ingot/files/read_file.hpp>
#include <ingot/installation/installation.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "process/child.hpp"
#include "process/temporary_file.hpp"

namespace ingot::shell {

namespace {

constexpr auto longest_advice = std::chrono::minutes(1);

/// Returns the path of ingotc, as the runtime finds it: that of INGOT_COMPILER, or the first that exists.
std::filesystem::path find_compiler() {
    if (const char* const name = std::getenv("INGOT_COMPILER"); name && *name) return name;
    for (const std::filesystem::path& each : installation::compiler_candidates()) {
        std::error_code missing;
        if (std::filesystem::exists(each, missing)) return each;
    }
    throw std::runtime_error("there is no kernel compiler; set the environment variable INGOT_COMPILER to the path of ingotc");
}

/// Returns the text in lines of at most so many characters, which break at blanks.
std::string wrapped(const std::string& text, std::string_view indent) {
    constexpr size_t most = 80;
    std::string result;
    for (size_t begin = 0; begin < text.size();) {
        size_t end = text.size() - begin <= most ? text.size() : text.rfind(' ', begin + most);
        if (end == std::string::npos || end <= begin) end = std::min(text.find(' ', begin), text.size());
        result += fmt::format("{}{}\n", indent, std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

bool is_same(const std::string& name, const std::filesystem::path& file) {
    std::error_code unknown;
    return std::filesystem::equivalent(name, file, unknown);
}

/// Returns the fix of a remark if it changes only the file.
std::optional<kernel_fix> fix_of(const nlohmann::json& remark, const std::filesystem::path& file, const std::string& source) {
    const nlohmann::json& fixes = remark.at("fixes");
    if (fixes.empty()) return {};
    kernel_fix fix {fmt::format("{} in line {}: {}", remark.at("rule").get<std::string>(), remark.at("line").get<size_t>(),
                                fixes.at(0).at("description").get<std::string>()),
                    file,
                    source,
                    {},
                    remark.at("kernels").get<std::vector<std::string>>()};
    for (const nlohmann::json& each : fixes.at(0).at("edits")) {
        if (!is_same(each.at("file").get<std::string>(), file)) return {};
        fix.edits.push_back({each.at("line"), each.at("column"), each.at("length"), each.at("text")});
    }
    return fix;
}

}  // namespace

advice_result advice_of_json(std::string_view json, const std::filesystem::path& file, const std::string& source) {
    try {
        advice_result result;
        const nlohmann::json contents = nlohmann::json::parse(json);
        for (const nlohmann::json& each : contents.at("remarks")) {
            const auto name = each.at("file").get<std::string>();
            const auto line = each.at("line").get<size_t>();
            const std::string remark =
                fmt::format("{}\n{}{}", each.at("rule").get<std::string>(), wrapped(each.at("message").get<std::string>(), ""),
                            wrapped("Advice: " + each.at("advice").get<std::string>(), ""));
            const auto page_line = static_cast<size_t>(std::ranges::count(result.text, '\n'));
            result.text += fmt::format("{}:{}: {}\n{}{}\n", std::filesystem::path(name).filename().string(), line,
                                       each.at("rule").get<std::string>(), wrapped(each.at("message").get<std::string>(), "    "),
                                       wrapped("Advice: " + each.at("advice").get<std::string>(), "    "));
            const bool is_here = line != 0 && is_same(name, file);
            result.places.push_back(
                {is_here ? std::optional(line - 1) : std::nullopt, page_line, each.value("kernels", std::vector<std::string>())});
            if (!is_here) continue;
            std::string& of_line = result.lines[line - 1];
            of_line += (of_line.empty() ? "" : "\n") + remark;
            if (std::optional<kernel_fix> fix = fix_of(each, file, source))
                result.fixes.push_back({*std::move(fix), line - 1, page_line});
        }
        if (result.text.empty()) result.text = "The advisor has no remarks about this file.\n";
        return result;
    } catch (const nlohmann::json::exception& problem) {
        throw std::runtime_error(fmt::format("the output of ingotc cannot be read: {}", problem.what()));
    }
}

advice_result advice_about(const std::filesystem::path& file, const std::function<bool()>& stop) {
    try {
        std::error_code missing;  // which ingotc reports
        const std::string source = std::filesystem::exists(file, missing) ? files::read_text(file) : std::string();
        const process::temporary_file output("ingot-advice");
        const process::temporary_file errors("ingot-advice-errors");
        const process::child_result child =
            process::run_child(find_compiler(), {"--advise", "--advise-format=json", file.string()},
                               {output.path(), errors.path()}, longest_advice, stop);
        using enum process::child_result::ending;
        if (child.end == timed_out) throw std::runtime_error("ingotc took longer than a minute");
        if (child.end != exited || child.status != 0) throw std::runtime_error("ingotc failed:\n" + child.output);
        return advice_of_json(output.text(), file, source);
    } catch (const std::exception& problem) {
        return {{}, fmt::format("The advisor cannot be asked: {}\n", problem.what())};
    }
}

void source_advice::start(const std::filesystem::path& file) {
    std::promise<advice_result> promised;
    result_ = promised.get_future();
    worker_ = std::jthread([file, result = std::move(promised)](const std::stop_token& stop) mutable {
        result.set_value(advice_about(file, [&stop] { return stop.stop_requested(); }));
    });
}

std::optional<advice_result> source_advice::take_result() {
    if (!result_.valid() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    return result_.get();
}

}  // namespace ingot::shell
