// Printing from a kernel (section 3.3.4 of the thesis that docs/host-library.md names).
//
// C's printf works too. Its format must be a string literal. The format may contain C's conversions for numbers, characters
// and pointers, but not `*` and not `%n`. The argument of `%s` must be a string that is known at compile time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ingot/language/device_functions.hpp>
#include <ingot/language/half.hpp>
#include <ingot/language/matrix4.hpp>
#include <ingot/language/vector.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ingot {

namespace detail {

// Returns the letter for a type of components, as print_format.hpp lists the letters; 0 if the type cannot be printed.
template <typename T>
constexpr char print_kind() {
    if constexpr (std::is_same_v<T, char>)
        return 'c';
    else if constexpr (std::is_integral_v<T> && sizeof(T) <= 4)
        return std::is_signed_v<T> ? 'd' : 'u';
    else if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
        return std::is_signed_v<T> ? 'D' : 'U';
    else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, half>)
        return 'f';
    else
        return 0;
}

// Returns a component in a type that can be passed to a function with `...`. Half is not such a type, so it becomes float.
template <typename T>
constexpr auto passed_component(const T& value) {
    if constexpr (std::is_same_v<T, half>)
        return static_cast<float>(value);
    else
        return value;
}

/// Defines how a type is printed. To print your own type, specialise this template for it. Define the numbers of columns and
/// rows, the kind of a component (print_kind), and a function `components` that returns all components, column by column,
/// as a tuple.
template <typename T>
struct printing {
    static constexpr char columns = 1, rows = 1, kind = print_kind<T>();
    static constexpr auto components(const T& value) { return std::make_tuple(passed_component(value)); }
};
template <size_t N>
struct printing<char[N]> {
    static constexpr char columns = 1, rows = 1, kind = 's';
    static constexpr std::tuple<const char*> components(const char* text) { return {text}; }
};
template <>
struct printing<const char*> : printing<char[1]> {};
template <typename T, size_t N>
struct printing<vector<T, N>> {
    static constexpr char columns = 1, rows = N, kind = print_kind<T>();
    static constexpr auto components(const vector<T, N>& value) {
        return [&]<size_t... i>(std::index_sequence<i...>) {
            return std::make_tuple(passed_component(value[i])...);
        }(std::make_index_sequence<N> {});
    }
};
template <typename T, bool distinct, size_t... indices>
struct printing<named_components<T, distinct, indices...>> : printing<vector<T, sizeof...(indices)>> {};
template <typename T, size_t... indices>
struct printing<named_part<T, indices...>> : printing<vector<T, sizeof...(indices)>> {};
template <typename Vector, size_t... indices>
struct printing<component_references<Vector, indices...>> : printing<typename component_references<Vector, indices...>::value> {};
template <typename T>
struct printing<matrix4<T>> {
    static constexpr char columns = 4, rows = 4, kind = print_kind<T>();
    static constexpr auto components(const matrix4<T>& value) {
        using column = printing<vector<T, 4>>;
        return std::tuple_cat(column::components(value[0]), column::components(value[1]), column::components(value[2]),
                              column::components(value[3]));
    }
};

// A string that describes how the values of these types are printed: three characters for each value (print_format.hpp), and
// a 0 at the end.
template <typename... Values>
inline constexpr std::array<char, 3 * sizeof...(Values) + 1> print_shapes = [] {
    std::array<char, 3 * sizeof...(Values) + 1> shapes {};
    const std::array<std::array<char, 3>, sizeof...(Values)> value_shapes {
        std::array {static_cast<char>('0' + printing<Values>::columns), static_cast<char>('0' + printing<Values>::rows),
                    printing<Values>::kind}...};
    for (size_t i = 0; i < 3 * value_shapes.size(); ++i) shapes[i] = value_shapes[i / 3][i % 3];
    return shapes;
}();

// Calling these functions is an error in a constant expression, because they are not constexpr. Their names appear in the
// compiler's error message and state the reason.
void print_has_more_values_than_placeholders();
void print_has_fewer_values_than_placeholders();

// A function of its own, so that a compiler's error message shows both numbers: "in call to 'fit_placeholders(2, 1)'".
constexpr void fit_placeholders(size_t placeholders, size_t values) {
    if (placeholders < values) print_has_more_values_than_placeholders();
    if (placeholders > values) print_has_fewer_values_than_placeholders();
}

// A text with one `$` for each of the printed values. A text with another number of `$` does not compile.
template <typename... Values>
struct print_text {
    // Not explicit, so that a string literal converts to a print_text.
    consteval print_text(const char* literal) : characters(literal) {
        size_t placeholders = 0;
        for (const char* each = literal; *each; ++each)
            if (*each == '$') ++placeholders;
        fit_placeholders(placeholders, sizeof...(Values));
    }
    const char* characters;
};

/// Can print() print a `T`? It prints numbers except long double, bool, char, strings that are known at compile time, and
/// vectors and matrices of numbers.
template <typename T>
concept printable = printing<T>::kind != 0;

}  // namespace detail

/// Prints a line to the host program's standard output, on every device. Each `$` in `text` is replaced by the next
/// value, and a newline is added.
///
/// `text` is a string literal. It is a compile error if the number of values differs from the number of `$`, or if a
/// value is not printable. Floating-point numbers print as with `%f`, vectors as `(x, y, z)`, matrices as a vector of
/// columns, bool as 0 or 1. `print("$", '$')` prints a dollar sign.
///
/// Lines of different work-items are printed whole, in any order, before queue::finish() returns. A device stores its
/// output in a buffer of limited size (CUDA: 1 MiB; OpenCL: CL_DEVICE_PRINTF_BUFFER_SIZE); output that does not fit is
/// lost.
template <typename... Values>
    requires(detail::printable<Values> && ...)
void print(detail::print_text<std::type_identity_t<Values>...> text, const Values&... values) {
    std::apply(
        [&](const auto&... components) {
            ingot_device_print(text.characters, detail::print_shapes<Values...>.data(), components...);
        },
        std::tuple_cat(detail::printing<Values>::components(values)...));
}

}  // namespace ingot
