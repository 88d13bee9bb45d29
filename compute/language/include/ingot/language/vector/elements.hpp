// Least and greatest components, sums, counts and signs of the components of one or two vectors (Table 9 of the thesis
// that docs/host-library.md names).
#pragma once

#include <ingot/language/vector/relational.hpp>
#include <utility>

namespace ingot {

/// Returns the lesser value of each pair of components. If one of the two components is NaN, the result is the component of
/// `left`, as with std::min. Either argument can be a scalar.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V min(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto b) { return b < a ? b : a; });
}
/// Returns the greater value of each pair of components. If one of the two components is NaN, the result is the component of
/// `left`, as with std::max. Either argument can be a scalar.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V max(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto b) { return a < b ? b : a; });
}
/// Returns min() and max() of the arguments: `first` contains the lesser values, `second` the greater ones.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr std::pair<V, V> minmax(const L& left, const R& right) {
    return {min(left, right), max(left, right)};
}

/// Returns the index of the least component; the first such index if several components are the least.
template <detail::vector_like V>
constexpr size_t min_element_index(const V& value) {
    const detail::vector_of_t<V> components = value;
    size_t index = 0;
    for (size_t i = 1; i < components.dimensions; ++i)
        if (components[i] < components[index]) index = i;
    return index;
}
/// Returns the index of the greatest component; the first such index if several components are the greatest.
template <detail::vector_like V>
constexpr size_t max_element_index(const V& value) {
    const detail::vector_of_t<V> components = value;
    size_t index = 0;
    for (size_t i = 1; i < components.dimensions; ++i)
        if (components[index] < components[i]) index = i;
    return index;
}
/// The least component.
template <detail::vector_like V>
constexpr detail::component_of_t<V> min_element(const V& value) {
    return detail::fold(detail::vector_of_t<V>(value), [](auto a, auto b) { return b < a ? b : a; });
}
/// The greatest component.
template <detail::vector_like V>
constexpr detail::component_of_t<V> max_element(const V& value) {
    return detail::fold(detail::vector_of_t<V>(value), [](auto a, auto b) { return a < b ? b : a; });
}

namespace detail {
template <vector_like V>
constexpr auto sum(const V& value) {
    return fold(vector_of_t<V>(value), [](auto a, auto b) { return a + b; });
}
}  // namespace detail

/// The sum of all components, in the type of a component: sums of small integers wrap around.
template <detail::vector_like V>
constexpr detail::component_of_t<V> accumulate(const V& value) {
    return static_cast<detail::component_of_t<V>>(detail::sum(value));
}
/// The mean of all components. For integers it is rounded towards 0. Integers of less than 32 bits are added as int, so their
/// sum does not overflow.
template <detail::vector_like V>
constexpr detail::component_of_t<V> average(const V& value) {
    using T = detail::component_of_t<V>;
    if constexpr (detail::vector_of_t<V>::dimensions == 1)
        return detail::vector_of_t<V>(value).x;
    else {
        using sum_type = decltype(detail::sum(value));
        return static_cast<T>(detail::sum(value) / static_cast<sum_type>(detail::vector_of_t<V>::dimensions));
    }
}

/// Counts the components that are equal to a scalar or to the components of a vector, or for which a function returns
/// true.
template <detail::vector_like V, typename What>
constexpr size_t count(const V& value, const What& criterion) {
    const detail::vector_of_t<V> components = value;
    const auto found = [&] {
        if constexpr (requires { typename detail::operands_t<V, What>; })
            return components == criterion;
        else
            return detail::each<detail::bool_vector_of_t<V>>(criterion, components);
    }();
    size_t number = 0;
    for (size_t i = 0; i < components.dimensions; ++i) number += found[i] ? 1 : 0;
    return number;
}

/// Returns -1, 0 or 1 for each component. As in OpenCL, the sign of -0 is -0 and the sign of NaN is 0.
template <detail::vector_like V>
constexpr detail::vector_of_t<V> sign(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return sign(a); }, detail::vector_of_t<V>(value));
}
/// Returns for each component whether the sign bit is set. It is set for -0, and can be set for NaN.
template <detail::vector_like V>
constexpr detail::bool_vector_of_t<V> signbit(const V& value) {
    using T = detail::component_of_t<V>;
    return detail::each<detail::bool_vector_of_t<V>>(
        [](T a) {
            if constexpr (detail::floating_point<T>)
                return (std::bit_cast<detail::bits_of<T>>(a) & detail::number_parts<T>::sign) != 0;
            else if constexpr (std::signed_integral<T>)
                return a < T(0);
            else
                return false;
        },
        detail::vector_of_t<V>(value));
}

namespace detail {

/// The functions of this header as members. min(), max() and sign() change the vector and return it; minimum(), maximum() and
/// signum() return a changed copy.
template <typename T, size_t N>
class element_members {
    using V = vector<T, N>;
    constexpr V& self() { return static_cast<V&>(*this); }
    constexpr const V& self() const { return static_cast<const V&>(*this); }

public:
    template <typename Other>
    constexpr V& min(const Other& other) {
        return self() = minimum(other);
    }
    template <typename Other>
    constexpr V minimum(const Other& other) const {
        return ingot::min(self(), other);
    }
    template <typename Other>
    constexpr V& max(const Other& other) {
        return self() = maximum(other);
    }
    template <typename Other>
    constexpr V maximum(const Other& other) const {
        return ingot::max(self(), other);
    }
    template <typename Other>
    constexpr std::pair<V, V> minmax(const Other& other) const {
        return ingot::minmax(self(), other);
    }
    constexpr T min_element() const { return ingot::min_element(self()); }
    constexpr T max_element() const { return ingot::max_element(self()); }
    constexpr size_t min_element_index() const { return ingot::min_element_index(self()); }
    constexpr size_t max_element_index() const { return ingot::max_element_index(self()); }
    constexpr T accumulate() const { return ingot::accumulate(self()); }
    constexpr T average() const { return ingot::average(self()); }
    template <typename What>
    constexpr size_t count(const What& criterion) const {
        return ingot::count(self(), criterion);
    }
    constexpr V& sign() { return self() = signum(); }
    constexpr V signum() const { return ingot::sign(self()); }
    constexpr vector<bool, N> signbit() const { return ingot::signbit(self()); }
};

}  // namespace detail

}  // namespace ingot
