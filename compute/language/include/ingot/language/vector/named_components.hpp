// Views of some components of a vector as a smaller, larger or reordered vector: by name (`v.zyx`), and as references.
#pragma once

#include <ingot/language/vector/component_type.hpp>

namespace ingot {

/// Some components of a vector by name, for example `v.xyz` or `v.xxzy`. Converts to a vector of these components. If
/// no component is named twice (`distinct`), a vector can be assigned to it.
///
/// This object is a member of a union with the components of its vector, so constant expressions cannot read it. There,
/// `v.swizzle<0, 1, 2>()` and `v.ref<'x', 'y', 'z'>()` do the same.
template <typename T, size_t N, bool distinct, size_t... indices>
class named_components {
public:
    constexpr operator vector<T, sizeof...(indices)>() const { return {components_[indices]...}; }

private:
    T components_[N];
};
template <typename T, size_t N, size_t... indices>
class named_components<T, N, true, indices...> {
public:
    constexpr operator vector<T, sizeof...(indices)>() const { return {components_[indices]...}; }

    named_components& operator=(const vector<T, sizeof...(indices)>& value) {
        size_t index = 0;
        ((components_[indices] = value[index++]), ...);
        return *this;
    }

    named_components() = default;
    named_components(const named_components&) = default;
    // Copying a vector requires this operator to be trivial. A trivial assignment copies every component, so `a.xy =
    // b.xy` would change a.z, too. It is therefore unavailable for programs.
    __attribute__((unavailable("name the vector type: a.xy = float2(b.xy)"))) named_components& operator=(
        const named_components&) = default;

private:
    T components_[N];
};

/// References to some components of a vector, as `v.ref<'z', 'x'>()` returns them. Converts to a vector, and a vector
/// can be assigned to it. All members work in constant expressions.
template <typename Vector, size_t... indices>
class component_references {
public:
    using value = vector<typename Vector::value_type, sizeof...(indices)>;

    constexpr explicit component_references(Vector& whole) : of_(whole) {}
    constexpr component_references(const component_references&) = default;

    constexpr operator value() const { return {of_[indices]...}; }

    constexpr const component_references& operator=(const value& source) const {
        size_t next = 0;
        ((of_[indices] = source[next++]), ...);
        return *this;
    }
    constexpr component_references& operator=(const component_references& source) {
        static_cast<const component_references&>(*this) = static_cast<value>(source);
        return *this;
    }

private:
    Vector& of_;
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

template <size_t... indices>
constexpr bool all_distinct() {
    bool seen[sizeof...(indices) + 1][8] {};
    bool distinct = true;
    ((distinct = distinct && !seen[0][indices % 8], seen[0][indices % 8] = true), ...);
    return distinct;
}

}  // namespace detail

}  // namespace ingot
