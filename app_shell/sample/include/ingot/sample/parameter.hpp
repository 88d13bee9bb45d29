// Parameters of a sample. A parameter is declared once; the panel, the command line, presets and reports use the
// declaration.
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

/// The value of any parameter. A string is the name of a choice or the path of a file.
using parameter_value = std::variant<bool, int64_t, double, std::string>;

/// Returns the value as text, which parameter_base::set_text() accepts: "0.01", "on", "plummer".
std::string to_text(const parameter_value& value);

/// Thrown if a parameter rejects a value. what() names the parameter, the value and the accepted values.
class parameter_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The scale of a slider between the limits of a number.
enum class parameter_scale { linear, logarithmic };

/// The type of a parameter's value.
enum class parameter_kind { toggle, integer, real, choice, file };

/// A parameter with its name, help, limits and value, independent of the type of the value.
class parameter_base {
public:
    /// The smallest and the largest accepted number.
    struct limits {
        double minimum = 0.0;
        double maximum = 0.0;
    };

    parameter_base(const parameter_base&) = delete;
    parameter_base& operator=(const parameter_base&) = delete;

    /// The name on the command line without the dashes: "softening".
    const std::string& name() const { return name_; }
    /// The name that the parameter had in earlier versions; "" if it had the same name. Command lines, presets and stored
    /// settings still accept it.
    const std::string& former_name() const { return formerly_; }
    /// Is this the parameter's name, or its former one?
    bool has_name(std::string_view name) const { return name == name_ || (!formerly_.empty() && name == formerly_); }
    const std::string& help() const { return help_; }
    parameter_kind kind() const { return kind_; }
    parameter_scale scale() const { return scale_; }
    /// For a file: the name of another parameter, which is a choice. The sample reads the file only while that parameter
    /// has the value 'file'. "" if the sample always reads the file, and for the other kinds.
    const std::string& source_choice() const { return source_choice_; }
    /// The limits of a number; nothing for the other kinds.
    const std::optional<limits>& range() const { return range_; }
    /// The names of a choice, in order; empty for the other kinds.
    std::span<const std::string> choices() const { return names_of(parameter_kind::choice); }
    /// The extensions of files that the sample reads, such as ".csv"; empty if it reads any file, and for the other
    /// kinds.
    std::span<const std::string> extensions() const { return names_of(parameter_kind::file); }

    const parameter_value& value() const { return value_; }
    const parameter_value& default_value() const { return default_value_; }
    bool is_default() const { return value_ == default_value_; }

    /// Sets the value. A real number also accepts an integer. Throws parameter_error and keeps the old value if the new
    /// value is of another kind, not finite, outside the limits, or not one of the choices.
    void set(const parameter_value& value);
    /// Sets the value from text as on the command line: "0.01", "on", "plummer". Throws as set() does.
    void set_text(std::string_view text);
    /// Returns the value as text, which set_text() accepts.
    std::string text() const;
    /// Returns a description of the accepted values for help and errors: "a whole number from 256 to 1048576".
    std::string accepted_values() const;
    /// Sets the value to the default.
    void reset() { value_ = default_value_; }

protected:
    parameter_base(parameter_kind kind, std::string name, parameter_value value, std::optional<limits> range,
                   std::vector<std::string> choices, std::string help, parameter_scale scale);
    ~parameter_base() = default;

    void set_former_name(std::string name) { formerly_ = std::move(name); }
    void set_source_choice(std::string name) { source_choice_ = std::move(name); }

    /// Converts to the double that is printed with the same digits: 0.01f becomes 0.01 instead of 0.0099999998.
    static double widened(float value);

private:
    std::span<const std::string> names_of(parameter_kind kind) const {
        return kind_ == kind ? std::span<const std::string>(names_) : std::span<const std::string>();
    }
    [[noreturn]] void reject(std::string_view value, std::string_view problem) const;

    parameter_kind kind_;
    std::string name_;
    std::string formerly_;
    std::string source_choice_;
    std::string help_;
    parameter_value default_value_;
    parameter_value value_;
    std::optional<limits> range_;
    std::vector<std::string> names_;
    parameter_scale scale_;
};

/// A number within limits, or a toggle (`bool`):
///
///     parameter<float> softening {"softening", 0.01f, {0.0f, 1.0f}, "smallest distance of two bodies"};
///     parameter<bool> trails {"trails", false, "draws the path of each body"};
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

/// A choice of one of several names; the first is the default.
class choice final : public parameter_base {
public:
    /// `former_name` is the parameter's name in earlier versions, if it had another one.
    choice(std::string name, std::vector<std::string> choices, std::string help, std::string former_name = {});

    const std::string& get() const { return std::get<std::string>(value()); }
    /// The position of the value in choices().
    size_t index() const;
    friend bool operator==(const choice& chosen, std::string_view name) { return chosen.get() == name; }
};

/// The path of a file that the sample reads; empty if no file is chosen. A file that is dropped on the window, or given
/// on the command line without an option, sets the first parameter that lists its extension, or else the first
/// file_parameter.
class file_parameter final : public parameter_base {
public:
    /// `extensions` lists the extensions that the sample reads, such as ".csv"; none if it reads any file.
    /// `source_choice` is the name of a choice; the sample reads the file only while that choice is 'file'.
    file_parameter(std::string name, std::string help, std::vector<std::string> extensions = {}, std::string source_choice = {});

    const std::string& get() const { return std::get<std::string>(value()); }
};

}  // namespace ingot
