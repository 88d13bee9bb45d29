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

constexpr double units_of_drawings = 10'000.0;  // in a metre, or what the sample's unit is
constexpr int64_t largest_length = 10'000'000;  // of a drawing, in its unit
constexpr size_t most_read_strokes = 100'000;   // of a drawing

size_t dimensions(const stroke_format& format) { return format.is_in_space ? 3 : 2; }

/// The numbers of both points, the radius and the eye.
size_t numbers_of(const stroke_format& format) { return 2 * dimensions(format) + 1 + (format.has_eye ? 3 : 0); }

/// "STEP TOOL X Y X Y RADIUS"
std::string columns_of(const stroke_format& format) {
    const std::string point = format.is_in_space ? " X Y Z" : " X Y";
    return "STEP TOOL" + point + point + " RADIUS" + (format.has_eye ? " EYE-X EYE-Y EYE-Z" : "") +
           (format.pigments > 1 ? " PIGMENT" : "");
}

/// "12 ink 0.5 0.5 0.6 0.5 0.03 1"
std::string example_of(const stroke_format& format) {
    const std::string depth = format.is_in_space ? " 0.5" : "";
    return fmt::format("12 {} 0.5 0.5{} 0.6 0.5{} 0.03{}{}", format.tools.front(), depth, depth, format.has_eye ? " 1 1 3" : "",
                       format.pigments > 1 ? " 1" : "");
}

/// Returns what is wrong with the words of a line; nothing if they are a stroke, which becomes `read`.
std::optional<std::string> read_words(std::span<const std::string> words, const stroke_format& format, drawn_stroke& read) {
    const size_t size = 2 + numbers_of(format) + (format.pigments > 1 ? 1 : 0);
    if (words.size() != size)
        return fmt::format("has {} words instead of {}", words.size() > size ? "more" : fmt::to_string(words.size()), size);
    const auto step = number<uint64_t>(words[0]);
    if (!step) return fmt::format("'{}' is no step", printable(words[0]));
    read.step = *step;
    const auto tool = std::ranges::find(format.tools, std::string_view(words[1]));
    if (tool == format.tools.end()) return fmt::format("'{}' is none of {}", printable(words[1]), fmt::join(format.tools, ", "));
    read.tool = static_cast<uint32_t>(tool - format.tools.begin());
    std::array<float, 10> numbers {};  // both points, the radius and the eye
    for (size_t i = 0; i < numbers_of(format); ++i) {
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
    const size_t radius_at = 2 * dimensions(format);
    read.radius = numbers[radius_at];
    if (format.has_eye) read.eye = {numbers[radius_at + 1], numbers[radius_at + 2], numbers[radius_at + 3]};
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
        constexpr size_t more_than_any = 14;
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
        if (format.has_eye) text += fmt::format(" {} {} {}", each.eye.x, each.eye.y, each.eye.z);
        if (format.pigments > 1) text += fmt::format(" {}", each.pigment + 1);
        text += '\n';
    }
    return text;
}

