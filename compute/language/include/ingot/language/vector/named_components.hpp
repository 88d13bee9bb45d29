// Named components: some components of a vector, used as a smaller, larger or reordered vector (`v.zyx`). Also references
// to some components of a vector (`v.ref<'z', 'x'>()`).
#pragma once

#include <ingot/language/vector/component_functions.hpp>

// The components and their names share storage through anonymous structs in a union, as vector_class.hpp explains.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnested-anon-types"
#pragma clang diagnostic ignored "-Wgnu-anonymous-struct"
#endif

namespace ingot {

namespace detail {

/// The storage before a component: N components that are not used. A struct of a gap and a component puts the component at
/// index N of the array with which the struct shares its storage.
template <typename T, size_t N>
struct gap {
    T components[N];
};
template <typename T>
struct gap<T, 0> {};

/// Returns the length of the shortest array that contains the components with these indices.
constexpr size_t size_with(size_t a, size_t b, size_t c = 0, size_t d = 0) {
    const size_t first = a < b ? b : a;
    const size_t second = c < d ? d : c;
    return 1 + (first < second ? second : first);
}

/// Returns whether one list of indices (a name) is before another one of the same length. The order is that of the numbers
/// whose digits, in base 4, are the indices.
template <size_t... first>
constexpr bool is_name_before(auto... second) {
    size_t number = 0;
    size_t other = 0;
    ((number = number * 4 + first, other = other * 4 + second), ...);
    return number < other;
}

/// A name consists of components of a vector, whose indices are `indices`. Returns the index of component number `i` of the
/// name. If `i` is too large, returns the index of the name's last component.
template <size_t... indices>
constexpr size_t index_of(size_t i) {
    constexpr size_t all[] {indices...};
    return all[i < sizeof...(indices) ? i : sizeof...(indices) - 1];
}

/// The members that all names without a repeated component have: conversion to a vector, access by index, and assignment.
/// `Self` is the class of the name. It has an array `components_`, and `indices` are the indices of the named components in
/// this array.
template <typename Self, typename T, size_t... indices>
class distinct_components {
    using V = vector<T, sizeof...(indices)>;
    constexpr auto& all() { return static_cast<Self*>(this)->components_; }
    constexpr auto& all() const { return static_cast<const Self*>(this)->components_; }

public:
    constexpr operator V() const { return {all()[indices]...}; }
    constexpr const T& operator[](size_t i) const { return all()[index_of<indices...>(i)]; }
    constexpr T& operator[](size_t i) { return all()[index_of<indices...>(i)]; }

    template <size_t i>
    constexpr T get() const {
        return (*this)[i];
    }

    constexpr Self& operator=(const V& value) {
        size_t position = 0;
        ((all()[indices] = value[position++]), ...);
        return *static_cast<Self*>(this);
    }
    template <typename Other>
        requires(!std::same_as<Other, Self> && std::convertible_to<const Other&, V>)
    constexpr Self& operator=(const Other& value) {
        return *this = static_cast<V>(value);
    }
};

}  // namespace detail

/// Some components of a vector by name, for example `v.xyz` or `v.xxzy`. The object converts to a vector of these components,
/// and `[i]` accesses component number i of the name. If the name repeats no component (`distinct`), the object also has
/// members x, y, z and w as a vector has, and a vector can be assigned to it. A distinct name of two or three components
/// also has names of its components (`v.zyx.xy`) and the member functions of a vector that do not change it. Longer names
/// do not have them, to save compile time: a vector of four components has 336 names.
///
/// The object is a member of the union that contains the components of the vector, so constant expressions cannot read
/// it. In constant expressions, `v.swizzle<0, 1, 2>()` and `v.ref<'x', 'y', 'z'>()` do the same.
template <typename T, bool distinct, size_t... indices>
class named_components {
public:
    constexpr operator vector<T, sizeof...(indices)>() const { return {components_[indices]...}; }
    constexpr const T& operator[](size_t i) const { return components_[detail::index_of<indices...>(i)]; }

