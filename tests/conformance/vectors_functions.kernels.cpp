// Tests of Table 9 of the thesis that docs/host-library.md names: functions of floating-point vectors for mathematics, rounding
// and geometry. Each is called as a free function. For vectors of float, the two members are called too: the member that
// returns a copy, and the member that changes the vector.
#include "table_writer.hpp"

using namespace ingot;
using namespace ingot::testing;

// Writes up to three rows for a function: the result of the free function, the result of `passive`, the member that returns a
// copy, and the vector after a call of `active`, the member that changes the vector.
template <typename V, typename Function, typename Passive, typename Active>
static void forms(const table_writer<typename V::value_type>& write, function_row row, const V& a, Function function,
                  Passive passive, Active active) {
    write(row * 3, function(a));
    if constexpr (forms_of<V> == 3) {
        write(row * 3 + 1, passive(a));
        V result = a;
        active(result);
        write(row * 3 + 2, result);
    }
}

#define INGOT_TEST_FORMS(row, function, passive, active)                                                \
    forms(                                                                                              \
        write, row, a, [&](const auto& v) { return function; }, [&](const auto& v) { return passive; }, \
        [&](auto& v) { active; })

template <typename V>
static void mathematics(const table_writer<typename V::value_type>& write, const V& a, const V& b, const V& c) {
    const auto t = c.x;
    INGOT_TEST_FORMS(square_root, sqrt(v), v.sqrted(), v.sqrt());
    INGOT_TEST_FORMS(reciprocal_square_root, rsqrt(v), v.rsqrted(), v.rsqrt());
    INGOT_TEST_FORMS(sine, sin(v), v.sined(), v.sin());
    INGOT_TEST_FORMS(cosine, cos(v), v.cosed(), v.cos());
    INGOT_TEST_FORMS(tangent, tan(v), v.taned(), v.tan());
    INGOT_TEST_FORMS(arc_sine, asin(v), v.asined(), v.asin());
    INGOT_TEST_FORMS(arc_cosine, acos(v), v.acosed(), v.acos());
    INGOT_TEST_FORMS(arc_tangent, atan(v), v.ataned(), v.atan());
    INGOT_TEST_FORMS(arc_tangent_of_point, atan2(v, b), v.atan2ed(b), v.atan2(b));
    INGOT_TEST_FORMS(exponential, exp(v), v.exped(), v.exp());
    INGOT_TEST_FORMS(exponential_base_2, exp2(v), v.exp2ed(), v.exp2());
    INGOT_TEST_FORMS(logarithm, log(v), v.loged(), v.log());
    INGOT_TEST_FORMS(logarithm_base_2, log2(v), v.log2ed(), v.log2());
    INGOT_TEST_FORMS(power, pow(v, b), v.powed(b), v.pow(b));
    INGOT_TEST_FORMS(radians, to_rad(v), v.in_rad(), v.to_rad());
    INGOT_TEST_FORMS(degrees, to_deg(v), v.in_deg(), v.to_deg());
    INGOT_TEST_FORMS(fused, fma(v, b, c), v.fmaed(b, c), v.fma(b, c));
    INGOT_TEST_FORMS(linear, interpolate(v, b, c), v.interpolated(b, c), v.interpolate(b, c));
    INGOT_TEST_FORMS(linear_at_scalar, interpolate(v, b, t), v.interpolated(b, t), v.interpolate(b, t));
    INGOT_TEST_FORMS(cubic, cubic_interpolate(b, v, c, b + c, t), v.cubic_interpolated(b, c, b + c, t),
                     v.cubic_interpolate(b, c, b + c, t));
    INGOT_TEST_FORMS(catmull_rom, catmull_rom_interpolate(b, v, c, b + c, t), v.catmull_rom_interpolated(b, c, b + c, t),
                     v.catmull_rom_interpolate(b, c, b + c, t));
    INGOT_TEST_FORMS(sign_copied, copysign(v, b - c), v.copysigned(b - c), v.copysign(b - c));
}

