// The member functions of vectors that do not change the vector, as member functions of named components:
// `v.zyx.length()`.
#pragma once

#include <ingot/language/vector/component_type.hpp>

namespace ingot::detail {

// The compiler declares all members of these classes for every name of every type of vector that a program contains. To
// save compile time, the declarations are as short as possible, and there is a class for each kind of components (bool,
// integers, floating-point numbers), which has only the functions for this kind.

/// The base of these classes. `Self` is the class of the named components, which converts to the vector type V.
template <typename Self, typename V>
class functions_of_any_components {
protected:
    constexpr V value() const { return static_cast<const Self&>(*this); }
};

template <typename Self, typename V>
class functions_of_bools : public functions_of_any_components<Self, V> {
public:
    constexpr auto any() const { return this->value().any(); }
    constexpr auto all() const { return this->value().all(); }
    constexpr auto none() const { return this->value().none(); }
};

template <typename Self, typename V>
class functions_of_numbers : public functions_of_any_components<Self, V> {
public:
    constexpr auto dot() const { return this->value().dot(); }
    constexpr auto dot(const V& other) const { return this->value().dot(other); }
    constexpr auto distance_squared(const V& to) const { return this->value().distance_squared(to); }
    constexpr auto crossed(const V& other) const { return this->value().crossed(other); }
    constexpr auto perpendicular() const { return this->value().perpendicular(); }
    constexpr auto stepped(const auto& edge) const { return this->value().stepped(edge); }
    constexpr auto absed() const { return this->value().absed(); }
    constexpr auto clamped(const auto&... limits) const { return this->value().clamped(limits...); }
    constexpr auto wrapped(const auto& limit) const { return this->value().wrapped(limit); }
    constexpr auto rounded_next_multiple(const auto& factor) const { return this->value().rounded_next_multiple(factor); }
    constexpr auto is_equal(const auto&... other) const { return this->value().is_equal(other...); }
    constexpr auto is_equal_vec(const auto&... other) const { return this->value().is_equal_vec(other...); }
    constexpr auto is_unequal(const auto&... other) const { return this->value().is_unequal(other...); }
    constexpr auto is_unequal_vec(const auto&... other) const { return this->value().is_unequal_vec(other...); }
    constexpr auto is_less(const auto&... other) const { return this->value().is_less(other...); }
    constexpr auto is_less_vec(const auto&... other) const { return this->value().is_less_vec(other...); }
    constexpr auto is_less_or_equal(const auto&... other) const { return this->value().is_less_or_equal(other...); }
    constexpr auto is_less_or_equal_vec(const auto&... other) const { return this->value().is_less_or_equal_vec(other...); }
    constexpr auto is_greater(const auto&... other) const { return this->value().is_greater(other...); }
    constexpr auto is_greater_vec(const auto&... other) const { return this->value().is_greater_vec(other...); }
    constexpr auto is_greater_or_equal(const auto&... other) const { return this->value().is_greater_or_equal(other...); }
    constexpr auto is_greater_or_equal_vec(const auto&... other) const { return this->value().is_greater_or_equal_vec(other...); }
    constexpr auto is_null() const { return this->value().is_null(); }
    constexpr auto minimum(const auto& other) const { return this->value().minimum(other); }
    constexpr auto maximum(const auto& other) const { return this->value().maximum(other); }
    constexpr auto minmax(const auto& other) const { return this->value().minmax(other); }
    constexpr auto min_element() const { return this->value().min_element(); }
    constexpr auto max_element() const { return this->value().max_element(); }
    constexpr auto min_element_index() const { return this->value().min_element_index(); }
    constexpr auto max_element_index() const { return this->value().max_element_index(); }
    constexpr auto accumulate() const { return this->value().accumulate(); }
    constexpr auto average() const { return this->value().average(); }
    constexpr auto count(const auto& value) const { return this->value().count(value); }
    constexpr auto signum() const { return this->value().signum(); }
    constexpr auto signbit() const { return this->value().signbit(); }
    constexpr auto applied(const auto& function) const { return this->value().applied(function); }
    constexpr auto applied_if(const auto& condition, const auto& function) const {
        return this->value().applied_if(condition, function);
    }
    constexpr auto as_tuple() const { return this->value().as_tuple(); }
};

template <typename Self, typename V>
class functions_of_integers : public functions_of_numbers<Self, V> {
public:
    constexpr auto popcounted() const { return this->value().popcounted(); }
    constexpr auto clzed() const { return this->value().clzed(); }
    constexpr auto ctzed() const { return this->value().ctzed(); }
    constexpr auto ffsed() const { return this->value().ffsed(); }
    constexpr auto paritied() const { return this->value().paritied(); }
};

template <typename Self, typename V>
class functions_of_floats : public functions_of_numbers<Self, V> {
public:
    constexpr auto length() const { return this->value().length(); }
    constexpr auto distance(const V& to) const { return this->value().distance(to); }
    constexpr auto angle(const V& to) const { return this->value().angle(to); }
    constexpr auto normalized() const { return this->value().normalized(); }
    constexpr auto faceforwarded(const V& incident, const V& reference) const {
        return this->value().faceforwarded(incident, reference);
    }
    constexpr auto reflected(const V& normal) const { return this->value().reflected(normal); }
    constexpr auto refracted(const V& normal, const auto& ratio) const { return this->value().refracted(normal, ratio); }
    constexpr auto smoothstepped(const auto&... edges) const { return this->value().smoothstepped(edges...); }
    constexpr auto rotated(const auto&... angle) const { return this->value().rotated(angle...); }
    constexpr auto rounded() const { return this->value().rounded(); }
    constexpr auto floored() const { return this->value().floored(); }
    constexpr auto ceiled() const { return this->value().ceiled(); }
    constexpr auto truncated() const { return this->value().truncated(); }
    constexpr auto rinted() const { return this->value().rinted(); }
    constexpr auto is_finite() const { return this->value().is_finite(); }
    constexpr auto is_nan() const { return this->value().is_nan(); }
    constexpr auto is_inf() const { return this->value().is_inf(); }
    constexpr auto is_normal() const { return this->value().is_normal(); }
    constexpr auto sqrted() const { return this->value().sqrted(); }
    constexpr auto rsqrted() const { return this->value().rsqrted(); }
    constexpr auto sined() const { return this->value().sined(); }
    constexpr auto cosed() const { return this->value().cosed(); }
    constexpr auto taned() const { return this->value().taned(); }
    constexpr auto asined() const { return this->value().asined(); }
    constexpr auto acosed() const { return this->value().acosed(); }
    constexpr auto ataned() const { return this->value().ataned(); }
    constexpr auto exped() const { return this->value().exped(); }
    constexpr auto exp2ed() const { return this->value().exp2ed(); }
    constexpr auto loged() const { return this->value().loged(); }
    constexpr auto log2ed() const { return this->value().log2ed(); }
    constexpr auto in_rad() const { return this->value().in_rad(); }
    constexpr auto in_deg() const { return this->value().in_deg(); }
    constexpr auto atan2ed(const auto& x) const { return this->value().atan2ed(x); }
    constexpr auto powed(const auto& exponent) const { return this->value().powed(exponent); }
    constexpr auto fmaed(const auto& factor, const auto& summand) const { return this->value().fmaed(factor, summand); }
    constexpr auto copysigned(const auto& sign) const { return this->value().copysigned(sign); }
    constexpr auto interpolated(const V& to, const auto& fraction) const { return this->value().interpolated(to, fraction); }
    constexpr auto cubic_interpolated(const V& before, const V& to, const V& after, const auto& fraction) const {
        return this->value().cubic_interpolated(before, to, after, fraction);
    }
    constexpr auto catmull_rom_interpolated(const V& before, const V& to, const V& after, const auto& fraction) const {
        return this->value().catmull_rom_interpolated(before, to, after, fraction);
    }
};

template <typename T>
struct component_kind {
    template <typename Self, typename V>
    using functions = std::conditional_t<std::integral<T>, functions_of_integers<Self, V>, functions_of_floats<Self, V>>;
};
template <>
struct component_kind<bool> {
    template <typename Self, typename V>
    using functions = functions_of_bools<Self, V>;
};

/// The class with the member functions of named components `Self` that convert to a vector<T, N>.
template <typename Self, typename T, size_t N>
using component_functions = typename component_kind<T>::template functions<Self, vector<T, N>>;

}  // namespace ingot::detail
