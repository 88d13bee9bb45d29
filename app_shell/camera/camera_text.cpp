#include "camera/camera_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

namespace ingot::shell {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

float radians(double degrees) { return static_cast<float>(degrees * degree); }

/// The number with the fewest digits that gives the same radians in the end.
std::string degrees_text(float radians_of) {
    const double exact = static_cast<double>(radians_of) / degree;
    for (int digits = 1; digits < 17; ++digits) {
        const std::string text = fmt::format("{:.{}g}", exact, digits);
        double read = 0.0;
        std::from_chars(text.data(), text.data() + text.size(), read);
        if (radians(read) == radians_of) return text;
    }
    return fmt::format("{:.17g}", exact);
}

std::optional<std::vector<double>> numbers_in(std::string_view text) {
    std::vector<double> found;
    while (true) {
        const std::string_view word = text.substr(0, text.find(','));
        double number = 0.0;
        const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (problem != std::errc {} || end != word.data() + word.size() || !(std::fabs(number) <= 1e6)) return std::nullopt;
        found.push_back(number);
        if (word.size() == text.size()) return found;
        text.remove_prefix(word.size() + 1);
    }
}

}  // namespace

std::optional<orbit> camera_from(std::string_view text) {
    const auto given = numbers_in(text);
    if (!given || given->size() < 6 || given->size() > 7) return std::nullopt;
    const auto& is = *given;
    orbit found {.target = {static_cast<float>(is[0]), static_cast<float>(is[1]), static_cast<float>(is[2])},
                 .distance = static_cast<float>(is[3]),
                 .yaw = radians(is[4]),
                 .pitch = radians(is[5])};
    if (is.size() == 7) found.field_of_view = radians(is[6]);
    const bool usable = is[3] >= 1e-3 && std::fabs(is[5]) <= 90.0 && (is.size() < 7 || (is[6] >= 1.0 && is[6] <= 170.0));
    return usable ? std::optional(found) : std::nullopt;
}

std::string camera_text(const orbit& of) {
    std::string text = fmt::format("{},{},{},{},{},{}", of.target.x, of.target.y, of.target.z, of.distance, degrees_text(of.yaw),
                                   degrees_text(of.pitch));
    if (of.field_of_view != orbit {}.field_of_view) text += "," + degrees_text(of.field_of_view);
    return text;
}

}  // namespace ingot::shell
