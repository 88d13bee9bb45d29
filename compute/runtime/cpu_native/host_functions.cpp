#include "host_functions.hpp"

#include <math.h>
#include <string.h>
#include <wchar.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <ingot/archive/cpu_code.hpp>
#include <ingot/language/image_functions.hpp>
#include <type_traits>
#include <unordered_map>

#include "../host_memory/image_access.hpp"
#include "vector_mathematics.hpp"

// Arithmetic on integers of 128 bits, from the compiler's own library (GCC internals, "Routines for integer arithmetic").
// NOLINTBEGIN(bugprone-reserved-identifier): the names are the library's.
extern "C" {
__extension__ typedef __int128 ingot_wide_integer;
__extension__ typedef unsigned __int128 ingot_wide_unsigned;
ingot_wide_integer __divti3(ingot_wide_integer, ingot_wide_integer);
ingot_wide_integer __modti3(ingot_wide_integer, ingot_wide_integer);
ingot_wide_unsigned __udivti3(ingot_wide_unsigned, ingot_wide_unsigned);
ingot_wide_unsigned __umodti3(ingot_wide_unsigned, ingot_wide_unsigned);
float __floattisf(ingot_wide_integer);
double __floattidf(ingot_wide_integer);
float __floatuntisf(ingot_wide_unsigned);
double __floatuntidf(ingot_wide_unsigned);
ingot_wide_integer __fixsfti(float);
ingot_wide_integer __fixdfti(double);
ingot_wide_unsigned __fixunssfti(float);
ingot_wide_unsigned __fixunsdfti(double);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace ingot::backends::cpu_native {

namespace {

using images::floats;
using images::signed_integers;
using images::unsigned_integers;

const host_memory::image& image_from(const void* view) {
    return *static_cast<const host_memory::image*>(static_cast<const archive::cpu::image_view*>(view)->image);
}

// A channel on devices has 32 bits. Conversions to float round; an integer of a pixel has at most 32 bits.
template <typename Channel, typename Values>
void give(const Values& values, Channel* texel) {
    std::ranges::transform(values, texel, [](auto value) { return static_cast<Channel>(value); });
}

template <typename Values, typename Channel>
void fetch(const void* image, uint32_t mode, int32_t x, int32_t y, int32_t z, int32_t layer, uint32_t level, Channel* texel) {
    give(host_memory::fetch<Values>(image_from(image), mode, x, y, z, layer, level), texel);
}

template <typename Values, typename Channel>
void sample(const void* image, uint32_t sampler, float x, float y, float z, int32_t layer, uint32_t level, Channel* texel) {
    const uint32_t used = std::is_same_v<Values, floats> ? sampler : sampler & ~ingot::detail::linear_filter;
    give(host_memory::sample<Values>(image_from(image), used, x, y, z, layer, level), texel);
}

template <typename Values, typename Channel>
void write(const void* image, int32_t x, int32_t y, int32_t z, int32_t layer, Channel red, Channel green, Channel blue,
           Channel alpha) {
    using value = typename Values::value_type;
    host_memory::write(
        image_from(image), x, y, z, layer,
        Values {static_cast<value>(red), static_cast<value>(green), static_cast<value>(blue), static_cast<value>(alpha)});
}

// The same for all lanes of a vector (compiler/targets/cpu/image_lanes.hpp).

template <typename Values, typename Channel>
void fetch_lanes(const void* image, uint32_t mode, uint32_t lanes, uint32_t active, const uint32_t* operands, Channel* texels) {
    host_memory::fetch_each<Values>(image_from(image), mode, {lanes, active, operands}, texels);
}

template <typename Values, typename Channel>
void sample_lanes(const void* image, uint32_t sampler, uint32_t lanes, uint32_t active, const uint32_t* operands,
                  Channel* texels) {
    const uint32_t used = std::is_same_v<Values, floats> ? sampler : sampler & ~ingot::detail::linear_filter;
    host_memory::sample_each<Values>(image_from(image), used, {lanes, active, operands}, texels);
}

template <typename Values, typename Channel>
void write_lanes(const void* image, uint32_t lanes, uint32_t active, const uint32_t* operands) {
    host_memory::write_each<Values, Channel>(image_from(image), {lanes, active, operands});
}

uint32_t query(const void* image, uint32_t what, uint32_t level) { return host_memory::query(image_from(image), what, level); }

// One call of vfprintf locks the stream, so the output of different threads is not mixed (POSIX, flockfile).
[[gnu::format(printf, 1, 2)]] int print(const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    const int result = std::vfprintf(stdout, format, values);
    va_end(values);
    return result;
}

template <typename Function>
const void* address(Function* function) {
    return reinterpret_cast<const void*>(function);
}

// Functions of the C library by their type, which chooses one of C++'s overloads.
using float1 = float(float);
using float2 = float(float, float);
using float3 = float(float, float, float);
using double1 = double(double);
using double2 = double(double, double);
using double3 = double(double, double, double);

// exp10() and sincos() are extensions of glibc, which other C libraries lack.
template <typename T>
T power_of_ten(T exponent) {
    return std::pow(T {10}, exponent);
}

template <typename T>
void sine_and_cosine(T angle, T* sine, T* cosine) {
    *sine = std::sin(angle);
    *cosine = std::cos(angle);
}

using table = std::unordered_map<std::string_view, const void*>;

void add_mathematics(table& all) {
    all.insert({
        {"acos", address<double1>(::acos)},
        {"acosf", address<float1>(::acosf)},
        {"acosh", address<double1>(::acosh)},
        {"acoshf", address<float1>(::acoshf)},
        {"asin", address<double1>(::asin)},
        {"asinf", address<float1>(::asinf)},
        {"asinh", address<double1>(::asinh)},
        {"asinhf", address<float1>(::asinhf)},
        {"atan", address<double1>(::atan)},
        {"atanf", address<float1>(::atanf)},
        {"atanh", address<double1>(::atanh)},
        {"atanhf", address<float1>(::atanhf)},
        {"cbrt", address<double1>(::cbrt)},
        {"cbrtf", address<float1>(::cbrtf)},
        {"ceil", address<double1>(::ceil)},
        {"ceilf", address<float1>(::ceilf)},
        {"cos", address<double1>(::cos)},
        {"cosf", address<float1>(::cosf)},
        {"cosh", address<double1>(::cosh)},
        {"coshf", address<float1>(::coshf)},
        {"erf", address<double1>(::erf)},
        {"erff", address<float1>(::erff)},
        {"erfc", address<double1>(::erfc)},
        {"erfcf", address<float1>(::erfcf)},
        {"exp", address<double1>(::exp)},
        {"expf", address<float1>(::expf)},
        {"exp10", address<double1>(&power_of_ten)},
        {"exp10f", address<float1>(&power_of_ten)},
        {"exp2", address<double1>(::exp2)},
        {"exp2f", address<float1>(::exp2f)},
        {"expm1", address<double1>(::expm1)},
        {"expm1f", address<float1>(::expm1f)},
        {"floor", address<double1>(::floor)},
        {"floorf", address<float1>(::floorf)},
        {"lgamma", address<double1>(::lgamma)},
        {"lgammaf", address<float1>(::lgammaf)},
        {"log", address<double1>(::log)},
        {"logf", address<float1>(::logf)},
        {"log10", address<double1>(::log10)},
        {"log10f", address<float1>(::log10f)},
        {"log1p", address<double1>(::log1p)},
        {"log1pf", address<float1>(::log1pf)},
        {"log2", address<double1>(::log2)},
        {"log2f", address<float1>(::log2f)},
        {"nearbyint", address<double1>(::nearbyint)},
        {"nearbyintf", address<float1>(::nearbyintf)},
        {"rint", address<double1>(::rint)},
        {"rintf", address<float1>(::rintf)},
        {"round", address<double1>(::round)},
        {"roundf", address<float1>(::roundf)},
        // No thread changes the direction of rounding, which is to the nearest even number at the start.
        {"roundeven", address<double1>(::nearbyint)},
        {"roundevenf", address<float1>(::nearbyintf)},
        {"sin", address<double1>(::sin)},
        {"sinf", address<float1>(::sinf)},
        {"sinh", address<double1>(::sinh)},
        {"sinhf", address<float1>(::sinhf)},
        {"sqrt", address<double1>(::sqrt)},
        {"sqrtf", address<float1>(::sqrtf)},
        {"tan", address<double1>(::tan)},
        {"tanf", address<float1>(::tanf)},
        {"tanh", address<double1>(::tanh)},
        {"tanhf", address<float1>(::tanhf)},
        {"tgamma", address<double1>(::tgamma)},
        {"tgammaf", address<float1>(::tgammaf)},
        {"trunc", address<double1>(::trunc)},
        {"truncf", address<float1>(::truncf)},
        {"atan2", address<double2>(::atan2)},
        {"atan2f", address<float2>(::atan2f)},
        {"copysign", address<double2>(::copysign)},
        {"copysignf", address<float2>(::copysignf)},
        {"fdim", address<double2>(::fdim)},
        {"fdimf", address<float2>(::fdimf)},
        {"fmax", address<double2>(::fmax)},
        {"fmaxf", address<float2>(::fmaxf)},
        {"fmin", address<double2>(::fmin)},
        {"fminf", address<float2>(::fminf)},
        {"fmod", address<double2>(::fmod)},
        {"fmodf", address<float2>(::fmodf)},
        {"hypot", address<double2>(::hypot)},
        {"hypotf", address<float2>(::hypotf)},
        {"nextafter", address<double2>(::nextafter)},
        {"nextafterf", address<float2>(::nextafterf)},
        {"pow", address<double2>(::pow)},
        {"powf", address<float2>(::powf)},
        {"remainder", address<double2>(::remainder)},
        {"remainderf", address<float2>(::remainderf)},
        {"fma", address<double3>(::fma)},
        {"fmaf", address<float3>(::fmaf)},
        // LLVM calls these in place of other functions.
        {"ldexp", address<double(double, int)>(::ldexp)},
        {"ldexpf", address<float(float, int)>(::ldexpf)},
        {"frexp", address<double(double, int*)>(::frexp)},
        {"frexpf", address<float(float, int*)>(::frexpf)},
        {"modf", address<double(double, double*)>(::modf)},
        {"modff", address<float(float, float*)>(::modff)},
        {"sincos", address<void(double, double*, double*)>(&sine_and_cosine)},
        {"sincosf", address<void(float, float*, float*)>(&sine_and_cosine)},
    });
}

void add_other_functions(table& all) {
    all.insert({
        {"memcpy", address<void*(void*, const void*, size_t)>(::memcpy)},
        {"memmove", address<void*(void*, const void*, size_t)>(::memmove)},
        {"memset", address<void*(void*, int, size_t)>(::memset)},
        {"memcmp", address<int(const void*, const void*, size_t)>(::memcmp)},
        {"bcmp", address<int(const void*, const void*, size_t)>(::memcmp)},
        {"strlen", address<size_t(const char*)>(::strlen)},
        {"wcslen", address<size_t(const wchar_t*)>(::wcslen)},
        {"__divti3", address(&__divti3)},
        {"__modti3", address(&__modti3)},
        {"__udivti3", address(&__udivti3)},
        {"__umodti3", address(&__umodti3)},
        {"__floattisf", address(&__floattisf)},
        {"__floattidf", address(&__floattidf)},
        {"__floatuntisf", address(&__floatuntisf)},
        {"__floatuntidf", address(&__floatuntidf)},
        {"__fixsfti", address(&__fixsfti)},
        {"__fixdfti", address(&__fixdfti)},
        {"__fixunssfti", address(&__fixunssfti)},
        {"__fixunsdfti", address(&__fixunsdfti)},
        {"ingot_cpu_printf", address(&print)},
        {"ingot_cpu_image_fetch_float", address(&fetch<floats, float>)},
        {"ingot_cpu_image_fetch_float_lanes", address(&fetch_lanes<floats, float>)},
        {"ingot_cpu_image_fetch_int", address(&fetch<signed_integers, int32_t>)},
        {"ingot_cpu_image_fetch_int_lanes", address(&fetch_lanes<signed_integers, int32_t>)},
        {"ingot_cpu_image_fetch_uint", address(&fetch<unsigned_integers, uint32_t>)},
        {"ingot_cpu_image_fetch_uint_lanes", address(&fetch_lanes<unsigned_integers, uint32_t>)},
        {"ingot_cpu_image_sample_float", address(&sample<floats, float>)},
        {"ingot_cpu_image_sample_float_lanes", address(&sample_lanes<floats, float>)},
        {"ingot_cpu_image_sample_int", address(&sample<signed_integers, int32_t>)},
        {"ingot_cpu_image_sample_int_lanes", address(&sample_lanes<signed_integers, int32_t>)},
        {"ingot_cpu_image_sample_uint", address(&sample<unsigned_integers, uint32_t>)},
        {"ingot_cpu_image_sample_uint_lanes", address(&sample_lanes<unsigned_integers, uint32_t>)},
        {"ingot_cpu_image_write_float", address(&write<floats, float>)},
        {"ingot_cpu_image_write_float_lanes", address(&write_lanes<floats, float>)},
        {"ingot_cpu_image_write_int", address(&write<signed_integers, int32_t>)},
        {"ingot_cpu_image_write_int_lanes", address(&write_lanes<signed_integers, int32_t>)},
        {"ingot_cpu_image_write_uint", address(&write<unsigned_integers, uint32_t>)},
        {"ingot_cpu_image_write_uint_lanes", address(&write_lanes<unsigned_integers, uint32_t>)},
        {"ingot_cpu_image_query", address(&query)},
    });
}

}  // namespace

const void* find_host_function(std::string_view name) {
    static const table all = [] {
        table made;
        add_mathematics(made);
        add_other_functions(made);
        return made;
    }();
    if (const auto found = all.find(name); found != all.end()) return found->second;
    // The code calls mathematical functions of the source by names with a prefix, and those of LLVM's code generator without.
    constexpr std::string_view prefix = "ingot_cpu_";
    if (!name.starts_with(prefix)) return nullptr;
    const std::string_view function = name.substr(prefix.size());
    const auto found = all.find(function);
    return found == all.end() ? find_vector_mathematics(function) : found->second;
}

}  // namespace ingot::backends::cpu_native
