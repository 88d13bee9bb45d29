// Pixel data types (MSL 3.0, section 2.7): numbers that are stored in the format of a pixel. They are converted by the rules of
// section 7.7 when they are read and assigned.
#pragma once

#include <ingot/metal/detail/pack.hpp>

namespace metal {

namespace ingot_detail {

// Returns the float that consists of 5 bits of exponent and `mantissa` bits of mantissa, without a sign (section 7.7.4).
constexpr float of_small_float(uint bits, uint mantissa) {
    const uint fraction = bits & ((1u << mantissa) - 1u);
    const uint exponent = bits >> mantissa & 31u;
    if (exponent == 0) return static_cast<float>(fraction) / static_cast<float>(1u << (14u + mantissa));
    return __builtin_bit_cast(float, (exponent == 31 ? 255u : exponent + 112u) << 23 | fraction << (23u - mantissa));
}
// Rounds to the nearest such number, a tie to the even one. Negative numbers become 0.
constexpr uint to_small_float(float value, uint mantissa) {
    const uint bits = __builtin_bit_cast(uint, value);
    const uint infinite = 31u << mantissa;
    if ((bits & 0x7fff'ffffu) > 0x7f80'0000u) return infinite | 1u << (mantissa - 1u);
    if (bits >> 31 != 0) return 0;
    // Below 2^-14 the numbers are multiples of the smallest one.
    if (bits >> 23 < 113u) return static_cast<uint>(ingot::rint(value * static_cast<float>(1u << (14u + mantissa))));
    const uint dropped = 23u - mantissa;
    const uint rounded = bits + (1u << (dropped - 1u)) - 1u + (bits >> dropped & 1u);
    const uint result = (rounded >> dropped) - (112u << mantissa);
    return result < infinite ? result : infinite;
}

// Three numbers of 9 bits with a common exponent (section 7.7.5).
constexpr float pixel_scale(int exponent) { return __builtin_bit_cast(float, static_cast<uint>(exponent + 127) << 23); }
constexpr float3 of_shared_exponent(uint bits) {
    const float scale = pixel_scale(static_cast<int>(bits >> 27) - 24);
    return float3(static_cast<float>(bits & 511u) * scale, static_cast<float>(bits >> 9 & 511u) * scale,
                  static_cast<float>(bits >> 18 & 511u) * scale);
}
constexpr uint to_shared_exponent(float3 color) {
    const auto limited = [](float value) { return value > 0.0f ? (value < 65408.0f ? value : 65408.0f) : 0.0f; };
    const float red = limited(color.x);
    const float green = limited(color.y);
    const float blue = limited(color.z);
    const float largest = red > green ? (red > blue ? red : blue) : (green > blue ? green : blue);
    // The exponent of the largest one: of 0 and of numbers below 2^-16 it is -16.
    const int logarithm = static_cast<int>(__builtin_bit_cast(uint, largest) >> 23) - 127;
    int exponent = (logarithm > -16 ? logarithm : -16) + 16;
    // Not floor(x + 0.5f), because the sum can be rounded up to the next integer.
    const auto scaled = [](float value, int e) {
        const float quotient = value * pixel_scale(24 - e);
        const uint whole = static_cast<uint>(quotient);
        return quotient - static_cast<float>(whole) >= 0.5f ? whole + 1u : whole;
    };
    if (scaled(largest, exponent) == 512u) ++exponent;
    return scaled(red, exponent) | scaled(green, exponent) << 9 | scaled(blue, exponent) << 18 |
           static_cast<uint>(exponent) << 27;
}

// How the numbers of a pixel are stored: each in a word of its own, or all in one word.
enum class pixel_storage { unsigned_words, signed_words, srgb_words, rgb10a2, rg11b10f, rgb9e5 };

// Returns the numbers as a T, which is a number or a vector.
template <pixel_storage storage, typename T, typename Word, int count>
constexpr T read_pixel(const Word (&words)[count]) {
    using number = element_of<T>;
    if constexpr (storage == pixel_storage::rgb10a2) {
        return T(unpack_unorm10a2_to_float(words[0]));
    } else if constexpr (storage == pixel_storage::rg11b10f) {
        return T(static_cast<number>(of_small_float(words[0], 6)), static_cast<number>(of_small_float(words[0] >> 11, 6)),
                 static_cast<number>(of_small_float(words[0] >> 22, 5)));
    } else if constexpr (storage == pixel_storage::rgb9e5) {
        return T(of_shared_exponent(words[0]));
    } else {
        const auto one = [&](int i) {
            constexpr uint bits = 8 * sizeof(Word);
            if constexpr (storage == pixel_storage::signed_words) return static_cast<number>(of_signed(words[i], bits));
            const float value = of_unsigned(words[i], bits);
            return static_cast<number>(storage == pixel_storage::srgb_words && i < 3 ? of_srgb(value) : value);
        };
        if constexpr (count == 1)
            return one(0);
        else if constexpr (count == 2)
            return T(one(0), one(1));
        else
            return T(one(0), one(1), one(2), one(3));
    }
}

template <pixel_storage storage, typename T, typename Word, int count>
constexpr void write_pixel(Word (&words)[count], T value) {
    if constexpr (storage == pixel_storage::rgb10a2) {
        words[0] = pack_float_to_unorm10a2(float4(value));
    } else if constexpr (storage == pixel_storage::rg11b10f) {
        words[0] = to_small_float(static_cast<float>(value.x), 6) | to_small_float(static_cast<float>(value.y), 6) << 11 |
                   to_small_float(static_cast<float>(value.z), 5) << 22;
    } else if constexpr (storage == pixel_storage::rgb9e5) {
        words[0] = to_shared_exponent(float3(value));
    } else {
        const auto set = [&](int i, float number) {
            constexpr uint bits = 8 * sizeof(Word);
            if constexpr (storage == pixel_storage::signed_words)
                words[i] = static_cast<Word>(to_signed(number, bits));
            else
                words[i] = static_cast<Word>(
                    to_unsigned(storage == pixel_storage::srgb_words && i < 3 ? to_srgb(number) : number, bits));
        };
        if constexpr (count == 1) {
            set(0, static_cast<float>(value));
        } else {
            set(0, static_cast<float>(value.x));
            set(1, static_cast<float>(value.y));
        }
        if constexpr (count == 4) {
            set(2, static_cast<float>(value.z));
            set(3, static_cast<float>(value.w));
        }
    }
}

template <typename T>
inline constexpr bool is_pixel = false;
template <typename A, typename B>
concept pixel_operands = is_pixel<A> || is_pixel<B>;

}  // namespace ingot_detail

// Declares the class of a format: `word ingot_words[count]`, whose numbers are `narrow` or `wide`.
#define INGOT_METAL_PIXEL(name, word, count, storage, narrow, wide, text)                                                       \
    template <typename T>                                                                                                       \
    struct name {                                                                                                               \
        static_assert(std::is_same_v<T, narrow> || std::is_same_v<T, wide>,                                                     \
                      "a value of " #name " is a " text " (MSL 3.0, section 2.7)");                                             \
        name() = default;                                                                                                       \
        constexpr name(T value) { ingot_detail::write_pixel<ingot_detail::pixel_storage::storage>(ingot_words, value); }        \
        constexpr name& operator=(T value) {                                                                                    \
            ingot_detail::write_pixel<ingot_detail::pixel_storage::storage>(ingot_words, value);                                \
            return *this;                                                                                                       \
        }                                                                                                                       \
        constexpr operator T() const { return ingot_detail::read_pixel<ingot_detail::pixel_storage::storage, T>(ingot_words); } \
        explicit operator bool() const = delete;                                                                                \
        friend constexpr auto operator==(name a, name b) { return T(a) == T(b); }                                               \
        friend constexpr auto operator==(name a, T b) { return T(a) == b; }                                                     \
        friend constexpr auto operator==(T a, name b) { return a == T(b); }                                                     \
        friend constexpr auto operator!=(name a, name b) { return T(a) != T(b); }                                               \
        friend constexpr auto operator!=(name a, T b) { return T(a) != b; }                                                     \
        friend constexpr auto operator!=(T a, name b) { return a != T(b); }                                                     \
        word ingot_words[count];                                                                                                \
    };                                                                                                                          \
    template <typename T>                                                                                                       \
    inline constexpr bool ingot_detail::is_pixel<name<T>> = true;

INGOT_METAL_PIXEL(r8unorm, uchar, 1, unsigned_words, half, float, "half or a float")
INGOT_METAL_PIXEL(r8snorm, uchar, 1, signed_words, half, float, "half or a float")
INGOT_METAL_PIXEL(r16unorm, ushort, 1, unsigned_words, float, float, "float")
INGOT_METAL_PIXEL(r16snorm, ushort, 1, signed_words, float, float, "float")
INGOT_METAL_PIXEL(rg8unorm, uchar, 2, unsigned_words, half2, float2, "half2 or a float2")
INGOT_METAL_PIXEL(rg8snorm, uchar, 2, signed_words, half2, float2, "half2 or a float2")
INGOT_METAL_PIXEL(rg16unorm, ushort, 2, unsigned_words, float2, float2, "float2")
INGOT_METAL_PIXEL(rg16snorm, ushort, 2, signed_words, float2, float2, "float2")
INGOT_METAL_PIXEL(rgba8unorm, uchar, 4, unsigned_words, half4, float4, "half4 or a float4")
INGOT_METAL_PIXEL(srgba8unorm, uchar, 4, srgb_words, half4, float4, "half4 or a float4")
INGOT_METAL_PIXEL(rgba8snorm, uchar, 4, signed_words, half4, float4, "half4 or a float4")
INGOT_METAL_PIXEL(rgba16unorm, ushort, 4, unsigned_words, float4, float4, "float4")
INGOT_METAL_PIXEL(rgba16snorm, ushort, 4, signed_words, float4, float4, "float4")
INGOT_METAL_PIXEL(rgb10a2, uint, 1, rgb10a2, half4, float4, "half4 or a float4")
INGOT_METAL_PIXEL(rg11b10f, uint, 1, rg11b10f, half3, float3, "half3 or a float3")
INGOT_METAL_PIXEL(rgb9e5, uint, 1, rgb9e5, half3, float3, "half3 or a float3")

#undef INGOT_METAL_PIXEL

// Only assignments and comparisons for equality are allowed. Without these functions, a pixel of one number would be converted to
// it.
#define INGOT_METAL_NO_OPERATOR(op)                 \
    template <typename A, typename B>               \
        requires ingot_detail::pixel_operands<A, B> \
    void operator op(A, B) = delete ("pixel data types are only assigned and compared for equality (MSL 3.0, section 2.7)");
#define INGOT_METAL_NO_ASSIGNMENT(op)      \
    template <typename A, typename B>      \
        requires ingot_detail::is_pixel<B> \
    void operator op(A&, B) = delete ("pixel data types are only assigned and compared for equality (MSL 3.0, section 2.7)");
#define INGOT_METAL_NO_SIGN(op)            \
    template <typename A>                  \
        requires ingot_detail::is_pixel<A> \
    void operator op(A) = delete ("pixel data types are only assigned and compared for equality (MSL 3.0, section 2.7)");

INGOT_METAL_NO_OPERATOR(+)
INGOT_METAL_NO_OPERATOR(-)
INGOT_METAL_NO_OPERATOR(*)
INGOT_METAL_NO_OPERATOR(/)
INGOT_METAL_NO_OPERATOR(%)
INGOT_METAL_NO_OPERATOR(<)
INGOT_METAL_NO_OPERATOR(>)
INGOT_METAL_NO_OPERATOR(<=)
INGOT_METAL_NO_OPERATOR(>=)
INGOT_METAL_NO_OPERATOR(&)
INGOT_METAL_NO_OPERATOR(|)
INGOT_METAL_NO_OPERATOR(^)
INGOT_METAL_NO_OPERATOR(<<)
INGOT_METAL_NO_OPERATOR(>>)
INGOT_METAL_NO_OPERATOR(&&)
INGOT_METAL_NO_OPERATOR(||)
INGOT_METAL_NO_ASSIGNMENT(+=)
INGOT_METAL_NO_ASSIGNMENT(-=)
INGOT_METAL_NO_ASSIGNMENT(*=)
INGOT_METAL_NO_ASSIGNMENT(/=)
INGOT_METAL_NO_SIGN(+)
INGOT_METAL_NO_SIGN(-)
INGOT_METAL_NO_SIGN(!)
INGOT_METAL_NO_SIGN(~)

#undef INGOT_METAL_NO_OPERATOR
#undef INGOT_METAL_NO_ASSIGNMENT
#undef INGOT_METAL_NO_SIGN

}  // namespace metal
