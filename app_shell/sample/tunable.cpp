#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ingot/sample/tunable.hpp>
#include <utility>

namespace ingot {

namespace {

std::vector<std::string> with_automatic(std::vector<std::string> values) {
    values.insert(values.begin(), std::string(tunable::automatic));
    return values;
}

}  // namespace

tunable::tunable(std::string name, std::vector<std::string> values, std::string help)
    : parameter_base(parameter_kind::choice, std::move(name), std::string(automatic), std::nullopt,
                     with_automatic(std::move(values)), std::move(help), parameter_scale::linear) {}

const std::string& tunable::get() const {
    const auto& own = std::get<std::string>(value());
    return own == automatic ? tuned_ : own;
}

void tunable::set_tuned(const std::string& value) {
    if (std::ranges::find(choices(), value) == choices().end())
        throw parameter_error(fmt::format("{}: '{}' is not one of its values", name(), value));
    tuned_ = value;
}

std::optional<group_shape> group_shape_of(std::string_view text) {
    group_shape shape;
    const char* const end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, shape.width);
    if (width.ec != std::errc() || width.ptr == end || *width.ptr != 'x') return {};
    const auto height = std::from_chars(width.ptr + 1, end, shape.height);
    if (height.ec != std::errc() || height.ptr != end || shape.width == 0 || shape.height == 0) return {};
    return shape;
}

}  // namespace ingot
