// From a kernel file to LLVM IR, reflection, and source text for the host program.
#pragma once

#include <filesystem>
#include <ingot/archive/device_profile.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../device_module.hpp"
#include "../../diagnostic.hpp"
#include "../../host_code/kernel_description.hpp"

namespace ingot::compiler {

/// A kernel file and how to compile it. Texts are as after the options' letters: "NAME=VALUE", a folder, "all".
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

/// A kernel file that was parsed and checked. Everything that is wrong with it has been printed to the standard error stream, as
/// Clang prints its own diagnostics.
class kernel_file {
public:
    /// Parses the file and checks what a device cannot do. Nothing where it has errors. It is parsed as for the
    /// most particular device of that target.
    static std::optional<kernel_file> parse(const source_options& options, const target& first);

    kernel_file(kernel_file&&) noexcept;
    kernel_file& operator=(kernel_file&&) noexcept;
    ~kernel_file();

    const std::vector<kernel_description>& kernels() const;

    /// The #include directives, with all after the word, through which a host program gets the types in the kernels' signatures.
    const std::vector<std::string>& type_includes() const;

    /// The file itself and all files that it includes, without those of the system.
    std::vector<std::string> dependencies() const;

    /// Does the file ask device_info, so that code is to be made for each profile?
    bool asks_device_info() const;

    /// The module for a target and one of its profiles of devices; nothing where that gave errors.
    std::optional<device_module> generate(const target& made_for, const archive::device_profile& profile) const;

    /// Prints errors that were found later than here.
    void report(std::span<const diagnostic> errors) const;

private:
    struct parsed;
    explicit kernel_file(std::unique_ptr<parsed> contents);
    std::unique_ptr<parsed> contents;
};

/// "0.2.0"
std::string_view ingotc_version();

}  // namespace ingot::compiler
