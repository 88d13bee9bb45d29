// What a person can set in a sample, declared once. Panel, command line, presets and reports are made from these.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace ingot {

/// The value of any parameter. Text is a choice's name or a file's path.
using parameter_value = std::variant<bool, int64_t, double, std::string>;

/// As text that parameter_base::set_text() takes: "0.01", "on", "plummer".
std::string to_text(const parameter_value& value);

/// A value that a parameter does not take; what() names the parameter, the value and what it would take.
class parameter_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// How a panel lays out the numbers between the limits.
enum class parameter_scale { linear, logarithmic };

enum class parameter_kind { toggle, integer, real, choice, file };

/// One parameter without its type: name, help, limits, value.
class parameter_base {
public:
    struct limits {
        double minimum = 0.0;
        double maximum = 0.0;
    };

    parameter_base(const parameter_base&) = delete;
    parameter_base& operator=(const parameter_base&) = delete;

    /// As on the command line, without the dashes: "softening".
    const std::string& name() const { return called; }
    const std::string& help() const { return explained; }
    parameter_kind kind() const { return of_kind; }
    parameter_scale scale() const { return laid_out; }
    /// Of a number; nothing for the other kinds.
    const std::optional<limits>& range() const { return allowed; }
    /// Of a choice, in order; empty for the other kinds.
    std::span<const std::string> choices() const { return names_of(parameter_kind::choice); }
    /// Of a file that the sample reads, as ".csv"; empty for the other kinds, and where the sample looks at any file.
    std::span<const std::string> extensions() const { return names_of(parameter_kind::file); }

    const parameter_value& value() const { return current; }
    const parameter_value& default_value() const { return initial; }
    bool is_default() const { return current == initial; }

    /// Sets the value. An integer is taken for a real number too. Throws parameter_error and changes nothing where the value is
    /// of another kind, outside the limits, or not one of the choices.
    void set(const parameter_value& to);
    /// The same from text as on the command line: "0.01", "on", "plummer".
    void set_text(std::string_view text);
    /// The value as text that set_text takes.
    std::string text() const;
    /// What the parameter takes, for help and errors: "a whole number from 256 to 1048576".
    std::string accepted() const;
    void reset() { current = initial; }

protected:
    parameter_base(parameter_kind kind, std::string name, parameter_value value, std::optional<limits> range,
                   std::vector<std::string> choices, std::string help, parameter_scale scale);
    ~parameter_base() = default;

    /// The double that is written with the same digits: 0.01f is 0.01, and not 0.0099999998.
    static double widened(float value);

private:
    std::span<const std::string> names_of(parameter_kind kind) const {
        return of_kind == kind ? std::span<const std::string>(names) : std::span<const std::string>();
    }
    [[noreturn]] void refuse(std::string_view value, std::string_view problem) const;

    parameter_kind of_kind;
    std::string called;
    std::string explained;
    parameter_value initial;
    parameter_value current;
    std::optional<limits> allowed;
    std::vector<std::string> names;
    parameter_scale laid_out;
};

/// A number within limits, or a toggle: `parameter<float> softening {"softening", 0.01f, {0.0f, 1.0f}, "…"};`
template <typename T>
    requires std::is_arithmetic_v<T>
class parameter final : public parameter_base {
public:
    parameter(std::string name, T value, limits range, std::string help, parameter_scale scale = parameter_scale::linear)
        requires(!std::is_same_v<T, bool>)
        : parameter_base(std::is_integral_v<T> ? parameter_kind::integer : parameter_kind::real, std::move(name), boxed(value),
                         range, {}, std::move(help), scale) {}
    parameter(std::string name, bool value, std::string help)
        requires std::is_same_v<T, bool>
        : parameter_base(parameter_kind::toggle, std::move(name), value, std::nullopt, {}, std::move(help),
                         parameter_scale::linear) {}

    operator T() const { return get(); }
    T get() const {
        if constexpr (std::is_same_v<T, bool>)
            return std::get<bool>(value());
        else if constexpr (std::is_integral_v<T>)
            return static_cast<T>(std::get<int64_t>(value()));
        else
            return static_cast<T>(std::get<double>(value()));
    }

private:
    static parameter_value boxed(T value) {
        if constexpr (std::is_integral_v<T>)
            return static_cast<int64_t>(value);
        else if constexpr (std::is_same_v<T, float>)
            return widened(value);
        else
            return static_cast<double>(value);
    }
};

/// One of several names; the first is the default.
class choice final : public parameter_base {
public:
    choice(std::string name, std::vector<std::string> choices, std::string help);

    const std::string& get() const { return std::get<std::string>(value()); }
    size_t index() const;
    friend bool operator==(const choice& chosen, std::string_view name) { return chosen.get() == name; }
};

/// The path of a file that the sample reads; empty where none is chosen. A file that is dropped on the window, or named on the
/// command line without an option, goes to the first one whose extensions fit.
class file_parameter final : public parameter_base {
public:
    /// `extensions` as ".csv": those that the sample reads; none where it looks at any file.
    file_parameter(std::string name, std::string help, std::vector<std::string> extensions = {});

    const std::string& get() const { return std::get<std::string>(value()); }
};

}  // namespace ingot
