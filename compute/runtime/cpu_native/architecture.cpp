#include "architecture.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <ingot/runtime/error.hpp>
#include <span>
#include <string>

namespace ingot::backends::cpu_native {

namespace {

using archive::cpu::architecture;

constexpr const char* level_variable = "INGOT_CPU_LEVEL";

// The features of each level of x86-64 (System V ABI, AMD64 supplement, table 3.1) that are not in all later ones. Every AArch64
// processor has NEON.
bool has([[maybe_unused]] const architecture& each) {
#if defined(__x86_64__)
    const bool has_v2 = __builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("popcnt") != 0;
    const bool has_v3 = has_v2 && __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                        __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
    const bool has_v4 = has_v3 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                        __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                        __builtin_cpu_supports("avx512vl") != 0;
    return each.name == "x86-64-v4" ? has_v4 : each.name == "x86-64-v3" ? has_v3 : each.name == "x86-64-v2" ? has_v2 : false;
#elif defined(__aarch64__)
    return archive::cpu::runs_here && each.name == "aarch64";
#else
    return false;
#endif
}

// "riscv64 with Linux"
std::string this_machine() {
    ::utsname names {};
    return ::uname(&names) == 0 ? std::string(names.machine) + " with " + names.sysname : "unknown";
}

const architecture& find_architecture() {
    const auto best = std::ranges::find_if(archive::cpu::architectures, has);
    const char* const wanted = std::getenv(level_variable);
    return choose_architecture(best == archive::cpu::architectures.end() ? std::string_view() : best->name, wanted ? wanted : "");
}

}  // namespace

const architecture& choose_architecture(std::string_view best, std::string_view wanted) {
    const std::span<const architecture> possible = archive::cpu::code_for(best);
    if (possible.empty())
        throw error(
            "kernels for the CPU need an x86-64 processor with SSE 4.2, or an AArch64 processor with Linux; this machine is " +
            this_machine());
    const auto find = [&](std::string_view name) { return std::ranges::find(possible, name, &architecture::name); };
    if (wanted.empty()) {
        if (find(archive::cpu::default_architecture) != possible.end()) return possible.front();
        const std::string own(best);
        throw error("kernels are compiled for processors of the level " + std::string(archive::cpu::default_architecture) +
                    " (AVX2), and this one has " + own + "; with " + level_variable + "=" + own +
                    " the device runs kernels that are compiled with --arch " + own);
    }
    if (const auto chosen = find(wanted); chosen != possible.end()) return *chosen;
    std::string names;
    for (const architecture& each : possible) names += (names.empty() ? "" : ", ") + std::string(each.name);
    throw error(std::string(level_variable) + "='" + std::string(wanted) + "' is no level of this processor; it has " + names);
}

const architecture& processor_architecture() {
    static const architecture& own = find_architecture();
    return own;
}

}  // namespace ingot::backends::cpu_native
