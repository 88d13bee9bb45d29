#include "level.hpp"

#include <algorithm>
#include <cstdlib>
#include <ingot/archive/cpu_code.hpp>
#include <ingot/runtime/error.hpp>
#include <string>

namespace ingot::backends::cpu_native {

namespace {

constexpr const char* level_variable = "INGOT_CPU_LEVEL";

// The features of each level (System V ABI, AMD64 supplement, table 3.1) that are not in all later ones.
bool has_level([[maybe_unused]] std::string_view level) {
#if defined(__x86_64__)
    const bool has_v2 = __builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("popcnt") != 0;
    const bool has_v3 = has_v2 && __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                        __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
    const bool has_v4 = has_v3 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                        __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                        __builtin_cpu_supports("avx512vl") != 0;
    return level == "x86-64-v4" ? has_v4 : level == "x86-64-v3" ? has_v3 : has_v2;
#else
    return false;
#endif
}

std::string_view find_level() {
    const auto& levels = archive::cpu::levels;
    const auto best = std::ranges::find_if(levels, has_level);
    const char* const wanted = std::getenv(level_variable);
    return choose_level(best == levels.end() ? std::string_view() : *best, wanted ? wanted : "");
}

}  // namespace

std::string_view choose_level(std::string_view best, std::string_view wanted) {
    const auto& levels = archive::cpu::levels;
    const auto own = std::ranges::find(levels, best);
    if (own == levels.end()) throw error("kernels for the CPU need an x86-64 processor with SSE 4.2");
    if (wanted.empty()) {
        if (std::find(own, levels.end(), archive::cpu::default_level) != levels.end()) return *own;
        throw error("kernels are compiled for processors of the level " + std::string(archive::cpu::default_level) +
                    " (AVX2), and this one has " + std::string(*own) + "; with " + level_variable + "=" + std::string(*own) +
                    " the device runs kernels that are compiled with --arch " + std::string(*own));
    }
    const auto chosen = std::find(own, levels.end(), wanted);
    if (chosen != levels.end()) return *chosen;
    std::string possible;
    for (auto level = own; level != levels.end(); ++level) possible += (possible.empty() ? "" : ", ") + std::string(*level);
    throw error(std::string(level_variable) + "='" + std::string(wanted) + "' is no level of this processor; it has " + possible);
}

std::string_view processor_level() {
    static const std::string_view level = find_level();
    return level;
}

uint32_t lanes_of_level(std::string_view level) { return level == "x86-64-v4" ? 16 : level == "x86-64-v3" ? 8 : 4; }

}  // namespace ingot::backends::cpu_native
