// The interface of a front end: the part of ingotc that reads kernel files of one language. Each front end is defined in its own
// folder under front_ends/ and produces a device_module. The middle end and the targets do not know which front end produced it.
#pragma once

#include <filesystem>
#include <ingot/archive/device_profile.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device_module.hpp"
#include "diagnostic.hpp"
#include "host_code/generated_header.hpp"
#include "host_code/kernel_description.hpp"
#include "phase_times.hpp"

namespace ingot::compiler {

/// A kernel file and the options of ingotc for compiling it. Each text is the value of an option without the option's
/// name: "NAME=VALUE" for -D, a folder for -I, "all" for -W. A front end ignores options that do not apply to its
/// language.
struct source_options {
    std::filesystem::path file;
    std::vector<std::string> definitions;
    std::vector<std::string> include_folders;
    std::vector<std::string> warnings;
    std::string standard_library;            ///< "libstdc++" or "libc++"; empty for Clang's default
    std::filesystem::path gcc_installation;  ///< the GCC whose libstdc++ is used; empty for the newest
    std::string standard;                    ///< the version of the language, one of front_end_traits::standards; or empty
    unsigned optimisation = 2;
    phase_times* times = nullptr;  ///< records the time of each phase of parse(); null if times are not measured
    /// --fast-math: the code may reassociate, approximate and flush denormal numbers to 0, and may assume that no value is
    /// NaN or infinite.
    bool fast_math = false;
    /// Does a target need the names and types of variables, and not only lines (target_traits::reads_debug_information)?
    bool debug_information = false;
};

/// How many different modules a kernel file has.
enum class module_variants {
    one,          ///< one module serves all targets
    each_target,  ///< the source depends on the target, by the macros of target_traits::macros
    each_profile  ///< the source depends on the device profile: it uses device_info
};

/// A kernel file that has been parsed and checked without errors. The front end prints errors and warnings to the
/// standard error stream with file, line and column.
class kernel_file {
public:
    virtual ~kernel_file() = default;

    /// Returns the kernels in the order of the file.
    virtual const std::vector<kernel_description>& kernels() const = 0;

    /// Returns the headers that declare the types of the kernels' parameters, for the generated header. Each text
    /// follows `#include`: "<ingot/language/vector.hpp>".
    virtual const std::vector<std::string>& type_includes() const = 0;

    /// Returns C++ text that declares further types of the kernels' parameters, for the generated header.
    virtual std::string type_declarations() const { return {}; }

    /// Returns the paths of the file itself and of all files that it includes, except headers of the system and of the
    /// standard library.
    virtual std::vector<std::string> dependencies() const = 0;

    /// Returns how many modules the compiler has to generate.
    virtual module_variants variants() const = 0;

    /// Returns the C++ source that the host program compiles: it declares the archive of the kernels, which is embedded in
    /// the program. If the language is C++, this source also contains the kernels themselves for the CPU debug device.
    virtual std::string program_source(const program_names& names) const = 0;

    /// Generates the module for a target and one of its device profiles. Returns nothing after printing the errors if
    /// that fails. The call may use up the parsed file, so call it at most once for each module: once in all if variants() is
    /// module_variants::one, for any one of the targets.
    virtual std::optional<device_module> generate(const target& made_for, const archive::device_profile& profile) = 0;

    /// Prints errors that the middle end found.
    virtual void report(std::span<const diagnostic> errors) const = 0;
};

/// The constant properties of a front end.
struct front_end_traits {
    std::string_view name;                   ///< "cpp"
    std::string_view language;               ///< in messages: "C++"
    std::string_view title;                  ///< in help: "C++20"
    std::vector<std::string_view> suffixes;  ///< file name suffixes of the language: ".cpp"
    /// Can the host's C++ compiler compile a kernel file? Then the CPU debug device runs the kernel's own source. If
    /// not, the CPU debug device rejects the kernels. docs/architecture.md says how such kernels are to get a reference.
    bool is_host_source = false;
    std::vector<std::string_view> standards {};  ///< the versions of the language for --std; the first is the default
};

/// One front end of the compiler. The program `ingotc` creates one object of each front end.
class front_end {
public:
    explicit front_end(front_end_traits traits) : own_(std::move(traits)) {}
    front_end(const front_end&) = delete;
    front_end& operator=(const front_end&) = delete;
    virtual ~front_end() = default;

    const front_end_traits& traits() const { return own_; }

    /// Parses and checks the file, with the macros of target `first` and of its first device profile. Returns null after
    /// printing the errors if the file has errors.
    virtual std::unique_ptr<kernel_file> parse(const source_options& options, const target& first) const = 0;

private:
    front_end_traits own_;
};

using front_end_list = std::vector<std::unique_ptr<const front_end>>;

/// Returns all front ends of this program, in the order of their ingot_add_front_end() calls. CMake generates the body
/// of this function.
front_end_list all_front_ends();

/// Returns the front end for the file's suffix, or the first front end if no front end has that suffix.
inline const front_end& find_front_end(const front_end_list& front_ends, const std::filesystem::path& file) {
    const std::string suffix = file.extension().string();
    for (const auto& front_end : front_ends)
        for (const std::string_view own : front_end->traits().suffixes)
            if (own == suffix) return *front_end;
    return *front_ends.front();
}

}  // namespace ingot::compiler
