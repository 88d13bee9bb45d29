// `ingot new`.
#include <fmt/format.h>

#include <filesystem>
#include <ingot/installation/installation.hpp>

#include "new_sample/new_sample.hpp"
#include "process/quote_for_shell.hpp"
#include "run/commands.hpp"

namespace ingot::shell {

namespace {

/// The folder that CMake has to search for Ingot: the parent of this program's folder `bin`, in an installation and in a build.
/// Empty if CMake searches it anyway.
std::filesystem::path searched_folder() {
    const std::filesystem::path prefix = installation::program_file().parent_path().parent_path();
    return prefix == "/usr" || prefix == "/usr/local" ? std::filesystem::path() : prefix;
}

}  // namespace

exit_status run_new(const new_request& request) {
    for (const auto& each : write_new_sample(sample_template_folder(), request.folder, request.name))
        fmt::print("wrote {}\n", each.string());
    const std::filesystem::path prefix = searched_folder();
    fmt::print(
        "\nBuild and try it:\n"
        "  cd {}\n"
        "  cmake -B build -DCMAKE_BUILD_TYPE=Release{}\n"
        "  cmake --build build\n"
        "  {} run {} --sample build/{}.so\n",
        process::quote_for_shell(request.folder.string()),
        prefix.empty() ? "" : " " + process::quote_for_shell("-DCMAKE_PREFIX_PATH=" + prefix.string()),
        prefix.empty() ? "ingot" : process::quote_for_shell(installation::program_file().string()), request.name, request.name);
    return exit_status::done;
}

}  // namespace ingot::shell
