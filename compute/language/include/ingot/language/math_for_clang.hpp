// Overloads of the functions of <ingot/language/math.hpp> for float and double, for Clang and so for ingotc.
//
// The C library declares functions of double with the same names in the global namespace. In a kernel file with `using
// namespace ingot`, a call could mean the C function or the template of math.hpp. The compiler would choose the C function,
// because it is not a template, but Clang cannot evaluate C functions in a constant expression. Of two functions with the same
// parameters Clang chooses the one with the attribute enable_if, so the overloads have this attribute. GCC does not know the
// attribute, and does not need it: it evaluates the C library's functions in constant expressions.
#pragma once

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"  // the warning that GCC does not know enable_if

namespace ingot {

#define INGOT_CHOSEN_FIRST __attribute__((enable_if(true, "")))
#define INGOT_FUNCTION_OF_ONE(name)                                             \
    constexpr float name(float x) INGOT_CHOSEN_FIRST { return name<float>(x); } \
    constexpr double name(double x) INGOT_CHOSEN_FIRST { return name<double>(x); }
#define INGOT_FUNCTION_OF_TWO(name)                                                                \
    constexpr float name(float x, float y) INGOT_CHOSEN_FIRST { return name<float, float>(x, y); } \
    constexpr double name(double x, double y) INGOT_CHOSEN_FIRST { return name<double, double>(x, y); }

INGOT_FUNCTION_OF_ONE(abs)
INGOT_FUNCTION_OF_ONE(fabs)
INGOT_FUNCTION_OF_ONE(sqrt)
INGOT_FUNCTION_OF_ONE(rsqrt)
INGOT_FUNCTION_OF_ONE(cbrt)
INGOT_FUNCTION_OF_ONE(floor)
INGOT_FUNCTION_OF_ONE(ceil)
INGOT_FUNCTION_OF_ONE(round)
INGOT_FUNCTION_OF_ONE(trunc)
INGOT_FUNCTION_OF_ONE(rint)
INGOT_FUNCTION_OF_ONE(exp)
INGOT_FUNCTION_OF_ONE(exp2)
INGOT_FUNCTION_OF_ONE(exp10)
INGOT_FUNCTION_OF_ONE(expm1)
INGOT_FUNCTION_OF_ONE(log)
INGOT_FUNCTION_OF_ONE(log2)
INGOT_FUNCTION_OF_ONE(log10)
INGOT_FUNCTION_OF_ONE(log1p)
INGOT_FUNCTION_OF_ONE(sin)
INGOT_FUNCTION_OF_ONE(cos)
INGOT_FUNCTION_OF_ONE(tan)
INGOT_FUNCTION_OF_ONE(asin)
INGOT_FUNCTION_OF_ONE(acos)
INGOT_FUNCTION_OF_ONE(atan)
INGOT_FUNCTION_OF_ONE(sinh)
INGOT_FUNCTION_OF_ONE(cosh)
INGOT_FUNCTION_OF_ONE(tanh)
INGOT_FUNCTION_OF_ONE(asinh)
INGOT_FUNCTION_OF_ONE(acosh)
INGOT_FUNCTION_OF_ONE(atanh)
INGOT_FUNCTION_OF_TWO(fmod)
INGOT_FUNCTION_OF_TWO(remainder)
INGOT_FUNCTION_OF_TWO(pow)
INGOT_FUNCTION_OF_TWO(atan2)
INGOT_FUNCTION_OF_TWO(hypot)
INGOT_FUNCTION_OF_TWO(copysign)
INGOT_FUNCTION_OF_TWO(fmin)
INGOT_FUNCTION_OF_TWO(fmax)
INGOT_FUNCTION_OF_TWO(fdim)

constexpr int abs(int x) INGOT_CHOSEN_FIRST { return abs<int>(x); }
constexpr float fma(float a, float b, float c) INGOT_CHOSEN_FIRST { return fma<float, float, float>(a, b, c); }
constexpr double fma(double a, double b, double c) INGOT_CHOSEN_FIRST { return fma<double, double, double>(a, b, c); }

#undef INGOT_FUNCTION_OF_ONE
#undef INGOT_FUNCTION_OF_TWO
#undef INGOT_CHOSEN_FIRST

}  // namespace ingot

#pragma clang diagnostic pop
#endif
