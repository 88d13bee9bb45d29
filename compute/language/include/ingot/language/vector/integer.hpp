// Functions of the bits of integers, by component (Table 9 of the thesis that docs/host-library.md names). The results
// have the type of the components.
#pragma once

#include <ingot/language/vector/operators.hpp>

namespace ingot {

/// The number of bits that are 1.
template <detail::integer_vector V>
constexpr detail::vector_of_t<V> popcount(const V& value) {
    using bits_of_component = detail::bits_of<detail::component_of_t<V>>;
    return detail::each<detail::vector_of_t<V>>(
        [](auto a) {
            const auto bits = static_cast<bits_of_component>(a);
            return std::popcount(bits);
        },
        detail::vector_of_t<V>(value));
}
/// The number of bits that are 0 above the highest 1. For 0 it is the number of all bits.
template <detail::integer_vector V>
constexpr detail::vector_of_t<V> clz(const V& value) {
    using bits_of_component = detail::bits_of<detail::component_of_t<V>>;
    return detail::each<detail::vector_of_t<V>>(
        [](auto a) {
            const auto bits = static_cast<bits_of_component>(a);
            return std::countl_zero(bits);
        },
        detail::vector_of_t<V>(value));
}
/// The number of bits that are 0 below the lowest 1. For 0 it is the number of all bits.
template <detail::integer_vector V>
constexpr detail::vector_of_t<V> ctz(const V& value) {
    using bits_of_component = detail::bits_of<detail::component_of_t<V>>;
    return detail::each<detail::vector_of_t<V>>(
        [](auto a) {
            const auto bits = static_cast<bits_of_component>(a);
            return std::countr_zero(bits);
        },
        detail::vector_of_t<V>(value));
}
/// 1 + the index of the lowest bit that is 1. For 0 it is 0.
template <detail::integer_vector V>
constexpr detail::vector_of_t<V> ffs(const V& value) {
    using bits_of_component = detail::bits_of<detail::component_of_t<V>>;
    return detail::each<detail::vector_of_t<V>>(
        [](auto a) {
            const auto bits = static_cast<bits_of_component>(a);
            return bits == 0 ? 0 : std::countr_zero(bits) + 1;
        },
        detail::vector_of_t<V>(value));
}
/// 1 if the number of bits that are 1 is odd, otherwise 0.
template <detail::integer_vector V>
constexpr detail::vector_of_t<V> parity(const V& value) {
    using bits_of_component = detail::bits_of<detail::component_of_t<V>>;
    return detail::each<detail::vector_of_t<V>>(
        [](auto a) {
            const auto bits = static_cast<bits_of_component>(a);
            return std::popcount(bits) & 1;
        },
        detail::vector_of_t<V>(value));
}

/// The upper half of the bits of the product of each pair of components.
template <detail::integer_vector L, detail::integer_vector R, typename V = detail::operands_t<L, R>>
constexpr V mul_hi(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto b) { return mul_hi(a, b); });
}
/// left * right, and left * right + summand, for integers of 32 bits. If the value of a factor does not fit into 24 bits, only
/// its lower 24 bits are used.
template <detail::integer_vector L, detail::integer_vector R, typename V = detail::operands_t<L, R>>
constexpr V mul24(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto b) { return mul24(a, b); });
}
template <detail::integer_vector L, detail::integer_vector R, detail::integer_vector S,
          typename V = detail::operands_t<detail::operands_t<L, R>, S>>
constexpr V mad24(const L& left, const R& right, const S& summand) {
    return detail::each<V>([](auto a, auto b, auto c) { return mad24(a, b, c); }, V(left), V(right), V(summand));
}
/// Rotates the bits of each component towards the highest bit by `count`, a vector or a scalar. Bits that are shifted out at
/// the top are inserted at the bottom.
template <detail::integer_vector V, typename C>
    requires detail::integer_vector<V> && requires { typename detail::operands_t<V, C>; }
constexpr detail::vector_of_t<V> rotate(const V& value, const C& count) {
    return detail::combine<detail::vector_of_t<V>>(value, count, [](auto a, auto b) { return rotate(a, b); });
}
/// The bits of each component in the opposite order.
template <detail::integer_vector V>
constexpr detail::vector_of_t<V> bit_reverse(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return bit_reverse(a); }, detail::vector_of_t<V>(value));
}

namespace detail {

/// Some functions of this header as members. A function with the plain name, such as popcount(), changes the vector and returns
/// it. The function whose name ends in -ed, such as popcounted(), returns a changed copy.
template <typename T, size_t N>
class integer_members {
    using V = vector<T, N>;
    constexpr V& self() { return static_cast<V&>(*this); }
    constexpr const V& self() const { return static_cast<const V&>(*this); }

public:
    constexpr V& popcount() { return self() = popcounted(); }
    constexpr V popcounted() const { return ingot::popcount(self()); }
    constexpr V& clz() { return self() = clzed(); }
    constexpr V clzed() const { return ingot::clz(self()); }
    constexpr V& ctz() { return self() = ctzed(); }
    constexpr V ctzed() const { return ingot::ctz(self()); }
    constexpr V& ffs() { return self() = ffsed(); }
    constexpr V ffsed() const { return ingot::ffs(self()); }
    constexpr V& parity() { return self() = paritied(); }
    constexpr V paritied() const { return ingot::parity(self()); }
};

}  // namespace detail

}  // namespace ingot
