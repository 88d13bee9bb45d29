// Tables of the results of every function for some arguments. The tables are constant expressions: the compiler of the file
// that includes this header computes them.
#pragma once

#include <array>
#include <utility>

#include "../mathematics/functions.hpp"

namespace ingot::testing {

inline constexpr size_t table_width = 16;

/// Returns the arguments of the tables for T: numbers inside and at the limits of the functions' domains, special values, a
/// denormal number, and very large numbers.
template <detail::floating_point T>
constexpr std::array<T, table_width> table_arguments() {
    using limits = std::numeric_limits<T>;
    return {T(0.0f),
            T(-0.0f),
            T(1.0f),
            T(-1.0f),
            T(0.5f),
            limits::infinity(),
            -limits::infinity(),
            limits::quiet_NaN(),
            T(-2.5f),
            T(7.25f),
            limits::denorm_min(),
            limits::max(),
            limits::min(),
            T(1e4f),
            T(0.7853982f),
            T(88.5f)};
}

/// The results of function number `which` for each argument of the table. Functions of two or three arguments take the second
/// one from 3 columns to the right and the third one from 8 columns to the right; after the last column, the first follows.
template <detail::floating_point T, size_t which>
inline constexpr std::array<T, table_width> table_row = [] {
    constexpr std::array<T, table_width> arguments = table_arguments<T>();
    std::array<T, table_width> row {};
    for (size_t i = 0; i < table_width; ++i)
        row[i] =
            call(static_cast<function>(which), arguments[i], arguments[(i + 3) % table_width], arguments[(i + 8) % table_width]);
    return row;
}();

}  // namespace ingot::testing
