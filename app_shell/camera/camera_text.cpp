#include "camera/camera_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include "camera/orbit_camera.hpp"

namespace ingot::shell {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

float radians(double degrees) { return static_cast<float>(degrees * degree); }

/// Returns the number of degrees with the fewest digits that converts back to exactly this angle.
std::string degrees_text(float angle) {
    const double exact = static_cast<double>(angle) / degree;
    for (int digits = 1; digits < 17; ++digits) {
        const std::string text = fmt::format("{:.{}g}", exact, digits);
        double converted_degrees = 0.0;
        std::from_chars(text.data(), text.data() + text.size(), converted_degrees);
        if (radians(converted_degrees) == angle) return text;
    }
    return fmt::format("{:.17g}", exact);
}

/// Splits the text at commas.
std::vector<std::string_view> split_at_commas(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        parts.push_back(text.substr(0, text.find(',')));
        if (parts.back().size() == text.size()) return parts;
        text.remove_prefix(parts.back().size() + 1);
    }
}

/// One of the numbers in the text: its name, for messages, and its limits.
struct component {
    std::string_view name;
    double minimum;
    double maximum;
};
constexpr std::array<component, 7> components {{{"X", -camera_limits::farthest, camera_limits::farthest},
                                                {"Y", -camera_limits::farthest, camera_limits::farthest},
                                                {"Z", -camera_limits::farthest, camera_limits::farthest},
                                                {"DISTANCE", 1e-3, camera_limits::farthest},
                                                {"YAW", -1e6, 1e6},
                                                {"PITCH", -90.0, 90.0},
                                                {"FIELD-OF-VIEW", camera_limits::narrowest, camera_limits::widest}}};

double parse_number(std::string_view word, const component& component) {
    double number = 0.0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool is_number = problem == std::errc {} && end == word.data() + word.size();
    if (!is_number || !(number >= component.minimum && number <= component.maximum))  // written so that NaN is rejected
        throw camera_error(fmt::format("{} is '{}'; expected a number from {} to {}", component.name, word, component.minimum,
                                       component.maximum));
    return number;
}

}  // namespace

orbit parse_camera(std::string_view text) {
    const auto numbers = split_at_commas(text);
    if (numbers.size() < 6 || numbers.size() > 7)
        throw camera_error(fmt::format("'{}' is invalid; expected {}", text, camera_format));
    std::array<double, 7> values {};
    for (size_t i = 0; i < numbers.size(); ++i) values[i] = parse_number(numbers[i], components[i]);
    orbit camera {.target = {static_cast<float>(values[0]), static_cast<float>(values[1]), static_cast<float>(values[2])},
                  .distance = static_cast<float>(values[3]),
                  .yaw = radians(values[4]),
                  .pitch = radians(values[5])};
    if (numbers.size() == 7) camera.field_of_view = radians(values[6]);
    return camera;
}

std::string format_camera(const orbit& orbit) {
    std::string text = fmt::format("{},{},{},{},{},{}", orbit.target.x, orbit.target.y, orbit.target.z, orbit.distance,
                                   degrees_text(orbit.yaw), degrees_text(orbit.pitch));
    if (orbit.field_of_view != ingot::orbit {}.field_of_view) text += "," + degrees_text(orbit.field_of_view);
    return text;
}

}  // namespace ingot::shell
