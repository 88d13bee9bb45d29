// Tests of Table 9 of the thesis that docs/host-library.md names: compares functions of floating-point vectors with the same
// formulas on single numbers in long double.
#include <algorithm>
#include <array>
#include <functional>

#include "vectors_fixture.hpp"
#include "vectors_functions.kernels.hpp"

namespace ingot::testing {

namespace {

using real = long double;
using numbers = std::array<real, 4>;
constexpr uint32_t items = 48;

enum class function_set { mathematics, rounding, geometry };

// The results of a kernel, and its operands.
template <typename V>
struct function_results {
    using T = typename V::value_type;
    static constexpr size_t N = V::dimensions;
    static constexpr uint32_t written_forms = forms_of<V> == 3 ? 3 : 1;
    std::vector<V> a, b, c;
    result_table<T> table;

    static numbers widened(const V& vector) {
        numbers result {};
        for (size_t i = 0; i < N; ++i) result[i] = static_cast<real>(vector[i]);
        return result;
    }
    numbers row(uint32_t index, uint32_t item) const {
        numbers result {};
        for (uint32_t i = 0; i < N; ++i) result[i] = static_cast<real>(table.at(index, item, i));
        return result;
    }

    // Compares the first `forms` forms (of those that the kernel writes) with `expected`, a function of the operands. A
    // difference of `ulp` units in the last place is allowed, and also a difference of `epsilons` times the type's epsilon,
    // for sums in which digits cancel.
    template <typename Expected>
    void expect(function_row function, size_t components, uint32_t forms, double ulp, double epsilons, Expected expected) const {
        for (uint32_t item = 0; item < items; ++item) {
            const numbers all = expected(widened(a[item]), widened(b[item]), widened(c[item]), item);
            for (uint32_t form = 0; form < std::min(forms, written_forms); ++form)
                for (uint32_t i = 0; i < components; ++i) {
                    const T actual = table.at(function * 3 + form, item, i);
                    const real difference = std::abs(static_cast<real>(actual) - all[i]);
                    if (difference <= epsilons * static_cast<real>(std::numeric_limits<T>::epsilon())) continue;
                    EXPECT_TRUE(is_near(actual, static_cast<T>(static_cast<double>(all[i])), ulp))
                        << "function " << function << ", form " << form << ", item " << item << ", component " << i;
                }
        }
    }
    // Compares component by component: the arguments of `expected` are a component of a, b and c each, and the scalar c.x.
    template <typename Expected>
    void expect_each(function_row function, double ulp, double epsilons, Expected expected) const {
        expect(function, N, 3, ulp, epsilons, [&](numbers x, numbers y, numbers z, uint32_t) {
            numbers result {};
            for (size_t i = 0; i < N; ++i) result[i] = expected(x[i], y[i], z[i], z[0]);
            return result;
        });
    }
};

using program_type = vectors_functions_program;

template <typename V, typename Kernel>
function_results<V> results_of(vectors& test, Kernel program_type::* kernel_member, function_set set) {
    using T = typename V::value_type;
    const program_type program(test.tested_device());
    function_results<V> results {
        random_vectors<V>(items, 0.05, 0.95, 11), random_vectors<V>(items, 0.5, 2, 12), random_vectors<V>(items, 1.1, 2, 13), {}};
    results.table = test.run<T>(program.*kernel_member, function_rows, results.a, results.b, results.c);
    // The kernels for rounding and geometry first compute another operand from a. Compute the same numbers here.
    const T factor(set == function_set::rounding ? 16.0f : 4.0f);
    if (set != function_set::mathematics)
        for (V& each : results.a)
            for (size_t i = 0; i < V::dimensions; ++i) each[i] = (each[i] - T(0.5f)) * factor;
    return results;
}

template <typename Check>
void for_mathematics(vectors& test, Check check) {
    check(results_of<float2>(test, &program_type::mathematics_of_float2, function_set::mathematics));
    if (test.has_double()) check(results_of<double1>(test, &program_type::mathematics_of_double1, function_set::mathematics));
    check(results_of<half1>(test, &program_type::mathematics_of_half1, function_set::mathematics));
}
template <typename Check>
void for_rounding(vectors& test, Check check) {
    check(results_of<float3>(test, &program_type::rounding_of_float3, function_set::rounding));
    if (test.has_double()) check(results_of<double2>(test, &program_type::rounding_of_double2, function_set::rounding));
    check(results_of<half4>(test, &program_type::rounding_of_half4, function_set::rounding));
}
template <typename Check>
void for_geometry(vectors& test, Check check) {
    check(results_of<float3>(test, &program_type::geometry_of_float3, function_set::geometry));
    if (test.has_double()) check(results_of<double2>(test, &program_type::geometry_of_double2, function_set::geometry));
    check(results_of<half4>(test, &program_type::geometry_of_half4, function_set::geometry));
}

// Defines a test of one function that computes component by component. The last argument is the expected value: x, y and z are
// components of a, b and c, and s is the scalar c.x. The tolerances are those of OpenCL C 1.2 (section 7.4).
#define INGOT_TEST_EACH(set, test, ulp, epsilons, row, ...)                                                                     \
    TEST_P(vectors, test) {                                                                                                     \
        set(*this, [](const auto& results) {                                                                                    \
            results.expect_each(row, ulp, epsilons,                                                                             \
                                [](real x, [[maybe_unused]] real y, [[maybe_unused]] real z, [[maybe_unused]] real s) -> real { \
                                    return __VA_ARGS__;                                                                         \
                                });                                                                                             \
        });                                                                                                                     \
    }
INGOT_TEST_EACH(for_mathematics, sqrt, 3, 0, square_root, std::sqrt(x))
INGOT_TEST_EACH(for_mathematics, rsqrt, 2, 0, reciprocal_square_root, 1 / std::sqrt(x))
INGOT_TEST_EACH(for_mathematics, sin, 4, 0, sine, std::sin(x))
INGOT_TEST_EACH(for_mathematics, cos, 4, 0, cosine, std::cos(x))
INGOT_TEST_EACH(for_mathematics, tan, 5, 0, tangent, std::tan(x))
INGOT_TEST_EACH(for_mathematics, asin, 4, 0, arc_sine, std::asin(x))
INGOT_TEST_EACH(for_mathematics, acos, 4, 0, arc_cosine, std::acos(x))
INGOT_TEST_EACH(for_mathematics, atan, 5, 0, arc_tangent, std::atan(x))
INGOT_TEST_EACH(for_mathematics, atan2, 6, 0, arc_tangent_of_point, std::atan2(x, y))
INGOT_TEST_EACH(for_mathematics, exp, 3, 0, exponential, std::exp(x))
INGOT_TEST_EACH(for_mathematics, exp2, 3, 0, exponential_base_2, std::exp2(x))
INGOT_TEST_EACH(for_mathematics, log, 3, 0, logarithm, std::log(x))
INGOT_TEST_EACH(for_mathematics, log2, 3, 0, logarithm_base_2, std::log2(x))
INGOT_TEST_EACH(for_mathematics, pow, 16, 0, power, std::pow(x, y))
INGOT_TEST_EACH(for_mathematics, fma, 0, 0, fused, x* y + z)

constexpr real pi = 3.14159265358979323846264338327950288L;

TEST_P(vectors, angle_conversions) {
    for_mathematics(*this, [](const auto& results) {
        results.expect_each(radians, 2, 0, [](real x, real, real, real) { return x * pi / 180; });
        results.expect_each(degrees, 2, 0, [](real x, real, real, real) { return x * 180 / pi; });
    });
}
TEST_P(vectors, interpolate) {
    for_mathematics(*this, [](const auto& results) {
        results.expect_each(linear, 1, 6, [](real x, real y, real z, real) { return x * (1 - z) + y * z; });
        results.expect_each(linear_at_scalar, 1, 6, [](real x, real y, real, real s) { return x * (1 - s) + y * s; });
    });
}
// The expected values of both curves are sums of powers of t; the implementation evaluates the same polynomials by Horner's
// method.
TEST_P(vectors, cubic_interpolate) {
    for_mathematics(*this, [](const auto& results) {
        results.expect_each(cubic, 1, 64, [](real x, real y, real z, real t) {
            const real before = y, from = x, to = z, after = y + z;
            const real p = after - to - before + from;
            return p * t * t * t + (before - from - p) * t * t + (to - before) * t + from;
        });
    });
}
TEST_P(vectors, catmull_rom_interpolate) {
    for_mathematics(*this, [](const auto& results) {
        results.expect_each(catmull_rom, 1, 64, [](real x, real y, real z, real t) {
            const real before = y, from = x, to = z, after = y + z;
            return (2 * from + (to - before) * t + (2 * before - 5 * from + 4 * to - after) * t * t +
                    (3 * from - before - 3 * to + after) * t * t * t) /
                   2;
        });
    });
}
TEST_P(vectors, copysign) {
    for_mathematics(*this, [](const auto& results) {
        results.expect_each(sign_copied, 0, 0, [](real x, real y, real z, real) { return y - z < 0 ? -x : x; });
    });
}

INGOT_TEST_EACH(for_rounding, round, 0, 0, rounded, std::round(x))
INGOT_TEST_EACH(for_rounding, floor, 0, 0, floored, std::floor(x))
INGOT_TEST_EACH(for_rounding, ceil, 0, 0, ceiled, std::ceil(x))
INGOT_TEST_EACH(for_rounding, trunc, 0, 0, truncated, std::trunc(x))
INGOT_TEST_EACH(for_rounding, rint, 0, 0, rounded_to_even, std::nearbyint(x))
INGOT_TEST_EACH(for_rounding, abs, 0, 0, magnitude, x < 0 ? -x : x)
INGOT_TEST_EACH(for_rounding, round_next_multiple, 0, 8, next_multiple, std::ceil(x / 2) * 2)

TEST_P(vectors, clamp) {
    for_rounding(*this, [](const auto& results) {
        const auto bounded_value = [](real x, real low, real high) { return std::min(std::max(x, low), high); };
        results.expect_each(clamped, 0, 0, [&](real x, real y, real, real) { return bounded_value(x, -y, y); });
        results.expect_each(clamped_to_scalars, 0, 0, [&](real x, real, real, real) { return bounded_value(x, -2, 1); });
        results.expect_each(clamped_to_unit, 0, 0, [&](real x, real, real, real) { return bounded_value(x, 0, 1); });
    });
}
TEST_P(vectors, wrap) {
    for_rounding(*this, [](const auto& results) {
        results.expect_each(wrapped, 0, 2, [](real x, real, real z, real) { return x - std::floor(x / z) * z; });
        results.expect_each(wrapped_at_scalar, 0, 2, [](real x, real, real, real) { return x - std::floor(x / 3) * 3; });
    });
}

// Geometric functions of arrays of numbers, for the expected values.
real product(const numbers& a, const numbers& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }
real magnitude_of(const numbers& a) { return std::sqrt(product(a, a)); }
numbers sum(const numbers& a, const numbers& b, real factor = 1) {
    return {a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor, a[3] + b[3] * factor};
}
numbers times(const numbers& a, real factor) { return {a[0] * factor, a[1] * factor, a[2] * factor, a[3] * factor}; }

TEST_P(vectors, dot) {
    for_geometry(*this, [](const auto& results) {
        results.expect(dot_product, 1, 2, 1, 32, [](numbers a, numbers b, numbers, uint32_t) { return numbers {product(a, b)}; });
    });
}
TEST_P(vectors, cross) {
    const auto results = results_of<float3>(*this, &program_type::geometry_of_float3, function_set::geometry);
    results.expect(crossed, 3, 3, 1, 16, [](numbers a, numbers b, numbers, uint32_t) {
        return numbers {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    });
}
TEST_P(vectors, length) {
    for_geometry(*this, [](const auto& results) {
        results.expect(length_of, 1, 2, 6, 0, [](numbers a, numbers, numbers, uint32_t) { return numbers {magnitude_of(a)}; });
    });
}
TEST_P(vectors, distance) {
    for_geometry(*this, [](const auto& results) {
        results.expect(distance_of, 1, 2, 6, 0,
                       [](numbers a, numbers b, numbers, uint32_t) { return numbers {magnitude_of(sum(a, b, -1))}; });
        results.expect(distance_squared_of, 1, 2, 8, 0,
                       [](numbers a, numbers b, numbers, uint32_t) { return numbers {product(sum(a, b, -1), sum(a, b, -1))}; });
    });
}
TEST_P(vectors, normalize) {
    for_geometry(*this, [](const auto& results) {
        results.expect(normalized, results.N, 3, 6, 2,
                       [](numbers a, numbers, numbers, uint32_t) { return times(a, 1 / magnitude_of(a)); });
        for (uint32_t item = 0; item < items; ++item) {
            using T = typename std::remove_cvref_t<decltype(results)>::T;
            const auto epsilon = static_cast<real>(std::numeric_limits<T>::epsilon());
            EXPECT_NEAR(static_cast<double>(magnitude_of(results.row(given_normal, item))), 1, static_cast<double>(4 * epsilon));
            EXPECT_NEAR(static_cast<double>(magnitude_of(results.row(given_incident, item))), 1,
                        static_cast<double>(4 * epsilon));
        }
    });
}
TEST_P(vectors, angle) {
    for_geometry(*this, [](const auto& results) {
        results.expect(angle_of, 1, 2, 8, 8, [](numbers a, numbers b, numbers, uint32_t) {
            return numbers {std::acos(product(a, b) / (magnitude_of(a) * magnitude_of(b)))};
        });
    });
}
TEST_P(vectors, faceforward) {
    for_geometry(*this, [](const auto& results) {
        results.expect(facing, results.N, 3, 0, 0, [&](numbers a, numbers, numbers, uint32_t item) {
            return product(results.row(given_normal, item), results.row(given_incident, item)) < 0 ? a : times(a, -1);
        });
    });
}
TEST_P(vectors, reflect) {
    for_geometry(*this, [](const auto& results) {
        results.expect(reflected, results.N, 3, 1, 32, [&](numbers a, numbers, numbers, uint32_t item) {
            const numbers normal = results.row(given_normal, item);
            return sum(a, normal, -2 * product(normal, a));
        });
    });
}
// Snell's law: the component of the direction along the surface is multiplied by the ratio of the refractive indices. If this
// component becomes longer than 1, there is no refraction, and the result is 0.
TEST_P(vectors, refract) {
    for_geometry(*this, [](const auto& results) {
        results.expect(refracted, results.N, 3, 1, 64, [&](numbers, numbers, numbers, uint32_t item) {
            const numbers normal = results.row(given_normal, item);
            const numbers incident = results.row(given_incident, item);
            const numbers tangent_part = times(sum(incident, normal, -product(incident, normal)), 1.5L);
            const real sine = magnitude_of(tangent_part);
            if (sine > 1) return numbers {};
            return sum(tangent_part, normal, -std::sqrt(1 - sine * sine));
        });
    });
}
TEST_P(vectors, step) {
    for_geometry(*this, [](const auto& results) {
        results.expect_each(stepped, 0, 0, [](real x, real y, real, real) -> real { return x < y ? 0 : 1; });
        results.expect_each(stepped_at_scalar, 0, 0, [](real x, real, real, real s) -> real { return x < s ? 0 : 1; });
    });
}
TEST_P(vectors, smoothstep) {
    for_geometry(*this, [](const auto& results) {
        const auto smooth = [](real edge_0, real edge_1, real x) {
            const real t = std::clamp((x - edge_0) / (edge_1 - edge_0), 0.0L, 1.0L);
            return t * t * 3 - t * t * t * 2;
        };
        results.expect_each(smoothly_stepped, 1, 8, [&](real x, real y, real z, real) { return smooth(-y, z, x); });
        results.expect_each(smoothly_stepped_at_scalars, 1, 8, [&](real x, real, real, real s) { return smooth(-1, s, x); });
    });
}
TEST_P(vectors, rotate) {
    if (has_double()) {
        const auto plane = results_of<double2>(*this, &program_type::geometry_of_double2, function_set::geometry);
        plane.expect(rotated, 2, 3, 1, 8, [](numbers a, numbers, numbers c, uint32_t) {
            const real angle = std::atan2(a[1], a[0]) + c[0];
            return numbers {magnitude_of(a) * std::cos(angle), magnitude_of(a) * std::sin(angle)};
        });
    }
    // In three dimensions the component along the axis does not change; the component across the axis rotates as in the
    // plane.
    const auto space = results_of<float3>(*this, &program_type::geometry_of_float3, function_set::geometry);
    space.expect(rotated, 3, 3, 1, 16, [&](numbers a, numbers, numbers c, uint32_t item) {
        const numbers axis = space.row(given_normal, item);
        const numbers axial_part = times(axis, product(a, axis));
        const numbers across = sum(a, axial_part, -1);
        const numbers side {axis[1] * across[2] - axis[2] * across[1], axis[2] * across[0] - axis[0] * across[2],
                            axis[0] * across[1] - axis[1] * across[0]};
        return sum(sum(axial_part, across, std::cos(c[0])), side, std::sin(c[0]));
    });
}
TEST_P(vectors, perpendicular) {
    if (has_double()) {
        const auto plane = results_of<double2>(*this, &program_type::geometry_of_double2, function_set::geometry);
        plane.expect(at_right_angles, 2, 2, 0, 0, [](numbers a, numbers, numbers, uint32_t) { return numbers {-a[1], a[0]}; });
    }
    const auto space = results_of<float3>(*this, &program_type::geometry_of_float3, function_set::geometry);
    for (uint32_t item = 0; item < items; ++item) {
        const numbers result = space.row(at_right_angles * 3, item);
        EXPECT_EQ(static_cast<float>(product(result, space.widened(space.a[item]))), 0.0f);
        EXPECT_GT(magnitude_of(result), 0.5L * magnitude_of(space.widened(space.a[item])));
        EXPECT_EQ(result, space.row(at_right_angles * 3 + 1, item));
    }
}

}  // namespace

}  // namespace ingot::testing
