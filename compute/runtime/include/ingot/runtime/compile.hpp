// Compiling kernels while a program runs (thesis, Table 1: add_program_file, add_program_source, add_precompiled_program_file).
#pragma once

#include <cstdint>
#include <filesystem>
#include <ingot/cpu_debug/entry.hpp>
#include <ingot/runtime/error.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

/// How to compile. What stands here is what ingotc's options of the same letters say.
struct compile_options {
    std::vector<std::string> definitions;                ///< -D: "NAME" or "NAME=VALUE"
    std::vector<std::filesystem::path> include_folders;  ///< -I; the kernel file's own folder comes first by itself
    std::vector<std::string> warnings;                   ///< -W: "all", "no-unused-variable", "error"
    std::vector<std::string> targets {"spirv", "ptx"};   ///< kinds of code; empty where only the CPU debug device runs it
    uint32_t optimisation = 2;                           ///< -O: 0 to 3
    bool fast_math = false;                              ///< reassociate, approximate, flush denormal numbers
    std::string architecture;                            ///< the lowest compute capability, "sm_70"; "" as ingotc chooses
    /// Also for the CPU debug device. That takes the C++ compiler that built this library, or the one that the variable CXX
    /// names; where there is none, the program cannot be loaded on that device, and compiled_program::why_no_cpu_debug says so.
    bool cpu_debug = true;
};

enum class diagnostic_level { note, warning, error };

/// One thing that a compiler said.
struct compile_diagnostic {
    std::string file;     ///< "" where it is about no file
    uint32_t line = 0;    ///< from 1; 0 where it is about no line
    uint32_t column = 0;  ///< from 1; 0 where it is about no column
    diagnostic_level level = diagnostic_level::error;
    std::string message;
    friend bool operator==(const compile_diagnostic&, const compile_diagnostic&) = default;
};

/// Kernels that do not compile. what() begins with what was compiled and holds all that the compiler said.
class compile_error : public error {
public:
    compile_error(const std::string& what, std::string said, std::vector<compile_diagnostic> found)
        : error(what), words(std::move(said)), all(std::move(found)) {}

    /// The compiler's words as a terminal would show them, with lines of the source and carets.
    const std::string& text() const { return words; }
    const std::vector<compile_diagnostic>& diagnostics() const { return all; }

private:
    std::string words;
    std::vector<compile_diagnostic> all;
};

struct compiled_code;  // what the handles share

/// Kernels that were compiled while the program runs: a handle, cheap to copy. Code for the CPU debug device stays loaded as long
/// as a program, a kernel or a launch of it is there, so that a newer one can take its place at any time.
class compiled_program {
public:
    explicit compiled_program(std::shared_ptr<const compiled_code> code) : shared(std::move(code)) {}

    const program_source& source() const;
    /// Names of all kernels, in the file's order.
    std::vector<std::string> kernel_names() const;
    /// What the compiler said where it did compile: its warnings.
    const std::string& text() const;
    const std::vector<compile_diagnostic>& diagnostics() const;
    /// All files that went into it, the kernel file first, without the system's: what to watch for changes.
    const std::vector<std::filesystem::path>& files() const;
    /// Was it found in the disk cache?
    bool from_cache() const;
    /// Why it cannot be loaded on the CPU debug device; "" where it can.
    const std::string& why_no_cpu_debug() const;

private:
    std::shared_ptr<const compiled_code> shared;
};

/// Compiles a kernel file for every device, by ingotc in a process of its own. It is looked for where the variable INGOT_COMPILER
/// says, beside the running program, and where Ingot was installed or built. Results are kept under
/// $XDG_CACHE_HOME/ingot/compiled, keyed by the options, the compilers and the contents of all files that went in.
///
/// Throws compile_error with the diagnostics where the file does not compile, and error where there is no compiler or no such
/// file.
compiled_program compile(const std::filesystem::path& file, const compile_options& options = {});

/// The same for kernels in a string. `name` stands in diagnostics, as the file's name.
compiled_program compile_text(std::string_view text, std::string_view name = "text.kernels.cpp",
                              const compile_options& options = {});

/// An archive that ingotc wrote before, "saxpy.ingot": for all devices but the CPU debug device. Throws error where it is none.
compiled_program read_program(const std::filesystem::path& archive);

}  // namespace ingot
