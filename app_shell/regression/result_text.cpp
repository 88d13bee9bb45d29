#include "result_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ingot::regression {

namespace {

const measurement* worst_of(const outcome& of, const std::string& gate, const std::string& name = {}) {
    const measurement* worst = nullptr;
    for (const measurement& each : of.checks.measurements) {
        if (each.gate != gate || (!name.empty() && each.name != name)) continue;
        const bool more =
            worst && (each.bound == measurement::relation::at_least ? each.value < worst->value : each.value > worst->value);
        if (!worst || more || std::isnan(each.value)) worst = &each;
    }
    return worst;
}

std::string described(const measurement& of) {
    return fmt::format("{} {:.4g}, limit {}{}{}", of.name, of.value, of.limit_text(),
                       of.compared_with.empty()
                           ? ""
                           : fmt::format(", compared with {}", of.compared_with == "golden" ? "the golden" : of.compared_with),
                       of.note.empty() ? "" : fmt::format(" ({})", of.note));
}

}  // namespace

totals count(std::span<const case_result> results) {
    totals all;
    for (const auto& result : results)
        for (const auto& each : result.outcomes)
            ++(each.status == verdict::passed ? all.passed : each.status == verdict::failed ? all.failed : all.skipped);
    return all;
}

std::string to_string(verdict of) {
    switch (of) {
        case verdict::passed:
            return "passed";
        case verdict::failed:
            return "failed";
        case verdict::skipped:
            return "skipped";
    }
    return {};
}

std::string summary(const outcome& of) {
    std::string text;
    const auto add = [&](const std::string& words) { text += (text.empty() ? "" : "   ") + words; };
    if (const measurement* const found = worst_of(of, "flip", "FLIP mean")) add(fmt::format("FLIP {:.4f}", found->value));
    if (const measurement* const found = worst_of(of, "pixels")) add(fmt::format("pixels {:.3g}", found->value));
    if (const measurement* const found = worst_of(of, "psnr")) add(fmt::format("PSNR {:.1f} dB", found->value));
    if (const measurement* const found = worst_of(of, "state")) add(fmt::format("state {:.1e}", found->value));
    if (const measurement* const found = worst_of(of, "z-test", "probability of no bias"))
        add(fmt::format("noise p {:.2g}", found->value));
    return text;
}

std::string to_text(const case_result& of, size_t name_width) {
    std::string lines;
    for (const outcome& each : of.outcomes) {
        const std::string more = each.status == verdict::skipped || each.crashed ? each.reason : summary(each);
        lines += fmt::format("  {:<{}}  {:<9}  {:<7}  {}{}\n", of.tested_case.full_name(), name_width, each.backend,
                             to_string(each.status), more, of.updated ? "   new golden" : "");
        if (each.status != verdict::failed || each.crashed) continue;
        if (!each.reason.empty()) lines += fmt::format("      {}\n", each.reason);
        for (const measurement& one : each.checks.measurements)
            if (!one.passed()) lines += fmt::format("      {}\n", described(one));
    }
    return lines;
}

std::string to_text(const totals& of) {
    return fmt::format("{} passed, {} failed, {} skipped", of.passed, of.failed, of.skipped);
}

}  // namespace ingot::regression
