// The command line of ingotc.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "../device_module.hpp"
#include "../front_end.hpp"
#include "../target.hpp"
#include "resource_limits.hpp"

namespace ingot::compiler {

/// Returns the version of ingotc: "0.2.0".
std::string_view ingotc_version();

/// The front ends and targets of this compiler.
struct compiler_components {
    front_end_list front_ends;
    target_list targets;
};

/// How remarks of the advisor are printed.
enum class advice_format { text, json, sarif };

/// What the command line says about the advisor.
struct advice_options {
    bool is_wanted = false;           ///< --advise or -Radvice
    bool is_main_result = false;      ///< --advise: no other output is needed
    bool as_errors = false;           ///< --advise=error: a remark is an error
    bool writes_fixes = false;        ///< --advise=fix: the fixes are written into the kernel file
    bool asks_for_registers = false;  ///< --advise-registers: the kernels are compiled as far as registers are known
    advice_format format = advice_format::text;
};

/// What the command line says about --analyse.
struct analysis_options {
    bool is_wanted = false;
    bool as_json = false;
    uint32_t group_size = 256;  ///< for the occupancy
};

/// `ingotc FILE -o OUT.ingot …`
struct compile_command {
    source_options source;
    std::vector<const target*> targets;      ///< the targets of --targets; none of them has a `base_target`
    std::vector<std::string> architectures;  ///< the values of --arch
    std::filesystem::path archive;           ///< -o; empty if no archive is written
    std::filesystem::path header;            ///< --header; may be empty
    std::filesystem::path cpu_debug;         ///< --cpu-debug; may be empty
    std::filesystem::path dependencies;      ///< --depfile; may be empty
    bool emit_llvm = false;
    bool emit_assembly = false;
    bool writes_lines = false;  ///< -g
    bool print_times = false;   ///< --time
    advice_options advice;      ///< --advise, -Radvice, --advise-format
    analysis_options analysis;  ///< --analyse, --group-size

    /// Must the code generators say what the kernels need of a device?
    bool wants_resources() const { return analysis.is_wanted || advice.asks_for_registers; }

    resource_limits limits;            ///< --max-seconds, --max-memory
    std::vector<std::string> options;  ///< the options that affect the code, as the archive stores them
};

/// `ingotc inspect OUT.ingot`
struct inspect_command {
    std::filesystem::path archive;
    bool as_json = false;
};

/// Returns the architectures that code for a target is compiled for, each once: the values of --arch that are architectures of
/// that target. If there are none, returns the target's default, or "" if the target has no architectures.
std::vector<std::string> architectures_of(const target& made_for, const compile_command& command);

/// Parses the command line. Returns the command. If the command line contains --help or --version or is wrong, prints the
/// help, the version or an error message, and returns the exit status.
std::variant<compile_command, inspect_command, int> parse_command_line(const compiler_components& components, int count,
                                                                       const char* const* words);

}  // namespace ingot::compiler
