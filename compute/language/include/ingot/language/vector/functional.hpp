// Functions that set components or apply a function to them, for all components or only where a condition is true;
// components as a tuple (Table 9 of the thesis that docs/host-library.md names).
#pragma once

#include <ingot/language/vector/operands.hpp>
#include <tuple>

namespace ingot {

/// Returns a vector with the components of `value` where the condition is true, and of `otherwise` where it is false. One of
/// `value` and `otherwise` may be a scalar.
template <detail::vector_like B, typename L, typename R, typename V = detail::operands_t<L, R>>
    requires std::same_as<detail::vector_of_t<B>, vector<bool, V::dimensions>>
constexpr V select(const B& condition, const L& value, const R& otherwise) {
    return detail::each<V>([](bool choice, auto a, auto b) { return choice ? a : b; }, detail::vector_of_t<B>(condition),
                           detail::widen<V>(value), detail::widen<V>(otherwise));
}

namespace detail {

/// The member functions of this header. applied() and applied_if() return a changed copy. set(), set_if(), apply() and
/// apply_if() change the vector and return it.
template <typename T, size_t N>
class functional_members {
    using V = vector<T, N>;
    using B = vector<bool, N>;
    constexpr V& self() { return static_cast<V&>(*this); }
    constexpr const V& self() const { return static_cast<const V&>(*this); }

public:
    /// Sets all components: from a vector, from one scalar, or from several arguments as a constructor does. If the only
    /// argument is a smaller vector, only the first components are set.
    template <typename First, typename... Rest>
    constexpr V& set(const First& first, const Rest&... rest) {
        if constexpr (sizeof...(Rest) == 0)
            return self() = first;
        else
            return self() = V(first, rest...);
    }
    /// Sets the components for which the condition is true; `value` is a vector or a scalar.
    template <typename Value>
    constexpr V& set_if(const B& condition, const Value& value) {
        return self() = select(condition, value, self());
    }

    /// Replaces each component by the result of a function of this component, from the first component to the last.
    template <typename Function>
    constexpr V& apply(Function&& function) {
        return self() = applied(function);
    }
    template <typename Function>
    constexpr V applied(Function&& function) const {
        return detail::each<V>(function, self());
    }
    /// Like apply() and applied(), but only for the components for which the condition is true. The function is not called
    /// for other components.
    template <typename Function>
    constexpr V& apply_if(const B& condition, Function&& function) {
        return self() = applied_if(condition, function);
    }
    template <typename Function>
    constexpr V applied_if(const B& condition, Function&& function) const {
        return detail::each<V>([&](bool choice, T a) { return choice ? static_cast<T>(function(a)) : a; }, condition, self());
    }

    /// Return the components (as_tuple) or references to the components (as_tuple_ref) as a std::tuple.
    constexpr auto as_tuple() const {
        if constexpr (N == 1)
            return std::tuple<T>(self().x);
        else if constexpr (N == 2)
            return std::tuple<T, T>(self().x, self().y);
        else if constexpr (N == 3)
            return std::tuple<T, T, T>(self().x, self().y, self().z);
        else
            return std::tuple<T, T, T, T>(self().x, self().y, self().z, self().w);
    }
    constexpr auto as_tuple_ref() {
        if constexpr (N == 1)
            return std::tuple<T&>(self().x);
        else if constexpr (N == 2)
            return std::tuple<T&, T&>(self().x, self().y);
        else if constexpr (N == 3)
            return std::tuple<T&, T&, T&>(self().x, self().y, self().z);
        else
            return std::tuple<T&, T&, T&, T&>(self().x, self().y, self().z, self().w);
    }
};

}  // namespace detail

}  // namespace ingot
