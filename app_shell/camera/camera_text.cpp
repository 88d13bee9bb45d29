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

std::vector<std::string_view> words_in(std::string_view text) {
    std::vector<std::string_view> found;
    while (true) {
        found.push_back(text.substr(0, text.find(',')));
        if (found.back().size() == text.size()) return found;
        text.remove_prefix(found.back().size() + 1);
    }
}

struct component {
    std::string_view name;
    double least;
    double most;
};
constexpr std::array<component, 7> components {{{"X", -1e6, 1e6},
                                                {"Y", -1e6, 1e6},
                                                {"Z", -1e6, 1e6},
                                                {"DISTANCE", 1e-3, 1e6},
                                                {"YAW", -1e6, 1e6},
                                                {"PITCH", -90.0, 90.0},
                                                {"FIELD-OF-VIEW", 1.0, 170.0}}};

double number_from(std::string_view word, const component& of) {
    double number = 0.0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool is_number = problem == std::errc {} && end == word.data() + word.size();
    if (!is_number || !(number >= of.least && number <= of.most))  // negated: nan is neither
        throw camera_error(fmt::format("{} is '{}'; it takes a number from {} to {}", of.name, word, of.least, of.most));
    return number;
}

}  // namespace

orbit camera_from(std::string_view text) {
    const auto words = words_in(text);
    if (words.size() < 6 || words.size() > 7)
        throw camera_error(fmt::format("'{}' is not what it takes: {}", text, camera_takes));
    std::array<double, 7> is {};
    for (size_t i = 0; i < words.size(); ++i) is[i] = number_from(words[i], components[i]);
    orbit found {.target = {static_cast<float>(is[0]), static_cast<float>(is[1]), static_cast<float>(is[2])},
                 .distance = static_cast<float>(is[3]),
                 .yaw = radians(is[4]),
                 .pitch = radians(is[5])};
    if (words.size() == 7) found.field_of_view = radians(is[6]);
    return found;
}

std::string camera_text(const orbit& of) {
    std::string text = fmt::format("{},{},{},{},{},{}", of.target.x, of.target.y, of.target.z, of.distance, degrees_text(of.yaw),
                                   degrees_text(of.pitch));
    if (of.field_of_view != orbit {}.field_of_view) text += "," + degrees_text(of.field_of_view);
    return text;
}

}  // namespace ingot::shell
