// Macros that declare the selections of components (`xy`, `zyx`, `xxzw`, and the same with `rgba`) as properties of a vector
// class: MSL 3.0, section 2.2.1. INGOT_METAL_SWIZZLES_2 declares all of a vector of two components, and so on. A selection can
// be assigned if it names no component twice. undefine_swizzles.hpp undefines the macros.
//
// These are macros because C++ templates cannot generate names. One line declares one selection.
// clang-format off

// Declare one selection. a, b, c, d are its letters; e, f, g, h are the letters of the family rgba.
#define INGOT_METAL_READ_2(a, e, b, f)                                     \
    constexpr vec<T, 2> ingot_get_##a##b() const { return vec<T, 2>(a, b); } \
    __declspec(property(get = ingot_get_##a##b)) vec<T, 2> a##b;           \
    __declspec(property(get = ingot_get_##a##b)) vec<T, 2> e##f;
#define INGOT_METAL_WRITE_2(a, e, b, f)                                                                 \
    constexpr vec<T, 2> ingot_get_##a##b() const { return vec<T, 2>(a, b); }                              \
    constexpr void ingot_set_##a##b(vec<T, 2> value) {                                                    \
        a = value.x;                                                                                    \
        b = value.y;                                                                                    \
    }                                                                                                   \
    __declspec(property(get = ingot_get_##a##b, put = ingot_set_##a##b)) vec<T, 2> a##b;                \
    __declspec(property(get = ingot_get_##a##b, put = ingot_set_##a##b)) vec<T, 2> e##f;
#define INGOT_METAL_READ_3(a, e, b, f, c, g)                                        \
    constexpr vec<T, 3> ingot_get_##a##b##c() const { return vec<T, 3>(a, b, c); }    \
    __declspec(property(get = ingot_get_##a##b##c)) vec<T, 3> a##b##c;              \
    __declspec(property(get = ingot_get_##a##b##c)) vec<T, 3> e##f##g;
#define INGOT_METAL_WRITE_3(a, e, b, f, c, g)                                                       \
    constexpr vec<T, 3> ingot_get_##a##b##c() const { return vec<T, 3>(a, b, c); }                    \
    constexpr void ingot_set_##a##b##c(vec<T, 3> value) {                                             \
        a = value.x;                                                                                \
        b = value.y;                                                                                \
        c = value.z;                                                                                \
    }                                                                                               \
    __declspec(property(get = ingot_get_##a##b##c, put = ingot_set_##a##b##c)) vec<T, 3> a##b##c;   \
    __declspec(property(get = ingot_get_##a##b##c, put = ingot_set_##a##b##c)) vec<T, 3> e##f##g;
#define INGOT_METAL_READ_4(a, e, b, f, c, g, d, h)                                         \
    constexpr vec<T, 4> ingot_get_##a##b##c##d() const { return vec<T, 4>(a, b, c, d); }     \
    __declspec(property(get = ingot_get_##a##b##c##d)) vec<T, 4> a##b##c##d;               \
    __declspec(property(get = ingot_get_##a##b##c##d)) vec<T, 4> e##f##g##h;
#define INGOT_METAL_WRITE_4(a, e, b, f, c, g, d, h)                                                          \
    constexpr vec<T, 4> ingot_get_##a##b##c##d() const { return vec<T, 4>(a, b, c, d); }                       \
    constexpr void ingot_set_##a##b##c##d(vec<T, 4> value) {                                                   \
        a = value.x;                                                                                         \
        b = value.y;                                                                                         \
        c = value.z;                                                                                         \
        d = value.w;                                                                                         \
    }                                                                                                        \
    __declspec(property(get = ingot_get_##a##b##c##d, put = ingot_set_##a##b##c##d)) vec<T, 4> a##b##c##d;   \
    __declspec(property(get = ingot_get_##a##b##c##d, put = ingot_set_##a##b##c##d)) vec<T, 4> e##f##g##h;

#define INGOT_METAL_SWIZZLES_2 \
    INGOT_METAL_READ_2(x, r, x, r) INGOT_METAL_WRITE_2(x, r, y, g) INGOT_METAL_WRITE_2(y, g, x, r) \
    INGOT_METAL_READ_2(y, g, y, g) INGOT_METAL_READ_3(x, r, x, r, x, r) INGOT_METAL_READ_3(x, r, x, r, y, g) \
    INGOT_METAL_READ_3(x, r, y, g, x, r) INGOT_METAL_READ_3(x, r, y, g, y, g) INGOT_METAL_READ_3(y, g, x, r, x, r) \
    INGOT_METAL_READ_3(y, g, x, r, y, g) INGOT_METAL_READ_3(y, g, y, g, x, r) INGOT_METAL_READ_3(y, g, y, g, y, g) \
    INGOT_METAL_READ_4(x, r, x, r, x, r, x, r) INGOT_METAL_READ_4(x, r, x, r, x, r, y, g) \
    INGOT_METAL_READ_4(x, r, x, r, y, g, x, r) INGOT_METAL_READ_4(x, r, x, r, y, g, y, g) \
    INGOT_METAL_READ_4(x, r, y, g, x, r, x, r) INGOT_METAL_READ_4(x, r, y, g, x, r, y, g) \
    INGOT_METAL_READ_4(x, r, y, g, y, g, x, r) INGOT_METAL_READ_4(x, r, y, g, y, g, y, g) \
    INGOT_METAL_READ_4(y, g, x, r, x, r, x, r) INGOT_METAL_READ_4(y, g, x, r, x, r, y, g) \
    INGOT_METAL_READ_4(y, g, x, r, y, g, x, r) INGOT_METAL_READ_4(y, g, x, r, y, g, y, g) \
    INGOT_METAL_READ_4(y, g, y, g, x, r, x, r) INGOT_METAL_READ_4(y, g, y, g, x, r, y, g) \
    INGOT_METAL_READ_4(y, g, y, g, y, g, x, r) INGOT_METAL_READ_4(y, g, y, g, y, g, y, g)

#define INGOT_METAL_SWIZZLES_3 \
    INGOT_METAL_READ_2(x, r, x, r) INGOT_METAL_WRITE_2(x, r, y, g) INGOT_METAL_WRITE_2(x, r, z, b) \
    INGOT_METAL_WRITE_2(y, g, x, r) INGOT_METAL_READ_2(y, g, y, g) INGOT_METAL_WRITE_2(y, g, z, b) \
    INGOT_METAL_WRITE_2(z, b, x, r) INGOT_METAL_WRITE_2(z, b, y, g) INGOT_METAL_READ_2(z, b, z, b) \
    INGOT_METAL_READ_3(x, r, x, r, x, r) INGOT_METAL_READ_3(x, r, x, r, y, g) INGOT_METAL_READ_3(x, r, x, r, z, b) \
    INGOT_METAL_READ_3(x, r, y, g, x, r) INGOT_METAL_READ_3(x, r, y, g, y, g) INGOT_METAL_WRITE_3(x, r, y, g, z, b) \
    INGOT_METAL_READ_3(x, r, z, b, x, r) INGOT_METAL_WRITE_3(x, r, z, b, y, g) INGOT_METAL_READ_3(x, r, z, b, z, b) \
    INGOT_METAL_READ_3(y, g, x, r, x, r) INGOT_METAL_READ_3(y, g, x, r, y, g) INGOT_METAL_WRITE_3(y, g, x, r, z, b) \
    INGOT_METAL_READ_3(y, g, y, g, x, r) INGOT_METAL_READ_3(y, g, y, g, y, g) INGOT_METAL_READ_3(y, g, y, g, z, b) \
    INGOT_METAL_WRITE_3(y, g, z, b, x, r) INGOT_METAL_READ_3(y, g, z, b, y, g) INGOT_METAL_READ_3(y, g, z, b, z, b) \
    INGOT_METAL_READ_3(z, b, x, r, x, r) INGOT_METAL_WRITE_3(z, b, x, r, y, g) INGOT_METAL_READ_3(z, b, x, r, z, b) \
    INGOT_METAL_WRITE_3(z, b, y, g, x, r) INGOT_METAL_READ_3(z, b, y, g, y, g) INGOT_METAL_READ_3(z, b, y, g, z, b) \
    INGOT_METAL_READ_3(z, b, z, b, x, r) INGOT_METAL_READ_3(z, b, z, b, y, g) INGOT_METAL_READ_3(z, b, z, b, z, b) \
    INGOT_METAL_READ_4(x, r, x, r, x, r, x, r) INGOT_METAL_READ_4(x, r, x, r, x, r, y, g) \
    INGOT_METAL_READ_4(x, r, x, r, x, r, z, b) INGOT_METAL_READ_4(x, r, x, r, y, g, x, r) \
    INGOT_METAL_READ_4(x, r, x, r, y, g, y, g) INGOT_METAL_READ_4(x, r, x, r, y, g, z, b) \
    INGOT_METAL_READ_4(x, r, x, r, z, b, x, r) INGOT_METAL_READ_4(x, r, x, r, z, b, y, g) \
    INGOT_METAL_READ_4(x, r, x, r, z, b, z, b) INGOT_METAL_READ_4(x, r, y, g, x, r, x, r) \
    INGOT_METAL_READ_4(x, r, y, g, x, r, y, g) INGOT_METAL_READ_4(x, r, y, g, x, r, z, b) \
    INGOT_METAL_READ_4(x, r, y, g, y, g, x, r) INGOT_METAL_READ_4(x, r, y, g, y, g, y, g) \
    INGOT_METAL_READ_4(x, r, y, g, y, g, z, b) INGOT_METAL_READ_4(x, r, y, g, z, b, x, r) \
    INGOT_METAL_READ_4(x, r, y, g, z, b, y, g) INGOT_METAL_READ_4(x, r, y, g, z, b, z, b) \
    INGOT_METAL_READ_4(x, r, z, b, x, r, x, r) INGOT_METAL_READ_4(x, r, z, b, x, r, y, g) \
    INGOT_METAL_READ_4(x, r, z, b, x, r, z, b) INGOT_METAL_READ_4(x, r, z, b, y, g, x, r) \
    INGOT_METAL_READ_4(x, r, z, b, y, g, y, g) INGOT_METAL_READ_4(x, r, z, b, y, g, z, b) \
    INGOT_METAL_READ_4(x, r, z, b, z, b, x, r) INGOT_METAL_READ_4(x, r, z, b, z, b, y, g) \
    INGOT_METAL_READ_4(x, r, z, b, z, b, z, b) INGOT_METAL_READ_4(y, g, x, r, x, r, x, r) \
    INGOT_METAL_READ_4(y, g, x, r, x, r, y, g) INGOT_METAL_READ_4(y, g, x, r, x, r, z, b) \
    INGOT_METAL_READ_4(y, g, x, r, y, g, x, r) INGOT_METAL_READ_4(y, g, x, r, y, g, y, g) \
    INGOT_METAL_READ_4(y, g, x, r, y, g, z, b) INGOT_METAL_READ_4(y, g, x, r, z, b, x, r) \
    INGOT_METAL_READ_4(y, g, x, r, z, b, y, g) INGOT_METAL_READ_4(y, g, x, r, z, b, z, b) \
    INGOT_METAL_READ_4(y, g, y, g, x, r, x, r) INGOT_METAL_READ_4(y, g, y, g, x, r, y, g) \
    INGOT_METAL_READ_4(y, g, y, g, x, r, z, b) INGOT_METAL_READ_4(y, g, y, g, y, g, x, r) \
    INGOT_METAL_READ_4(y, g, y, g, y, g, y, g) INGOT_METAL_READ_4(y, g, y, g, y, g, z, b) \
    INGOT_METAL_READ_4(y, g, y, g, z, b, x, r) INGOT_METAL_READ_4(y, g, y, g, z, b, y, g) \
    INGOT_METAL_READ_4(y, g, y, g, z, b, z, b) INGOT_METAL_READ_4(y, g, z, b, x, r, x, r) \
    INGOT_METAL_READ_4(y, g, z, b, x, r, y, g) INGOT_METAL_READ_4(y, g, z, b, x, r, z, b) \
    INGOT_METAL_READ_4(y, g, z, b, y, g, x, r) INGOT_METAL_READ_4(y, g, z, b, y, g, y, g) \
    INGOT_METAL_READ_4(y, g, z, b, y, g, z, b) INGOT_METAL_READ_4(y, g, z, b, z, b, x, r) \
    INGOT_METAL_READ_4(y, g, z, b, z, b, y, g) INGOT_METAL_READ_4(y, g, z, b, z, b, z, b) \
    INGOT_METAL_READ_4(z, b, x, r, x, r, x, r) INGOT_METAL_READ_4(z, b, x, r, x, r, y, g) \
    INGOT_METAL_READ_4(z, b, x, r, x, r, z, b) INGOT_METAL_READ_4(z, b, x, r, y, g, x, r) \
    INGOT_METAL_READ_4(z, b, x, r, y, g, y, g) INGOT_METAL_READ_4(z, b, x, r, y, g, z, b) \
    INGOT_METAL_READ_4(z, b, x, r, z, b, x, r) INGOT_METAL_READ_4(z, b, x, r, z, b, y, g) \
    INGOT_METAL_READ_4(z, b, x, r, z, b, z, b) INGOT_METAL_READ_4(z, b, y, g, x, r, x, r) \
    INGOT_METAL_READ_4(z, b, y, g, x, r, y, g) INGOT_METAL_READ_4(z, b, y, g, x, r, z, b) \
    INGOT_METAL_READ_4(z, b, y, g, y, g, x, r) INGOT_METAL_READ_4(z, b, y, g, y, g, y, g) \
    INGOT_METAL_READ_4(z, b, y, g, y, g, z, b) INGOT_METAL_READ_4(z, b, y, g, z, b, x, r) \
    INGOT_METAL_READ_4(z, b, y, g, z, b, y, g) INGOT_METAL_READ_4(z, b, y, g, z, b, z, b) \
    INGOT_METAL_READ_4(z, b, z, b, x, r, x, r) INGOT_METAL_READ_4(z, b, z, b, x, r, y, g) \
    INGOT_METAL_READ_4(z, b, z, b, x, r, z, b) INGOT_METAL_READ_4(z, b, z, b, y, g, x, r) \
    INGOT_METAL_READ_4(z, b, z, b, y, g, y, g) INGOT_METAL_READ_4(z, b, z, b, y, g, z, b) \
    INGOT_METAL_READ_4(z, b, z, b, z, b, x, r) INGOT_METAL_READ_4(z, b, z, b, z, b, y, g) \
    INGOT_METAL_READ_4(z, b, z, b, z, b, z, b)

#define INGOT_METAL_SWIZZLES_4 \
    INGOT_METAL_READ_2(x, r, x, r) INGOT_METAL_WRITE_2(x, r, y, g) INGOT_METAL_WRITE_2(x, r, z, b) \
    INGOT_METAL_WRITE_2(x, r, w, a) INGOT_METAL_WRITE_2(y, g, x, r) INGOT_METAL_READ_2(y, g, y, g) \
    INGOT_METAL_WRITE_2(y, g, z, b) INGOT_METAL_WRITE_2(y, g, w, a) INGOT_METAL_WRITE_2(z, b, x, r) \
    INGOT_METAL_WRITE_2(z, b, y, g) INGOT_METAL_READ_2(z, b, z, b) INGOT_METAL_WRITE_2(z, b, w, a) \
    INGOT_METAL_WRITE_2(w, a, x, r) INGOT_METAL_WRITE_2(w, a, y, g) INGOT_METAL_WRITE_2(w, a, z, b) \
    INGOT_METAL_READ_2(w, a, w, a) INGOT_METAL_READ_3(x, r, x, r, x, r) INGOT_METAL_READ_3(x, r, x, r, y, g) \
    INGOT_METAL_READ_3(x, r, x, r, z, b) INGOT_METAL_READ_3(x, r, x, r, w, a) INGOT_METAL_READ_3(x, r, y, g, x, r) \
    INGOT_METAL_READ_3(x, r, y, g, y, g) INGOT_METAL_WRITE_3(x, r, y, g, z, b) INGOT_METAL_WRITE_3(x, r, y, g, w, a) \
    INGOT_METAL_READ_3(x, r, z, b, x, r) INGOT_METAL_WRITE_3(x, r, z, b, y, g) INGOT_METAL_READ_3(x, r, z, b, z, b) \
    INGOT_METAL_WRITE_3(x, r, z, b, w, a) INGOT_METAL_READ_3(x, r, w, a, x, r) INGOT_METAL_WRITE_3(x, r, w, a, y, g) \
    INGOT_METAL_WRITE_3(x, r, w, a, z, b) INGOT_METAL_READ_3(x, r, w, a, w, a) INGOT_METAL_READ_3(y, g, x, r, x, r) \
    INGOT_METAL_READ_3(y, g, x, r, y, g) INGOT_METAL_WRITE_3(y, g, x, r, z, b) INGOT_METAL_WRITE_3(y, g, x, r, w, a) \
    INGOT_METAL_READ_3(y, g, y, g, x, r) INGOT_METAL_READ_3(y, g, y, g, y, g) INGOT_METAL_READ_3(y, g, y, g, z, b) \
    INGOT_METAL_READ_3(y, g, y, g, w, a) INGOT_METAL_WRITE_3(y, g, z, b, x, r) INGOT_METAL_READ_3(y, g, z, b, y, g) \
    INGOT_METAL_READ_3(y, g, z, b, z, b) INGOT_METAL_WRITE_3(y, g, z, b, w, a) INGOT_METAL_WRITE_3(y, g, w, a, x, r) \
    INGOT_METAL_READ_3(y, g, w, a, y, g) INGOT_METAL_WRITE_3(y, g, w, a, z, b) INGOT_METAL_READ_3(y, g, w, a, w, a) \
    INGOT_METAL_READ_3(z, b, x, r, x, r) INGOT_METAL_WRITE_3(z, b, x, r, y, g) INGOT_METAL_READ_3(z, b, x, r, z, b) \
    INGOT_METAL_WRITE_3(z, b, x, r, w, a) INGOT_METAL_WRITE_3(z, b, y, g, x, r) INGOT_METAL_READ_3(z, b, y, g, y, g) \
    INGOT_METAL_READ_3(z, b, y, g, z, b) INGOT_METAL_WRITE_3(z, b, y, g, w, a) INGOT_METAL_READ_3(z, b, z, b, x, r) \
    INGOT_METAL_READ_3(z, b, z, b, y, g) INGOT_METAL_READ_3(z, b, z, b, z, b) INGOT_METAL_READ_3(z, b, z, b, w, a) \
    INGOT_METAL_WRITE_3(z, b, w, a, x, r) INGOT_METAL_WRITE_3(z, b, w, a, y, g) INGOT_METAL_READ_3(z, b, w, a, z, b) \
    INGOT_METAL_READ_3(z, b, w, a, w, a) INGOT_METAL_READ_3(w, a, x, r, x, r) INGOT_METAL_WRITE_3(w, a, x, r, y, g) \
    INGOT_METAL_WRITE_3(w, a, x, r, z, b) INGOT_METAL_READ_3(w, a, x, r, w, a) INGOT_METAL_WRITE_3(w, a, y, g, x, r) \
    INGOT_METAL_READ_3(w, a, y, g, y, g) INGOT_METAL_WRITE_3(w, a, y, g, z, b) INGOT_METAL_READ_3(w, a, y, g, w, a) \
    INGOT_METAL_WRITE_3(w, a, z, b, x, r) INGOT_METAL_WRITE_3(w, a, z, b, y, g) INGOT_METAL_READ_3(w, a, z, b, z, b) \
    INGOT_METAL_READ_3(w, a, z, b, w, a) INGOT_METAL_READ_3(w, a, w, a, x, r) INGOT_METAL_READ_3(w, a, w, a, y, g) \
    INGOT_METAL_READ_3(w, a, w, a, z, b) INGOT_METAL_READ_3(w, a, w, a, w, a) INGOT_METAL_READ_4(x, r, x, r, x, r, x, r) \
    INGOT_METAL_READ_4(x, r, x, r, x, r, y, g) INGOT_METAL_READ_4(x, r, x, r, x, r, z, b) \
    INGOT_METAL_READ_4(x, r, x, r, x, r, w, a) INGOT_METAL_READ_4(x, r, x, r, y, g, x, r) \
    INGOT_METAL_READ_4(x, r, x, r, y, g, y, g) INGOT_METAL_READ_4(x, r, x, r, y, g, z, b) \
    INGOT_METAL_READ_4(x, r, x, r, y, g, w, a) INGOT_METAL_READ_4(x, r, x, r, z, b, x, r) \
    INGOT_METAL_READ_4(x, r, x, r, z, b, y, g) INGOT_METAL_READ_4(x, r, x, r, z, b, z, b) \
    INGOT_METAL_READ_4(x, r, x, r, z, b, w, a) INGOT_METAL_READ_4(x, r, x, r, w, a, x, r) \
    INGOT_METAL_READ_4(x, r, x, r, w, a, y, g) INGOT_METAL_READ_4(x, r, x, r, w, a, z, b) \
    INGOT_METAL_READ_4(x, r, x, r, w, a, w, a) INGOT_METAL_READ_4(x, r, y, g, x, r, x, r) \
    INGOT_METAL_READ_4(x, r, y, g, x, r, y, g) INGOT_METAL_READ_4(x, r, y, g, x, r, z, b) \
    INGOT_METAL_READ_4(x, r, y, g, x, r, w, a) INGOT_METAL_READ_4(x, r, y, g, y, g, x, r) \
    INGOT_METAL_READ_4(x, r, y, g, y, g, y, g) INGOT_METAL_READ_4(x, r, y, g, y, g, z, b) \
    INGOT_METAL_READ_4(x, r, y, g, y, g, w, a) INGOT_METAL_READ_4(x, r, y, g, z, b, x, r) \
    INGOT_METAL_READ_4(x, r, y, g, z, b, y, g) INGOT_METAL_READ_4(x, r, y, g, z, b, z, b) \
    INGOT_METAL_WRITE_4(x, r, y, g, z, b, w, a) INGOT_METAL_READ_4(x, r, y, g, w, a, x, r) \
    INGOT_METAL_READ_4(x, r, y, g, w, a, y, g) INGOT_METAL_WRITE_4(x, r, y, g, w, a, z, b) \
    INGOT_METAL_READ_4(x, r, y, g, w, a, w, a) INGOT_METAL_READ_4(x, r, z, b, x, r, x, r) \
    INGOT_METAL_READ_4(x, r, z, b, x, r, y, g) INGOT_METAL_READ_4(x, r, z, b, x, r, z, b) \
    INGOT_METAL_READ_4(x, r, z, b, x, r, w, a) INGOT_METAL_READ_4(x, r, z, b, y, g, x, r) \
    INGOT_METAL_READ_4(x, r, z, b, y, g, y, g) INGOT_METAL_READ_4(x, r, z, b, y, g, z, b) \
    INGOT_METAL_WRITE_4(x, r, z, b, y, g, w, a) INGOT_METAL_READ_4(x, r, z, b, z, b, x, r) \
    INGOT_METAL_READ_4(x, r, z, b, z, b, y, g) INGOT_METAL_READ_4(x, r, z, b, z, b, z, b) \
    INGOT_METAL_READ_4(x, r, z, b, z, b, w, a) INGOT_METAL_READ_4(x, r, z, b, w, a, x, r) \
    INGOT_METAL_WRITE_4(x, r, z, b, w, a, y, g) INGOT_METAL_READ_4(x, r, z, b, w, a, z, b) \
    INGOT_METAL_READ_4(x, r, z, b, w, a, w, a) INGOT_METAL_READ_4(x, r, w, a, x, r, x, r) \
    INGOT_METAL_READ_4(x, r, w, a, x, r, y, g) INGOT_METAL_READ_4(x, r, w, a, x, r, z, b) \
    INGOT_METAL_READ_4(x, r, w, a, x, r, w, a) INGOT_METAL_READ_4(x, r, w, a, y, g, x, r) \
    INGOT_METAL_READ_4(x, r, w, a, y, g, y, g) INGOT_METAL_WRITE_4(x, r, w, a, y, g, z, b) \
    INGOT_METAL_READ_4(x, r, w, a, y, g, w, a) INGOT_METAL_READ_4(x, r, w, a, z, b, x, r) \
    INGOT_METAL_WRITE_4(x, r, w, a, z, b, y, g) INGOT_METAL_READ_4(x, r, w, a, z, b, z, b) \
    INGOT_METAL_READ_4(x, r, w, a, z, b, w, a) INGOT_METAL_READ_4(x, r, w, a, w, a, x, r) \
    INGOT_METAL_READ_4(x, r, w, a, w, a, y, g) INGOT_METAL_READ_4(x, r, w, a, w, a, z, b) \
    INGOT_METAL_READ_4(x, r, w, a, w, a, w, a) INGOT_METAL_READ_4(y, g, x, r, x, r, x, r) \
    INGOT_METAL_READ_4(y, g, x, r, x, r, y, g) INGOT_METAL_READ_4(y, g, x, r, x, r, z, b) \
    INGOT_METAL_READ_4(y, g, x, r, x, r, w, a) INGOT_METAL_READ_4(y, g, x, r, y, g, x, r) \
    INGOT_METAL_READ_4(y, g, x, r, y, g, y, g) INGOT_METAL_READ_4(y, g, x, r, y, g, z, b) \
    INGOT_METAL_READ_4(y, g, x, r, y, g, w, a) INGOT_METAL_READ_4(y, g, x, r, z, b, x, r) \
    INGOT_METAL_READ_4(y, g, x, r, z, b, y, g) INGOT_METAL_READ_4(y, g, x, r, z, b, z, b) \
    INGOT_METAL_WRITE_4(y, g, x, r, z, b, w, a) INGOT_METAL_READ_4(y, g, x, r, w, a, x, r) \
    INGOT_METAL_READ_4(y, g, x, r, w, a, y, g) INGOT_METAL_WRITE_4(y, g, x, r, w, a, z, b) \
    INGOT_METAL_READ_4(y, g, x, r, w, a, w, a) INGOT_METAL_READ_4(y, g, y, g, x, r, x, r) \
    INGOT_METAL_READ_4(y, g, y, g, x, r, y, g) INGOT_METAL_READ_4(y, g, y, g, x, r, z, b) \
    INGOT_METAL_READ_4(y, g, y, g, x, r, w, a) INGOT_METAL_READ_4(y, g, y, g, y, g, x, r) \
    INGOT_METAL_READ_4(y, g, y, g, y, g, y, g) INGOT_METAL_READ_4(y, g, y, g, y, g, z, b) \
    INGOT_METAL_READ_4(y, g, y, g, y, g, w, a) INGOT_METAL_READ_4(y, g, y, g, z, b, x, r) \
    INGOT_METAL_READ_4(y, g, y, g, z, b, y, g) INGOT_METAL_READ_4(y, g, y, g, z, b, z, b) \
    INGOT_METAL_READ_4(y, g, y, g, z, b, w, a) INGOT_METAL_READ_4(y, g, y, g, w, a, x, r) \
    INGOT_METAL_READ_4(y, g, y, g, w, a, y, g) INGOT_METAL_READ_4(y, g, y, g, w, a, z, b) \
    INGOT_METAL_READ_4(y, g, y, g, w, a, w, a) INGOT_METAL_READ_4(y, g, z, b, x, r, x, r) \
    INGOT_METAL_READ_4(y, g, z, b, x, r, y, g) INGOT_METAL_READ_4(y, g, z, b, x, r, z, b) \
    INGOT_METAL_WRITE_4(y, g, z, b, x, r, w, a) INGOT_METAL_READ_4(y, g, z, b, y, g, x, r) \
    INGOT_METAL_READ_4(y, g, z, b, y, g, y, g) INGOT_METAL_READ_4(y, g, z, b, y, g, z, b) \
    INGOT_METAL_READ_4(y, g, z, b, y, g, w, a) INGOT_METAL_READ_4(y, g, z, b, z, b, x, r) \
    INGOT_METAL_READ_4(y, g, z, b, z, b, y, g) INGOT_METAL_READ_4(y, g, z, b, z, b, z, b) \
    INGOT_METAL_READ_4(y, g, z, b, z, b, w, a) INGOT_METAL_WRITE_4(y, g, z, b, w, a, x, r) \
    INGOT_METAL_READ_4(y, g, z, b, w, a, y, g) INGOT_METAL_READ_4(y, g, z, b, w, a, z, b) \
    INGOT_METAL_READ_4(y, g, z, b, w, a, w, a) INGOT_METAL_READ_4(y, g, w, a, x, r, x, r) \
    INGOT_METAL_READ_4(y, g, w, a, x, r, y, g) INGOT_METAL_WRITE_4(y, g, w, a, x, r, z, b) \
    INGOT_METAL_READ_4(y, g, w, a, x, r, w, a) INGOT_METAL_READ_4(y, g, w, a, y, g, x, r) \
    INGOT_METAL_READ_4(y, g, w, a, y, g, y, g) INGOT_METAL_READ_4(y, g, w, a, y, g, z, b) \
    INGOT_METAL_READ_4(y, g, w, a, y, g, w, a) INGOT_METAL_WRITE_4(y, g, w, a, z, b, x, r) \
    INGOT_METAL_READ_4(y, g, w, a, z, b, y, g) INGOT_METAL_READ_4(y, g, w, a, z, b, z, b) \
    INGOT_METAL_READ_4(y, g, w, a, z, b, w, a) INGOT_METAL_READ_4(y, g, w, a, w, a, x, r) \
    INGOT_METAL_READ_4(y, g, w, a, w, a, y, g) INGOT_METAL_READ_4(y, g, w, a, w, a, z, b) \
    INGOT_METAL_READ_4(y, g, w, a, w, a, w, a) INGOT_METAL_READ_4(z, b, x, r, x, r, x, r) \
    INGOT_METAL_READ_4(z, b, x, r, x, r, y, g) INGOT_METAL_READ_4(z, b, x, r, x, r, z, b) \
    INGOT_METAL_READ_4(z, b, x, r, x, r, w, a) INGOT_METAL_READ_4(z, b, x, r, y, g, x, r) \
    INGOT_METAL_READ_4(z, b, x, r, y, g, y, g) INGOT_METAL_READ_4(z, b, x, r, y, g, z, b) \
    INGOT_METAL_WRITE_4(z, b, x, r, y, g, w, a) INGOT_METAL_READ_4(z, b, x, r, z, b, x, r) \
    INGOT_METAL_READ_4(z, b, x, r, z, b, y, g) INGOT_METAL_READ_4(z, b, x, r, z, b, z, b) \
    INGOT_METAL_READ_4(z, b, x, r, z, b, w, a) INGOT_METAL_READ_4(z, b, x, r, w, a, x, r) \
    INGOT_METAL_WRITE_4(z, b, x, r, w, a, y, g) INGOT_METAL_READ_4(z, b, x, r, w, a, z, b) \
    INGOT_METAL_READ_4(z, b, x, r, w, a, w, a) INGOT_METAL_READ_4(z, b, y, g, x, r, x, r) \
    INGOT_METAL_READ_4(z, b, y, g, x, r, y, g) INGOT_METAL_READ_4(z, b, y, g, x, r, z, b) \
    INGOT_METAL_WRITE_4(z, b, y, g, x, r, w, a) INGOT_METAL_READ_4(z, b, y, g, y, g, x, r) \
    INGOT_METAL_READ_4(z, b, y, g, y, g, y, g) INGOT_METAL_READ_4(z, b, y, g, y, g, z, b) \
    INGOT_METAL_READ_4(z, b, y, g, y, g, w, a) INGOT_METAL_READ_4(z, b, y, g, z, b, x, r) \
    INGOT_METAL_READ_4(z, b, y, g, z, b, y, g) INGOT_METAL_READ_4(z, b, y, g, z, b, z, b) \
    INGOT_METAL_READ_4(z, b, y, g, z, b, w, a) INGOT_METAL_WRITE_4(z, b, y, g, w, a, x, r) \
    INGOT_METAL_READ_4(z, b, y, g, w, a, y, g) INGOT_METAL_READ_4(z, b, y, g, w, a, z, b) \
    INGOT_METAL_READ_4(z, b, y, g, w, a, w, a) INGOT_METAL_READ_4(z, b, z, b, x, r, x, r) \
    INGOT_METAL_READ_4(z, b, z, b, x, r, y, g) INGOT_METAL_READ_4(z, b, z, b, x, r, z, b) \
    INGOT_METAL_READ_4(z, b, z, b, x, r, w, a) INGOT_METAL_READ_4(z, b, z, b, y, g, x, r) \
    INGOT_METAL_READ_4(z, b, z, b, y, g, y, g) INGOT_METAL_READ_4(z, b, z, b, y, g, z, b) \
    INGOT_METAL_READ_4(z, b, z, b, y, g, w, a) INGOT_METAL_READ_4(z, b, z, b, z, b, x, r) \
    INGOT_METAL_READ_4(z, b, z, b, z, b, y, g) INGOT_METAL_READ_4(z, b, z, b, z, b, z, b) \
    INGOT_METAL_READ_4(z, b, z, b, z, b, w, a) INGOT_METAL_READ_4(z, b, z, b, w, a, x, r) \
    INGOT_METAL_READ_4(z, b, z, b, w, a, y, g) INGOT_METAL_READ_4(z, b, z, b, w, a, z, b) \
    INGOT_METAL_READ_4(z, b, z, b, w, a, w, a) INGOT_METAL_READ_4(z, b, w, a, x, r, x, r) \
    INGOT_METAL_WRITE_4(z, b, w, a, x, r, y, g) INGOT_METAL_READ_4(z, b, w, a, x, r, z, b) \
    INGOT_METAL_READ_4(z, b, w, a, x, r, w, a) INGOT_METAL_WRITE_4(z, b, w, a, y, g, x, r) \
    INGOT_METAL_READ_4(z, b, w, a, y, g, y, g) INGOT_METAL_READ_4(z, b, w, a, y, g, z, b) \
    INGOT_METAL_READ_4(z, b, w, a, y, g, w, a) INGOT_METAL_READ_4(z, b, w, a, z, b, x, r) \
    INGOT_METAL_READ_4(z, b, w, a, z, b, y, g) INGOT_METAL_READ_4(z, b, w, a, z, b, z, b) \
    INGOT_METAL_READ_4(z, b, w, a, z, b, w, a) INGOT_METAL_READ_4(z, b, w, a, w, a, x, r) \
    INGOT_METAL_READ_4(z, b, w, a, w, a, y, g) INGOT_METAL_READ_4(z, b, w, a, w, a, z, b) \
    INGOT_METAL_READ_4(z, b, w, a, w, a, w, a) INGOT_METAL_READ_4(w, a, x, r, x, r, x, r) \
    INGOT_METAL_READ_4(w, a, x, r, x, r, y, g) INGOT_METAL_READ_4(w, a, x, r, x, r, z, b) \
    INGOT_METAL_READ_4(w, a, x, r, x, r, w, a) INGOT_METAL_READ_4(w, a, x, r, y, g, x, r) \
    INGOT_METAL_READ_4(w, a, x, r, y, g, y, g) INGOT_METAL_WRITE_4(w, a, x, r, y, g, z, b) \
    INGOT_METAL_READ_4(w, a, x, r, y, g, w, a) INGOT_METAL_READ_4(w, a, x, r, z, b, x, r) \
    INGOT_METAL_WRITE_4(w, a, x, r, z, b, y, g) INGOT_METAL_READ_4(w, a, x, r, z, b, z, b) \
    INGOT_METAL_READ_4(w, a, x, r, z, b, w, a) INGOT_METAL_READ_4(w, a, x, r, w, a, x, r) \
    INGOT_METAL_READ_4(w, a, x, r, w, a, y, g) INGOT_METAL_READ_4(w, a, x, r, w, a, z, b) \
    INGOT_METAL_READ_4(w, a, x, r, w, a, w, a) INGOT_METAL_READ_4(w, a, y, g, x, r, x, r) \
    INGOT_METAL_READ_4(w, a, y, g, x, r, y, g) INGOT_METAL_WRITE_4(w, a, y, g, x, r, z, b) \
    INGOT_METAL_READ_4(w, a, y, g, x, r, w, a) INGOT_METAL_READ_4(w, a, y, g, y, g, x, r) \
    INGOT_METAL_READ_4(w, a, y, g, y, g, y, g) INGOT_METAL_READ_4(w, a, y, g, y, g, z, b) \
    INGOT_METAL_READ_4(w, a, y, g, y, g, w, a) INGOT_METAL_WRITE_4(w, a, y, g, z, b, x, r) \
    INGOT_METAL_READ_4(w, a, y, g, z, b, y, g) INGOT_METAL_READ_4(w, a, y, g, z, b, z, b) \
    INGOT_METAL_READ_4(w, a, y, g, z, b, w, a) INGOT_METAL_READ_4(w, a, y, g, w, a, x, r) \
    INGOT_METAL_READ_4(w, a, y, g, w, a, y, g) INGOT_METAL_READ_4(w, a, y, g, w, a, z, b) \
    INGOT_METAL_READ_4(w, a, y, g, w, a, w, a) INGOT_METAL_READ_4(w, a, z, b, x, r, x, r) \
    INGOT_METAL_WRITE_4(w, a, z, b, x, r, y, g) INGOT_METAL_READ_4(w, a, z, b, x, r, z, b) \
    INGOT_METAL_READ_4(w, a, z, b, x, r, w, a) INGOT_METAL_WRITE_4(w, a, z, b, y, g, x, r) \
    INGOT_METAL_READ_4(w, a, z, b, y, g, y, g) INGOT_METAL_READ_4(w, a, z, b, y, g, z, b) \
    INGOT_METAL_READ_4(w, a, z, b, y, g, w, a) INGOT_METAL_READ_4(w, a, z, b, z, b, x, r) \
    INGOT_METAL_READ_4(w, a, z, b, z, b, y, g) INGOT_METAL_READ_4(w, a, z, b, z, b, z, b) \
    INGOT_METAL_READ_4(w, a, z, b, z, b, w, a) INGOT_METAL_READ_4(w, a, z, b, w, a, x, r) \
    INGOT_METAL_READ_4(w, a, z, b, w, a, y, g) INGOT_METAL_READ_4(w, a, z, b, w, a, z, b) \
    INGOT_METAL_READ_4(w, a, z, b, w, a, w, a) INGOT_METAL_READ_4(w, a, w, a, x, r, x, r) \
    INGOT_METAL_READ_4(w, a, w, a, x, r, y, g) INGOT_METAL_READ_4(w, a, w, a, x, r, z, b) \
    INGOT_METAL_READ_4(w, a, w, a, x, r, w, a) INGOT_METAL_READ_4(w, a, w, a, y, g, x, r) \
    INGOT_METAL_READ_4(w, a, w, a, y, g, y, g) INGOT_METAL_READ_4(w, a, w, a, y, g, z, b) \
    INGOT_METAL_READ_4(w, a, w, a, y, g, w, a) INGOT_METAL_READ_4(w, a, w, a, z, b, x, r) \
    INGOT_METAL_READ_4(w, a, w, a, z, b, y, g) INGOT_METAL_READ_4(w, a, w, a, z, b, z, b) \
    INGOT_METAL_READ_4(w, a, w, a, z, b, w, a) INGOT_METAL_READ_4(w, a, w, a, w, a, x, r) \
    INGOT_METAL_READ_4(w, a, w, a, w, a, y, g) INGOT_METAL_READ_4(w, a, w, a, w, a, z, b) \
    INGOT_METAL_READ_4(w, a, w, a, w, a, w, a)
// clang-format on