// The components of `fractions` are between 0 and 1, here and in geometry().
template <typename V>
static void rounding(const table_writer<typename V::value_type>& write, const V& fractions, const V& b, const V& c) {
    using T = typename V::value_type;
    const V a = (fractions - T(0.5f)) * T(16);
    const V low = -b;
    INGOT_TEST_FORMS(rounded, round(v), v.rounded(), v.round());
    INGOT_TEST_FORMS(floored, floor(v), v.floored(), v.floor());
    INGOT_TEST_FORMS(ceiled, ceil(v), v.ceiled(), v.ceil());
    INGOT_TEST_FORMS(truncated, trunc(v), v.truncated(), v.trunc());
    INGOT_TEST_FORMS(rounded_to_even, rint(v), v.rinted(), v.rint());
    INGOT_TEST_FORMS(magnitude, abs(v), v.absed(), v.abs());
    INGOT_TEST_FORMS(clamped, clamp(v, low, b), v.clamped(low, b), v.clamp(low, b));
    INGOT_TEST_FORMS(clamped_to_scalars, clamp(v, -2, 1), v.clamped(-2, 1), v.clamp(-2, 1));
    INGOT_TEST_FORMS(clamped_to_unit, clamp(v), v.clamped(), v.clamp());
    INGOT_TEST_FORMS(wrapped, wrap(v, c), v.wrapped(c), v.wrap(c));
    INGOT_TEST_FORMS(wrapped_at_scalar, wrap(v, 3), v.wrapped(3), v.wrap(3));
    INGOT_TEST_FORMS(next_multiple, round_next_multiple(v, 2), v.rounded_next_multiple(2), v.round_next_multiple(2));
}

template <typename V>
static void geometry(const table_writer<typename V::value_type>& write, const V& fractions, const V& b, const V& c) {
    using T = typename V::value_type;
    const V a = (fractions - T(0.5f)) * T(4);
    const V normal = normalize(b - c * T(2));
    const V incident = normalize(a);
    const T edge = c.x;
    write(dot_product * 3, dot(a, b));
    write(dot_product * 3 + 1, a.dot(b));
    write(length_of * 3, length(a));
    write(length_of * 3 + 1, a.length());
    write(distance_of * 3, distance(a, b));
    write(distance_of * 3 + 1, a.distance(b));
    write(distance_squared_of * 3, distance_squared(a, b));
    write(distance_squared_of * 3 + 1, a.distance_squared(b));
    write(angle_of * 3, angle(a, b));
    write(angle_of * 3 + 1, a.angle(b));
    write(given_normal, normal);
    write(given_incident, incident);
    INGOT_TEST_FORMS(normalized, normalize(v), v.normalized(), v.normalize());
    INGOT_TEST_FORMS(facing, faceforward(v, incident, normal), v.faceforwarded(incident, normal),
                     v.faceforward(incident, normal));
    INGOT_TEST_FORMS(reflected, reflect(v, normal), v.reflected(normal), v.reflect(normal));
    // All three forms refract `incident`, not v.
    INGOT_TEST_FORMS(refracted, refract(v * 0 + incident, normal, T(1.5f)), (v * 0 + incident).refracted(normal, T(1.5f)),
                     (v = incident).refract(normal, T(1.5f)));
    INGOT_TEST_FORMS(stepped, step(b, v), v.stepped(b), v.step(b));
    INGOT_TEST_FORMS(stepped_at_scalar, step(edge, v), v.stepped(edge), v.step(edge));
    INGOT_TEST_FORMS(smoothly_stepped, smoothstep(-b, c, v), v.smoothstepped(-b, c), v.smoothstep(-b, c));
    INGOT_TEST_FORMS(smoothly_stepped_at_scalars, smoothstep(-1, edge, v), v.smoothstepped(-1, edge), v.smoothstep(-1, edge));
    if constexpr (V::dimensions == 3) {
        INGOT_TEST_FORMS(crossed, cross(v, b), v.crossed(b), v.cross(b));
        INGOT_TEST_FORMS(rotated, rotate(v, normal, edge), v.rotated(normal, edge), v.rotate(normal, edge));
        write(at_right_angles * 3, perpendicular(a));
        write(at_right_angles * 3 + 1, a.perpendicular());
    }
    if constexpr (V::dimensions == 2) {
        INGOT_TEST_FORMS(rotated, rotate(v, edge), v.rotated(edge), v.rotate(edge));
        write(at_right_angles * 3, perpendicular(a));
        write(at_right_angles * 3 + 1, a.perpendicular());
    }
}

#define INGOT_TEST_FUNCTIONS(functions, V, T)                                                                  \
    kernel void functions##_of_##V(buffer<const V> a, buffer<const V> b, buffer<const V> c, buffer<T> table) { \
        functions(table_writer<T>(table), a[global_id.x], b[global_id.x], c[global_id.x]);                     \
    }
INGOT_TEST_FUNCTIONS(mathematics, float2, float)
INGOT_TEST_FUNCTIONS(mathematics, double1, double)
INGOT_TEST_FUNCTIONS(mathematics, half1, half)
INGOT_TEST_FUNCTIONS(rounding, float3, float)
INGOT_TEST_FUNCTIONS(rounding, double2, double)
INGOT_TEST_FUNCTIONS(rounding, half4, half)
INGOT_TEST_FUNCTIONS(geometry, float3, float)
INGOT_TEST_FUNCTIONS(geometry, double2, double)
INGOT_TEST_FUNCTIONS(geometry, half4, half)
