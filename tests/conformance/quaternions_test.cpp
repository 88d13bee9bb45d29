// Compares quaternion (section 3.3.1 of the thesis that docs/host-library.md names) with glm in double.
#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <ingot/language/glm.hpp>

#include "matrices.kernels.hpp"
#include "matrix_table.hpp"
#include "vectors_fixture.hpp"

namespace ingot::testing {

namespace {

constexpr uint32_t items = 24;
using q = glm::dquat;
using v3 = glm::dvec3;
using v4 = glm::dvec4;

class quaternions : public vectors {};

// The operands of one work-item as glm types: the vectors a and b, and values that the kernel computes from them.
struct operands {
    v4 a, b;
    v3 axis() const { return glm::normalize(v3(a)); }
    v3 other_axis() const { return glm::normalize(v3(b.z, b.y, b.x)); }
    q first_rotation() const { return glm::angleAxis(a.w, axis()); }
    q second_rotation() const { return glm::angleAxis(b.w, other_axis()); }
    q any() const { return q(a.w, a.x, a.y, a.z); }
    q other() const { return q(b.w, b.x, b.y, b.z); }
};

v4 numbers(const q& quaternion) { return {quaternion.x, quaternion.y, quaternion.z, quaternion.w}; }

template <typename T>
struct quaternion_results {
    std::vector<vector<T, 4>> a, b;
    result_table<T> table;

    static v4 wide(const vector<T, 4>& u) { return {u.x, u.y, u.z, u.w}; }

