#include "strokes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ingot/files/read_file.hpp>
#include <ingot/sample/printable_text.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace ingot::samples::fluid {

namespace {

constexpr size_t most_bytes = size_t {8} << 20u;
constexpr std::array<std::string_view, 4> tool_names {"ink", "wind", "obstacle", "erase"};

template <typename T>
std::optional<T> number(std::string_view word) {
    T value {};
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

}  // namespace

std::vector<stroke> read_strokes(const std::filesystem::path& file) {
    const auto reject = [&](const std::string& problem) {
        throw std::runtime_error(fmt::format("{}: {}", printable(file.string(), 4096), problem));
    };
    std::string text;
    try {
        text = files::read_text(file);
    } catch (const std::filesystem::filesystem_error& caught) {
        reject(fmt::format("cannot be read: {}", caught.code().message()));
    }
    if (text.size() > most_bytes) reject("is larger than 8 MiB, the limit for a file of strokes");

    std::vector<stroke> strokes;
    std::istringstream lines(text);
    std::string line;
    for (int line_number = 1; std::getline(lines, line); ++line_number) {
        std::istringstream input(line);
        std::vector<std::string> words;
        for (std::string word; words.size() <= 8 && input >> word;) words.push_back(word);
        if (words.empty() || words.front().starts_with('#')) continue;
        const auto reject_line = [&](const std::string& problem) {
            reject(fmt::format("line {}: {}; write STEP TOOL X Y X Y RADIUS PIGMENT, such as '12 ink 0.5 0.5 0.6 0.5 0.03 1'",
                               line_number, problem));
        };
        if (words.size() != 8)
            reject_line(fmt::format("has {} words instead of 8", words.size() > 8 ? "more" : fmt::to_string(words.size())));
        stroke next;
        const auto step = number<uint64_t>(words[0]);
        if (!step) reject_line(fmt::format("'{}' is no step", printable(words[0])));
        next.step = *step;
        if (!strokes.empty() && next.step < strokes.back().step)
            reject_line(fmt::format("step {} comes after step {}", next.step, strokes.back().step));
        const auto name = std::ranges::find(tool_names, std::string_view(words[1]));
        if (name == tool_names.end()) reject_line(fmt::format("'{}' is none of ink, wind, obstacle, erase", printable(words[1])));
        next.used = static_cast<tool>(name - tool_names.begin());
        std::array<float, 5> metres {};
        for (size_t i = 0; i < metres.size(); ++i) {
            const auto value = number<float>(words[2 + i]);
            if (!value || !(std::abs(*value) <= 1000.0f))
                reject_line(fmt::format("'{}' is no number from -1000 to 1000", printable(words[2 + i])));
            metres[i] = *value;
        }
        next.from = {metres[0], metres[1]};
        next.to = {metres[2], metres[3]};
        next.radius = metres[4];
        if (!(next.radius > 0.0f)) reject_line(fmt::format("the radius '{}' is not positive", printable(words[6])));
        const auto pigment = number<uint32_t>(words[7]);
        if (!pigment || *pigment < 1 || *pigment > 3)
            reject_line(fmt::format("'{}' is no pigment from 1 to 3", printable(words[7])));
        next.pigment = *pigment - 1;
        strokes.push_back(next);
    }
    return strokes;
}

std::string strokes_text(std::span<const stroke> strokes) {
    std::string text = "# STEP TOOL X Y X Y RADIUS PIGMENT; metres from the lower left corner\n";
    for (const stroke& each : strokes)
        text += fmt::format("{} {} {} {} {} {} {} {}\n", each.step, tool_names[static_cast<size_t>(each.used)], each.from.x,
                            each.from.y, each.to.x, each.to.y, each.radius, each.pigment + 1);
    return text;
}

}  // namespace ingot::samples::fluid
