#include "vector_mathematics.hpp"

#if defined(__x86_64__) || defined(__aarch64__)

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "mathematics_by_lane.hpp"

namespace ingot::backends::cpu_native {

namespace {

constexpr std::array<std::string_view, 3> lane_counts {"4", "8", "16"};

struct entry {
    std::string_view name;
    const char* operands;  // as in the names of libmvec: a letter for each
};

constexpr std::array<entry, 25> entries {{
    {"acosf", "v"}, {"acoshf", "v"}, {"asinf", "v"},   {"asinhf", "v"}, {"atanf", "v"},  {"atan2f", "vv"}, {"atanhf", "v"},
    {"cbrtf", "v"}, {"cosf", "v"},   {"coshf", "v"},   {"erfcf", "v"},  {"erff", "v"},   {"exp10f", "v"},  {"exp2f", "v"},
    {"expf", "v"},  {"expm1f", "v"}, {"hypotf", "vv"}, {"log10f", "v"}, {"log1pf", "v"}, {"log2f", "v"},   {"powf", "vv"},
    {"sinf", "v"},  {"sinhf", "v"},  {"tanf", "v"},    {"tanhf", "v"},
}};

// A name such as "sinf_lanes8".
struct vector_function {
    size_t scalar;  // in `entries`
    size_t size;    // in `lane_counts`
};

std::optional<vector_function> parse(std::string_view name) {
    constexpr std::string_view ending = "_lanes";
    const size_t end = name.rfind(ending);
    if (end == std::string_view::npos) return std::nullopt;
    const auto size = std::ranges::find(lane_counts, name.substr(end + ending.size()));
    const auto scalar = std::ranges::find(entries, name.substr(0, end), &entry::name);
    if (size == lane_counts.end() || scalar == entries.end()) return std::nullopt;
    return vector_function {static_cast<size_t>(scalar - entries.begin()), static_cast<size_t>(size - lane_counts.begin())};
}

// The letters of the instruction sets in the names of libmvec, in the order of `lane_counts`, and the functions that are not
// used.
#if defined(__x86_64__)
constexpr std::string_view instruction_sets = "bde";  // SSE4.1, AVX2 and AVX-512
// With AVX-512 it is less accurate than the language's bound of 3 units in the last place.
constexpr std::array<std::string_view, 1> unused {"exp10f"};
#else
constexpr std::string_view instruction_sets = "n";  // NEON
// Their result for -0 is 0 (glibc 2.41).
constexpr std::array<std::string_view, 6> unused {"atanf", "expm1f", "log1pf", "sinf", "tanf", "tanhf"};
#endif

// Returns the function of libmvec, which has a name of the machine's Vector Function ABI such as "_ZGVdN8v_sinf", or null. The
// library stays loaded.
const void* find_in_libmvec(const vector_function& function) {
    const entry& scalar = entries[function.scalar];
    static void* const library = dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library || function.size >= instruction_sets.size()) return nullptr;
    if (std::ranges::find(unused, scalar.name) != unused.end()) return nullptr;
    const std::string symbol = std::string("_ZGV") + instruction_sets[function.size] + "N" +
                               std::string(lane_counts[function.size]) + scalar.operands + "_" + std::string(scalar.name);
    return dlsym(library, symbol.c_str());
}

}  // namespace

const void* find_vector_mathematics(std::string_view name) {
    const std::optional<vector_function> function = parse(name);
    if (!function) return nullptr;
    const void* const found = find_in_libmvec(*function);
    return found ? found : find_mathematics_by_lane(name);
}

const void* find_mathematics_by_lane(std::string_view name) {
    const std::optional<vector_function> function = parse(name);
    if (!function) return nullptr;
    const functions_by_lane& all = function->size == 0   ? mathematics_of_4_lanes()
                                   : function->size == 1 ? mathematics_of_8_lanes()
                                                         : mathematics_of_16_lanes();
    return all.functions[function->scalar];
}

}  // namespace ingot::backends::cpu_native

#else

namespace ingot::backends::cpu_native {

const void* find_vector_mathematics(std::string_view) { return nullptr; }
const void* find_mathematics_by_lane(std::string_view) { return nullptr; }

}  // namespace ingot::backends::cpu_native

#endif
