// Kernels for Table 8 of the thesis that docs/host-library.md names: tables computed at compile time, functions of integers,
// interpolation, and calls of one name at compile time and at run time. tests/mathematics/functions.kernels.cpp contains the
// kernels for the other functions.
#include <cmath>
#include <ingot/kernel.hpp>

#include "mathematics_tables.hpp"

using namespace ingot;
using testing::function_count;
using testing::table_row;
using testing::table_width;

template <typename T>
static void write_row(uint32_t function, buffer<T> row) {
    [&]<size_t... which>(std::index_sequence<which...>) {
        const auto write = [&](const std::array<T, table_width>& values) {
            for (size_t i = 0; i < table_width; ++i) row[i] = values[i];
        };
        ((function == which ? write(table_row<T, which>) : void()), ...);
    }(std::make_index_sequence<function_count>());
}

kernel void table_row_of_float(buffer<float> row, param<uint32_t> function) { write_row(function, row); }
kernel void table_row_of_double(buffer<double> row, param<uint32_t> function) { write_row(function, row); }
kernel void table_row_of_half(buffer<half> row, param<uint32_t> function) { write_row(function, row); }

// Writes three results for one value: abs, clamp to -100 … 100, and wrap to 0 … 6.
template <typename T>
static void write_integers(buffer<const T> values, buffer<T> results) {
    const T value = values[global_id.x];
    T* const three = results + size_t(global_id.x) * 3;
    three[0] = abs(value);
    three[1] = clamp(value, T(-100), T(100));
    three[2] = wrap(value, T(7));
}
kernel void integers_16(buffer<const int16_t> values, buffer<int16_t> results) { write_integers(values, results); }
kernel void integers_32(buffer<const int32_t> values, buffer<int32_t> results) { write_integers(values, results); }
kernel void integers_64(buffer<const int64_t> values, buffer<int64_t> results) { write_integers(values, results); }
kernel void integers_unsigned(buffer<const uint32_t> values, buffer<uint32_t> results) {
    const uint32_t value = values[global_id.x];
    uint32_t* const three = results + size_t(global_id.x) * 3;
    three[0] = abs(value);
    three[1] = clamp(value, 5u, 100u);
    three[2] = wrap(value, 7u);
}

// Applies clamp, wrap and the three interpolations to four numbers and an interpolation parameter.
template <typename T>
static void write_combinations(buffer<const T> values, buffer<T> results) {
    const T* const v = values + size_t(global_id.x) * 5;
    T* const five = results + size_t(global_id.x) * 5;
    five[0] = clamp(v[0], T(-1.0f), T(1.5f));
    five[1] = wrap(v[0], T(1.5f));
    five[2] = interpolate(v[1], v[2], v[4]);
    five[3] = cubic_interpolate(v[0], v[1], v[2], v[3], v[4]);
    five[4] = catmull_rom_interpolate(v[0], v[1], v[2], v[3], v[4]);
}
kernel void combinations_of_float(buffer<const float> values, buffer<float> results) { write_combinations(values, results); }
kernel void combinations_of_double(buffer<const double> values, buffer<double> results) { write_combinations(values, results); }
kernel void combinations_of_half(buffer<const half> values, buffer<half> results) { write_combinations(values, results); }

// Calls functions at compile time and at run time without a namespace qualifier, although <cmath> declares functions of double
// with the same names.
kernel void both_times(buffer<const double> values, buffer<double> results) {
    constexpr double sine = sin(0.5);
    constexpr double power = pow(0.5, 1.5);
    constexpr float root = sqrt(0.5f);
    constexpr int magnitude = abs(-3);
    const double value = values[0];
    results[0] = sine;
    results[1] = power;
    results[2] = static_cast<double>(root);
    results[3] = magnitude;
    results[4] = sin(value);
    results[5] = pow(value, 1.5);
    results[6] = static_cast<double>(sqrt(static_cast<float>(value)));
    results[7] = abs(static_cast<int>(value * -6.0));
    results[8] = std::is_constant_evaluated() ? 1.0 : 0.0;
}
