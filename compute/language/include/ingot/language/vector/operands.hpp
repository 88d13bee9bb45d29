// The arguments of the vector library's functions: which types count as vectors, which scalars are extended to
// vectors, and how a function is applied to each component.
#pragma once

#include <ingot/language/vector/named_components.hpp>

namespace ingot::detail {

// The vector type of an operand: the operand's own type, or the type to which named components convert.
template <typename T>
struct vector_of {};
template <typename T, size_t N>
struct vector_of<vector<T, N>> {
    using type = vector<T, N>;
};
template <typename T, bool distinct, size_t... indices>
struct vector_of<named_components<T, distinct, indices...>> {
    using type = vector<T, sizeof...(indices)>;
};
template <typename T, size_t... indices>
struct vector_of<named_part<T, indices...>> {
    using type = vector<T, sizeof...(indices)>;
};
template <typename Vector, size_t... indices>
struct vector_of<component_references<Vector, indices...>> {
    using type = typename component_references<Vector, indices...>::value;
};

template <typename T>
concept vector_like = requires { typename vector_of<std::remove_cvref_t<T>>::type; };

template <vector_like V>
using vector_of_t = typename vector_of<std::remove_cvref_t<V>>::type;

template <vector_like V>
using component_of_t = typename vector_of_t<V>::value_type;

template <typename T>
concept floating_vector = vector_like<T> && floating_point<component_of_t<T>>;

template <typename T>
concept integer_vector = vector_like<T> && std::integral<component_of_t<T>> && !std::same_as<component_of_t<T>, bool>;

template <vector_like V>
using bool_vector_of_t = vector<bool, vector_of_t<V>::dimensions>;

// A scalar counts as a vector with that value in all components. A floating-point scalar does not combine with a
// vector of integers, because the fraction would be lost silently.
template <typename Scalar, typename T>
concept scalar_for = arithmetic<Scalar> && (std::integral<Scalar> || !std::integral<T>);

// The vector type of an operation's operands: two vectors of one type, or a vector and a scalar.
template <typename L, typename R>
struct operands {};
template <vector_like L, vector_like R>
    requires std::same_as<vector_of_t<L>, vector_of_t<R>>
struct operands<L, R> {
    using type = vector_of_t<L>;
};
template <vector_like L, scalar_for<component_of_t<L>> R>
struct operands<L, R> {
    using type = vector_of_t<L>;
};
template <typename L, vector_like R>
    requires scalar_for<L, component_of_t<R>>
struct operands<L, R> {
    using type = vector_of_t<R>;
};

template <typename L, typename R>
using operands_t = typename operands<std::remove_cvref_t<L>, std::remove_cvref_t<R>>::type;

// The vector type of a sum, difference or product of signed and unsigned integers of the same size. The components of the
// result are unsigned, as for int and unsigned int in C++.
template <typename L, typename R>
struct mixed_operands {};
template <integer_vector L, integer_vector R>
    requires(vector_of_t<L>::dimensions == vector_of_t<R>::dimensions && sizeof(component_of_t<L>) == sizeof(component_of_t<R>) &&
             std::is_signed_v<component_of_t<L>> != std::is_signed_v<component_of_t<R>>)
struct mixed_operands<L, R> {
    using type = vector<std::make_unsigned_t<component_of_t<L>>, vector_of_t<L>::dimensions>;
};

template <typename L, typename R>
using mixed_operands_t = typename mixed_operands<std::remove_cvref_t<L>, std::remove_cvref_t<R>>::type;

// Converts an operand to a vector of type V. A scalar is assigned to all components.
template <typename V, typename Operand>
constexpr V widen(const Operand& operand) {
    if constexpr (arithmetic<Operand>)
        return V(static_cast<typename V::value_type>(operand));
    else
        return V(static_cast<vector_of_t<Operand>>(operand));
}

// Returns a vector of the results of `function` for each component, from the first component to the last.
template <typename Result, typename Function, typename... Vectors>
constexpr Result each(Function&& function, const Vectors&... vectors) {
    using T = typename Result::value_type;
    if constexpr (Result::dimensions == 1)
        return Result {static_cast<T>(function(vectors.x...))};
    else if constexpr (Result::dimensions == 2)
        return Result {static_cast<T>(function(vectors.x...)), static_cast<T>(function(vectors.y...))};
    else if constexpr (Result::dimensions == 3)
        return Result {static_cast<T>(function(vectors.x...)), static_cast<T>(function(vectors.y...)),
                       static_cast<T>(function(vectors.z...))};
    else
        return Result {static_cast<T>(function(vectors.x...)), static_cast<T>(function(vectors.y...)),
                       static_cast<T>(function(vectors.z...)), static_cast<T>(function(vectors.w...))};
}

// Combines all components: starts with the first component, and continues with function(result, next component).
template <typename T, size_t N, typename Function>
constexpr auto fold(const vector<T, N>& value, Function&& function) {
    if constexpr (N == 1)
        return value.x;
    else if constexpr (N == 2)
        return function(value.x, value.y);
    else if constexpr (N == 3)
        return function(function(value.x, value.y), value.z);
    else
        return function(function(function(value.x, value.y), value.z), value.w);
}

}  // namespace ingot::detail
