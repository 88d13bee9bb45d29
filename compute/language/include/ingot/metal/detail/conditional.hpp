// The common type of the operands of `condition ? a : b` where C++ finds none. ingotc rewrites such an expression to
//
//     condition ? converted<decltype(common_value(a, b))>(a) : converted<decltype(common_value(a, b))>(b)
#pragma once

#include <ingot/metal/detail/types.hpp>

namespace metal::ingot_detail {

template <typename A, typename B>
struct common_choice {};
template <typename A>
struct common_choice<A, A> {
    using type = A;
};
template <typename A, typename B>
    requires(!std::is_same_v<A, B> && requires { typename common_operand<A, B>::type; })
struct common_choice<A, B> : common_operand<A, B> {};

// Has no definition: only its type is asked for.
template <typename T>
T made();

// The parameters are values, so their types have neither const nor an address space.
template <typename A, typename B>
auto common_value(A a, B) {
    if constexpr (requires { typename common_choice<A, B>::type; }) {
        return made<typename common_choice<A, B>::type>();
    } else {
        static_assert(!std::is_pointer_v<A> || !std::is_pointer_v<B>,
                      "the operands of ?: are pointers to different address spaces or types (MSL 3.0, section 4)");
        static_assert(std::is_pointer_v<A> && std::is_pointer_v<B>,
                      "the operands of ?: have no common type (MSL 3.0, section 3.1)");
        return a;
    }
}

template <typename T>
constexpr T converted(T value) {
    return value;
}

}  // namespace metal::ingot_detail