    // Compares the first `count` components of a row. The tolerance is in epsilons of T, relative to the length of the expected
    // vector (at least 1).
    template <typename Expected>
    void expect(uint32_t row, uint32_t count, double epsilons, Expected expected, bool sign_matters = true) const {
        for (uint32_t item = 0; item < items; ++item) {
            v4 all = expected(operands {wide(a[item]), wide(b[item])}, item);
            const v4 actual(table.at(row, item, 0), table.at(row, item, 1), table.at(row, item, 2), table.at(row, item, 3));
            if (!sign_matters && glm::dot(all, actual) < 0) all = -all;  // q and -q are the same rotation
            const double scale = std::max(1.0, glm::length(all));
            for (uint32_t i = 0; i < count; ++i)
                EXPECT_NEAR(actual[static_cast<int>(i)], all[static_cast<int>(i)],
                            epsilons * scale * static_cast<double>(std::numeric_limits<T>::epsilon()))
                    << "row " << row << ", item " << item << ", component " << i;
        }
    }
    template <typename Expected>
    void expect_quaternion(uint32_t row, double epsilons, Expected expected) const {
        expect(row, 4, epsilons, [&](const operands& operands, uint32_t) { return numbers(expected(operands)); });
    }
};

void for_each_type(quaternions& test, auto check) {
    const matrices_program program(test.tested_device());
    const auto run_and_check = [&]<typename T>(auto& kernel, T) {
        using V = vector<T, 4>;
        quaternion_results<T> results {random_vectors<V>(items, 0.25, 2, 51), random_vectors<V>(items, 0.25, 2, 52), {}};
        results.table = test.run<T>(kernel, quaternion_rows, results.a, results.b);
        check(results);
    };
    run_and_check(program.quaternions_of_float, float {});
    if (test.has_double()) run_and_check(program.quaternions_of_double, double {});
}

TEST_P(quaternions, construction) {
    for_each_type(*this, [](const auto& results) {
        results.expect_quaternion(no_rotation, 0, [](const operands&) { return q(1, 0, 0, 0); });
        results.expect_quaternion(from_axis, 4, [](const operands& operands) { return operands.first_rotation(); });
        results.expect_quaternion(from_parts_of_quaternion, 0, [](const operands& operands) { return operands.other(); });
        results.expect(parts, 4, 0, [](const operands& operands, uint32_t) { return operands.a; });
        results.expect(length_and_dot, 2, 4, [](const operands& operands, uint32_t) {
            return v4(glm::length(operands.a), glm::dot(operands.a, operands.b), 0, 0);
        });
        results.expect(angle_and_axis, 4, 8,
                       [](const operands& operands, uint32_t) { return v4(operands.axis(), operands.a.w); });
    });
}

TEST_P(quaternions, arithmetic) {
    for_each_type(*this, [](const auto& results) {
        results.expect_quaternion(quaternion_sum, 1, [](const operands& operands) { return operands.any() + operands.other(); });
        results.expect_quaternion(quaternion_difference, 1,
                                  [](const operands& operands) { return operands.any() + -operands.other(); });
        results.expect_quaternion(quaternion_negative, 0, [](const operands& operands) { return -operands.any(); });
        results.expect_quaternion(quaternion_product, 8,
                                  [](const operands& operands) { return operands.any() * operands.other(); });
        results.expect_quaternion(quaternion_quotient, 8,
                                  [](const operands& operands) { return operands.any() * glm::inverse(operands.other()); });
        results.expect_quaternion(times_number, 1, [](const operands& operands) { return operands.any() * operands.b.x; });
        results.expect_quaternion(number_times, 1, [](const operands& operands) { return operands.any() * operands.b.x; });
        results.expect_quaternion(divided_by_number, 3, [](const operands& operands) { return operands.any() / operands.b.x; });
        results.expect_quaternion(quaternion_assigned, 64, [](const operands& operands) {
            return ((operands.any() + operands.other()) * operands.other() + -operands.any()) * 1.5 *
                   glm::inverse(operands.other());
        });
        results.expect(quaternion_comparisons, 4, 0, [](const operands&, uint32_t) { return v4(1, 0, 1, 1); });
        for (const uint32_t row : {conjugate, conjugate_in_place})
            results.expect_quaternion(row, 0, [](const operands& operands) { return glm::conjugate(operands.any()); });
        for (const uint32_t row : {inverse_quaternion, inverse_in_place})
            results.expect_quaternion(row, 8, [](const operands& operands) { return glm::inverse(operands.any()); });
        for (const uint32_t row : {unit, unit_in_place})
            results.expect_quaternion(row, 4, [](const operands& operands) { return glm::normalize(operands.any()); });
    });
}

TEST_P(quaternions, rotation) {
    for_each_type(*this, [](const auto& results) {
        for (const uint32_t row : {rotated_vector, rotated_by_operator})
            results.expect(row, 3, 8,
                           [](const operands& operands, uint32_t) { return v4(operands.first_rotation() * v3(operands.b), 0); });
        // The shortest rotation between two directions: by the angle between them, about their cross product.
        results.expect(from_two_directions, 4, 16, [](const operands& operands, uint32_t) {
            const double angle = std::acos(std::min(1.0, glm::dot(operands.axis(), operands.other_axis())));
            return numbers(glm::angleAxis(angle, glm::normalize(glm::cross(operands.axis(), operands.other_axis()))));
        });
        for (uint32_t item = 0; item < items; ++item) {
            const operands inputs {results.wide(results.a[item]), results.wide(results.b[item])};
            const q turned(
                results.table.at(from_opposite_directions, item, 3), results.table.at(from_opposite_directions, item, 0),
                results.table.at(from_opposite_directions, item, 1), results.table.at(from_opposite_directions, item, 2));
            // The rotation must turn the axis to its opposite direction. The test does not check about which axis.
            EXPECT_NEAR(glm::length(turned * inputs.axis() + inputs.axis()), 0, 1e-5) << item;
        }
    });
}

TEST_P(quaternions, interpolation) {
    for_each_type(*this, [](const auto& results) {
        for (const uint32_t row : {slerped, slerped_the_short_way})
            results.expect(
                row, 4, 32,
                [](const operands& operands, uint32_t) {
                    return numbers(glm::slerp(operands.first_rotation(), operands.second_rotation(), 0.25));
                },
                false);
        // Halfway between two rotations about the same axis whose angles differ by 1e-6.
        results.expect(slerped_nearly_equal, 4, 16, [](const operands& operands, uint32_t) {
            return numbers(glm::angleAxis(operands.a.w + 0.5e-6, operands.axis()));
        });
        results.expect(interpolated_straight, 4, 8, [](const operands& operands, uint32_t) {
            const q end = glm::dot(operands.first_rotation(), operands.second_rotation()) < 0 ? -operands.second_rotation()
                                                                                              : operands.second_rotation();
            return numbers(glm::normalize(operands.first_rotation() * 0.75 + end * 0.25));
        });
    });
}

TEST_P(quaternions, matrix) {
    for_each_type(*this, [](const auto& results) {
        results.expect(
            from_a_matrix, 4, 16, [](const operands& operands, uint32_t) { return numbers(operands.first_rotation()); }, false);
        results.expect(
            from_half_turns, 4, 16,
            [](const operands&, uint32_t item) {
                v3 axis(0.1f);
                axis[static_cast<int>(item % 3)] = 2;
                return numbers(glm::angleAxis(3.0, glm::normalize(axis)));
            },
            false);
        for (uint32_t column = 0; column < 4; ++column)
            results.expect(as_matrix + column, 4, 8, [&](const operands& operands, uint32_t) {
                return glm::mat4_cast(operands.first_rotation())[static_cast<int>(column)];
            });
    });
}

TEST_P(quaternions, conversion_to_and_from_glm) {
    const quaternionf ingot_quaternion(1, 2, 3, 4);
    const glm::quat glm_quaternion = to_glm(ingot_quaternion);
    EXPECT_EQ(glm_quaternion.x, 1);
    EXPECT_EQ(glm_quaternion.y, 2);
    EXPECT_EQ(glm_quaternion.z, 3);
    EXPECT_EQ(glm_quaternion.w, 4);
    EXPECT_TRUE(from_glm(glm_quaternion) == ingot_quaternion);
    // Quaternions of Ingot and of glm must rotate a vector in the same direction.
    const glm::dquat turn = glm::angleAxis(1.25, glm::normalize(v3(1, 2, 3)));
    const double3 turned = from_glm(turn) * double3(4, 5, 6);
    const v3 expected = turn * v3(4, 5, 6);
    EXPECT_NEAR(turned.x, expected.x, 1e-14);
    EXPECT_NEAR(turned.y, expected.y, 1e-14);
    EXPECT_NEAR(turned.z, expected.z, 1e-14);
}

INGOT_TEST_ON_EVERY_DEVICE(quaternions);

}  // namespace

}  // namespace ingot::testing
