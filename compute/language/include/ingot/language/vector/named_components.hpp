// Some components of a vector seen as a smaller, larger or reordered vector: by name (`v.zyx`), and as references.
#pragma once

#include <ingot/language/vector/component_type.hpp>

namespace ingot {

/// Some components of a vector, by name: `v.xyz`, `v.xxzy`. Reads as a vector of that many components. Where no component is
/// named twice (`distinct`), a vector can be assigned to it.
///
/// It lies in a union with the components of the vector that it is a member of, so constant expressions cannot read it: there,
/// `v.swizzle<0, 1, 2>()` and `v.ref<'x', 'y', 'z'>()` do the same.
template <typename T, size_t N, bool distinct, size_t... indices>
class named_components {
public:
    constexpr operator vector<T, sizeof...(indices)>() const { return {components[indices]...}; }

private:
    T components[N];
};
template <typename T, size_t N, size_t... indices>
class named_components<T, N, true, indices...> {
public:
    constexpr operator vector<T, sizeof...(indices)>() const { return {components[indices]...}; }

    named_components& operator=(const vector<T, sizeof...(indices)>& value) {
        size_t from = 0;
        ((components[indices] = value[from++]), ...);
        return *this;
    }

    named_components() = default;
    named_components(const named_components&) = default;
    // The copy that a whole vector needs is trivial and takes every component; between two vectors by name it would be a trap.
    __attribute__((unavailable("name the vector type: a.xy = float2(b.xy)"))) named_components& operator=(
        const named_components&) = default;

private:
    T components[N];
};

/// References to some components of a vector: what `v.ref<'z', 'x'>()` gives. Reads as a vector; a vector can be assigned to it.
/// All of it works in constant expressions.
template <typename Vector, size_t... indices>
class component_references {
public:
    using value = vector<typename Vector::value_type, sizeof...(indices)>;

    constexpr explicit component_references(Vector& whole) : of(whole) {}
    constexpr component_references(const component_references&) = default;

    constexpr operator value() const { return {of[indices]...}; }

    constexpr const component_references& operator=(const value& from) const {
        size_t next = 0;
        ((of[indices] = from[next++]), ...);
        return *this;
    }
    constexpr component_references& operator=(const component_references& from) {
        static_cast<const component_references&>(*this) = static_cast<value>(from);
        return *this;
    }

private:
    Vector& of;
};

namespace detail {

/// The index of a component by its name; 4 for a name that none has.
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

template <size_t... indices>
constexpr bool all_distinct() {
    bool seen[sizeof...(indices) + 1][8] {};
    bool distinct = true;
    ((distinct = distinct && !seen[0][indices % 8], seen[0][indices % 8] = true), ...);
    return distinct;
}

}  // namespace detail

}  // namespace ingot
