#include "lettering.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ingot::samples::blur {

namespace {

// The font. Capitals are 8 high. Each pair of digits is a point: x and y from the lower left. A space separates
// strokes. '~' before a stroke rounds its corners; 'o' also closes the stroke.
const std::map<char, std::string_view> face {
    {'A', "003860 1353"},
    {'B', "40000848 ~4858565444 4404 ~44546462605040"},
    {'C', "~66675848180806020010506062"},
    {'D', "20000828 ~2848686664624020"},
    {'E', "68080060 0454"},
    {'F', "680800 0454"},
    {'G', "~6667584818080602001050606264 6434"},
    {'H', "0008 6068 0464"},
    {'I', "0008"},
    {'J', "4842 ~424030100002"},
    {'K', "0008 5803 2560"},
    {'L', "080050"},
    {'M', "0008336860"},
    {'N', "00086068"},
    {'O', "o1808060402001050606264666858"},
    {'P', "000848 ~485868665444 4404"},
    {'Q', "o1808060402001050606264666858 4260"},
    {'R', "000848 ~485868665444 4404 3460"},
    {'S', "~6667584818080604145464626050100001"},
    {'T', "0868 3830"},
    {'U', "0803 ~03011030506163 6368"},
    {'V', "083068"},
    {'W', "0820456088"},
    {'X', "0068 0860"},
    {'Y', "0834 6834 3430"},
    {'Z', "08680060"},
    {'0', "o1808060402001040505254565848"},
    {'1', "063830"},
    {'2', "~060718485856442200 0050"},
    {'3', "~07184858564424 ~2444545250401001"},
    {'4', "40480252"},
    {'5', "580805 ~053555535250401001"},
    {'6', "~574828080402 o15050200104050525545"},
    {'7', "085820"},
    {'8', "o1808061444565848 o14040100104050535444"},
    {'9', "~011040505456 o48585653431303060818"},
    {'.', "0000"},
    {',', "1100"},
    {'-', "0444"},
    {'+', "0444 2226"},
    {'/', "0048"},
    {':', "0101 0606"},
    {'%', "0068 o0607081828272616 o4041425262615150"},
    {'*', "1246 1642"},
};

constexpr float capital = 8.0f;
constexpr float gap = 2.6f;
constexpr float blank = 3.2f;

/// Rounds the corners of a stroke: cuts all corners, three times (Chaikin 1974). The ends of an open stroke do not move.
stroke rounded(const stroke& corners, bool closed) {
    stroke smooth = corners;
    for (int round = 0; round < 3 && smooth.size() > 2; ++round) {
        stroke next;
        if (!closed) next.push_back(smooth.front());
        for (size_t i = 0; i + (closed ? 0 : 1) < smooth.size(); ++i) {
            const point a = smooth[i];
            const point b = smooth[(i + 1) % smooth.size()];
            next.push_back({0.75f * a.x + 0.25f * b.x, 0.75f * a.y + 0.25f * b.y});
            next.push_back({0.25f * a.x + 0.75f * b.x, 0.25f * a.y + 0.75f * b.y});
        }
        if (!closed) next.push_back(smooth.back());
        smooth = std::move(next);
    }
    if (closed) smooth.push_back(smooth.front());
    return smooth;
}

stroke stroke_from(std::string_view word) {
    const bool closed = word.starts_with('o');
    const bool round = closed || word.starts_with('~');
    if (round) word.remove_prefix(1);
    stroke corners;
    for (size_t i = 0; i + 1 < word.size(); i += 2)
        corners.push_back({static_cast<float>(word[i] - '0'), static_cast<float>(word[i + 1] - '0')});
    return round ? rounded(corners, closed) : corners;
}

std::vector<stroke> letter(char character) {
    const auto found = face.find(character >= 'a' && character <= 'z' ? static_cast<char>(character - 'a' + 'A') : character);
    std::vector<stroke> strokes;
    if (found == face.end()) return strokes;
    std::string_view rest = found->second;
    while (!rest.empty()) {
        const size_t end = std::min(rest.find(' '), rest.size());
        strokes.push_back(stroke_from(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return strokes;
}

float width_of_letter(const std::vector<stroke>& strokes) {
    float width = 0.0f;
    for (const stroke& line : strokes)
        for (const point& each : line) width = std::max(width, each.x);
    return width;
}

float distance_to_piece(point a, point b, point position) {
    const float x = b.x - a.x;
    const float y = b.y - a.y;
    const float length = x * x + y * y;
    const float share = length > 0.0f ? std::clamp(((position.x - a.x) * x + (position.y - a.y) * y) / length, 0.0f, 1.0f) : 0.0f;
    return std::hypot(position.x - a.x - share * x, position.y - a.y - share * y);
}

}  // namespace

std::vector<stroke> strokes_of(std::string_view text, float height) {
    const float unit = height / capital;
    std::vector<stroke> all;
    float pen = 0.0f;
    for (const char each : text) {
        const std::vector<stroke> lines = letter(each);
        for (stroke line : lines) {
            for (point& point : line) point = {unit * (pen + point.x), unit * (capital - point.y)};
            all.push_back(std::move(line));
        }
        pen += (lines.empty() ? blank : width_of_letter(lines)) + gap;
    }
    return all;
}

float width_of(std::string_view text, float height) {
    float pen = 0.0f;
    for (const char each : text) {
        const std::vector<stroke> lines = letter(each);
        pen += (lines.empty() ? blank : width_of_letter(lines)) + gap;
    }
    return std::max(0.0f, pen - gap) * height / capital;
}

float distance_to(const stroke& line, point position) {
    if (line.empty()) return INFINITY;
    float nearest = distance_to_piece(line.front(), line.front(), position);
    for (size_t i = 0; i + 1 < line.size(); ++i) nearest = std::min(nearest, distance_to_piece(line[i], line[i + 1], position));
    return nearest;
}

}  // namespace ingot::samples::blur
