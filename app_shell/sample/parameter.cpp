#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ingot/sample/parameter.hpp>

namespace ingot {

namespace {

std::string number_text(double value) { return fmt::format("{}", value); }

/// A value as a person would write it.
/// The whole of `text` as a number, or nothing.
template <typename T>
std::optional<T> parsed(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    T number {};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc {} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::optional<bool> parsed_toggle(std::string_view text) {
    for (const std::string_view on : {"on", "true", "yes", "1"})
        if (text == on) return true;
    for (const std::string_view off : {"off", "false", "no", "0"})
        if (text == off) return false;
    return std::nullopt;
}

}  // namespace

std::string to_text(const parameter_value& value) {
    if (const auto* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
    if (const auto* whole = std::get_if<int64_t>(&value)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&value)) return number_text(*real);
    return std::get<std::string>(value);
}

parameter_base::parameter_base(parameter_kind kind, std::string name, parameter_value value, std::optional<limits> range,
                               std::vector<std::string> choices, std::string help, parameter_scale scale)
    : of_kind(kind),
      called(std::move(name)),
      explained(std::move(help)),
      initial(value),
      current(std::move(value)),
      allowed(range),
      names(std::move(choices)),
      laid_out(scale) {
    // Limits that came as float are written as floats are: 0.2, and not 0.20000000298.
    if (allowed && kind == parameter_kind::real)
        for (double* each : {&allowed->minimum, &allowed->maximum})
            if (const auto rounded = static_cast<float>(*each); static_cast<double>(rounded) == *each) *each = widened(rounded);
    if (called.empty()) throw std::invalid_argument("a parameter has no name");
    if (of_kind == parameter_kind::choice && names.empty())
        throw std::invalid_argument(fmt::format("parameter '{}' has nothing to choose from", called));
    if (allowed && !(allowed->minimum <= allowed->maximum))
        throw std::invalid_argument(fmt::format("parameter '{}': its lower limit is above its upper limit", called));
    if (laid_out == parameter_scale::logarithmic && allowed && allowed->minimum < 0.0)
        throw std::invalid_argument(fmt::format("parameter '{}': a logarithmic scale has no negative numbers", called));
    set(initial);  // the default obeys the limits too
}

double parameter_base::widened(float value) { return parsed<double>(fmt::format("{}", value)).value_or(value); }

std::string parameter_base::accepted() const {
    switch (of_kind) {
        case parameter_kind::toggle:
            return "on or off";
        case parameter_kind::integer:
            return allowed ? fmt::format("a whole number from {:.0f} to {:.0f}", allowed->minimum, allowed->maximum)
                           : "a whole number";
        case parameter_kind::real:
            return allowed ? fmt::format("a number from {} to {}", number_text(allowed->minimum), number_text(allowed->maximum))
                           : "a number";
        case parameter_kind::choice:
            return fmt::format("one of {}", fmt::join(names, ", "));
        case parameter_kind::file:
            return names.empty() ? "the path of a file" : fmt::format("the path of a file: {}", fmt::join(names, ", "));
    }
    return {};
}

void parameter_base::refuse(std::string_view value, std::string_view problem) const {
    throw parameter_error(fmt::format("{}: '{}' {}; it takes {}", called, value, problem, accepted()));
}

void parameter_base::set(const parameter_value& to) {
    const auto check_range = [this, &to](double number) {
        if (!std::isfinite(number)) refuse(to_text(to), "is not finite");
        if (allowed && (number < allowed->minimum || number > allowed->maximum)) refuse(to_text(to), "is out of range");
    };
    parameter_value accepted_value = to;
    switch (of_kind) {
        case parameter_kind::toggle:
            if (!std::holds_alternative<bool>(to)) refuse(to_text(to), "is not a toggle");
            break;
        case parameter_kind::integer:
            if (!std::holds_alternative<int64_t>(to)) refuse(to_text(to), "is not a whole number");
            check_range(static_cast<double>(std::get<int64_t>(to)));
            break;
        case parameter_kind::real:
            if (const auto* whole = std::get_if<int64_t>(&to)) accepted_value = static_cast<double>(*whole);
            if (!std::holds_alternative<double>(accepted_value)) refuse(to_text(to), "is not a number");
            check_range(std::get<double>(accepted_value));
            break;
        case parameter_kind::choice:
            if (!std::holds_alternative<std::string>(to)) refuse(to_text(to), "is not a name");
            if (std::ranges::find(names, std::get<std::string>(to)) == names.end()) refuse(to_text(to), "is not known");
            break;
        case parameter_kind::file:
            if (!std::holds_alternative<std::string>(to)) refuse(to_text(to), "is not a path");
            break;
    }
    current = std::move(accepted_value);
}

void parameter_base::set_text(std::string_view text) {
    switch (of_kind) {
        case parameter_kind::toggle:
            if (const auto on = parsed_toggle(text)) return set(*on);
            refuse(text, "is neither on nor off");
        case parameter_kind::integer:
            if (const auto whole = parsed<int64_t>(text)) return set(*whole);
            refuse(text, parsed<double>(text) ? "is out of range or not whole" : "is not a whole number");
        case parameter_kind::real:
            if (const auto real = parsed<double>(text)) return set(*real);
            refuse(text, "is not a number");
        case parameter_kind::choice:
        case parameter_kind::file:
            return set(std::string(text));
    }
}

std::string parameter_base::text() const { return to_text(current); }

choice::choice(std::string name, std::vector<std::string> choices, std::string help)
    : parameter_base(parameter_kind::choice, std::move(name), choices.empty() ? std::string() : choices.front(), std::nullopt,
                     choices, std::move(help), parameter_scale::linear) {}

size_t choice::index() const {
    const auto all = choices();
    return static_cast<size_t>(std::ranges::find(all, get()) - all.begin());
}

file_parameter::file_parameter(std::string name, std::string help, std::vector<std::string> extensions)
    : parameter_base(parameter_kind::file, std::move(name), std::string(), std::nullopt, std::move(extensions), std::move(help),
                     parameter_scale::linear) {}

}  // namespace ingot
