#include "vector_mathematics.hpp"

#include <math.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#if defined(__x86_64__)
#include <dlfcn.h>
#endif

namespace ingot::backends::cpu_native {

#if defined(__x86_64__)

namespace {

// Vectors of floats, as the psABI passes them in registers.
template <size_t lanes>
struct vector_of;
template <>
struct vector_of<4> {
    using type = float __attribute__((vector_size(16)));
};
template <>
struct vector_of<8> {
    using type = float __attribute__((vector_size(32)));
};
template <>
struct vector_of<16> {
    using type = float __attribute__((vector_size(64)));
};

using float4 = vector_of<4>::type;
using float8 = vector_of<8>::type;
using float16 = vector_of<16>::type;

// The functions for each lane.
template <float (*function)(float)>
float4 four(float4 x) {
    for (size_t i = 0; i < 4; ++i) x[i] = function(x[i]);
    return x;
}
template <float (*function)(float)>
[[gnu::target("avx2")]] float8 eight(float8 x) {
    for (size_t i = 0; i < 8; ++i) x[i] = function(x[i]);
    return x;
}
template <float (*function)(float)>
[[gnu::target("avx512f")]] float16 sixteen(float16 x) {
    for (size_t i = 0; i < 16; ++i) x[i] = function(x[i]);
    return x;
}
template <float (*function)(float, float)>
float4 four_pairs(float4 x, float4 y) {
    for (size_t i = 0; i < 4; ++i) x[i] = function(x[i], y[i]);
    return x;
}
template <float (*function)(float, float)>
[[gnu::target("avx2")]] float8 eight_pairs(float8 x, float8 y) {
    for (size_t i = 0; i < 8; ++i) x[i] = function(x[i], y[i]);
    return x;
}
template <float (*function)(float, float)>
[[gnu::target("avx512f")]] float16 sixteen_pairs(float16 x, float16 y) {
    for (size_t i = 0; i < 16; ++i) x[i] = function(x[i], y[i]);
    return x;
}

constexpr std::array<std::string_view, 3> lane_counts {"4", "8", "16"};

struct entry {
    std::string_view name;
    const char* operands;             // as in the names of libmvec: a letter for each; null if its function is not used
    std::array<const void*, 3> each;  // by lane_counts
};

template <typename Function>
const void* address(Function* function) {
    return reinterpret_cast<const void*>(function);
}
template <float (*function)(float)>
constexpr entry one(std::string_view name) {
    return {name, "v", {address(&four<function>), address(&eight<function>), address(&sixteen<function>)}};
}
template <float (*function)(float, float)>
entry two(std::string_view name) {
    return {name, "vv", {address(&four_pairs<function>), address(&eight_pairs<function>), address(&sixteen_pairs<function>)}};
}

float power_of_ten(float exponent) { return ::powf(10.0f, exponent); }

// With AVX-512, exp10f of libmvec is less accurate than the language's bound of 3 units in the last place.
entry powers_of_ten() {
    entry made = one<&power_of_ten>("exp10f");
    made.operands = nullptr;
    return made;
}

const std::array<entry, 25>& entries() {
    static const std::array<entry, 25> all {
        one<::acosf>("acosf"),   one<::acoshf>("acoshf"), one<::asinf>("asinf"),   one<::asinhf>("asinhf"), one<::atanf>("atanf"),
        two<::atan2f>("atan2f"), one<::atanhf>("atanhf"), one<::cbrtf>("cbrtf"),   one<::cosf>("cosf"),     one<::coshf>("coshf"),
        one<::erfcf>("erfcf"),   one<::erff>("erff"),     powers_of_ten(),         one<::exp2f>("exp2f"),   one<::expf>("expf"),
        one<::expm1f>("expm1f"), two<::hypotf>("hypotf"), one<::log10f>("log10f"), one<::log1pf>("log1pf"), one<::log2f>("log2f"),
        two<::powf>("powf"),     one<::sinf>("sinf"),     one<::sinhf>("sinhf"),   one<::tanf>("tanf"),     one<::tanhf>("tanhf"),
    };
    return all;
}

// Returns the function of libmvec with a name of the psABI ("_ZGVdN8v_sinf"), or null. The library stays loaded.
const void* find_in_libmvec(const std::string& name) {
    static void* const library = dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name.c_str()) : nullptr;
}

// A name such as "sinf_lanes8".
struct vector_function {
    const entry* scalar;
    size_t size;  // 0 to 2: 4, 8 or 16 lanes
};

std::optional<vector_function> parse(std::string_view name) {
    constexpr std::string_view ending = "_lanes";
    const size_t end = name.rfind(ending);
    if (end == std::string_view::npos) return std::nullopt;
    const auto size = std::ranges::find(lane_counts, name.substr(end + ending.size()));
    const auto scalar = std::ranges::find(entries(), name.substr(0, end), &entry::name);
    if (size == lane_counts.end() || scalar == entries().end()) return std::nullopt;
    return vector_function {&*scalar, static_cast<size_t>(size - lane_counts.begin())};
}

}  // namespace

const void* find_vector_mathematics(std::string_view name) {
    const std::optional<vector_function> function = parse(name);
    if (!function || !function->scalar->operands) return find_mathematics_by_lane(name);
    constexpr std::string_view instruction_sets = "bde";  // SSE4.1, AVX2 and AVX-512
    const std::string symbol = std::string("_ZGV") + instruction_sets[function->size] + "N" +
                               std::string(lane_counts[function->size]) + function->scalar->operands + "_" +
                               std::string(function->scalar->name);
    const void* const found = find_in_libmvec(symbol);
    return found ? found : find_mathematics_by_lane(name);
}

const void* find_mathematics_by_lane(std::string_view name) {
    const std::optional<vector_function> function = parse(name);
    return function ? function->scalar->each[function->size] : nullptr;
}

#else

const void* find_vector_mathematics(std::string_view) { return nullptr; }
const void* find_mathematics_by_lane(std::string_view) { return nullptr; }

#endif

}  // namespace ingot::backends::cpu_native
