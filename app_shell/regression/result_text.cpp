#include "result_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ingot::regression {

namespace {

const figure* worst_of(const outcome& of, const std::string& gate, const std::string& name = {}) {
    const figure* worst = nullptr;
    for (const figure& each : of.judged.figures) {
        if (each.gate != gate || (!name.empty() && each.name != name)) continue;
        const bool more =
            worst && (each.must == figure::relation::at_least ? each.value < worst->value : each.value > worst->value);
        if (!worst || more || std::isnan(each.value)) worst = &each;
    }
    return worst;
}

std::string described(const figure& of) {
    return fmt::format("{} {:.4g}, limit {}{}{}", of.name, of.value, of.limit_text(),
                       of.against.empty() ? "" : fmt::format(", against {}", of.against == "golden" ? "the golden" : of.against),
                       of.note.empty() ? "" : fmt::format(" ({})", of.note));
}

}  // namespace

totals count(std::span<const case_result> results) {
    totals all;
    for (const auto& result : results)
        for (const auto& each : result.outcomes)
            ++(each.is == verdict::passed ? all.passed : each.is == verdict::failed ? all.failed : all.skipped);
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
    if (const figure* const found = worst_of(of, "flip", "FLIP mean")) add(fmt::format("FLIP {:.4f}", found->value));
    if (const figure* const found = worst_of(of, "pixels")) add(fmt::format("pixels {:.3g}", found->value));
    if (const figure* const found = worst_of(of, "psnr")) add(fmt::format("PSNR {:.1f} dB", found->value));
    if (const figure* const found = worst_of(of, "state")) add(fmt::format("state {:.1e}", found->value));
    if (const figure* const found = worst_of(of, "z-test", "probability of no bias"))
        add(fmt::format("noise p {:.2g}", found->value));
    return text;
}

std::string to_text(const case_result& of, size_t name_width) {
    std::string lines;
    for (const outcome& each : of.outcomes) {
        const std::string more = each.is == verdict::skipped || each.crashed ? each.reason : summary(each);
        lines += fmt::format("  {:<{}}  {:<9}  {:<7}  {}{}\n", of.of.full_name(), name_width, each.backend, to_string(each.is),
                             more, of.updated ? "   new golden" : "");
        if (each.is != verdict::failed || each.crashed) continue;
        if (!each.reason.empty()) lines += fmt::format("      {}\n", each.reason);
        for (const figure& one : each.judged.figures)
            if (!one.passed()) lines += fmt::format("      {}\n", described(one));
    }
    return lines;
}

std::string to_text(const totals& of) {
    return fmt::format("{} passed, {} failed, {} skipped", of.passed, of.failed, of.skipped);
}

}  // namespace ingot::regression
