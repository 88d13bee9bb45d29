// The vector class: components, constructors and access to components. The other files of this folder define the
// functions.
#pragma once

#include <ingot/language/vector/component_names.hpp>
#include <ingot/language/vector/elements.hpp>
#include <ingot/language/vector/functional.hpp>
#include <ingot/language/vector/geometric.hpp>
#include <ingot/language/vector/integer.hpp>
#include <ingot/language/vector/mathematics.hpp>
#include <ingot/language/vector/relational.hpp>
#include <ingot/language/vector/rounding.hpp>

// Components and their names share storage through an anonymous struct in a union. ISO C++ has anonymous unions but no
// anonymous structs; every compiler that builds Ingot supports them as an extension.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnested-anon-types"
#pragma clang diagnostic ignored "-Wgnu-anonymous-struct"
#endif

namespace ingot {

namespace detail {

// The alignment of a vector of two or four components. It is the size of the vector, but at most 16 bytes (or the alignment
// of T, if that is larger), so that devices load the vector in one access. Vectors of three components have the alignment
// of one component, because they are not padded: float3 has 12 bytes.
template <typename T, size_t N>
inline constexpr size_t vector_alignment = N == 3 ? alignof(T)
                                                  : (sizeof(T) * N < 16 ? sizeof(T) * N
                                                     : alignof(T) < 16  ? 16
                                                                        : alignof(T));

// Makes an index that is out of range a compile error in a constant expression. Has no effect otherwise.
constexpr void expect_in_range([[maybe_unused]] size_t index, [[maybe_unused]] size_t size) {
    if (std::is_constant_evaluated() && index >= size) __builtin_unreachable();
}

/// The members of a vector: access to components by index and name, and the functions of the vector library.
template <typename T, size_t N>
class vector_members : public geometric_members<T, N>,
                       public relational_members<T, N>,
                       public rounding_members<T, N>,
                       public mathematical_members<T, N>,
                       public element_members<T, N>,
                       public functional_members<T, N>,
                       public integer_members<T, N> {
    static_assert(detail::arithmetic<T>, "the components of a vector are numbers or bool");

    using V = vector<T, N>;
    constexpr V& self() { return static_cast<V&>(*this); }
    constexpr const V& self() const { return static_cast<const V&>(*this); }

    // Returns a component. An index that is too large is an error in a constant expression, and otherwise gives the
    // last component.
    template <typename Self>
    static constexpr auto& at(Self& object, size_t index) {
        expect_in_range(index, N);
        // At run time, index the array that begins with the first component. The selection below would make compilers choose
        // between the addresses of several variables, and then they could not keep the vector in registers.
        if (!std::is_constant_evaluated()) return (&object.x)[index < N ? index : N - 1];
        if constexpr (N == 1)
            return object.x;
        else if constexpr (N == 2)
            return index == 0 ? object.x : object.y;
        else if constexpr (N == 3)
            return index == 0 ? object.x : index == 1 ? object.y : object.z;
        else
            return index == 0 ? object.x : index == 1 ? object.y : index == 2 ? object.z : object.w;
    }

public:
    using value_type = T;
    /// The number of components.
    static constexpr size_t dimensions = N;

    /// Returns a component by its index, 0 to dimensions - 1. An index that is too large is an error in a constant
    /// expression, and otherwise gives the last component.
    constexpr T& operator[](size_t index) { return at(self(), index); }
    constexpr const T& operator[](size_t index) const { return at(self(), index); }

    /// Returns a component for structured bindings: `const auto [x, y, z] = v;`.
    template <size_t index>
        requires(index < N)
    constexpr T& get() {
        return at(self(), index);
    }
    template <size_t index>
        requires(index < N)
    constexpr const T& get() const {
        return at(self(), index);
    }

    /// Returns the address of the first component; the other components follow it. In a constant expression this
    /// pointer can access only the first component.
    constexpr T* data() { return &self().x; }
    constexpr const T* data() const { return &self().x; }

    /// Returns a reference to one component by its index, or component_references to several.
    template <size_t... indices>
        requires(sizeof...(indices) >= 1 && sizeof...(indices) <= 4 && ((indices < N) && ...))
    constexpr decltype(auto) ref_idx() {
        if constexpr (sizeof...(indices) == 1)
            return at(self(), (indices + ...));
        else
            return component_references<V, indices...>(self());
    }
    template <size_t... indices>
        requires(sizeof...(indices) >= 1 && sizeof...(indices) <= 4 && ((indices < N) && ...))
    constexpr decltype(auto) ref_idx() const {
        if constexpr (sizeof...(indices) == 1)
            return at(self(), (indices + ...));
        else
            return component_references<const V, indices...>(self());
    }
    /// Like ref_idx(), but with the names of the components: `v.ref<'z', 'x'>() = float2(1, 2)`.
    template <char... names>
    constexpr decltype(auto) ref() {
        return ref_idx<index_of_component(names)...>();
    }
    template <char... names>
    constexpr decltype(auto) ref() const {
        return ref_idx<index_of_component(names)...>();
    }
    /// Returns a vector of the components with these indices, in this order. An index can occur several times.
    template <size_t... indices>
        requires(sizeof...(indices) >= 1 && sizeof...(indices) <= 4 && ((indices < N) && ...))
    constexpr vector<T, sizeof...(indices)> swizzle() const {
        return {at(self(), indices)...};
    }
};

// Other types that can be assigned to a vector: a scalar is assigned to all components, and a smaller vector to the
// first components.
template <typename Part, typename T, size_t N>
concept assignable_part =
    scalar_for<Part, T> || (vector_like<Part> && std::same_as<component_of_t<Part>, T> && vector_of_t<Part>::dimensions < N);

template <typename T, size_t N, typename Part>
constexpr vector<T, N>& assign_part(vector<T, N>& destination, const Part& part) {
    if constexpr (detail::arithmetic<Part>)
        destination = vector<T, N>(static_cast<T>(part));
    else {
        const vector_of_t<Part> source = part;
        for (size_t i = 0; i < source.dimensions; ++i) destination[i] = source[i];
    }
    return destination;
}

}  // namespace detail

namespace detail {
// Named components from which a vector<T, N> can be constructed only explicitly, because they have another type or a greater
// number of components: int2(v.xy), where v is a float3.
template <typename Named, typename T, size_t N>
concept other_components = !std::same_as<Named, vector_of_t<Named>> && (vector_of_t<Named>::dimensions >= N) &&
                           !std::same_as<vector_of_t<Named>, vector<T, N>>;
}  // namespace detail

template <typename T>
struct vector<T, 1> : detail::vector_members<T, 1> {
    T x {};

