#include "report.hpp"

#include <fmt/format.h>

#include <fstream>
#include <ingot/ingot.hpp>
#include <stdexcept>

#include "every_device.hpp"

namespace ingot::conformance {

namespace {

// "on/mathematics" and "sqrt/opencl_0": the parts of a parameterised test's name.
std::string after(const std::string& text, char separator) { return text.substr(text.find(separator) + 1); }
std::string before(const std::string& text, char separator) { return text.substr(0, text.find(separator)); }

std::string reason_of(const ::testing::TestResult& result) {
    for (int part = 0; part < result.total_part_count(); ++part)
        if (result.GetTestPartResult(part).skipped()) return result.GetTestPartResult(part).summary();
    return {};
}

const test_result* find(const result_collector& collected, const table_row& row, const device_column& device) {
    const auto test = collected.results().find(row.test);
    if (test == collected.results().end()) return nullptr;
    const auto result = test->second.find(device.test_name);
    return result == test->second.end() ? nullptr : &result->second;
}

std::string escaped(const std::string& text) {
    std::string made;
    for (const char c : text) {
        if (c == '|' || c == '<' || c == '*') made += '\\';
        made += c == '\n' ? ' ' : c;
    }
    return made;
}

std::string heading(const std::string& table) {
    if (table == "beyond") return "Beyond the thesis";
    return (table.find('.') == std::string::npos ? "Table " : "Section ") + table;
}

// The footnotes: each reason once.
class reasons {
public:
    size_t number(const std::string& reason) {
        const auto known = std::ranges::find(all, reason);
        if (known == all.end()) all.push_back(reason);
        return static_cast<size_t>(std::ranges::find(all, reason) - all.begin()) + 1;
    }
    const std::vector<std::string>& texts() const { return all; }

private:
    std::vector<std::string> all;
};

std::string cell(const test_result* result, reasons& footnotes) {
    if (!result) return "**missing**";
    if (result->how == outcome::failed) return "**failed**";
    if (result->how == outcome::skipped) return fmt::format("skipped ({})", footnotes.number(result->reason));
    return "passed";
}

}  // namespace

void result_collector::OnTestEnd(const ::testing::TestInfo& test) {
    const std::string name = test.name();
    const std::string key = after(test.test_suite_name(), '/') + "." + before(name, '/');
    const ::testing::TestResult& result = *test.result();
    const outcome how = result.Skipped() ? outcome::skipped : result.Passed() ? outcome::passed : outcome::failed;
    found[key][after(name, '/')] = {how, reason_of(result)};
}

std::vector<device_column> device_columns() {
    std::vector<device_column> columns;
    for (const testing::device_choice& choice : testing::every_device_choice())
        columns.push_back({testing::device_test_name({choice, 0}),
                           fmt::format("{}: {}", to_string(choice.backend), find_device(choice.backend, choice.index).name())});
    return columns;
}

std::vector<summary> summarise(const std::vector<table_row>& rows, const result_collector& collected) {
    std::vector<summary> all;
    for (const device_column& device : device_columns()) {
        summary of {device.title};
        for (const table_row& row : rows) {
            const test_result* const result = find(collected, row, device);
            ++(!result                          ? of.missing
               : result->how == outcome::passed ? of.passed
               : result->how == outcome::failed ? of.failed
                                                : of.skipped);
        }
        all.push_back(of);
    }
    return all;
}

void write_table(const std::filesystem::path& file, const std::vector<table_row>& rows, const result_collector& collected) {
    const std::vector<device_column> devices = device_columns();
    std::string text =
        "# Conformance\n\nMade by `./dev test --conformance`; do not edit. Each row of the thesis's tables of the kernel "
        "language, "
        "the\ntest that holds it, and what became of it on each device of the machine that made this page.\n\n"
        "| device | passed | failed | skipped | missing |\n| --- | --- | --- | --- | --- |\n";
    for (const summary& of : summarise(rows, collected))
        text += fmt::format("| {} | {} | {} | {} | {} |\n", of.device, of.passed, of.failed, of.skipped, of.missing);

    reasons footnotes;
    std::string table;
    for (const table_row& row : rows) {
        if (row.table != table) {
            table = row.table;
            text += fmt::format("\n## {}\n\n| row | test |", heading(table));
            for (const device_column& device : devices) text += fmt::format(" {} |", device.title);
            text += "\n| --- | --- |";
            for (size_t i = 0; i < devices.size(); ++i) text += " --- |";
            text += "\n";
        }
        text += fmt::format("| {} | {} |", escaped(row.name), "`" + row.test + "`");
        for (const device_column& device : devices) text += fmt::format(" {} |", cell(find(collected, row, device), footnotes));
        text += "\n";
    }
    if (!footnotes.texts().empty()) text += "\n## Skipped, and why\n\n";
    for (const std::string& reason : footnotes.texts())
        text += fmt::format("{}. {}\n", footnotes.number(reason), escaped(reason));

    std::ofstream stream(file);
    if (!(stream << text) || !stream.flush()) throw std::runtime_error(fmt::format("cannot write '{}'", file.string()));
}

}  // namespace ingot::conformance
