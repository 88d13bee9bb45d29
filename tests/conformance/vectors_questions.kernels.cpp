// Tests of Table 9 of the thesis that docs/host-library.md names: comparisons, classification, elements and bits of vectors.
#include "table_writer.hpp"

using namespace ingot;
using namespace ingot::testing;

template <typename V>
static void compare(const table_writer<typename V::value_type>& write, const V& a, const V& b, typename V::value_type epsilon) {
    write(any_all_none, bool3(any(a < b), all(a < b), none(a < b)));
    write(any_all_none_member, bool3((a < b).any(), (a < b).all(), (a < b).none()));
    const auto compared = [&](predicate_row row, auto by_component, auto of_all, bool member, bool member_of_all) {
        write(row, by_component);
        write(row + 1, bool3(of_all, member, member_of_all));
    };
    compared(equals, is_equal_vec(a, b), is_equal(a, b), a.is_equal_vec(b).all(), a.is_equal(b));
    compared(equals_nearly, is_equal_vec(a, b, epsilon), is_equal(a, b, epsilon), a.is_equal_vec(b, epsilon).all(),
             a.is_equal(b, epsilon));
    compared(differs, is_unequal_vec(a, b), is_unequal(a, b), a.is_unequal_vec(b).all(), a.is_unequal(b));
    compared(differs_clearly, is_unequal_vec(a, b, epsilon), is_unequal(a, b, epsilon), a.is_unequal_vec(b, epsilon).all(),
             a.is_unequal(b, epsilon));
    compared(is_less_row, is_less_vec(a, b), is_less(a, b), a.is_less_vec(b).all(), a.is_less(b));
    compared(is_less_nearly, is_less_vec(a, b, epsilon), is_less(a, b, epsilon), a.is_less_vec(b, epsilon).all(),
             a.is_less(b, epsilon));
    compared(is_at_most, is_less_or_equal_vec(a, b), is_less_or_equal(a, b), a.is_less_or_equal_vec(b).all(),
             a.is_less_or_equal(b));
    compared(is_at_most_nearly, is_less_or_equal_vec(a, b, epsilon), is_less_or_equal(a, b, epsilon),
             a.is_less_or_equal_vec(b, epsilon).all(), a.is_less_or_equal(b, epsilon));
    compared(is_greater_row, is_greater_vec(a, b), is_greater(a, b), a.is_greater_vec(b).all(), a.is_greater(b));
    compared(is_greater_nearly, is_greater_vec(a, b, epsilon), is_greater(a, b, epsilon), a.is_greater_vec(b, epsilon).all(),
             a.is_greater(b, epsilon));
    compared(is_at_least, is_greater_or_equal_vec(a, b), is_greater_or_equal(a, b), a.is_greater_or_equal_vec(b).all(),
             a.is_greater_or_equal(b));
    compared(is_at_least_nearly, is_greater_or_equal_vec(a, b, epsilon), is_greater_or_equal(a, b, epsilon),
             a.is_greater_or_equal_vec(b, epsilon).all(), a.is_greater_or_equal(b, epsilon));
    write(null, bool2(is_null(a - a.x), V(a - a).is_null()));
}

template <typename V>
static void search(const table_writer<typename V::value_type>& write, const V& a, const V& b) {
    using T = typename V::value_type;
    V result = a;
    write(least, min(a, b));
    write(least_of_scalar, min(a, b.x));
    write(least_member, a.minimum(b));
    write(least_in_place, result.min(b));
    result = a;
    write(greatest, max(a, b));
    write(greatest_of_scalar, max(a, b.x));
    write(greatest_member, a.maximum(b));
    write(greatest_in_place, result.max(b));
    write(both_least, minmax(a, b).first);
    write(both_greatest, a.minmax(b).second);
    write(least_element, vector<T, 2>(min_element(a), a.min_element()));
    write(greatest_element, vector<T, 2>(max_element(a), a.max_element()));
    write(least_index, size2(min_element_index(a), a.min_element_index()));
    write(greatest_index, size2(max_element_index(a), a.max_element_index()));
    write(sum_of_all, vector<T, 2>(accumulate(a), a.accumulate()));
    write(average_of_all, vector<T, 2>(average(a), a.average()));
    write(counted, size4(count(a, b.x), a.count(b), a.count([&](T x) { return x < b.x; }), count(a, a)));
    result = a - b;
    write(signs, sign(a - b));
    write(signs_member, result.signum());
    write(signs_in_place, result.sign());
    write(sign_bits, signbit(b - a));
    write(sign_bits_member, V(b - a).signbit());
}

template <typename V>
static void count_bits(const table_writer<typename V::value_type>& write, const V& a) {
    const auto forms = [&](predicate_row row, const V& function, const V& passive, auto active) {
        write(row, function);
        write(row + 1, passive);
        V result = a;
        active(result);
        write(row + 2, result);
    };
    forms(ones, popcount(a), a.popcounted(), [](V& v) { v.popcount(); });
    forms(leading_zeros, clz(a), a.clzed(), [](V& v) { v.clz(); });
    forms(trailing_zeros, ctz(a), a.ctzed(), [](V& v) { v.ctz(); });
    forms(first_set, ffs(a), a.ffsed(), [](V& v) { v.ffs(); });
    forms(odd_ones, parity(a), a.paritied(), [](V& v) { v.parity(); });
}

// The host passes the bits of floating-point numbers as integers, so that no driver changes them, for example those of NaN.
template <typename V, typename Bits>
static void classify(buffer<const Bits> bits, buffer<uint32_t> table) {
    using T = typename V::value_type;
    const Bits operand = bits[global_id.x];
    V a;
    for (size_t i = 0; i < V::dimensions; ++i) a[i] = std::bit_cast<T>(static_cast<detail::bits_of<T>>(operand[i]));
    const table_writer<uint32_t> write(table);
    write(finite, bool2(is_finite(a), a.is_finite()));
    write(not_a_number, bool2(is_nan(a), a.is_nan()));
    write(infinite, bool2(is_inf(a), a.is_inf()));
    write(normal, bool2(is_normal(a), a.is_normal()));
    write(sign_bits, signbit(a));
}

#define INGOT_TEST_QUESTIONS(V, T)                                                                          \
    kernel void questions_of_##V(buffer<const V> a, buffer<const V> b, buffer<T> table, param<T> epsilon) { \
        const table_writer<T> write(table);                                                                 \
        compare(write, a[global_id.x], b[global_id.x], epsilon);                                            \
        search(write, a[global_id.x], b[global_id.x]);                                                      \
    }
INGOT_TEST_QUESTIONS(float3, float)
INGOT_TEST_QUESTIONS(double2, double)
INGOT_TEST_QUESTIONS(int4, int32_t)
INGOT_TEST_QUESTIONS(uchar3, uint8_t)

#define INGOT_TEST_BITS(V, T) \
    kernel void bits_of_##V(buffer<const V> a, buffer<T> table) { count_bits(table_writer<T>(table), a[global_id.x]); }
INGOT_TEST_BITS(int3, int32_t)
INGOT_TEST_BITS(uchar4, uint8_t)
INGOT_TEST_BITS(short2, int16_t)
INGOT_TEST_BITS(ulong1, uint64_t)

kernel void classes_of_float3(buffer<const uint3> bits, buffer<uint32_t> table) { classify<float3>(bits, table); }
kernel void classes_of_double2(buffer<const ulong2> bits, buffer<uint32_t> table) { classify<double2>(bits, table); }
kernel void classes_of_half4(buffer<const ushort4> bits, buffer<uint32_t> table) { classify<half4>(bits, table); }
