// `ingot new`.
#include <fmt/format.h>

#include "new_sample/new_sample.hpp"
#include "process/quote_for_shell.hpp"
#include "run/commands.hpp"

namespace ingot::shell {

exit_status run_new(const new_request& request) {
    for (const auto& each : write_new_sample(sample_template_folder(), request.folder, request.name))
        fmt::print("wrote {}\n", each.string());
    fmt::print(
        "\nBuild and try it:\n"
        "  cd {}\n"
        "  cmake -B build -DCMAKE_BUILD_TYPE=Release\n"
        "  cmake --build build\n"
        "  ingot run {} --sample build/{}.so\n",
        process::quote_for_shell(request.folder.string()), request.name, request.name);
    return exit_status::done;
}

}  // namespace ingot::shell
