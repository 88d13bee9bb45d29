#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/sample/printable_text.hpp>
#include <ingot/sample/strokes.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace ingot {

namespace {

constexpr size_t most_bytes = size_t {8} << 20u;
constexpr size_t most_drawn_strokes = 1'000'000;  // later ones act, but are not saved

template <typename T>
std::optional<T> number(std::string_view word) {
    T value {};
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

size_t dimensions(const stroke_format& format) { return format.is_in_space ? 3 : 2; }

/// "STEP TOOL X Y X Y RADIUS"
std::string columns_of(const stroke_format& format) {
    const std::string point = format.is_in_space ? " X Y Z" : " X Y";
    return "STEP TOOL" + point + point + " RADIUS" + (format.pigments > 1 ? " PIGMENT" : "");
}

/// "12 ink 0.5 0.5 0.6 0.5 0.03 1"
std::string example_of(const stroke_format& format) {
    const std::string depth = format.is_in_space ? " 0.5" : "";
    return fmt::format("12 {} 0.5 0.5{} 0.6 0.5{} 0.03{}", format.tools.front(), depth, depth, format.pigments > 1 ? " 1" : "");
}

/// Returns what is wrong with the words of a line; nothing if they are a stroke, which becomes `read`.
std::optional<std::string> read_words(std::span<const std::string> words, const stroke_format& format, drawn_stroke& read) {
    const size_t size = 3 + 2 * dimensions(format) + (format.pigments > 1 ? 1 : 0);
    if (words.size() != size)
        return fmt::format("has {} words instead of {}", words.size() > size ? "more" : fmt::to_string(words.size()), size);
    const auto step = number<uint64_t>(words[0]);
    if (!step) return fmt::format("'{}' is no step", printable(words[0]));
    read.step = *step;
    const auto tool = std::ranges::find(format.tools, std::string_view(words[1]));
    if (tool == format.tools.end()) return fmt::format("'{}' is none of {}", printable(words[1]), fmt::join(format.tools, ", "));
    read.tool = static_cast<uint32_t>(tool - format.tools.begin());
    std::array<float, 7> numbers {};  // both points and the radius
    for (size_t i = 0; i <= 2 * dimensions(format); ++i) {
        const std::string& word = words[2 + i];
        const auto value = number<float>(word);
        if (!value || !(std::abs(*value) <= 1000.0f)) return fmt::format("'{}' is no number from -1000 to 1000", printable(word));
        numbers[i] = *value;
    }
    const auto point_at = [&](size_t i) {
        return float3 {numbers[i], numbers[i + 1], format.is_in_space ? numbers[i + 2] : 0.0f};
    };
    read.from = point_at(0);
    read.to = point_at(dimensions(format));
    read.radius = numbers[2 * dimensions(format)];
    if (!(read.radius > 0.0f)) return fmt::format("the radius '{}' is not positive", read.radius);
    if (format.pigments <= 1) return std::nullopt;
    const auto pigment = number<uint32_t>(words.back());
    if (!pigment || *pigment < 1 || *pigment > format.pigments)
        return fmt::format("'{}' is no pigment from 1 to {}", printable(words.back()), format.pigments);
    read.pigment = *pigment - 1;
    return std::nullopt;
}

}  // namespace

std::vector<drawn_stroke> read_strokes(const std::filesystem::path& file, const stroke_format& format) {
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

    std::vector<drawn_stroke> strokes;
    std::istringstream lines(text);
    std::string line;
    for (int line_number = 1; std::getline(lines, line); ++line_number) {
        constexpr size_t more_than_any = 11;
        std::istringstream input(line);
        std::vector<std::string> words;
        for (std::string word; words.size() < more_than_any && input >> word;) words.push_back(word);
        if (words.empty() || words.front().starts_with('#')) continue;
        drawn_stroke next;
        std::optional<std::string> problem = read_words(words, format, next);
        if (!problem && !strokes.empty() && next.step < strokes.back().step)
            problem = fmt::format("step {} comes after step {}", next.step, strokes.back().step);
        if (problem)
            reject(fmt::format("line {}: {}; write {}, such as '{}'", line_number, *problem, columns_of(format),
                               example_of(format)));
        strokes.push_back(next);
    }
    return strokes;
}

std::string strokes_text(std::span<const drawn_stroke> strokes, const stroke_format& format) {
    std::string text = fmt::format("# {}; {}\n", columns_of(format), format.unit);
    for (const drawn_stroke& each : strokes) {
        text += fmt::format("{} {}", each.step, format.tools[each.tool]);
        for (const float3& point : {each.from, each.to}) {
            text += fmt::format(" {} {}", point.x, point.y);
            if (format.is_in_space) text += fmt::format(" {}", point.z);
        }
        text += fmt::format(" {}", each.radius);
        if (format.pigments > 1) text += fmt::format(" {}", each.pigment + 1);
        text += '\n';
    }
    return text;
}

void stroke_record::repeat(const std::filesystem::path& file) {
    script_ = file.empty() ? std::vector<drawn_stroke>() : read_strokes(file, format_);
}

void stroke_record::restart() {
    drawn_.clear();
    pending_.clear();
}

std::vector<drawn_stroke> stroke_record::take(uint64_t step) {
    const auto due = std::ranges::equal_range(script_, step, {}, &drawn_stroke::step);
    std::vector<drawn_stroke> strokes(due.begin(), due.end());
    for (drawn_stroke& each : pending_) {
        each.step = step;
        strokes.push_back(each);
        if (drawn_.size() < most_drawn_strokes) drawn_.push_back(each);
    }
    pending_.clear();
    return strokes;
}

void stroke_record::write(const std::filesystem::path& file) const {
    const std::string text = strokes_text(drawn_, format_);
    files::replace_file(file, std::as_bytes(std::span(text)));
}

void stroke_record::save(state& saved) const {
    saved.put("strokes", drawn_);
    saved.put("pending strokes", pending_);
}

void stroke_record::restore(const state& saved) {
    drawn_ = saved.get<drawn_stroke>("strokes");
    pending_ = saved.get<drawn_stroke>("pending strokes");
}

}  // namespace ingot
