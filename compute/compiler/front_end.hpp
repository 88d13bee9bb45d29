// A front end: one language that kernels are written in. It describes itself in a folder of its own under front_ends/, and ends
// in a device_module as every other; targets and the middle end do not know which it was.
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

namespace ingot::compiler {

/// A kernel file and how to compile it. Texts are as after the options' letters: "NAME=VALUE", a folder, "all". A front end
/// ignores what its language does not have.
struct source_options {
    std::filesystem::path file;
    std::vector<std::string> definitions;
    std::vector<std::string> include_folders;
    std::vector<std::string> warnings;
    std::string standard_library;            ///< "libstdc++" or "libc++"; "" for Clang's own choice
    std::filesystem::path gcc_installation;  ///< whose libstdc++ it is; empty for the newest
    unsigned optimisation = 2;
    bool fast_math = false;  ///< reassociate, approximate, flush denormal numbers, and assume neither NaN nor infinity
};

/// A kernel file that was parsed and checked by its language's rules. Everything that is wrong with it has been printed to the
/// standard error stream, with file, line and column.
class kernel_file {
public:
    virtual ~kernel_file() = default;

    virtual const std::vector<kernel_description>& kernels() const = 0;

    /// The #include directives, with all after the word, through which a host program gets the types in the kernels' signatures.
    virtual const std::vector<std::string>& type_includes() const = 0;

    /// The file itself and all files that it includes, without those of the system.
    virtual std::vector<std::string> dependencies() const = 0;

    /// Does the file ask device_info, so that code is to be made for each profile?
    virtual bool asks_device_info() const = 0;

    /// The source that puts the kernels into a program, with their archive, and where the language is C++ also the kernels
    /// themselves for the CPU debug device.
    virtual std::string program_source(const program_names& names) const = 0;

    /// The module for a target and one of its profiles of devices; nothing where that gave errors.
    virtual std::optional<device_module> generate(const target& made_for, const archive::device_profile& profile) const = 0;

    /// Prints errors that were found later than here.
    virtual void report(std::span<const diagnostic> errors) const = 0;
};

struct front_end_traits {
    std::string_view name;                   ///< "cpp"
    std::string_view language;               ///< in messages: "C++"
    std::string_view title;                  ///< in help: "C++20"
    std::vector<std::string_view> suffixes;  ///< of the files that it takes: ".cpp"
    /// Can the build's own C++ compiler compile a kernel file, so that the CPU debug device runs the author's own text? Where it
    /// cannot, the reference is the lowered module: a target for the machine itself runs it (docs/architecture.md).
    bool is_host_source = false;
};

class front_end {
public:
    explicit front_end(front_end_traits of) : own(std::move(of)) {}
    front_end(const front_end&) = delete;
    front_end& operator=(const front_end&) = delete;
    virtual ~front_end() = default;

    const front_end_traits& traits() const { return own; }

    /// Parses the file and checks it. Null where it has errors. It is parsed as for the most particular device of that target.
    virtual std::unique_ptr<const kernel_file> parse(const source_options& options, const target& first) const = 0;

private:
    front_end_traits own;
};

using front_end_list = std::vector<std::unique_ptr<const front_end>>;

/// All front ends of this program, in the order of ingot_add_front_end() in CMake, which makes the body of this function.
front_end_list all_front_ends();

/// The front end of the file's suffix; the first one takes files whose suffix none names.
inline const front_end& find_front_end(const front_end_list& known, const std::filesystem::path& file) {
    const std::string suffix = file.extension().string();
    for (const auto& one : known)
        for (const std::string_view own : one->traits().suffixes)
            if (own == suffix) return *one;
    return *known.front();
}

}  // namespace ingot::compiler
