#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ingot/sample/parameter.hpp>
#include <ingot/sample/whole_number.hpp>

namespace ingot {

namespace {

std::string number_text(double value) { return fmt::format("{}", value); }

/// Parses the whole text as a number. Returns nothing if it is not a number.
template <typename T>
std::optional<T> parse(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    T number {};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc {} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::optional<bool> parsed_toggle(std::string_view text) {
    for (const std::string_view word : {"on", "true", "yes", "1"})
        if (text == word) return true;
    for (const std::string_view word : {"off", "false", "no", "0"})
        if (text == word) return false;
    return std::nullopt;
}

}  // namespace

std::string to_text(const parameter_value& value) {
    if (const auto* toggle = std::get_if<bool>(&value)) return *toggle ? "on" : "off";
    if (const auto* integer = std::get_if<int64_t>(&value)) return fmt::format("{}", *integer);
    if (const auto* real = std::get_if<double>(&value)) return number_text(*real);
    return std::get<std::string>(value);
}

parameter_base::parameter_base(parameter_kind kind, std::string name, parameter_value value, std::optional<limits> range,
                               std::vector<std::string> choices, std::string help, parameter_scale scale)
    : kind_(kind),
      name_(std::move(name)),
      help_(std::move(help)),
      default_value_(value),
      value_(std::move(value)),
      range_(range),
      names_(std::move(choices)),
      scale_(scale) {
    // Limits that were given as float are printed with the digits of a float: 0.2 instead of 0.20000000298.
    if (range_ && kind == parameter_kind::real)
        for (double* each : {&range_->minimum, &range_->maximum})
            if (const auto rounded = static_cast<float>(*each); static_cast<double>(rounded) == *each) *each = widened(rounded);
    if (name_.empty()) throw std::invalid_argument("a parameter must have a name");
    if (kind_ == parameter_kind::choice && names_.empty())
        throw std::invalid_argument(fmt::format("parameter '{}' must have at least one choice", name_));
    if (range_ && !(range_->minimum <= range_->maximum))
        throw std::invalid_argument(fmt::format("parameter '{}': the lower limit is above the upper limit", name_));
    if (scale_ == parameter_scale::logarithmic && range_ && range_->minimum < 0.0)
        throw std::invalid_argument(fmt::format("parameter '{}': a logarithmic scale has no negative numbers", name_));
    set(default_value_);  // checks the limits of the default too
}

double parameter_base::widened(float value) { return parse<double>(fmt::format("{}", value)).value_or(value); }

std::string parameter_base::accepted_values() const {
    switch (kind_) {
        case parameter_kind::toggle:
            return "on or off";
        case parameter_kind::integer:
            return range_ ? fmt::format("a whole number from {:.0f} to {:.0f}", range_->minimum, range_->maximum)
                          : "a whole number";
        case parameter_kind::real:
            return range_ ? fmt::format("a number from {} to {}", number_text(range_->minimum), number_text(range_->maximum))
                          : "a number";
        case parameter_kind::choice:
            return fmt::format("one of {}", fmt::join(names_, ", "));
        case parameter_kind::file:
            return names_.empty() ? "the path of a file" : fmt::format("the path of a file: {}", fmt::join(names_, ", "));
    }
    return {};
}

void parameter_base::reject(std::string_view value, std::string_view problem) const {
    throw parameter_error(fmt::format("{}: '{}' {}; expected {}", name_, value, problem, accepted_values()));
}

void parameter_base::set(const parameter_value& value) {
    const auto check_range = [this, &value](double number) {
        if (!std::isfinite(number)) reject(to_text(value), "is not finite");
        if (range_ && (number < range_->minimum || number > range_->maximum)) reject(to_text(value), "is out of range");
    };
    parameter_value accepted_value = value;
    switch (kind_) {
        case parameter_kind::toggle:
            if (!std::holds_alternative<bool>(value)) reject(to_text(value), "is not on or off");
            break;
        case parameter_kind::integer:
            if (!std::holds_alternative<int64_t>(value)) reject(to_text(value), "is not a whole number");
            check_range(static_cast<double>(std::get<int64_t>(value)));
            break;
        case parameter_kind::real:
            if (const auto* integer = std::get_if<int64_t>(&value)) accepted_value = static_cast<double>(*integer);
            if (!std::holds_alternative<double>(accepted_value)) reject(to_text(value), "is not a number");
            check_range(std::get<double>(accepted_value));
            break;
        case parameter_kind::choice:
            if (!std::holds_alternative<std::string>(value)) reject(to_text(value), "is not a name");
            if (std::ranges::find(names_, std::get<std::string>(value)) == names_.end())
                reject(to_text(value), "is not a choice");
            break;
        case parameter_kind::file:
            if (!std::holds_alternative<std::string>(value)) reject(to_text(value), "is not a path");
            break;
    }
    value_ = std::move(accepted_value);
}

void parameter_base::set_text(std::string_view text) {
    switch (kind_) {
        case parameter_kind::toggle:
            if (const auto toggle = parsed_toggle(text)) return set(*toggle);
            reject(text, "is neither on nor off");
        case parameter_kind::integer:
            if (const auto integer = parse_whole_number<int64_t>(text.substr(text.starts_with('+') ? 1 : 0))) {
                const auto number = static_cast<double>(*integer);
                if (range_ && (number < range_->minimum || number > range_->maximum)) reject(text, "is out of range");
                return set(*integer);
            }
            if (const auto number = parse<double>(text); number && std::trunc(*number) == *number)
                reject(text, "is out of range");
            reject(text, "is not a whole number");
        case parameter_kind::real:
            if (const auto real = parse<double>(text)) return set(*real);
            reject(text, "is not a number");
        case parameter_kind::choice:
        case parameter_kind::file:
            return set(std::string(text));
    }
}

std::string parameter_base::text() const { return to_text(value_); }

choice::choice(std::string name, std::vector<std::string> choices, std::string help, std::string former_name)
    : parameter_base(parameter_kind::choice, std::move(name), choices.empty() ? std::string() : choices.front(), std::nullopt,
                     choices, std::move(help), parameter_scale::linear) {
    set_former_name(std::move(former_name));
}

size_t choice::index() const {
    const auto all = choices();
    return static_cast<size_t>(std::ranges::find(all, get()) - all.begin());
}

file_parameter::file_parameter(std::string name, std::string help, std::vector<std::string> extensions, std::string source_choice)
    : parameter_base(parameter_kind::file, std::move(name), std::string(), std::nullopt, std::move(extensions), std::move(help),
                     parameter_scale::linear) {
    set_source_choice(std::move(source_choice));
}

}  // namespace ingot