    constexpr vector() = default;
    constexpr explicit(false) vector(T value) : x(value) {}
    template <detail::arithmetic U, size_t M>
        requires(!std::same_as<T, U> || M != 1)
    constexpr explicit vector(const vector<U, M>& other) : x(static_cast<T>(other.x)) {}
};

template <typename T>
struct alignas(detail::vector_alignment<T, 2>) vector<T, 2> : detail::vector_members<T, 2> {
    union {
        __extension__ struct {
            T x, y;
        };
        __extension__ struct {
            T lo, hi;
        };
        INGOT_COMPONENT_NAMES(T, 2)
    };

    constexpr vector() : x {}, y {} {}
    constexpr explicit vector(T value) : x(value), y(value) {}
    constexpr vector(T first, T second) : x(first), y(second) {}
    /// Converts each component. A larger vector is cut to its first components.
    template <detail::arithmetic U, size_t M>
        requires(M >= 2 && !(std::same_as<T, U> && M == 2))
    constexpr explicit vector(const vector<U, M>& other) : x(static_cast<T>(other.x)), y(static_cast<T>(other.y)) {}

    template <detail::other_components<T, 2> Named>
    constexpr explicit vector(const Named& named) : vector(detail::vector_of_t<Named>(named)) {}

    /// A scalar is assigned to all components, a smaller vector to the first ones.
    template <detail::assignable_part<T, 2> Part>
    constexpr vector& operator=(const Part& part) {
        return detail::assign_part(*this, part);
    }
};

template <typename T>
struct vector<T, 3> : detail::vector_members<T, 3> {
    union {
        __extension__ struct {
            T x, y, z;
        };
        named_components<T, true, 0, 1> lo;
        __extension__ struct {
            T before_hi[2];
            T hi;
        };
        INGOT_COMPONENT_NAMES(T, 3)
    };

    constexpr vector() : x {}, y {}, z {} {}
    constexpr explicit vector(T value) : x(value), y(value), z(value) {}
    constexpr vector(T first, T second, T third) : x(first), y(second), z(third) {}
    constexpr vector(const vector<T, 2>& first, T third) : x(first.x), y(first.y), z(third) {}
    constexpr vector(T first, const vector<T, 2>& second) : x(first), y(second.x), z(second.y) {}
    /// Converts each component. A larger vector is cut to its first components.
    template <detail::arithmetic U, size_t M>
        requires(M >= 3 && !(std::same_as<T, U> && M == 3))
    constexpr explicit vector(const vector<U, M>& other)
        : x(static_cast<T>(other.x)), y(static_cast<T>(other.y)), z(static_cast<T>(other.z)) {}

