// What ingotc was asked to do.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "../device_module.hpp"
#include "../front_ends/cpp/front_end.hpp"
#include "../targets/target.hpp"

namespace ingot::compiler {

struct compile_command {
    source_options source;
    target_options target;
    std::vector<target_kind> targets;
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

/// The command line's meaning, or the exit status where it was --help, --version or wrong, which has been said.
std::variant<compile_command, inspect_command, int> parse_command_line(int count, const char* const* words);

}  // namespace ingot::compiler
