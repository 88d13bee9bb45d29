// Compares matrix4 (section 3.3.1 of the thesis that docs/host-library.md names) with glm and with plain sums.
#include <algorithm>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <ingot/language/glm.hpp>

#include "matrices.kernels.hpp"
#include "matrix_table.hpp"
#include "vectors_fixture.hpp"

namespace ingot::testing {

namespace {

constexpr uint32_t items = 24;
using program_type = matrices_program;

class matrices : public vectors {};

// The operands and the results of a kernel with matrices of T. The functions wide() convert an operand to a glm type in
// double.
template <typename T>
struct matrix_results {
    std::vector<matrix4<T>> a, b;
    std::vector<vector<T, 4>> v;
    result_table<T> table;

    static glm::dmat4 wide(const matrix4<T>& m) {
        glm::dmat4 result {};
        for (int column = 0; column < 4; ++column)
            for (int row = 0; row < 4; ++row)
                result[column][row] = static_cast<double>(m.columns[column][static_cast<size_t>(row)]);
        return result;
    }
    static glm::dvec4 wide(const vector<T, 4>& u) {
        return {static_cast<double>(u.x), static_cast<double>(u.y), static_cast<double>(u.z), static_cast<double>(u.w)};
    }
    // The tolerance is in epsilons of T, relative to the largest absolute value in `expected` (at least 1). Integers must be
    // equal.
    void expect_vector(uint32_t row, uint32_t item, const glm::dvec4& expected, uint32_t count, double epsilons) const {
        double largest = 1;
        for (int i = 0; i < 4; ++i) largest = std::max(largest, std::abs(expected[i]));
        const double allowed =
            std::integral<T> ? 0.0 : epsilons * largest * static_cast<double>(std::numeric_limits<T>::epsilon());
        for (uint32_t i = 0; i < count; ++i)
            EXPECT_NEAR(static_cast<double>(table.at(row, item, i)), expected[static_cast<int>(i)], allowed)
                << "row " << row << ", item " << item << ", component " << i;
    }
    template <typename Expected>
    void expect(uint32_t row, uint32_t count, double epsilons, Expected expected) const {
        for (uint32_t item = 0; item < items; ++item)
            expect_vector(row, item, expected(wide(a[item]), wide(b[item]), wide(v[item]), item), count, epsilons);
    }
    template <typename Expected>
    void expect_matrix(uint32_t first_row, double epsilons, Expected expected) const {
        for (uint32_t item = 0; item < items; ++item) {
            const glm::dmat4 m = expected(wide(a[item]), wide(b[item]), wide(v[item]));
            for (uint32_t column = 0; column < 4; ++column)
                expect_vector(first_row + column, item, m[static_cast<int>(column)], 4, epsilons);
        }
    }
};

template <typename T>
matrix_results<T> operands(double minimum, double maximum) {
    matrix_results<T> results;
    const auto numbers = random_vectors<vector<T, 4>>(size_t {items} * 9, minimum, maximum, 41);
    for (uint32_t item = 0; item < items; ++item) {
        const auto* const columns = numbers.data() + size_t {item} * 9;
        results.a.emplace_back(columns[0], columns[1], columns[2], columns[3]);
        results.b.emplace_back(columns[4], columns[5], columns[6], columns[7]);
        results.v.push_back(columns[8]);
    }
    return results;
}

// Calls `check` with the results of the kernels for float and for int.
void for_each_type(matrices& test, auto check) {
    const program_type program(test.tested_device());
    auto of_float = operands<float>(0.5, 2);
    of_float.table = test.run<float>(program.matrices_of_float, matrix_rows, of_float.a, of_float.b, of_float.v);
    check(of_float);
    auto of_int = operands<int32_t>(1, 12);
    of_int.table = test.run<int32_t>(program.matrices_of_int, matrix_rows, of_int.a, of_int.b, of_int.v);
    check(of_int);
}

// Calls `check` with the results of the kernels for float and for double, with matrices whose determinants are far from 0.
void for_transformations(matrices& test, auto check) {
    const program_type program(test.tested_device());
    const auto run_and_check = [&]<typename T>(auto& kernel, T) {
        auto results = operands<T>(0.25, 1.5);
        for (matrix4<T>& m : results.a)
            for (size_t i = 0; i < 4; ++i) m.columns[i][i] += T(4);
        results.table = test.run<T>(kernel, matrix_rows, results.a, results.v);
        check(results);
    };
    run_and_check(program.transformations_of_float, float {});
    if (test.has_double()) run_and_check(program.transformations_of_double, double {});
}

TEST_P(matrices, construction) {
    for_each_type(*this, [](const auto& results) {
        using m = glm::dmat4;
        using v = glm::dvec4;
        results.expect_matrix(identity_matrix, 0, [](m, m, v) { return m(1.0); });
        results.expect_matrix(diagonal, 0, [](m, m, v vector) { return m(vector.x); });
        results.expect_matrix(from_columns, 0, [](m, m, v vector) {
            return m(vector, v(vector.w, vector.z, vector.y, vector.x), v(vector.y, vector.y, vector.y, vector.y),
                     v(vector.z, vector.w, vector.x, vector.y));
        });
        results.expect_matrix(from_elements, 0, [](m, m, v vector) {
            return m(vector.x, vector.y, vector.z, vector.w, 1, 2, 3, 4, vector.w, vector.z, vector.y, vector.x, 5, 6, 7, 8);
        });
        results.expect(element_access, 2, 0, [](m a, m, v, uint32_t item) {
            const int i = static_cast<int>(item % 4);
            return v(a[i][1], a[2][i], 0, 0);
        });
        results.expect(row_access, 4, 0, [](m a, m, v, uint32_t) { return v(a[0][1], a[1][1], a[2][1], a[3][1]); });
        results.expect(first_elements, 2, 0, [](m a, m, v, uint32_t) { return v(a[0][0], a[0][1], 0, 0); });
    });
    static_assert(sizeof(matrix4f) == 64 && alignof(matrix4f) == 16 && std::is_trivially_copyable_v<matrix4f>);
}

// Computes the product of two matrices by plain sums.
glm::dmat4 product(const glm::dmat4& a, const glm::dmat4& b) {
    glm::dmat4 result(0.0);
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            for (int i = 0; i < 4; ++i) result[column][row] += a[i][row] * b[column][i];
    return result;
}

TEST_P(matrices, arithmetic) {
    for_each_type(*this, [](const auto& results) {
        using m = glm::dmat4;
        using v = glm::dvec4;
        constexpr bool whole = std::integral<std::remove_cvref_t<decltype(results.table.values[0])>>;
        const auto quotient = [](m matrix, double divisor) {
            for (int i = 0; i < 16; ++i) {
                double& element = matrix[i / 4][i % 4];
                element = whole ? std::trunc(element / divisor) : element / divisor;
            }
            return matrix;
        };
        results.expect_matrix(matrix_sum, 1, [](m a, m b, v) { return a + b; });
        results.expect_matrix(matrix_difference, 1, [](m a, m b, v) { return a - b; });
        results.expect_matrix(negative, 0, [](m a, m, v) { return -a; });
        results.expect_matrix(matrix_product, 4, [](m a, m b, v) { return product(a, b); });
        results.expect_matrix(times_scalar, 1, [](m a, m, v vector) { return a * vector.x; });
        results.expect_matrix(scalar_times, 1, [](m a, m, v vector) { return a * vector.x; });
        results.expect_matrix(divided, 3, [&](m a, m, v vector) { return quotient(a, vector.x); });
        results.expect_matrix(matrix_assigned, 12, [&](m a, m b, v) { return quotient(product(a + b, b) - a, 2) * 3.0; });
        results.expect(comparisons, 4, 0, [](m, m, v, uint32_t) { return v(1, 0, 1, 1); });
    });
}

TEST_P(matrices, times_vector) {
    for_each_type(*this, [](const auto& results) {
        using m = glm::dmat4;
        using v = glm::dvec4;
        results.expect(matrix_times_vector, 4, 4, [](m a, m, v vector, uint32_t) { return a * vector; });
        results.expect(vector_times_matrix, 4, 4, [](m a, m, v vector, uint32_t) { return vector * a; });
        results.expect(named_components_times, 4, 4,
                       [](m a, m, v vector, uint32_t) { return a * v(vector.w, vector.z, vector.y, vector.x); });
        results.expect(moved_point, 3, 4, [](m a, m, v vector, uint32_t) { return a * v(vector.x, vector.y, vector.z, 1); });
        results.expect(moved_direction, 3, 4, [](m a, m, v vector, uint32_t) { return a * v(vector.x, vector.y, vector.z, 0); });
    });
}

TEST_P(matrices, transpose_determinant_inverse) {
    for_each_type(*this, [](const auto& results) {
        using m = glm::dmat4;
        using v = glm::dvec4;
        results.expect_matrix(transposed_matrix, 0, [](m a, m, v) { return glm::transpose(a); });
        results.expect_matrix(transposed_in_place, 0, [](m a, m, v) { return glm::transpose(a); });
        results.expect(determinants, 2, 256, [](m a, m, v, uint32_t) {
            // glm computes in double. A determinant of integers is an integer, so rounding makes glm's result exact.
            const double value = std::integral<std::remove_cvref_t<decltype(results.table.values[0])>>
                                     ? std::round(glm::determinant(a))
                                     : glm::determinant(a);
            return v(value, value, 0, 0);
        });
    });
    for_transformations(*this, [](const auto& results) {
        using m = glm::dmat4;
        using v = glm::dvec4;
        results.expect_matrix(inverse_matrix, 8, [](m a, m, v) { return glm::inverse(a); });
        results.expect_matrix(inverted_in_place, 8, [](m a, m, v) { return glm::inverse(a); });
    });
}

TEST_P(matrices, transformations) {
    for_transformations(*this, [](const auto& results) {
        using m = glm::dmat4;
        using v = glm::dvec4;
        using v3 = glm::dvec3;
        results.expect_matrix(translation, 0, [](m, m, v vector) { return glm::translate(m(1.0), v3(vector)); });
        results.expect_matrix(scaling, 0, [](m, m, v vector) { return glm::scale(m(1.0), v3(vector)); });
        results.expect_matrix(rotation, 8, [](m, m, v vector) { return glm::rotate(m(1.0), vector.w, v3(vector)); });
        // The first two arguments of look_at, the eye and the point that it looks at, may be close together. Then rounding
        // changes the direction from one to the other a lot.
        results.expect_matrix(look_at, 256, [](m, m, v vector) {
            return glm::lookAtRH(v3(vector), v3(vector.w, vector.z, vector.y), v3(0, 1, 0));
        });
        results.expect_matrix(perspective, 8, [](m, m, v vector) { return glm::perspectiveRH_NO(vector.x, vector.y, 0.5, 8.0); });
        results.expect_matrix(
            frustum, 8, [](m, m, v vector) { return glm::frustumRH_NO(-vector.x, vector.y, -vector.z, vector.w, 0.5, 8.0); });
        results.expect_matrix(orthographic, 8,
                              [](m, m, v vector) { return glm::orthoRH_NO(-vector.x, vector.y, -vector.z, vector.w, 0.5, 8.0); });
    });
}

TEST_P(matrices, conversion_to_and_from_glm) {
    const matrix4d ingot_matrix = operands<double>(-3, 3).a[0];
    const glm::dmat4 glm_matrix = to_glm(ingot_matrix);
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            EXPECT_EQ(glm_matrix[column][row], ingot_matrix.columns[column][static_cast<size_t>(row)]);
    EXPECT_TRUE(from_glm(glm_matrix) == ingot_matrix);
    EXPECT_EQ(to_glm(float3(1, 2, 3)), glm::vec3(1, 2, 3));
    EXPECT_EQ(to_glm(int1(5)).x, 5);
    EXPECT_TRUE(all(from_glm(glm::ivec2(4, -5)) == int2(4, -5)));
    EXPECT_TRUE(all(from_glm(glm::dvec4(1, 2, 3, 4)) == double4(1, 2, 3, 4)));
    // The kernel computes with a matrix that was converted from glm.
    const std::vector<matrix4f> matrix {from_glm(glm::translate(glm::mat4(1.0f), glm::vec3(1, 2, 3)))};
    const std::vector<float4> point {float4(5, 6, 7, 1)};
    const program_type program(device_);
    const auto table = run<float>(program.matrices_of_float, matrix_rows, matrix, matrix, point);
    EXPECT_EQ(table.at(moved_point, 0, 0), 6);
    EXPECT_EQ(table.at(moved_point, 0, 1), 8);
    EXPECT_EQ(table.at(moved_point, 0, 2), 10);
}

INGOT_TEST_ON_EVERY_DEVICE(matrices);

}  // namespace

}  // namespace ingot::testing
