#include "result_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ingot::regression {

namespace {

const measurement* worst_of(const outcome& outcome, const std::string& gate, const std::string& name = {}) {
    const measurement* worst = nullptr;
    for (const measurement& each : outcome.checks.measurements) {
        if (each.gate != gate || (!name.empty() && each.name != name)) continue;
        const bool more =
            worst && (each.bound == measurement::relation::at_least ? each.value < worst->value : each.value > worst->value);
        if (!worst || more || std::isnan(each.value)) worst = &each;
    }
    return worst;
}

std::string described(const measurement& measurement) {
    return fmt::format(
        "{} {:.4g}, limit {}{}{}", measurement.name, measurement.value, measurement.limit_text(),
        measurement.compared_with.empty()
            ? ""
            : fmt::format(", compared with {}", measurement.compared_with == "golden" ? "the golden" : measurement.compared_with),
        measurement.note.empty() ? "" : fmt::format(" ({})", measurement.note));
}

}  // namespace

totals count(std::span<const case_result> results) {
    totals all;
    for (const auto& result : results)
        for (const auto& each : result.outcomes)
            ++(each.status == verdict::passed ? all.passed : each.status == verdict::failed ? all.failed : all.skipped);
    return all;
}

std::string to_string(verdict status) {
    switch (status) {
        case verdict::passed:
            return "passed";
        case verdict::failed:
            return "failed";
        case verdict::skipped:
            return "skipped";
    }
    return {};
}

std::string summary(const outcome& outcome) {
    std::string text;
    const auto add = [&](const std::string& words) { text += (text.empty() ? "" : "   ") + words; };
    if (const measurement* const found = worst_of(outcome, "flip", "FLIP mean")) add(fmt::format("FLIP {:.4f}", found->value));
    if (const measurement* const found = worst_of(outcome, "pixels")) add(fmt::format("pixels {:.3g}", found->value));
    if (const measurement* const found = worst_of(outcome, "psnr")) add(fmt::format("PSNR {:.1f} dB", found->value));
    if (const measurement* const found = worst_of(outcome, "state")) add(fmt::format("state {:.1e}", found->value));
    if (const measurement* const found = worst_of(outcome, "z-test", "probability of no bias"))
        add(fmt::format("noise p {:.2g}", found->value));
    return text;
}

std::string to_text(const case_result& result, size_t name_width) {
    std::string lines;
    for (const outcome& each : result.outcomes) {
        const std::string more = each.status == verdict::skipped || each.crashed ? each.reason : summary(each);
        const bool is_replaced = each.actual && !each.actual->replaced_kernels.empty();
        lines += fmt::format("  {:<{}}  {:<10}  {:<7}  {}{}{}\n", result.tested_case.full_name(), name_width, each.backend,
                             to_string(each.status), more, is_replaced ? "   kernels of INGOT_KERNELS" : "",
                             result.updated ? "   new golden" : "");
        if (each.status != verdict::failed || each.crashed) continue;
        if (!each.reason.empty()) lines += fmt::format("      {}\n", each.reason);
        for (const measurement& measurement : each.checks.measurements)
            if (!measurement.passed()) lines += fmt::format("      {}\n", described(measurement));
    }
    return lines;
}

std::string to_text(const totals& totals) {
    return fmt::format("{} passed, {} failed, {} skipped", totals.passed, totals.failed, totals.skipped);
}

}  // namespace ingot::regression
