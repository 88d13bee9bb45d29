// as_type (MSL 3.0, section 2.19), numeric_limits and the type traits that Metal has (6.1).
#pragma once

#include <ingot/metal/detail/operators.hpp>
#include <utility>

/// Interprets the bits of a value as another type of the same size. It is a word of the language, so it needs no namespace.
template <typename To, typename From>
constexpr To as_type(From value) {
    static_assert(sizeof(To) == sizeof(From), "as_type needs two types of the same size (MSL 3.0, section 2.19)");
    return __builtin_bit_cast(To, value);
}

namespace metal {

using ::as_type;
using ::bfloat;
using ::half;
using ::ptrdiff_t;
using ::size_t;
using ::uchar;
using ::uint;
using ::ulong;
using ::ushort;

using std::add_const;
using std::add_const_t;
using std::add_cv;
using std::add_cv_t;
using std::add_lvalue_reference;
using std::add_lvalue_reference_t;
using std::add_pointer;
using std::add_pointer_t;
using std::add_rvalue_reference;
using std::add_rvalue_reference_t;
using std::add_volatile;
using std::add_volatile_t;
using std::alignment_of;
using std::alignment_of_v;
using std::bool_constant;
using std::common_type;
using std::common_type_t;
using std::conditional;
using std::conditional_t;
using std::conjunction;
using std::conjunction_v;
using std::decay;
using std::decay_t;
using std::declval;
using std::disjunction;
using std::disjunction_v;
using std::enable_if;
using std::enable_if_t;
using std::false_type;
using std::has_unique_object_representations;
using std::index_sequence;
using std::index_sequence_for;
using std::integer_sequence;
using std::integral_constant;
using std::is_aggregate;
using std::is_array;
using std::is_array_v;
using std::is_assignable;
using std::is_base_of;
using std::is_base_of_v;
using std::is_class;
using std::is_class_v;
using std::is_compound;
using std::is_const;
using std::is_const_v;
using std::is_constructible;
using std::is_constructible_v;
using std::is_convertible;
using std::is_convertible_v;
using std::is_copy_assignable;
using std::is_copy_constructible;
using std::is_default_constructible;
using std::is_enum;
using std::is_enum_v;
using std::is_final;
using std::is_function;
using std::is_function_v;
using std::is_fundamental;
using std::is_integral;
using std::is_integral_v;
using std::is_lvalue_reference;
using std::is_lvalue_reference_v;
using std::is_member_pointer;
using std::is_move_assignable;
using std::is_move_constructible;
using std::is_nothrow_move_constructible;
using std::is_null_pointer;
using std::is_object;
using std::is_object_v;
using std::is_pointer;
using std::is_pointer_v;
using std::is_polymorphic;
using std::is_reference;
using std::is_reference_v;
using std::is_rvalue_reference;
using std::is_rvalue_reference_v;
using std::is_same;
using std::is_same_v;
using std::is_signed;
using std::is_signed_v;
using std::is_standard_layout;
using std::is_standard_layout_v;
using std::is_trivial;
using std::is_trivial_v;
using std::is_trivially_constructible;
using std::is_trivially_copyable;
using std::is_trivially_copyable_v;
using std::is_trivially_default_constructible;
using std::is_trivially_destructible;
using std::is_union;
using std::is_union_v;
using std::is_unsigned;
using std::is_unsigned_v;
using std::is_void;
using std::is_void_v;
using std::is_volatile;
using std::is_volatile_v;
using std::make_index_sequence;
using std::make_integer_sequence;
using std::make_signed;
using std::make_signed_t;
using std::make_unsigned;
using std::make_unsigned_t;
using std::negation;
using std::negation_v;
using std::remove_all_extents;
using std::remove_all_extents_t;
using std::remove_const;
using std::remove_const_t;
using std::remove_cv;
using std::remove_cv_t;
using std::remove_extent;
using std::remove_extent_t;
using std::remove_pointer;
using std::remove_pointer_t;
using std::remove_reference;
using std::remove_reference_t;
using std::remove_volatile;
using std::remove_volatile_t;
using std::true_type;
using std::underlying_type;
using std::underlying_type_t;

/// Has the host given the function constant a value? It always has: a function constant is an argument of the kernel.
template <typename T>
constexpr bool is_function_constant_defined(const T&) {
    return true;
}

// Names of Apple's C++ library that existing kernels use.
using std::initializer_list;
template <typename... B>
using _disjunction = std::disjunction<B...>;
template <typename... B>
using _conjunction = std::conjunction<B...>;

/// A value that is the same in all threads (section 2.14). ingotc does not check this.
template <typename T>
    requires(!std::is_pointer_v<T>)
using uniform = T;
template <typename T>
constexpr T make_uniform(T value) {
    return value;
}

template <typename T>
struct is_floating_point : integral_constant<bool, ingot_detail::is_real_number<remove_cv_t<T>>> {};
template <typename T>
inline constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <typename T>
struct is_arithmetic : integral_constant<bool, ingot_detail::is_number<remove_cv_t<T>>> {};
template <typename T>
inline constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <typename T>
struct is_scalar : integral_constant<bool, is_arithmetic_v<T> || std::is_pointer_v<T> || std::is_enum_v<T>> {};
template <typename T>
struct is_vector : integral_constant<bool, ingot_detail::any_vector<remove_cv_t<T>>> {};
template <typename T>
inline constexpr bool is_vector_v = is_vector<T>::value;
// A name of Apple's library that existing kernels use.
template <typename T>
struct remove_addrspace {
    using type = T;
};
template <typename T>
struct remove_addrspace<device T> {
    using type = T;
};
template <typename T>
struct remove_addrspace<constant T> {
    using type = T;
};
template <typename T>
struct remove_addrspace<threadgroup T> {
    using type = T;
};
template <typename T>
using remove_addrspace_t = typename remove_addrspace<T>::type;
/// The type of a vector's components; a scalar itself.
template <typename T>
struct make_scalar {
    using type = ingot_detail::element_of<remove_cv_t<T>>;
};
template <typename T>
using make_scalar_t = typename make_scalar<T>::type;
/// The number of a vector's components.
template <typename T>
struct vec_elements : integral_constant<int, ingot_detail::shape<remove_cv_t<T>>::count> {};

// Existing files specialise the names that begin with an underscore, which are those of Apple's library.
template <typename T>
struct _numeric_limits_impl : std::numeric_limits<T> {};
template <>
struct _numeric_limits_impl<half> {
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool is_integer = false;
    static constexpr bool is_exact = false;
    static constexpr bool has_infinity = true;
    static constexpr bool has_quiet_NaN = true;
    static constexpr int digits = 11;
    static constexpr int digits10 = 3;
    static constexpr int radix = 2;
    static constexpr int min_exponent = -13;
    static constexpr int min_exponent10 = -4;
    static constexpr int max_exponent = 16;
    static constexpr int max_exponent10 = 4;
    static constexpr half min() { return 0x1p-14f16; }
    static constexpr half max() { return 65504.0f16; }
    static constexpr half lowest() { return -65504.0f16; }
    static constexpr half epsilon() { return 0x1p-10f16; }
    static constexpr half denorm_min() { return 0x1p-24f16; }
    static constexpr half infinity() { return static_cast<half>(__builtin_inff()); }
    static constexpr half quiet_NaN() { return static_cast<half>(__builtin_nanf("")); }
};

template <>
struct _numeric_limits_impl<bfloat> {
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool is_integer = false;
    static constexpr bool is_exact = false;
    static constexpr bool has_infinity = true;
    static constexpr bool has_quiet_NaN = true;
    static constexpr int digits = 8;
    static constexpr int digits10 = 2;
    static constexpr int radix = 2;
    static constexpr int min_exponent = -125;
    static constexpr int min_exponent10 = -37;
    static constexpr int max_exponent = 128;
    static constexpr int max_exponent10 = 38;
    static constexpr bfloat min() { return 0x1p-126f; }
    static constexpr bfloat max() { return 0x1.fep127f; }
    static constexpr bfloat lowest() { return -0x1.fep127f; }
    static constexpr bfloat epsilon() { return 0x1p-7f; }
    static constexpr bfloat denorm_min() { return 0x1p-133f; }
    static constexpr bfloat infinity() { return __builtin_inff(); }
    static constexpr bfloat quiet_NaN() { return __builtin_nanf(""); }
};

template <typename T>
struct numeric_limits : _numeric_limits_impl<T> {};

/// The bits of the numbers of a type of real numbers.
template <typename T>
struct _fp_encoding_traits {};
template <>
struct _fp_encoding_traits<float> {
    static constexpr uint sign_mask = 0x8000'0000u;
    static constexpr uint exp_mask = 0x7f80'0000u;
    static constexpr uint inf_mask = 0x7f80'0000u;
};
template <>
struct _fp_encoding_traits<half> {
    static constexpr ushort sign_mask = 0x8000u;
    static constexpr ushort exp_mask = 0x7c00u;
    static constexpr ushort inf_mask = 0x7c00u;
};

namespace ingot_detail {

// A text as the argument of a template, and the text in constant memory.
template <size_t N>
struct text_value {
    char characters[N] {};
    consteval text_value(const char (&from)[N]) {
        for (size_t i = 0; i < N; ++i) characters[i] = from[i];
    }
};
template <text_value Value>
constexpr constant text_value text = Value;

}  // namespace ingot_detail

}  // namespace metal
