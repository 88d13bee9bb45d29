#include "report.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <ctime>
#include <ingot/runtime/backends.hpp>
#include <map>

#include "json_object.hpp"
#include "report_page.hpp"
#include "result_text.hpp"

namespace ingot::regression {

namespace {

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const size_t count = std::min<size_t>(3, bytes.size() - i);
        uint32_t group = 0;
        for (size_t k = 0; k < 3; ++k) group = group << 8U | (k < count ? std::to_integer<uint32_t>(bytes[i + k]) : 0U);
        for (size_t k = 0; k < 4; ++k) text += k <= count ? letters[group >> (18 - 6 * k) & 63U] : '=';
    }
    return text;
}

/// Stores each picture in the page once, because most new pictures are equal to their golden.
class picture_store {
public:
    json key_of(const image& image) {
        const auto [found, is_new] = keys_.try_emplace(image.rgb, fmt::format("p{}", keys_.size()));
        if (is_new) pictures_[found->second] = base64(encode_png(image));
        return found->second;
    }
    json key_of(const std::optional<image>& image) { return image ? key_of(*image) : json(nullptr); }
    json take() { return std::move(pictures_); }

private:
    std::map<std::vector<uint8_t>, std::string> keys_;
    json pictures_ = json::object();
};

json value_of(double value) {
    if (std::isnan(value)) return nullptr;
    if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
    return value;
}

json figures_of(const outcome& outcome) {
    json all = json::array();
    for (const measurement& each : outcome.checks.measurements)
        all.push_back({{"gate", each.gate},
                       {"name", each.name},
                       {"against", each.compared_with},
                       {"value", value_of(each.value)},
                       {"limit", each.limit_text()},
                       {"passed", each.passed()},
                       {"note", each.note}});
    return all;
}

json described(const outcome& outcome, picture_store& pictures) {
    json maps = json::object();
    for (const error_map& each : outcome.checks.maps) maps[each.against] = pictures.key_of(each.heat);
    json entry {{"backend", outcome.backend},
                {"verdict", to_string(outcome.status)},
                {"reason", outcome.reason},
                {"crashed", outcome.crashed},
                {"picture", outcome.actual ? pictures.key_of(outcome.actual->picture) : json(nullptr)},
                {"maps", maps},
                {"figures", figures_of(outcome)},
                {"exception", outcome.exception ? json(outcome.exception->why) : json(nullptr)},
                {"reproduce", outcome.reproduce_command + " --screenshot new.png"},
                {"output", outcome.crashed ? outcome.output : ""},
                {"kernels_folder", outcome.kernels_folder},
                {"replaced_kernels", outcome.actual ? outcome.actual->replaced_kernels : std::vector<std::string>()},
                {"versions", json::array()}};
    if (!outcome.actual) return entry;
    entry["device"] = outcome.actual->device;
    entry["driver"] = outcome.actual->driver;
    entry["seconds"] = outcome.actual->seconds;
    for (const auto& [name, version] : outcome.actual->versions) entry["versions"].push_back({name, version});
    return entry;
}

json described(const case_result& result, picture_store& pictures) {
    const regression_case& test_case = result.tested_case;
    json outcomes = json::array();
    for (const outcome& each : result.outcomes) outcomes.push_back(described(each, pictures));
    std::string facts = fmt::format("{} × {} pixels, {} frame{}, seed {}", test_case.width, test_case.height, test_case.frames,
                                    test_case.frames == 1 ? "" : "s", test_case.seed);
    if (test_case.preset) facts += ", preset " + *test_case.preset;
    if (test_case.switch_at) facts += fmt::format(", device switch at frame {}", *test_case.switch_at);
    return {{"sample", test_case.sample},
            {"name", test_case.name},
            {"why", test_case.why},
            {"facts", facts},
            {"not_repeatable", test_case.not_repeatable ? json(*test_case.not_repeatable) : json(nullptr)},
            {"golden", pictures.key_of(result.expected)},
            {"reference", pictures.key_of(result.reference)},
            {"judge", fmt::format("ingot regress {}", test_case.full_name())},
            {"accept", fmt::format("ingot regress {0} --update {0}", test_case.full_name())},
            {"outcomes", outcomes}};
}

// Returns JSON for a script element. Escapes every '<', so that no text can end the element.
std::string as_script(const json& object) {
    std::string text = object.dump(-1, ' ', false, json::error_handler_t::replace);
    for (size_t position = 0; (position = text.find('<', position)) != std::string::npos; position += 6)
        text.replace(position, 1, "\\u003c");
    return text;
}

// Replaces a mark in the page by text.
std::string replace_mark(std::string page, std::string_view mark, std::string_view text) {
    const size_t position = page.find(mark);
    return position == std::string::npos ? page : page.replace(position, mark.size(), text);
}

// Returns the current time: "2026-11-22 14:05 UTC".
std::string time_text() {
    const std::time_t time = std::time(nullptr);
    std::tm parts {};
    gmtime_r(&time, &parts);
    std::array<char, sizeof "2026-11-22 14:05 UTC"> text {};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts)};
}

json described(std::span<const case_result> results, picture_store& pictures) {
    json cases = json::array();
    for (const case_result& each : results) cases.push_back(described(each, pictures));
    json titles = json::object();
    for (const backend_description& each : all_backends()) titles[std::string(each.backend.name())] = each.title;
    return {{"made", time_text()}, {"titles", std::move(titles)}, {"cases", std::move(cases)}};
}

}  // namespace

std::string to_html(std::span<const case_result> results) {
    picture_store pictures;
    json data = described(results, pictures);
    data["images"] = pictures.take();
    return replace_mark(replace_mark(replace_mark(report_page, "/*STYLE*/", report_style), "/*SCRIPT*/", report_script),
                        "/*DATA*/", as_script(data));
}

std::string to_json(std::span<const case_result> results) {
    picture_store pictures;
    json data = described(results, pictures);
    for (json& each : data["cases"]) {
        for (const char* key : {"golden", "reference"}) each.erase(key);
        for (json& outcome : each["outcomes"])
            for (const char* key : {"picture", "maps"}) outcome.erase(key);
    }
    return data.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace ingot::regression
