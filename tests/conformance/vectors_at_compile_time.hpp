// Tests of Table 9 of the thesis that docs/host-library.md names, in constant expressions: each function at least once. A
// kernel file and a test include this header, so ingotc and the compiler of the program both check it.
#pragma once

#include <ingot/language/quaternion.hpp>
#include <limits>

namespace ingot::testing::at_compile_time {

// Returns whether two values differ by at most 1e-6, a tolerance for single precision.
constexpr bool near(const auto& actual, const auto& expected) { return is_equal(actual, expected, 1e-6f); }
constexpr bool near(float actual, float expected) { return (actual < expected ? expected - actual : actual - expected) <= 1e-6f; }

inline constexpr float3 v123(1, 2, 3);
inline constexpr float4 v1234(v123, 4);
inline constexpr int3 whole(5, -7, 12);

// Construction, assignment, access.
static_assert(v1234.w == 4 && v1234[2] == 3 && *v123.data() == 1 && all(float4(float2(1, 2), float2(3, 4)) == v1234));
static_assert(all(float4(1, v123.swizzle<1, 2>(), 4) == float4(1, 2, 3, 4)) &&
              all(int3(float3(1.7f, -1.7f, 0)) == int3(1, -1, 0)));
static_assert(all(float2(v1234) == float2(1, 2)) && all(half3(v123) == half3(half(1), half(2), half(3))));
static_assert([] {
    float4 v = v1234;
    v = 2.0f;
    v = float2(7, 8);
    v[3] = 9;
    v.ref<'z'>() = 5;
    v.ref<'y', 'x'>() += float2(1, 1);
    v.ref_idx<2, 3>() *= 2;
    v.set_if(v > 15.0f, 1);
    v.apply([](float x) { return x + 1; }).apply_if(v == 2.0f, [](float x) { return x * 10; });
    std::get<0>(v.as_tuple_ref()) += 1;
    return all(v == float4(10, 10, 11, 20)) && v.as_tuple() == std::tuple(10.0f, 10.0f, 11.0f, 20.0f);
}());

// Operators.
static_assert(all(v123 + 1 == float3(2, 3, 4)) && all(2 - v123 == float3(1, 0, -1)) && all(v123 * v123 == float3(1, 4, 9)));
static_assert(all(v123 / 2 == float3(0.5f, 1, 1.5f)) && all(float2(5.5f, -5.5f) % 2 == float2(1.5f, -1.5f)) &&
              all(whole % 5 == int3(0, -2, 2)));
static_assert(all((whole << 1) == int3(10, -14, 24)) && all((uchar2(255, 2) >> 1) == uchar2(127, 1)));
static_assert(all((whole & 4) == int3(4, 0, 4)) && all((whole | 1) == int3(5, -7, 13)) && all((whole ^ whole) == 0));
static_assert(all(~whole == int3(-6, 6, -13)) && all(-v123 == float3(-1, -2, -3)) && all(+v123 == v123) &&
              all((!int2(0, 3)) == bool2(true, false)));
static_assert(all((bool2(true, false) || false) == bool2(true, false)) && none(bool2(true, false) && bool2(false, true)));
static_assert([] {
    int2 v(1, 2);
    const int2 before = v++;
    --v;
    v += 3;
    v <<= 1;
    v |= 1;
    return all(before == int2(1, 2)) && all(v == int2(9, 11));
}());

// Geometry.
static_assert(dot(v123, v123) == 14 && near(length(float2(3, 4)), 5.0f) && near(distance(float2(1, 1), float2(4, 5)), 5.0f));
static_assert(all(cross(float3(1, 0, 0), float3(0, 1, 0)) == float3(0, 0, 1)) && distance_squared(int2(1, 1), int2(4, 5)) == 25);
static_assert(near(float2(3, 4).normalized(), float2(0.6f, 0.8f)) && near(angle(float2(1, 0), float2(0, 3)), 1.57079633f));
static_assert(near(faceforward(v123, float3(0, 0, 1), float3(0, 0, 1)), -v123) &&
              near(reflect(float2(1, -1), float2(0, 1)), float2(1, 1)));
static_assert(near(refract(float2(0, -1), float2(0, 1), 0.5f), float2(0, -1)) &&
              all(refract(float2(1, 0), float2(0, 1), 2) == 0));
static_assert(all(step(2, v123) == float3(0, 1, 1)) && near(smoothstep(1, 3, v123), float3(0, 0.5f, 1)));
static_assert(near(rotate(float2(1, 0), 1.57079633f), float2(0, 1)) &&
              near(rotate(float3(1, 0, 0), float3(0, 0, 1), 1.57079633f), float3(0, 1, 0)));
static_assert(all(perpendicular(int2(3, 4)) == int2(-4, 3)) && dot(perpendicular(v123), v123) == 0);

// Rounding, comparisons, tests.
inline constexpr float4 halves(-1.5f, 2.5f, 0.4f, -0.6f);
static_assert(all(round(halves) == float4(-2, 3, 0, -1)) && all(floor(halves) == float4(-2, 2, 0, -1)) &&
              all(ceil(halves) == float4(-1, 3, 1, 0)));
static_assert(all(trunc(halves) == float4(-1, 2, 0, 0)) && all(rint(halves) == float4(-2, 2, 0, -1)) &&
              all(abs(whole) == int3(5, 7, 12)));
static_assert(all(clamp(whole, -2, 6) == int3(5, -2, 6)) && all(wrap(whole, 7) == int3(5, 0, 5)) &&
              all(round_next_multiple(whole, 5) == int3(5, -5, 15)));
static_assert(is_equal(v123, v123 + 0.25f, 0.25f) && !is_equal(v123, v123 + 0.25f) && is_unequal(v123, v123 + 0.25f) &&
              all(is_less_vec(v123, 2) == bool3(true, false, false)));
static_assert(is_less_or_equal(v123, 3) && is_greater(v123, 0) && is_greater_or_equal(v123, 1) && v123.is_less(4) &&
              any(v123 > 2));
static_assert(is_null(float2(0, -0.0f)) && is_finite(v123) && is_normal(v123) && !is_normal(float2(1, 1e-45f)) && !is_nan(v123));
static_assert(is_nan(float2(0, std::numeric_limits<float>::quiet_NaN())) &&
              is_inf(float2(0, std::numeric_limits<float>::infinity())));

// Functions.
static_assert(all(min(v123, 2) == float3(1, 2, 2)) && all(v123.maximum(2) == float3(2, 2, 3)) &&
              all(minmax(v123, float3(2)).second == float3(2, 2, 3)));
static_assert(min_element(whole) == -7 && max_element(whole) == 12 && min_element_index(whole) == 1 &&
              max_element_index(whole) == 2);
static_assert(accumulate(whole) == 10 && average(v123) == 2 && count(whole, 12) == 1 &&
              count(whole, [](int x) { return x > 0; }) == 2);
static_assert(all(sign(whole) == int3(1, -1, 1)) && all(signbit(float2(-0.0f, 0)) == bool2(true, false)));
static_assert(near(fma(v123, 2, 1.0f), float3(3, 5, 7)) && near(interpolate(v123, v123 * 3, 0.5f), v123 * 2));
static_assert(near(cubic_interpolate(float1(0), float1(1), float1(2), float1(3), 0.5f), float1(1.5f)));
static_assert(near(catmull_rom_interpolate(float1(0), float1(1), float1(2), float1(3), 0.5f), float1(1.5f)));
static_assert(near(sqrt(float2(4, 9)), float2(2, 3)) && near(rsqrt(float2(4, 16)), float2(0.5f, 0.25f)) &&
              near(sin(float2(0, 1)), float2(0, 0.841470985f)));
static_assert(near(cos(float2(0, 1)), float2(1, 0.540302306f)) && near(tan(float1(1)), float1(1.55740772f)) &&
              near(asin(float1(1)), float1(1.57079633f)));
static_assert(near(acos(float1(0)), float1(1.57079633f)) && near(atan(float1(1)), float1(0.785398163f)) &&
              near(atan2(1, float1(-1)), float1(2.35619449f)));
static_assert(near(exp(float1(1)), float1(2.71828183f)) && near(exp2(float1(3)), float1(8)) &&
              near(log(float1(2)), float1(0.693147181f)) && near(log2(float1(8)), float1(3)));
static_assert(near(pow(float2(2, 3), 2), float2(4, 9)) && near(to_rad(float1(180)), float1(3.14159265f)) &&
              near(to_deg(float1(1)) / 57.2957795f, float1(1)));
static_assert(all(popcount(uchar2(255, 3)) == uchar2(8, 2)) && all(clz(uchar2(1, 0)) == uchar2(7, 8)) &&
              all(ctz(short2(8, 0)) == short2(3, 16)));
static_assert(all(ffs(int2(8, 0)) == int2(4, 0)) && all(parity(ulong2(7, 3)) == ulong2(1, 0)));

// Matrices and quaternions.
inline constexpr matrix4f moved = matrix4f::translation(v123) * matrix4f::scaling(float3(2, 4, 8));
static_assert(all(moved* float4(1, 1, 1, 1) == float4(3, 6, 11, 1)) && moved.determinant() == 64 &&
              near(inverse(moved) * moved, matrix4f()));
static_assert(transpose(transpose(moved)) == moved && matrix4i(2) * matrix4i(3) == matrix4i(6));
static_assert(matrix4f::perspective(1, 1, 1, 3)[2].w == -1 &&
              near(matrix4f::look_at(v123, float3(1, 2, 0), float3(0, 1, 0)).transform_point(v123), float3(0)));
inline constexpr quaternionf quarter = quaternionf::rotation(float3(0, 0, 1), 1.57079633f);
static_assert(near(quarter* float3(1, 0, 0), float3(0, 1, 0)) && near(quaternionf::from_matrix(quarter.to_matrix()), quarter));
static_assert(near((quarter * quarter).angle(), 3.14159265f) && near(slerp(quaternionf(), quarter, 0.5f).angle(), 0.785398163f) &&
              near(quarter / quarter, quaternionf()));

}  // namespace ingot::testing::at_compile_time
