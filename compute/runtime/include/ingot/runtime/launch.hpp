// What all generated launchers share: the check of arguments while compiling, and their way to queue::run_unchecked.
#pragma once

#include <array>
#include <cstddef>
#include <ingot/runtime/program.hpp>
#include <ingot/runtime/queue.hpp>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

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

/// The types among the arguments of a kernel template.
template <typename... Each>
struct types {};

/// The arguments of a kernel template: `Types` is types<…>. The same type for equal arguments.
template <typename Types, auto... values>
struct template_arguments {
    using type_arguments = Types;
    static constexpr std::tuple<std::remove_cv_t<decltype(values)>...> value_arguments {values...};
};

/// An instance of a kernel template, and the class that launches it.
template <typename Launcher, typename Arguments>
struct instance {
    using launcher = Launcher;
    using arguments = Arguments;
};

/// In the place of an instance that there is not: takes any launch, for the assertion before it has said what is wrong.
struct no_instance {
    template <typename... Anything>
    void enqueue(Anything&&...) const {}
};

/// Throws error that names the instances there are.
[[noreturn]] void refuse_instance(std::string_view kernel_template, std::span<const kernel_function> instances);

/// All instances of a kernel template in a program. `Instances` are instance<…>, in the order of their names.
template <typename... Instances>
class kernel_instances {
public:
    kernel_instances(const program& of, std::string_view kernel_template, std::initializer_list<std::string_view> names)
        : name(kernel_template) {
        for (const std::string_view each : names) functions.emplace_back(of, each);
    }

    template <typename Arguments>
    static constexpr bool has = (std::is_same_v<Arguments, typename Instances::arguments> || ...);

    template <typename Arguments>
    auto get() const {
        if constexpr (has<Arguments>) {
            constexpr size_t index = first([]<typename Each>() { return std::is_same_v<Arguments, typename Each::arguments>; });
            return launcher_at<index>(functions[index]);
        } else {
            return no_instance();
        }
    }

    /// Throws error where there is no instance for these values.
    template <typename Types, typename... Values>
    auto find(const Values&... values) const {
        constexpr size_t of_these_types = first([]<typename Each>() { return has_types<Each, Types>; });
        static_assert(of_these_types < sizeof...(Instances), "the kernel template has no instance for these types");
        if constexpr (of_these_types < sizeof...(Instances)) {
            using launcher = launcher_at<of_these_types>;
            static_assert(((!has_types<Instances, Types> || std::is_same_v<typename Instances::launcher, launcher>) && ...),
                          "the parameters of the kernel depend on the values: name them as template arguments");
            const size_t index = first([&]<typename Each>() {
                if constexpr (has_types<Each, Types>) return Each::arguments::value_arguments == std::tie(values...);
                return false;
            });
            if (index == sizeof...(Instances)) refuse_instance(name, functions);
            return launcher(functions[index]);
        } else {
            return no_instance();
        }
    }

    /// The values of all instances for these types.
    template <typename Types>
    static constexpr auto values() {
        constexpr size_t count = (size_t {has_types<Instances, Types>} + ...);
        constexpr size_t of_these_types = first([]<typename Each>() { return has_types<Each, Types>; });
        static_assert(count > 0, "the kernel template has no instance for these types");
        using all = std::tuple_element_t<of_these_types, std::tuple<typename Instances::arguments...>>;
        using element = std::remove_const_t<decltype(simplified(all::value_arguments))>;
        std::array<element, count> found {};
        size_t next = 0;
        const auto add = [&]<typename Each>() {
            if constexpr (has_types<Each, Types>) found[next++] = simplified(Each::arguments::value_arguments);
        };
        (add.template operator()<Instances>(), ...);
        return found;
    }

private:
    template <typename Each, typename Types>
    static constexpr bool has_types = std::is_same_v<typename Each::arguments::type_arguments, Types>;
    template <size_t index>
    using launcher_at = std::tuple_element_t<index, std::tuple<typename Instances::launcher...>>;

    // The index of the first instance for which `fits` is true, or their number.
    template <typename Test>
    static constexpr size_t first(Test fits) {
        size_t index = 0;
        static_cast<void>(((fits.template operator()<Instances>() || (++index, false)) || ...));
        return index;
    }

    // A tuple of one is that one.
    template <typename T>
    static constexpr T simplified(const std::tuple<T>& of) {
        return std::get<0>(of);
    }
    template <typename... T>
    static constexpr std::tuple<T...> simplified(const std::tuple<T...>& of) {
        return of;
    }

    std::string_view name;
    std::vector<kernel_function> functions;
};

}  // namespace ingot::launch
