// ingotc, the kernel compiler: compiles a kernel file for one or more targets, or prints the contents of an archive.
#include <fmt/format.h>

#include <filesystem>
#include <ingot/archive/archive.hpp>

#include "command_line.hpp"
#include "compile.hpp"
#include "crash_report.hpp"
#include "inspect.hpp"
#include "resource_limits.hpp"

namespace {

using namespace ingot::compiler;

// Prints the contents of an archive and returns the exit status.
int inspect(const inspect_command& command) {
    const ingot::archive::archive contents = ingot::archive::read_file(command.archive);
    const std::string text = command.as_json ? describe_as_json(contents) : describe(contents);
    fmt::print("{}", text);
    return std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    const compiler_components parts {all_front_ends(), all_targets()};
    const auto command = parse_command_line(parts, count, words);
    if (const auto* status = std::get_if<int>(&command)) return *status;
    if (const auto* inspect_request = std::get_if<inspect_command>(&command))
        return report_exceptions(inspect_request->archive.string(), [&] { return inspect(*inspect_request); });
    const auto& compile_request = std::get<compile_command>(command);
    const std::filesystem::path& file = compile_request.source.file;
    return run_guarded(file.string(), [&] {
        limit_resources(file.string(), compile_request.limits);
        return report_exceptions(file.string(), [&] { return compile(compile_request, parts); });
    });
}
