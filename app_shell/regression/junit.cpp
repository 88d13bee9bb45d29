#include "junit.hpp"

#include <fmt/format.h>

#include <map>

#include "result_text.hpp"

namespace ingot::regression {

namespace {

/// Escapes text for XML. Replaces by '?' all characters below U+0020 except newlines and tabs, because XML 1.0 cannot
/// represent most of them, and bytes that are not valid UTF-8, because they would make the whole file invalid.
std::string escaped(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i]);
        const size_t length = first < 0x80                    ? 1
                              : first >= 0xc2 && first < 0xe0 ? 2
                              : first >= 0xe0 && first < 0xf0 ? 3
                              : first >= 0xf0 && first < 0xf5 ? 4
                                                              : 0;
        bool valid = length != 0 && i + length <= text.size();
        for (size_t k = 1; valid && k < length; ++k) valid = (static_cast<unsigned char>(text[i + k]) & 0xc0U) == 0x80U;
        // Reject surrogates, overlong forms, U+FFFE, U+FFFF, and code points above U+10FFFF.
        if (valid && length == 3)
            valid = !(first == 0xe0 && static_cast<unsigned char>(text[i + 1]) < 0xa0) &&
                    !(first == 0xed && static_cast<unsigned char>(text[i + 1]) >= 0xa0) && text.substr(i, 3) != "\xef\xbf\xbe" &&
                    text.substr(i, 3) != "\xef\xbf\xbf";
        if (valid && length == 4)
            valid = !(first == 0xf0 && static_cast<unsigned char>(text[i + 1]) < 0x90) &&
                    !(first == 0xf4 && static_cast<unsigned char>(text[i + 1]) >= 0x90);
        if (!valid || (first < 0x20 && first != '\n' && first != '\t')) {
            out += '?';
            ++i;
            continue;
        }
        switch (first) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\n':
                out += "&#10;";
                break;
            case '\t':
                out += "&#9;";
                break;
            default:
                out += text.substr(i, length);
        }
        i += length;
    }
    return out;
}

std::string failure_text(const outcome& outcome) {
    std::string lines = outcome.reason.empty() ? "" : outcome.reason + "\n";
    for (const measurement& each : outcome.checks.measurements)
        if (!each.passed())
            lines += fmt::format("{} {:.6g}, limit {}{}\n", each.name, each.value, each.limit_text(),
                                 each.compared_with.empty() ? "" : ", compared with " + each.compared_with);
    if (outcome.crashed) lines += outcome.output;
    return lines + "to reproduce: " + outcome.reproduce_command + "\n";
}

std::string test_case(const case_result& result, const outcome& outcome) {
    const std::string text = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                                         escaped(result.tested_case.sample + "." + result.tested_case.name),
                                         escaped(outcome.backend), outcome.actual ? outcome.actual->seconds : 0.0);
    switch (outcome.status) {
        case verdict::passed:
            return text + "/>\n";
        case verdict::skipped:
            return text + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", escaped(outcome.reason));
        case verdict::failed:
            break;
    }
    const char* const kind = outcome.crashed ? "error" : "failure";
    const std::string reason = failure_text(outcome);
    return text + fmt::format(">\n      <{0} message=\"{1}\" type=\"{0}\">{2}</{0}>\n    </testcase>\n", kind,
                              escaped(reason.substr(0, reason.find('\n'))), escaped(reason));
}

struct suite {
    size_t tests = 0, failures = 0, errors = 0, skipped = 0;
    double seconds = 0.0;
    std::string cases;
};

}  // namespace

std::string to_junit(std::span<const case_result> results) {
    std::map<std::string, suite> suites;
    for (const auto& result : results)
        for (const auto& each : result.outcomes) {
            suite& suite = suites[result.tested_case.sample];
            ++suite.tests;
            if (each.status == verdict::failed) ++(each.crashed ? suite.errors : suite.failures);
            if (each.status == verdict::skipped) ++suite.skipped;
            if (each.actual) suite.seconds += each.actual->seconds;
            suite.cases += test_case(result, each);
        }
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ingot regress\">\n";
    for (const auto& [name, suite] : suites)
        text += fmt::format(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n{}  "
            "</testsuite>\n",
            escaped(name), suite.tests, suite.failures, suite.errors, suite.skipped, suite.seconds, suite.cases);
    return text + "</testsuites>\n";
}

}  // namespace ingot::regression
