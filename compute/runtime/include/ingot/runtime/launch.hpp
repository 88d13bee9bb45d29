// The code that all generated launchers share. A launcher checks its arguments at compile time and passes them to
// queue::run_unchecked. For a kernel `scale(buffer<float> values, param<float> factor)` ingotc generates a class that
// calls
//
//     launch::enqueue(launch::parameters<buffer<float>, float> {}, *this, queue, items, values, factor);
#pragma once

#include <array>
#include <cstddef>
#include <ingot/language/local_buffer.hpp>
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

/// The list of a kernel's parameter types. Each is a buffer<T>, an image type, a local_buffer<T>, or, for a param<T>, the type
/// T.
template <typename... Parameters>
struct parameters {};

/// Checks and passes an argument for one parameter. `is_kind` states whether an argument of type `Given` has the right kind
/// and type, and `is_writable` whether it allows the kernel's access. `keep` converts the argument to an object that lives
/// until the launch is enqueued, and `pass` makes the kernel_argument of that object. This primary template is for values.
template <typename Parameter>
struct argument_traits {
    using value = std::remove_const_t<Parameter>;
    template <typename Given>
    static constexpr bool is_kind = fits_value<value, Given>;
    template <typename Given>
    static constexpr bool is_writable = true;

    template <typename Given>
    static value keep(Given&& argument) {
        return static_cast<value>(std::forward<Given>(argument));
    }
    static kernel_argument pass(const value& object) {
        return {nullptr, std::as_bytes(std::span(std::addressof(object), 1)), nullptr};
    }
};

template <typename Element>
struct argument_traits<buffer<Element>> {
    template <typename Given>
    static constexpr bool is_kind = fits_buffer<const Element, Given>;
    template <typename Given>
    static constexpr bool is_writable = !is_kind<Given> || fits_buffer<Element, Given>;

    static const memory* keep(const device_buffer<std::remove_const_t<Element>>& buffer) { return &buffer.storage(); }
    static kernel_argument pass(const memory* buffer) { return {buffer, {}, nullptr}; }
};

template <image_shape shape, typename T, image_access access>
struct argument_traits<basic_image<shape, T, access>> {
    template <typename Given>
    static constexpr bool is_kind = fits_image<std::remove_cvref_t<Given>, shape, T>;
    template <typename Given>
    static constexpr bool is_writable = access == image_access::read || !std::is_const_v<std::remove_reference_t<Given>>;

    static const device_image* keep(const device_image& image) { return &image; }
    static kernel_argument pass(const device_image* image) { return {nullptr, {}, image}; }
};

template <typename T>
struct argument_traits<local_buffer<T>> {
    template <typename Given>
    static constexpr bool is_kind = std::same_as<std::remove_cvref_t<Given>, local_elements<T>>;
    template <typename Given>
    static constexpr bool is_writable = true;

    static local_elements<T> keep(local_elements<T> elements) { return elements; }
    static kernel_argument pass(local_elements<T> elements) { return {nullptr, {}, nullptr, elements.count * sizeof(T)}; }
};

/// Checks all arguments of a launch. `Arguments` are the types that the compiler deduces for `Arguments&&...`, with
/// references.
template <typename Parameters, typename... Arguments>
struct check;

template <typename... Parameters, typename... Arguments>
struct check<parameters<Parameters...>, Arguments...> {
    static constexpr bool is_complete = sizeof...(Parameters) == sizeof...(Arguments);

    template <size_t index>
    using parameter = argument_traits<std::tuple_element_t<index, std::tuple<Parameters...>>>;
    template <size_t index>
    using argument = std::tuple_element_t<index, std::tuple<Arguments&&...>>;

