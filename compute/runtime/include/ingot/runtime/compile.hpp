// Just-in-time compilation: compiles kernels while a program runs (add_program_file, add_program_source and
// add_precompiled_program_file in Table 1 of the thesis that docs/host-library.md names).
//
//     ingot::compiled_program compiled = ingot::compile("saxpy.kernels.cpp", {.definitions = {"TILE=128"}});
//     saxpy_program program(device, compiled);
#pragma once

#include <cstdint>
#include <filesystem>
#include <ingot/cpu_debug/entry.hpp>
#include <ingot/runtime/error.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

/// Options of a compilation. An option whose comment begins with an option of ingotc has the same meaning as that option.
///
/// The C++ compiler that compiles for the CPU debug device does not get `warnings` and `fast_math`. ingotc already prints the
/// warnings, and the C++ compiler may not know their names, which are Clang's. The results of the CPU debug device are the
/// reference for the other devices, so they are computed without fast_math.
struct compile_options {
    std::vector<std::string> definitions;                ///< -D: "NAME" or "NAME=VALUE"
    std::vector<std::filesystem::path> include_folders;  ///< -I; the kernel file's own folder always comes first
    std::vector<std::string> warnings;                   ///< -W: "all", "no-unused-variable", "error"
    /// --targets: {"ptx", "spirv"}. An empty list if only the CPU debug device runs the code; not set for ingotc's default.
    std::optional<std::vector<std::string>> targets;
    uint32_t optimisation = 2;  ///< -O: from 0 (none) to 3 (most)
    bool fast_math = false;     ///< --fast-math: may reassociate, approximate, flush denormal numbers
    /// --arch: lowest compute capability, "sm_70", or level of a processor, "x86-64-v4"; "" for ingotc's default. An --arch of
    /// the environment variable INGOTC_OPTIONS replaces it.
    std::string architecture;
    /// Also compile for the CPU debug device? This uses the C++ compiler that the environment variable CXX names or, if
    /// CXX is not set, the compiler that built this library. If that compiler cannot be run, no error is thrown: the result
    /// cannot be loaded on the CPU debug device, and compiled_program::cpu_debug_unavailable_reason() returns the reason.
    bool cpu_debug = true;
    std::string standard;  ///< --std: the version of the language, "metal2.4"; "" for the language's default
};

enum class diagnostic_level { note, warning, error };

/// One message of a compiler.
struct compile_diagnostic {
    std::string file;     ///< "" if the message refers to no file
    uint32_t line = 0;    ///< from 1; 0 if the message refers to no line
    uint32_t column = 0;  ///< from 1; 0 if the message refers to no column
    diagnostic_level level = diagnostic_level::error;
    std::string message;
    friend bool operator==(const compile_diagnostic&, const compile_diagnostic&) = default;
};

/// Thrown if a compiler fails, usually because the kernels have errors. what() names the kernel file and contains the
/// compiler's whole output.
class compile_error : public error {
public:
    compile_error(const std::string& message, std::string text, std::vector<compile_diagnostic> diagnostics)
        : error(message), text_(std::move(text)), diagnostics_(std::move(diagnostics)) {}

    /// The compiler's output as on a terminal, with source lines and carets.
    const std::string& text() const { return text_; }
    /// The compiler's output as a list of messages.
    const std::vector<compile_diagnostic>& diagnostics() const { return diagnostics_; }

private:
    std::string text_;
    std::vector<compile_diagnostic> diagnostics_;
};

struct compiled_code;  // the object that all handles of a compiled_program refer to

/// A handle to kernels that were compiled while the program runs. Copies are cheap and refer to the same kernels. Code
/// for the CPU debug device stays loaded as long as a program, a kernel or a launch uses it. Therefore an object of this
/// class can be destroyed or replaced at any time, even while launches of its kernels run.
class compiled_program {
public:
    explicit compiled_program(std::shared_ptr<const compiled_code> code) : shared_(std::move(code)) {}

    /// The archive and the code for the CPU debug device, as ingot::program takes them.
    const program_source& source() const;
    /// The names of all kernels, in the order of the kernel file.
    std::vector<std::string> kernel_names() const;
    /// The output of the compilers, such as warnings, as on a terminal.
    const std::string& text() const;
    /// The output of the compilers as a list of messages.
    const std::vector<compile_diagnostic>& diagnostics() const;
    /// All files that the compiler read, except system headers; the kernel file comes first. A program can watch these
    /// files and compile again after a change. After read_program() the list contains only the archive file.
    const std::vector<std::filesystem::path>& files() const;
    /// Was the result found in the disk cache?
    bool is_from_cache() const;
    /// The reason why the kernels cannot be loaded on the CPU debug device; "" if they can.
    const std::string& cpu_debug_unavailable_reason() const;

private:
    std::shared_ptr<const compiled_code> shared_;
};

/// Compiles a kernel file for the targets that the options select. By default these are ingotc's default targets and the CPU
/// debug device. Runs ingotc in a child process. ingotc is the program that the environment variable INGOT_COMPILER names. If the
/// variable is not set, ingotc is searched beside the running program, in PATH, and where Ingot was installed or built.
/// Results are cached under $XDG_CACHE_HOME/ingot/compiled (users_cache.hpp). A cached result is used if the file, the
/// options, the compilers, and the contents of all files() are the same.
///
/// Throws compile_error with the diagnostics if the file does not compile. Throws error if ingotc or the file is not found.
compiled_program compile(const std::filesystem::path& file, const compile_options& options = {});

/// The same for kernels in a string. `name` is the file name in diagnostics. Throws error if the name is empty or
/// contains a slash.
compiled_program compile_text(std::string_view text, std::string_view name = "text.kernels.cpp",
                              const compile_options& options = {});

/// Reads an archive that ingotc wrote earlier, "saxpy.ingot". The result can be loaded on all devices except the CPU
/// debug device, for which an archive has no code. Throws error if the file cannot be read or is not an archive.
compiled_program read_program(const std::filesystem::path& archive);

}  // namespace ingot
