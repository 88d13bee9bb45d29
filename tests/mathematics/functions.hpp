// A number for each mathematical function whose errors are measured: its position in INGOT_EACH_FUNCTION. Kernels, the
// compile-time versions and the MPFR reference select a function by its number.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>

// Expands to of_one(name), of_two(name) or of_three(name) for each function of one, two or three arguments.
#define INGOT_EACH_FUNCTION(of_one, of_two, of_three)                                                                          \
    of_one(abs) of_one(fabs) of_one(sqrt) of_one(rsqrt) of_one(cbrt) of_one(floor) of_one(ceil) of_one(round) of_one(trunc)    \
        of_one(rint) of_one(exp) of_one(exp2) of_one(exp10) of_one(expm1) of_one(log) of_one(log2) of_one(log10) of_one(log1p) \
            of_one(sin) of_one(cos) of_one(tan) of_one(asin) of_one(acos) of_one(atan) of_one(sinh) of_one(cosh) of_one(tanh)  \
                of_one(asinh) of_one(acosh) of_one(atanh) of_one(rad_to_deg) of_one(deg_to_rad) of_two(fmod) of_two(remainder) \
                    of_two(pow) of_two(atan2) of_two(hypot) of_two(copysign) of_two(fmin) of_two(fmax) of_two(fdim)            \
                        of_three(fma)

namespace ingot::testing {

#define INGOT_NAME(name) name,
enum class function : uint32_t { INGOT_EACH_FUNCTION(INGOT_NAME, INGOT_NAME, INGOT_NAME) };
#undef INGOT_NAME

#define INGOT_COUNT(name) +1
inline constexpr uint32_t function_count = 0 INGOT_EACH_FUNCTION(INGOT_COUNT, INGOT_COUNT, INGOT_COUNT);
#undef INGOT_COUNT

#define INGOT_NAME(name) #name,
inline constexpr const char* function_names[] = {INGOT_EACH_FUNCTION(INGOT_NAME, INGOT_NAME, INGOT_NAME)};
#undef INGOT_NAME

#define INGOT_ONE(name) 1,
#define INGOT_TWO(name) 2,
#define INGOT_THREE(name) 3,
inline constexpr int argument_counts[] = {INGOT_EACH_FUNCTION(INGOT_ONE, INGOT_TWO, INGOT_THREE)};
#undef INGOT_ONE
#undef INGOT_TWO
#undef INGOT_THREE

/// Calls function number `operation`, as a kernel calls it. Functions of one argument ignore y and z; those of two ignore z.
template <detail::floating_point T>
constexpr T call(function operation, T x, T y, T z) {
    switch (operation) {
#define INGOT_ONE(name)  \
    case function::name: \
        return ingot::name(x);
#define INGOT_TWO(name)  \
    case function::name: \
        return ingot::name(x, y);
#define INGOT_THREE(name) \
    case function::name:  \
        return ingot::name(x, y, z);
        INGOT_EACH_FUNCTION(INGOT_ONE, INGOT_TWO, INGOT_THREE)
#undef INGOT_ONE
#undef INGOT_TWO
#undef INGOT_THREE
    }
    return x;
}

/// Calls the compile-time version of a function. At run time, this version returns the same bits as in a constant
/// expression.
template <detail::floating_point T>
constexpr T call_at_compile_time(function operation, T x, T y, T z) {
    switch (operation) {
#define INGOT_ONE(name)  \
    case function::name: \
        return constant_math::name(x);
#define INGOT_TWO(name)  \
    case function::name: \
        return constant_math::name(x, y);
#define INGOT_THREE(name) \
    case function::name:  \
        return constant_math::name(x, y, z);
        INGOT_EACH_FUNCTION(INGOT_ONE, INGOT_TWO, INGOT_THREE)
#undef INGOT_ONE
#undef INGOT_TWO
#undef INGOT_THREE
    }
    return x;
}

}  // namespace ingot::testing