namespace {

/// A place in the unit of drawings.
using whole_place = std::array<int64_t, 3>;

int64_t whole(float length) {
    constexpr auto largest = static_cast<double>(largest_length);
    return std::llround(std::clamp(static_cast<double>(length) * units_of_drawings, -largest, largest));
}
whole_place whole(const float3& place) { return {whole(place.x), whole(place.y), whole(place.z)}; }
float length_of(int64_t whole) { return static_cast<float>(static_cast<double>(whole) / units_of_drawings); }
float3 point_of(const whole_place& place) { return {length_of(place[0]), length_of(place[1]), length_of(place[2])}; }

/// The first word of a path, without its first place: what all of its pieces have in common.
std::string path_head(const drawn_stroke& stroke, const stroke_format& format) {
    std::string head = fmt::format("{}_{}", format.tools[stroke.tool], whole(stroke.radius));
    if (format.pigments > 1) head += fmt::format("_{}", stroke.pigment + 1);
    if (format.has_eye) head += fmt::format("_{}", fmt::join(whole(stroke.eye), ","));
    return head;
}

/// Takes the part of a text up to a separator, which is removed too.
std::string_view take_part(std::string_view& text, char separator) {
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
}

[[noreturn]] void reject_part(std::string_view part, std::string_view expected) {
    throw std::runtime_error(fmt::format("'{}' is wrong in the strokes; expected {}", printable(std::string(part)), expected));
}

/// Reads whole numbers that commas separate.
template <size_t size>
std::array<int64_t, size> read_numbers(std::string_view part, size_t count, std::string_view expected) {
    std::array<int64_t, size> numbers {};
    std::string_view rest = part;
    for (size_t i = 0; i < count; ++i) {
        const auto value = number<int64_t>(take_part(rest, ','));
        constexpr int64_t largest_step = 1'000'000'000;
        if (!value || *value < -largest_length || *value > (i == 0 ? largest_step : largest_length)) reject_part(part, expected);
        numbers[i] = *value;
    }
    if (!rest.empty()) reject_part(part, expected);
    return numbers;
}

/// Reads a path, and adds its pieces.
void read_path(std::string_view path, const stroke_format& format, std::vector<drawn_stroke>& all) {
    const std::string_view name = take_part(path, '_');
    const auto tool = std::ranges::find(format.tools, name);
    if (tool == format.tools.end()) reject_part(name, fmt::format("one of {}", fmt::join(format.tools, ", ")));
    drawn_stroke stroke {.tool = static_cast<uint32_t>(tool - format.tools.begin())};
    const std::string_view radius = take_part(path, '_');
    stroke.radius = length_of(read_numbers<1>(radius, 1, "a radius")[0]);
    if (!(stroke.radius > 0.0f && stroke.radius <= 1000.0f)) reject_part(radius, "a positive radius");
    if (format.pigments > 1) {
        const std::string_view pigment = take_part(path, '_');
        const int64_t read = read_numbers<1>(pigment, 1, "a pigment")[0];
        if (read < 1 || read > int64_t {format.pigments})
            reject_part(pigment, fmt::format("a pigment from 1 to {}", format.pigments));
        stroke.pigment = static_cast<uint32_t>(read - 1);
    }
    if (format.has_eye) {
        const auto eye = read_numbers<3>(take_part(path, '_'), 3, "the place X,Y,Z of the eye");
        stroke.eye = point_of(eye);
    }
    const size_t count = 1 + dimensions(format);
    const std::string expected = format.is_in_space ? "STEP,X,Y,Z" : "STEP,X,Y";
    const std::string_view begin = take_part(path, '_');
    const auto first = read_numbers<4>(begin, count, expected);
    if (first[0] < 0) reject_part(begin, "a step that is not negative");
    int64_t step = first[0];
    whole_place place {first[1], first[2], first[3]};
    if (path.empty()) reject_part(begin, "a piece after it");
    while (!path.empty()) {
        const std::string_view piece = take_part(path, '_');
        const size_t times_at = piece.find('x');
        const auto moved = read_numbers<4>(piece.substr(0, times_at), count, expected);
        const auto times =
            times_at == std::string_view::npos ? std::optional(uint32_t {1}) : number<uint32_t>(piece.substr(times_at + 1));
        if (moved[0] < 0 || !times || *times < 1) reject_part(piece, expected + ", and xN to repeat it");
        for (uint32_t i = 0; i < *times; ++i) {
            if (all.size() == most_read_strokes) throw std::runtime_error("there are more than 100,000 strokes");
            step += moved[0];
            stroke.step = static_cast<uint64_t>(step);
            stroke.from = point_of(place);
            for (size_t axis = 0; axis < 3; ++axis) place[axis] += moved[1 + axis];
            if (std::ranges::any_of(place, [](int64_t each) { return std::abs(each) > largest_length; }))
                reject_part(piece, "places from -1000 to 1000");
            stroke.to = point_of(place);
            all.push_back(stroke);
        }
    }
}

}  // namespace

std::string drawing_text(std::span<const drawn_stroke> strokes, const stroke_format& format) {
    std::string text;
    std::string head;  // of the path that the last stroke belongs to
    std::string piece;
    uint64_t times = 0;  // of the piece, which is not in the text yet
    const drawn_stroke* last = nullptr;
    const auto end_piece = [&] {
        if (times > 0) text += "_" + piece;
        if (times > 1) text += fmt::format("x{}", times);
        times = 0;
    };
    const auto numbers_text = [&](uint64_t step, const whole_place& place) {
        return fmt::format("{},{}", step, fmt::join(std::span(place).first(dimensions(format)), ","));
    };
    for (const drawn_stroke& each : strokes) {
        const whole_place from = whole(each.from);
        const whole_place to = whole(each.to);
        const std::string own_head = path_head(each, format);
        const bool continues = last && own_head == head && from == whole(last->to) && each.step >= last->step;
        if (!continues) {
            end_piece();
            if (!text.empty()) text += "~";
            text += own_head + "_" + numbers_text(each.step, from);
        }
        const std::string next =
            numbers_text(continues ? each.step - last->step : 0, {to[0] - from[0], to[1] - from[1], to[2] - from[2]});
        if (times > 0 && next != piece) end_piece();
        piece = next;
        ++times;
        head = own_head;
        last = &each;
    }
    end_piece();
    return text;
}

std::vector<drawn_stroke> read_drawing(std::string_view text, const stroke_format& format) {
    std::vector<drawn_stroke> strokes;
    if (text.size() > most_bytes) throw std::runtime_error("the strokes are longer than 8 MiB");
    while (!text.empty()) read_path(take_part(text, '~'), format, strokes);
    return strokes;
}

void stroke_record::draw(const drawn_stroke& stroke) {
    pending_.push_back(stroke);
    drawn_stroke& kept = pending_.back();
    kept.step = 0;
    kept.from = point_of(whole(stroke.from));
    kept.to = point_of(whole(stroke.to));
    kept.eye = point_of(whole(stroke.eye));
    kept.radius = std::max(length_of(whole(stroke.radius)), length_of(1));
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
    const auto acts = [step](const drawn_stroke& each) { return each.step <= step; };
    for (drawn_stroke each : pending_) {
        if (!acts(each)) continue;
        each.step = step;
        strokes.push_back(each);
        if (drawn_.size() < most_drawn_strokes) drawn_.push_back(each);
    }
    std::erase_if(pending_, acts);
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
