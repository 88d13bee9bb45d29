// What all generated launchers share: the check of arguments while compiling, and their way to queue::run_unchecked.
#pragma once

#include <array>
#include <cstddef>
#include <ingot/runtime/program.hpp>
#include <ingot/runtime/queue.hpp>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ingot::launch {

/// A kernel's parameters: each a buffer<T>, an image, or for a param<T> the value's type.
template <typename... Parameters>
struct parameters {};

/// How an argument for a `Parameter` is checked and passed; this one is for values.
template <typename Parameter>
struct passing {
    using value = std::remove_const_t<Parameter>;
    template <typename Given>
    static constexpr bool is_kind = fits_value<value, Given>;
    template <typename Given>
    static constexpr bool is_writable = true;

    template <typename Given>
    static value keep(Given&& given) {
        return static_cast<value>(std::forward<Given>(given));
    }
    static kernel_argument pass(const value& kept) {
        return {nullptr, std::as_bytes(std::span(std::addressof(kept), 1)), nullptr};
    }
};

template <typename Element>
struct passing<buffer<Element>> {
    template <typename Given>
    static constexpr bool is_kind = fits_buffer<const Element, Given>;
    template <typename Given>
    static constexpr bool is_writable = !is_kind<Given> || fits_buffer<Element, Given>;

    static const memory* keep(const device_buffer<std::remove_const_t<Element>>& given) { return &given.storage(); }
    static kernel_argument pass(const memory* kept) { return {kept, {}, nullptr}; }
};

template <image_shape shape, typename T, image_access access>
struct passing<basic_image<shape, T, access>> {
    template <typename Given>
    static constexpr bool is_kind = fits_image<std::remove_cvref_t<Given>, shape, T>;
    template <typename Given>
    static constexpr bool is_writable = access == image_access::read || !std::is_const_v<std::remove_reference_t<Given>>;

    static const device_image* keep(const device_image& given) { return &given; }
    static kernel_argument pass(const device_image* kept) { return {nullptr, {}, kept}; }
};

/// The check of a whole launch. `Arguments` with their references, as deduced for `Arguments&&...`.
template <typename Parameters, typename... Arguments>
struct check;

template <typename... Parameters, typename... Arguments>
struct check<parameters<Parameters...>, Arguments...> {
    static constexpr bool is_complete = sizeof...(Parameters) == sizeof...(Arguments);

    template <size_t index>
    using parameter = passing<std::tuple_element_t<index, std::tuple<Parameters...>>>;
    template <size_t index>
    using argument = std::tuple_element_t<index, std::tuple<Arguments&&...>>;

    // Where an argument is missing or one too many, that is what is said.
    template <size_t index>
    static constexpr bool is_kind() {
        if constexpr (is_complete) return parameter<index>::template is_kind<argument<index>>;
        return true;
    }
    template <size_t index>
    static constexpr bool is_writable() {
        if constexpr (is_complete) return parameter<index>::template is_writable<argument<index>>;
        return true;
    }
    static constexpr bool all_fit() {
        return []<size_t... i>(std::index_sequence<i...>) {
            return is_complete && ((is_kind<i>() && is_writable<i>()) && ...);
        }(std::index_sequence_for<Parameters...>());
    }
};

/// Is the argument of that index of the right kind and type?
template <size_t index, typename Parameters, typename... Arguments>
inline constexpr bool is_kind = check<Parameters, Arguments...>::template is_kind<index>();

/// Is it no const buffer where the kernel writes?
template <size_t index, typename Parameters, typename... Arguments>
inline constexpr bool is_writable = check<Parameters, Arguments...>::template is_writable<index>();

/// Enqueues the kernel. Does nothing where arguments do not fit: the launcher's assertions have said so, and no further errors
/// shall hide theirs.
template <typename... Parameters, typename... Arguments>
void enqueue(parameters<Parameters...>, const kernel_function& kernel, queue& in, const range& items, Arguments&&... arguments) {
    if constexpr (check<parameters<Parameters...>, Arguments...>::all_fit()) {
        // Values are converted here and stay until the queue has taken them.
        const std::tuple kept {passing<Parameters>::keep(std::forward<Arguments>(arguments))...};
        std::apply(
            [&](const auto&... each) {
                const std::array<kernel_argument, sizeof...(Parameters)> passed {passing<Parameters>::pass(each)...};
                in.run_unchecked(kernel, items, passed);
            },
            kept);
    }
}

}  // namespace ingot::launch
