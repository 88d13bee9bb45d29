// What ingotc was asked to do.
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

namespace ingot::compiler {

/// "0.2.0"
std::string_view ingotc_version();

/// What this compiler is put together from.
struct compiler_parts {
    front_end_list front_ends;
    target_list targets;
};

struct compile_command {
    source_options source;
    std::vector<const target*> targets;  ///< those that were asked for; others may come with them
    std::string architecture;            ///< as the user named it, or empty
    std::filesystem::path archive;       ///< empty where none is to be written
    std::filesystem::path header;        ///< "
    std::filesystem::path cpu_debug;     ///< "
    std::filesystem::path dependencies;  ///< "
    bool emit_llvm = false;
    bool emit_assembly = false;
    std::vector<std::string> options;  ///< as they stand in the archive: those that change the code
};

struct inspect_command {
    std::filesystem::path archive;
    bool as_json = false;
};

/// The architecture that the command's code for a target is for: what the user named, where it is one of that target.
std::string architecture_of(const target& made_for, const compile_command& command);

/// The command line's meaning, or the exit status where it was --help, --version or wrong, which has been said.
std::variant<compile_command, inspect_command, int> parse_command_line(const compiler_parts& known, int count,
                                                                       const char* const* words);

}  // namespace ingot::compiler
