// Parses what nm and objdump of GNU binutils print about a program's machine code, and shortens it for people to read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::shell {

/// The addresses of a function's machine code.
struct code_range {
    uint64_t begin = 0;
    uint64_t end = 0;  ///< the first address after the function
    friend bool operator==(const code_range&, const code_range&) = default;
};

/// Parses the output of `nm --defined-only --print-size`. Returns the functions by address, without the device functions
/// (prefix `ingot_device_`), which are not shown.
std::map<uint64_t, code_range> parse_symbols(std::string_view symbols);

/// Merges ranges that lie at most 4 KiB apart, so that fewer runs of objdump are needed.
std::vector<code_range> merge_ranges(std::vector<code_range> parts);

/// One function of objdump's output.
struct disassembled_function {
    uint64_t address = 0;
    std::string name;                ///< demangled, without its parameters
    std::vector<std::string> lines;  ///< instructions, each group after the source line that it was compiled from
    std::vector<uint64_t> calls;     ///< target addresses of its calls and jumps
};

/// Parses the output of `objdump --disassemble --line-numbers --demangle --no-show-raw-insn`. Only source lines from
/// files in the folder `sources` are shown, because lines of included libraries would hide the kernel's own lines.
std::vector<disassembled_function> parse_disassembly(std::string_view text, const std::filesystem::path& sources);

/// Replaces the lines in which `objdump --line-numbers` names a place of the source by the text of that line, from the file with
/// the same name in the folder `sources`:
///     /build/julia.kernels.cpp:35 (discriminator 2)
/// becomes
///     ; julia.kernels.cpp:35  values[global_id.x] = sum;
/// and lines that only name a function before such a place are removed.
std::string with_source_lines(std::string_view text, const std::filesystem::path& sources);

/// Removes the result type and the parameters from a demangled name: "void advance<32u>(float*)" becomes "advance<32u>".
/// An offset such as "+0x40" after the parameters stays.
std::string without_parameters(std::string_view demangled);

}  // namespace ingot::shell
