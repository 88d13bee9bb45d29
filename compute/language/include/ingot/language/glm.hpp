// Conversions of vectors, matrices and quaternions to and from glm, on the host. The language itself does not depend
// on glm; a program that includes this header does.
#pragma once

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <ingot/language/matrix4.hpp>
#include <ingot/language/quaternion.hpp>

namespace ingot {

/// Convert vectors and matrices. The components of a vector and the columns of a matrix keep their order.
template <typename T, size_t N>
constexpr glm::vec<static_cast<glm::length_t>(N), T> to_glm(const vector<T, N>& value) {
    glm::vec<static_cast<glm::length_t>(N), T> result {};
    for (size_t i = 0; i < N; ++i) result[static_cast<glm::length_t>(i)] = value[i];
    return result;
}
template <glm::length_t N, typename T, glm::qualifier precision>
constexpr vector<T, static_cast<size_t>(N)> from_glm(const glm::vec<N, T, precision>& value) {
    vector<T, static_cast<size_t>(N)> result;
    for (glm::length_t i = 0; i < N; ++i) result[static_cast<size_t>(i)] = value[i];
    return result;
}

template <typename T>
constexpr glm::mat<4, 4, T> to_glm(const matrix4<T>& matrix) {
    return {to_glm(matrix[0]), to_glm(matrix[1]), to_glm(matrix[2]), to_glm(matrix[3])};
}
template <typename T, glm::qualifier precision>
constexpr matrix4<T> from_glm(const glm::mat<4, 4, T, precision>& value) {
    return {from_glm(value[0]), from_glm(value[1]), from_glm(value[2]), from_glm(value[3])};
}

/// Converts by component name, because the order of components in glm depends on its configuration.
template <typename T>
constexpr glm::qua<T> to_glm(const quaternion<T>& value) {
    glm::qua<T> result {};
    result.x = value.x;
    result.y = value.y;
    result.z = value.z;
    result.w = value.w;
    return result;
}
template <typename T, glm::qualifier precision>
constexpr quaternion<T> from_glm(const glm::qua<T, precision>& value) {
    return {value.x, value.y, value.z, value.w};
}

}  // namespace ingot
