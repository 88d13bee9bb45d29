// Tests of Table 9 of the thesis that docs/host-library.md names: every operator of vectors in every form, for floating-point
// and integer components of several sizes.
#include "table_writer.hpp"

using namespace ingot;
using namespace ingot::testing;

template <typename V, typename Operator>
static void forms(const table_writer<typename V::value_type>& write, binary_operator operation, const V& a, const V& b,
                  Operator function) {
    const auto scalar = b.x;
    write(row_of(operation, vector_and_vector), function(a, b));
    write(row_of(operation, vector_and_scalar), function(a, scalar));
    write(row_of(operation, scalar_and_vector), function(scalar, a));
}

template <typename V, typename Operator>
static void assignments(const table_writer<typename V::value_type>& write, binary_operator operation, const V& a, const V& b,
                        Operator function) {
    V by_vector = a;
    function(by_vector, b);
    write(row_of(operation, assigned_vector), by_vector);
    V by_scalar = a;
    function(by_scalar, b.x);
    write(row_of(operation, assigned_scalar), by_scalar);
}

template <typename V>
static void arithmetic_operators(const table_writer<typename V::value_type>& write, const V& a, const V& b) {
    forms(write, add, a, b, [](auto x, auto y) { return x + y; });
    forms(write, subtract, a, b, [](auto x, auto y) { return x - y; });
    forms(write, multiply, a, b, [](auto x, auto y) { return x * y; });
    forms(write, divide, a, b, [](auto x, auto y) { return x / y; });
    forms(write, remainder_operator, a, b, [](auto x, auto y) { return x % y; });
    assignments(write, add, a, b, [](auto& x, auto y) { x += y; });
    assignments(write, subtract, a, b, [](auto& x, auto y) { x -= y; });
    assignments(write, multiply, a, b, [](auto& x, auto y) { x *= y; });
    assignments(write, divide, a, b, [](auto& x, auto y) { x /= y; });
    assignments(write, remainder_operator, a, b, [](auto& x, auto y) { x %= y; });
}

template <typename V>
static void bit_operators(const table_writer<typename V::value_type>& write, const V& a, const V& b, const V& small) {
    write(row_of(shift_left, vector_and_vector), a << small);
    write(row_of(shift_left, vector_and_scalar), a << small.x);
    write(row_of(shift_left, scalar_and_vector), a.x << small);
    write(row_of(shift_right, vector_and_vector), a >> small);
    write(row_of(shift_right, vector_and_scalar), a >> small.x);
    write(row_of(shift_right, scalar_and_vector), a.x >> small);
    forms(write, bit_or, a, b, [](auto x, auto y) { return x | y; });
    forms(write, bit_and, a, b, [](auto x, auto y) { return x & y; });
    forms(write, bit_xor, a, b, [](auto x, auto y) { return x ^ y; });
    assignments(write, shift_left, a, small, [](auto& x, auto y) { x <<= y; });
    assignments(write, shift_right, a, small, [](auto& x, auto y) { x >>= y; });
    assignments(write, bit_or, a, b, [](auto& x, auto y) { x |= y; });
    assignments(write, bit_and, a, b, [](auto& x, auto y) { x &= y; });
    assignments(write, bit_xor, a, b, [](auto& x, auto y) { x ^= y; });
    write(complement, ~a);
}

template <typename V>
static void relational_operators(const table_writer<typename V::value_type>& write, const V& a, const V& b) {
    // Some components are false: the first component of `truth`, the last component of `other_truth`.
    const V truth = a - a.x;
    const V other_truth = b - b[V::dimensions - 1];
    forms(write, logical_or, truth, other_truth, [](auto x, auto y) { return x || y; });
    forms(write, logical_and, truth, other_truth, [](auto x, auto y) { return x && y; });
    forms(write, equal, a, b, [](auto x, auto y) { return x == y; });
    forms(write, unequal, a, b, [](auto x, auto y) { return x != y; });
    forms(write, less, a, b, [](auto x, auto y) { return x < y; });
    forms(write, greater, a, b, [](auto x, auto y) { return x > y; });
    forms(write, less_or_equal, a, b, [](auto x, auto y) { return x <= y; });
    forms(write, greater_or_equal, a, b, [](auto x, auto y) { return x >= y; });
}

template <typename V>
static void unary_operators(const table_writer<typename V::value_type>& write, const V& a) {
    V value = a;
    write(value_of_increment, ++value);
    write(increment, value);
    value = a;
    write(value_of_decrement, --value);
    write(decrement, value);
    value = a;
    write(value_of_increment_after, value++);
    write(increment_after, value);
    value = a;
    write(value_of_decrement_after, value--);
    write(decrement_after, value);
    write(plus_sign, +a);
    write(minus_sign, -a);
    write(logical_not, !a);
}

template <typename V>
static void operators(buffer<const V> first, buffer<const V> second, buffer<const V> third,
                      buffer<typename V::value_type> table) {
    const table_writer<typename V::value_type> write(table);
    const V a = first[global_id.x];
    const V b = second[global_id.x];
    arithmetic_operators(write, a, b);
    relational_operators(write, a, b);
    unary_operators(write, a);
    bit_operators(write, a, b, third[global_id.x]);
}

kernel void operators_of_float3(buffer<const float3> a, buffer<const float3> b, buffer<const float3> c, buffer<float> table) {
    operators(a, b, c, table);
}
kernel void operators_of_double2(buffer<const double2> a, buffer<const double2> b, buffer<const double2> c,
                                 buffer<double> table) {
    operators(a, b, c, table);
}
kernel void operators_of_half4(buffer<const half4> a, buffer<const half4> b, buffer<const half4> c, buffer<half> table) {
    operators(a, b, c, table);
}
kernel void operators_of_int4(buffer<const int4> a, buffer<const int4> b, buffer<const int4> c, buffer<int32_t> table) {
    operators(a, b, c, table);
}
kernel void operators_of_uchar3(buffer<const uchar3> a, buffer<const uchar3> b, buffer<const uchar3> c, buffer<uint8_t> table) {
    operators(a, b, c, table);
}
kernel void operators_of_ulong1(buffer<const ulong1> a, buffer<const ulong1> b, buffer<const ulong1> c, buffer<uint64_t> table) {
    operators(a, b, c, table);
}
