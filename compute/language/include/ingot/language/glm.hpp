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

/// The same components, in the same order; matrices in the same order of columns.
template <typename T, size_t N>
constexpr glm::vec<static_cast<glm::length_t>(N), T> to_glm(const vector<T, N>& of) {
    glm::vec<static_cast<glm::length_t>(N), T> made {};
    for (size_t i = 0; i < N; ++i) made[static_cast<glm::length_t>(i)] = of[i];
    return made;
}
template <glm::length_t N, typename T, glm::qualifier precision>
constexpr vector<T, static_cast<size_t>(N)> from_glm(const glm::vec<N, T, precision>& of) {
    vector<T, static_cast<size_t>(N)> made;
    for (glm::length_t i = 0; i < N; ++i) made[static_cast<size_t>(i)] = of[i];
    return made;
}

template <typename T>
constexpr glm::mat<4, 4, T> to_glm(const matrix4<T>& matrix) {
    return {to_glm(matrix[0]), to_glm(matrix[1]), to_glm(matrix[2]), to_glm(matrix[3])};
}
template <typename T, glm::qualifier precision>
constexpr matrix4<T> from_glm(const glm::mat<4, 4, T, precision>& of) {
    return {from_glm(of[0]), from_glm(of[1]), from_glm(of[2]), from_glm(of[3])};
}

/// Converts by component name, because the order of components in glm depends on its configuration.
template <typename T>
constexpr glm::qua<T> to_glm(const quaternion<T>& of) {
    glm::qua<T> made {};
    made.x = of.x;
    made.y = of.y;
    made.z = of.z;
    made.w = of.w;
    return made;
}
template <typename T, glm::qualifier precision>
constexpr quaternion<T> from_glm(const glm::qua<T, precision>& of) {
    return {of.x, of.y, of.z, of.w};
}

}  // namespace ingot