    template <detail::other_components<T, 3> Named>
    constexpr explicit vector(const Named& named) : vector(detail::vector_of_t<Named>(named)) {}

    /// A scalar is assigned to all components, a smaller vector to the first ones.
    template <detail::assignable_part<T, 3> Part>
    constexpr vector& operator=(const Part& part) {
        return detail::assign_part(*this, part);
    }
};

template <typename T>
struct alignas(detail::vector_alignment<T, 4>) vector<T, 4> : detail::vector_members<T, 4> {
    union {
        __extension__ struct {
            T x, y, z, w;
        };
        named_components<T, true, 0, 1> lo;
        named_components<T, true, 2, 3> hi;
        INGOT_COMPONENT_NAMES(T, 4)
    };

    constexpr vector() : x {}, y {}, z {}, w {} {}
    constexpr explicit vector(T value) : x(value), y(value), z(value), w(value) {}
    constexpr vector(T first, T second, T third, T fourth) : x(first), y(second), z(third), w(fourth) {}
    constexpr vector(const vector<T, 3>& first, T fourth) : x(first.x), y(first.y), z(first.z), w(fourth) {}
    constexpr vector(T first, const vector<T, 3>& second) : x(first), y(second.x), z(second.y), w(second.z) {}
    constexpr vector(const vector<T, 2>& first, const vector<T, 2>& second) : x(first.x), y(first.y), z(second.x), w(second.y) {}
    constexpr vector(const vector<T, 2>& first, T third, T fourth) : x(first.x), y(first.y), z(third), w(fourth) {}
    constexpr vector(T first, const vector<T, 2>& second, T fourth) : x(first), y(second.x), z(second.y), w(fourth) {}
    constexpr vector(T first, T second, const vector<T, 2>& third) : x(first), y(second), z(third.x), w(third.y) {}
    /// Converts each component.
    template <detail::arithmetic U>
        requires(!std::same_as<T, U>)
    constexpr explicit vector(const vector<U, 4>& other)
        : x(static_cast<T>(other.x)), y(static_cast<T>(other.y)), z(static_cast<T>(other.z)), w(static_cast<T>(other.w)) {}

    template <detail::other_components<T, 4> Named>
    constexpr explicit vector(const Named& named) : vector(detail::vector_of_t<Named>(named)) {}

    /// A scalar is assigned to all components, a smaller vector to the first ones.
    template <detail::assignable_part<T, 4> Part>
    constexpr vector& operator=(const Part& part) {
        return detail::assign_part(*this, part);
    }
};

namespace detail {
template <typename V, size_t bytes>
concept has_components_of_size = vector_like<V> && sizeof(component_of_t<V>) == bytes;
}  // namespace detail

/// Interprets the bits of a vector or a number as another type of the same size: as_type<uint4>(floats), as_type<half2>(bits).
/// In constant expressions the components of both types must have the same size.
template <typename To, typename From>
    requires(sizeof(To) == sizeof(From) && (detail::vector_like<To> || detail::vector_like<From>))
constexpr To as_type(const From& value) {
    if constexpr (!detail::vector_like<From>) {
        return std::bit_cast<To>(value);
    } else {
        const detail::vector_of_t<From> converted_value = value;
        if constexpr (detail::has_components_of_size<To, sizeof(detail::component_of_t<From>)>)
            return detail::each<To>([](auto a) { return std::bit_cast<detail::component_of_t<To>>(a); }, converted_value);
        else
            return std::bit_cast<To>(converted_value);
    }
}

}  // namespace ingot

// Structured bindings.
template <typename T, size_t N>
struct std::tuple_size<ingot::vector<T, N>> : std::integral_constant<size_t, N> {};
template <size_t index, typename T, size_t N>
struct std::tuple_element<index, ingot::vector<T, N>> {
    using type = T;
};
template <typename T, size_t... indices>
struct std::tuple_size<ingot::named_components<T, true, indices...>> : std::integral_constant<size_t, sizeof...(indices)> {};
template <size_t index, typename T, size_t... indices>
struct std::tuple_element<index, ingot::named_components<T, true, indices...>> {
    using type = T;
};

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#include <ingot/language/vector/undefine_component_names.hpp>
