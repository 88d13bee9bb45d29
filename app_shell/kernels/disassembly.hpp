// What binutils (nm, objdump) write about a program's machine code, and a text for a person to read out of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::shell {

/// A function's bytes in a program file.
struct code_range {
    uint64_t first = 0;
    uint64_t last = 0;  ///< the first address behind it
    friend bool operator==(const code_range&, const code_range&) = default;
};

/// By address: what `nm --defined-only --print-size` lists of functions.
std::map<uint64_t, code_range> functions_of(std::string_view symbols);

/// What lies close together, as one: it is disassembled at once.
std::vector<code_range> joined(std::vector<code_range> parts);

/// A function as objdump shows it.
struct disassembled_function {
    uint64_t address = 0;
    std::string name;                ///< demangled, without its parameters
    std::vector<std::string> lines;  ///< instructions, and before them the source lines that they are of
    std::vector<uint64_t> calls;     ///< where its calls and jumps go
};

/// Reads what `objdump --disassemble --line-numbers --demangle --no-show-raw-insn` wrote. Of source lines those in `sources` are
/// shown, a folder: what a kernel includes from elsewhere would hide them.
std::vector<disassembled_function> read_disassembly(std::string_view text, const std::filesystem::path& sources);

/// "void advance<32u>(float*)" without what stands in the last parentheses, and without its result.
std::string without_parameters(std::string_view demangled);

}  // namespace ingot::shell
