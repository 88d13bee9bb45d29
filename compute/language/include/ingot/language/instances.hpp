// The list of the instances of kernel templates in a kernel file.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace ingot {

/// The instances of kernel templates that a host can launch. A kernel file lists them by an alias:
///
///     template <uint32_t taps>
///     kernel void blur(buffer<const float4> from, buffer<float4> to) { … }
///     using blurs = instances<blur<3>, blur<5>, blur<7>>;
///
/// The alias can be anywhere after the template and have any name, and a file can have several lists. An instance that
/// is in no list is an ordinary function, which other functions of the file can call.
template <auto... kernels>
    requires(std::is_function_v<std::remove_pointer_t<decltype(kernels)>> && ...)
struct instances {};

namespace detail {

template <typename... Lists>
struct joined_instances {
    using type = instances<>;
};
template <auto... kernels>
struct joined_instances<instances<kernels...>> {
    using type = instances<kernels...>;
};
template <auto... first, auto... second, typename... More>
struct joined_instances<instances<first...>, instances<second...>, More...>
    : joined_instances<instances<first..., second...>, More...> {};

template <const auto& values, auto list, size_t... i>
auto instances_for(std::index_sequence<i...>) -> joined_instances<decltype(list.template operator()<values[i]>())...>::type;

}  // namespace detail

/// Calls a lambda, which returns a list, for each element of a constexpr array, and joins these lists to one list:
///
///     constexpr std::array supported_taps {3u, 5u, 7u};
///     using blurs = instances_for<supported_taps, []<uint32_t taps> { return instances<blur<taps>>(); }>;
template <const auto& values, auto list>
using instances_for = decltype(detail::instances_for<values, list>(std::make_index_sequence<std::size(values)>()));

}  // namespace ingot