    // If the number of arguments is wrong, is_kind() and is_writable() return true, so that the launcher reports only the
    // wrong number.
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

/// Does the argument of that index have the right kind and type?
template <size_t index, typename Parameters, typename... Arguments>
inline constexpr bool is_kind = check<Parameters, Arguments...>::template is_kind<index>();

/// Does the argument of that index allow the kernel's access? False for a const buffer or image that the kernel writes.
template <size_t index, typename Parameters, typename... Arguments>
inline constexpr bool is_writable = check<Parameters, Arguments...>::template is_writable<index>();

/// Enqueues the kernel. Does nothing if the arguments do not fit: the launcher's static assertions have already
/// reported the errors, and further compiler errors would hide them.
template <typename... Parameters, typename... Arguments>
void enqueue(parameters<Parameters...>, const kernel_function& kernel, queue& queue, const range& items,
             Arguments&&... arguments) {
    if constexpr (check<parameters<Parameters...>, Arguments...>::all_fit()) {
        // `values` holds the converted values until the queue has copied them.
        const std::tuple values {argument_traits<Parameters>::keep(std::forward<Arguments>(arguments))...};
        std::apply(
            [&](const auto&... each) {
                const std::array<kernel_argument, sizeof...(Parameters)> passed {argument_traits<Parameters>::pass(each)...};
                queue.run_unchecked(kernel, items, passed);
            },
            values);
    }
}

/// The list of type arguments of a kernel template's instance.
template <typename... Each>
struct types {};

/// All template arguments of a kernel template's instance: the type arguments as types<…>, and the values. Equal
/// arguments give the same type.
template <typename Types, auto... values>
struct template_arguments {
    using type_arguments = Types;
    static constexpr std::tuple<std::remove_cv_t<decltype(values)>...> value_arguments {values...};
};

/// An instance of a kernel template: the class that launches the instance, and its template_arguments<…>.
template <typename Launcher, typename Arguments>
struct instance {
    using launcher = Launcher;
    using arguments = Arguments;
};

/// The launcher that is returned for an instance that does not exist. It accepts any arguments, because a static assertion
/// has already reported the error.
struct missing_instance {
    template <typename... Anything>
    void enqueue(Anything&&...) const {}
};

/// Throws error that names the existing instances.
[[noreturn]] void throw_missing_instance(std::string_view kernel_template, std::span<const kernel_function> instances);

/// All instances of a kernel template in a program. `Instances` are instance<…> types, in the same order as the names
/// that the constructor takes.
template <typename... Instances>
class kernel_instances {
public:
    kernel_instances(const program& loaded_program, std::string_view kernel_template,
                     std::initializer_list<std::string_view> names)
        : name_(kernel_template) {
        for (const std::string_view each : names) functions_.emplace_back(loaded_program, each);
    }

    /// Does the template have an instance for these template_arguments<…>?
    template <typename Arguments>
    static constexpr bool has = (std::is_same_v<Arguments, typename Instances::arguments> || ...);

    /// Returns the launcher of the instance for arguments that are known at compile time: `program.blur<5>()`.
    template <typename Arguments>
    auto get() const {
        if constexpr (has<Arguments>) {
            constexpr size_t index = first([]<typename Each>() { return std::is_same_v<Arguments, typename Each::arguments>; });
            return launcher_at<index>(functions_[index]);
        } else {
            return missing_instance();
        }
    }

    /// Returns the launcher of the instance with the type arguments `Types` and with values that are known only at run time:
    /// `program.blur(taps)`. Throws error if there is no instance for these values.
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
            if (index == sizeof...(Instances)) throw_missing_instance(name_, functions_);
            return launcher(functions_[index]);
        } else {
            return missing_instance();
        }
    }

    /// Returns the value arguments of all instances that have the type arguments `Types`.
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

    // Returns the index of the first instance for which `fits` is true, or the number of instances if there is none.
    template <typename Test>
    static constexpr size_t first(Test fits) {
        size_t index = 0;
        static_cast<void>(((fits.template operator()<Instances>() || (++index, false)) || ...));
        return index;
    }

    // Returns the element of a tuple that has only one; returns any other tuple unchanged.
    template <typename T>
    static constexpr T simplified(const std::tuple<T>& tuple) {
        return std::get<0>(tuple);
    }
    template <typename... T>
    static constexpr std::tuple<T...> simplified(const std::tuple<T...>& tuple) {
        return tuple;
    }

    std::string_view name_;
    std::vector<kernel_function> functions_;
};

}  // namespace ingot::launch