    named_components() = default;
    named_components(const named_components&) = default;
    __attribute__((unavailable("this name has a component twice, so nothing can be assigned to it"))) named_components& operator=(
        const named_components&) = default;

private:
    T components_[detail::size_with(indices...)];
};

/// Some of the named components, named again: `.xy` in `v.zyx.xy`. Unlike named_components of two or three different
/// components, this class does not have the member functions of a vector.
template <typename T, size_t... indices>
class named_part;

template <typename T, size_t at0, size_t at1>
class named_part<T, at0, at1> : public detail::distinct_components<named_part<T, at0, at1>, T, at0, at1> {
    using access = detail::distinct_components<named_part, T, at0, at1>;
    friend access;

public:
    using value_type = T;
    static constexpr size_t dimensions = 2;

    named_part() = default;
    named_part(const named_part&) = default;
    using access::operator=;
    named_part& operator=(const named_part&)
        requires(at0 < 2 && at1 < 2)
    = default;
    __attribute__((unavailable("name the vector type: a.xz = float2(b.xz)"))) named_part& operator=(const named_part&) = default;

    union {
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at0> before_x_;
            T x;
        };
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at1> before_y_;
            T y;
        };
        T components_[detail::size_with(at0, at1)];
    };
};
template <typename T, size_t at0, size_t at1, size_t at2>
class named_part<T, at0, at1, at2> : public detail::distinct_components<named_part<T, at0, at1, at2>, T, at0, at1, at2> {
    using access = detail::distinct_components<named_part, T, at0, at1, at2>;
    friend access;

public:
    using value_type = T;
    static constexpr size_t dimensions = 3;

    named_part() = default;
    named_part(const named_part&) = default;
    using access::operator=;
    named_part& operator=(const named_part&)
        requires(at0 < 3 && at1 < 3 && at2 < 3)
    = default;
    __attribute__((unavailable("name the vector type: a.xz = float2(b.xz)"))) named_part& operator=(const named_part&) = default;

    union {
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at0> before_x_;
            T x;
        };
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at1> before_y_;
            T y;
        };
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at2> before_z_;
            T z;
        };
        T components_[detail::size_with(at0, at1, at2)];
    };
};

