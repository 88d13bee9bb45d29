// Functions of vectors, matrices and quaternions for the host only: text, streams, random numbers (Table 9 of the thesis
// that docs/host-library.md names). Kernels do not include this header; print() prints vectors on every device.
#pragma once

#include <charconv>
#include <ingot/language/matrix4.hpp>
#include <ingot/language/quaternion.hpp>
#include <ostream>
#include <random>
#include <string>

namespace ingot {

namespace detail {

template <typename T>
std::string number_to_string(T number) {
    if constexpr (std::same_as<T, bool>)
        return number ? "true" : "false";
    else if constexpr (std::integral<T>)
        return std::to_string(+number);  // + converts characters to int, so that they print as numbers
    else if constexpr (std::same_as<T, half>)
        return number_to_string(static_cast<float>(number));
    else {
        char text[64];
        const auto end = std::to_chars(std::begin(text), std::end(text), number).ptr;
        return {std::begin(text), end};
    }
}

// Writes a list as "(a, b, c)". `put(i)` writes part i.
template <typename Put>
void put_list(std::ostream& stream, size_t count, Put put) {
    stream << '(';
    for (size_t i = 0; i < count; ++i) {
        if (i > 0) stream << ", ";
        put(i);
    }
    stream << ')';
}

template <typename T>
auto printable_number(T number) {
    if constexpr (std::same_as<T, half>)
        return static_cast<float>(number);
    else if constexpr (std::integral<T> && !std::same_as<T, bool>)
        return +number;
    else
        return number;
}

}  // namespace detail

/// Returns "(1, 2.5, 3)". Each number has the shortest text that identifies it; a half is converted to float first. A bool
/// is `true` or `false`.
template <typename T, size_t N>
std::string to_string(const vector<T, N>& value) {
    std::string text = "(";
    for (size_t i = 0; i < N; ++i) text += (i > 0 ? ", " : "") + detail::number_to_string(value[i]);
    return text + ')';
}
/// Returns the four columns as a list of vectors: "((1, 0, 0, 0), (0, 1, 0, 0), …)".
template <typename T>
std::string to_string(const matrix4<T>& matrix) {
    return '(' + to_string(matrix[0]) + ", " + to_string(matrix[1]) + ", " + to_string(matrix[2]) + ", " + to_string(matrix[3]) +
           ')';
}
/// Returns x, y, z and w as a vector.
template <typename T>
std::string to_string(const quaternion<T>& value) {
    return to_string(value.as_vector());
}

/// Write a vector, a matrix or a quaternion to a stream as a list like that of to_string(). The stream's settings for numbers,
/// such as precision and base, apply to each number.
template <typename T, size_t N>
std::ostream& operator<<(std::ostream& stream, const vector<T, N>& value) {
    detail::put_list(stream, N, [&](size_t i) { stream << detail::printable_number(value[i]); });
    return stream;
}
template <typename T>
std::ostream& operator<<(std::ostream& stream, const matrix4<T>& matrix) {
    detail::put_list(stream, 4, [&](size_t i) { stream << matrix[i]; });
    return stream;
}
template <typename T>
std::ostream& operator<<(std::ostream& stream, const quaternion<T>& value) {
    return stream << value.as_vector();
}

/// Returns a vector of uniformly distributed random components: floating-point numbers from `minimum` up to but
/// excluding `limit`, integers from `minimum` to `limit` inclusive. minimum < limit, or for integers minimum <= limit. The
/// same engine in the same state gives the same vector only with the same standard library.
template <typename V, std::uniform_random_bit_generator Engine>
    requires(!std::same_as<typename V::value_type, bool>)
V random(Engine& engine, typename V::value_type minimum, typename V::value_type limit) {
    using T = typename V::value_type;
    V result;
    for (size_t i = 0; i < V::dimensions; ++i) {
        if constexpr (std::signed_integral<T>)
            result[i] = static_cast<T>(std::uniform_int_distribution<int64_t>(minimum, limit)(engine));
        else if constexpr (std::unsigned_integral<T>)
            result[i] = static_cast<T>(std::uniform_int_distribution<uint64_t>(minimum, limit)(engine));
        else if constexpr (std::same_as<T, half>) {
            // Rounding to half may give the limit itself, which is excluded; then draw again.
            do
                result[i] =
                    half(std::uniform_real_distribution<float>(static_cast<float>(minimum), static_cast<float>(limit))(engine));
            while (!(result[i] < limit));
        } else
            result[i] = std::uniform_real_distribution<T>(minimum, limit)(engine);
    }
    return result;
}
/// Returns a vector of random components, as above, from an engine of the calling thread. std::random_device seeds the engine,
/// so each run gives other numbers.
template <typename V>
V random(typename V::value_type minimum, typename V::value_type limit) {
    thread_local std::mt19937_64 engine {std::random_device {}()};
    return random<V>(engine, minimum, limit);
}
/// Returns a vector of random components, as above, with a minimum of 0.
template <typename V>
V random(typename V::value_type limit) {
    return random<V>(typename V::value_type {}, limit);
}

}  // namespace ingot
