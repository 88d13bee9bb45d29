// The operators of vectors (MSL 3.0, section 3.1). They act on each component; a scalar operand is first converted to the type
// of the vector's components.
#pragma once

#include <ingot/metal/detail/vector.hpp>

namespace metal {

namespace ingot_detail {

template <typename A, typename B>
concept vector_operands = (any_vector<A> || any_vector<B>) && requires { typename common_operand<A, B>::type; };
template <typename A, typename B>
concept integer_vector_operands = vector_operands<A, B> && integer_operand<common<A, B>>;
template <typename A, typename B>
concept bit_vector_operands = vector_operands<A, B> && std::is_integral_v<element_of<common<A, B>>>;
template <typename A, typename B>
concept bool_vector_operands = vector_operands<A, B> && bool_operand<common<A, B>>;

/// Converts both operands to their common type, and calls the function for each component.
template <typename R, typename A, typename B, typename Function>
constexpr R combine(const A& a, const B& b, Function function) {
    using element = element_of<common<A, B>>;
    return each<R>([=](auto x, auto y) { return function(static_cast<element>(x), static_cast<element>(y)); }, a, b);
}

}  // namespace ingot_detail

// A macro, because an operator cannot be a template's argument.
#define INGOT_METAL_OPERATOR(sign, operands)                                                                     \
    template <typename A, typename B>                                                                            \
        requires ingot_detail::operands<A, B>                                                                    \
    constexpr ingot_detail::common<A, B> operator sign(A a, B b) {                                               \
        return ingot_detail::combine<ingot_detail::common<A, B>>(a, b, [](auto x, auto y) { return x sign y; }); \
    }
#define INGOT_METAL_COMPARISON(sign, operands)                                                       \
    template <typename A, typename B>                                                                \
        requires ingot_detail::operands<A, B>                                                        \
    constexpr ingot_detail::with_element<ingot_detail::common<A, B>, bool> operator sign(A a, B b) { \
        return ingot_detail::combine<ingot_detail::with_element<ingot_detail::common<A, B>, bool>>(  \
            a, b, [](auto x, auto y) { return x sign y; });                                          \
    }

INGOT_METAL_OPERATOR(+, vector_operands)
INGOT_METAL_OPERATOR(-, vector_operands)
INGOT_METAL_OPERATOR(*, vector_operands)
INGOT_METAL_OPERATOR(/, vector_operands)
INGOT_METAL_OPERATOR(%, integer_vector_operands)
INGOT_METAL_OPERATOR(&, bit_vector_operands)
INGOT_METAL_OPERATOR(|, bit_vector_operands)
INGOT_METAL_OPERATOR(^, bit_vector_operands)

INGOT_METAL_COMPARISON(==, vector_operands)
INGOT_METAL_COMPARISON(!=, vector_operands)
INGOT_METAL_COMPARISON(<, vector_operands)
INGOT_METAL_COMPARISON(>, vector_operands)
INGOT_METAL_COMPARISON(<=, vector_operands)
INGOT_METAL_COMPARISON(>=, vector_operands)
// Both operands are evaluated.
INGOT_METAL_COMPARISON(&&, bool_vector_operands)
INGOT_METAL_COMPARISON(||, bool_vector_operands)

#undef INGOT_METAL_OPERATOR
#undef INGOT_METAL_COMPARISON

/// Shift each component by the number's lowest bits: by the number modulo the width of a component.
template <typename A, typename B>
    requires ingot_detail::any_vector<A> && ingot_detail::integer_operand<A> && ingot_detail::integer_operand<B> &&
             (!ingot_detail::any_vector<B> || ingot_detail::shape<A>::count == ingot_detail::shape<B>::count)
constexpr ingot_detail::unpacked<A> operator<<(A a, B b) {
    constexpr int bits = 8 * sizeof(ingot_detail::element_of<A>);
    return ingot_detail::each<ingot_detail::unpacked<A>>(
        [](auto x, auto y) { return static_cast<std::make_unsigned_t<decltype(x)>>(x) << (y & (bits - 1)); }, a, b);
}
template <typename A, typename B>
    requires ingot_detail::any_vector<A> && ingot_detail::integer_operand<A> && ingot_detail::integer_operand<B> &&
             (!ingot_detail::any_vector<B> || ingot_detail::shape<A>::count == ingot_detail::shape<B>::count)
constexpr ingot_detail::unpacked<A> operator>>(A a, B b) {
    constexpr int bits = 8 * sizeof(ingot_detail::element_of<A>);
    return ingot_detail::each<ingot_detail::unpacked<A>>([](auto x, auto y) { return x >> (y & (bits - 1)); }, a, b);
}

template <ingot_detail::any_vector A>
constexpr ingot_detail::unpacked<A> operator-(A a) {
    return ingot_detail::each<ingot_detail::unpacked<A>>([](auto x) { return -x; }, a);
}
template <ingot_detail::any_vector A>
constexpr ingot_detail::unpacked<A> operator+(A a) {
    return a;
}
template <ingot_detail::any_vector A>
    requires ingot_detail::integer_operand<A>
constexpr ingot_detail::unpacked<A> operator~(A a) {
    return ingot_detail::each<ingot_detail::unpacked<A>>([](auto x) { return ~x; }, a);
}
template <ingot_detail::any_vector A>
    requires ingot_detail::bool_operand<A>
constexpr ingot_detail::unpacked<A> operator!(A a) {
    return ingot_detail::each<ingot_detail::unpacked<A>>([](bool x) { return !x; }, a);
}

}  // namespace metal