template <typename T, size_t at0, size_t at1>
class named_components<T, true, at0, at1> : public detail::distinct_components<named_components<T, true, at0, at1>, T, at0, at1>,
                                            public detail::component_functions<named_components<T, true, at0, at1>, T, 2> {
    using access = detail::distinct_components<named_components, T, at0, at1>;
    friend access;

public:
    using value_type = T;
    static constexpr size_t dimensions = 2;

    named_components() = default;
    named_components(const named_components&) = default;
    /// Converts from another name. `c ? v.xyz : v.zyx` requires that exactly one of the two types converts to the other, so
    /// only names that are later in the order of is_name_before() convert to this one.
    template <bool distinct, size_t from0, size_t from1>
        requires(detail::is_name_before<at0, at1>(from0, from1))
    constexpr named_components(const named_components<T, distinct, from0, from1>& other) {
        access::operator=(other);
    }
    using access::operator=;
    // Vectors can be copied only if the assignment of this member of their union is trivial. A trivial assignment copies the
    // array components_ from its start. It is therefore correct only for names of the first components in any order, such as
    // yx; for other names the assignment is an error.
    named_components& operator=(const named_components&)
        requires(at0 < 2 && at1 < 2)
    = default;
    __attribute__((unavailable("name the vector type: a.xz = float2(b.xz)"))) named_components& operator=(
        const named_components&) = default;

    union {
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at0> before_x_;
            T x;
        };
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at1> before_y_;
            T y;
        };
        named_part<T, at0, at1> xy;
        named_part<T, at1, at0> yx;

        T components_[detail::size_with(at0, at1)];
    };
};
template <typename T, size_t at0, size_t at1, size_t at2>
class named_components<T, true, at0, at1, at2>
    : public detail::distinct_components<named_components<T, true, at0, at1, at2>, T, at0, at1, at2>,
      public detail::component_functions<named_components<T, true, at0, at1, at2>, T, 3> {
    using access = detail::distinct_components<named_components, T, at0, at1, at2>;
    friend access;

public:
    using value_type = T;
    static constexpr size_t dimensions = 3;

    named_components() = default;
    named_components(const named_components&) = default;
    template <bool distinct, size_t from0, size_t from1, size_t from2>
        requires(detail::is_name_before<at0, at1, at2>(from0, from1, from2))
    constexpr named_components(const named_components<T, distinct, from0, from1, from2>& other) {
        access::operator=(other);
    }
    using access::operator=;
    named_components& operator=(const named_components&)
        requires(at0 < 3 && at1 < 3 && at2 < 3)
    = default;
    __attribute__((unavailable("name the vector type: a.xz = float2(b.xz)"))) named_components& operator=(
        const named_components&) = default;

    union {
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at0> before_x_;
            T x;
        };
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at1> before_y_;
            T y;
        };
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at2> before_z_;
            T z;
        };
        named_part<T, at0, at1> xy;
        named_part<T, at0, at2> xz;
        named_part<T, at1, at0> yx;
        named_part<T, at1, at2> yz;
        named_part<T, at2, at0> zx;
        named_part<T, at2, at1> zy;
        named_part<T, at0, at1, at2> xyz;
        named_part<T, at0, at2, at1> xzy;
        named_part<T, at1, at0, at2> yxz;
        named_part<T, at1, at2, at0> yzx;
        named_part<T, at2, at0, at1> zxy;
        named_part<T, at2, at1, at0> zyx;
        T components_[detail::size_with(at0, at1, at2)];
    };
};
template <typename T, size_t at0, size_t at1, size_t at2, size_t at3>
class named_components<T, true, at0, at1, at2, at3>
    : public detail::distinct_components<named_components<T, true, at0, at1, at2, at3>, T, at0, at1, at2, at3> {
    using access = detail::distinct_components<named_components, T, at0, at1, at2, at3>;
    friend access;

public:
    using value_type = T;
    static constexpr size_t dimensions = 4;

    named_components() = default;
    named_components(const named_components&) = default;
    template <bool distinct, size_t from0, size_t from1, size_t from2, size_t from3>
        requires(detail::is_name_before<at0, at1, at2, at3>(from0, from1, from2, from3))
    constexpr named_components(const named_components<T, distinct, from0, from1, from2, from3>& other) {
        access::operator=(other);
    }
    using access::operator=;
    named_components& operator=(const named_components&)
        requires(at0 < 4 && at1 < 4 && at2 < 4 && at3 < 4)
    = default;
    __attribute__((unavailable("name the vector type: a.xz = float2(b.xz)"))) named_components& operator=(
        const named_components&) = default;

    union {
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at0> before_x_;
            T x;
        };
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at1> before_y_;
            T y;
        };
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at2> before_z_;
            T z;
        };
        __extension__ struct {
            [[no_unique_address]] detail::gap<T, at3> before_w_;
            T w;
        };
        T components_[detail::size_with(at0, at1, at2, at3)];
    };
};

/// References to some components of a vector; the result of `v.ref<'z', 'x'>()`. The object converts to a vector, and a
/// vector can be assigned to it. All members work in constant expressions.
template <typename Vector, size_t... indices>
class component_references {
public:
    using value = vector<typename Vector::value_type, sizeof...(indices)>;

    constexpr explicit component_references(Vector& vector) : vector_(vector) {}
    constexpr component_references(const component_references&) = default;

    constexpr operator value() const { return {vector_[indices]...}; }

    constexpr const component_references& operator=(const value& source) const {
        size_t next = 0;
        ((vector_[indices] = source[next++]), ...);
        return *this;
    }
    constexpr component_references& operator=(const component_references& source) {
        static_cast<const component_references&>(*this) = static_cast<value>(source);
        return *this;
    }

private:
    Vector& vector_;
};

namespace detail {

/// Returns the index of a component by its name; 4 for an unknown name.
constexpr size_t index_of_component(char name) {
    switch (name) {
        case 'x':
            return 0;
        case 'y':
            return 1;
        case 'z':
            return 2;
        case 'w':
            return 3;
        default:
            return 4;
    }
}

}  // namespace detail

}  // namespace ingot

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
