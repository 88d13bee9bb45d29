// ingotc, the kernel compiler: compiles a C++ kernel file for every supported kind of device.
#include <fmt/format.h>

#include <exception>
#include <ingot/archive/archive.hpp>

#include "command_line.hpp"
#include "compile.hpp"
#include "crash_report.hpp"
#include "inspect.hpp"

namespace {

using namespace ingot::compiler;

// Prints the contents of an archive and returns the exit status.
int inspect(const inspect_command& command) {
    const ingot::archive::archive contents = ingot::archive::read_file(command.archive);
    const std::string text = command.as_json ? describe_as_json(contents) : describe(contents);
    fmt::print("{}", text);
    return std::fflush(stdout) == 0 ? 0 : 1;
}

// Runs a command and reports its exceptions.
int run(const std::function<int()>& work) {
    try {
        return work();
    } catch (const std::exception& error) {
        fmt::print(stderr, "ingotc: error: {}\n", error.what());
        return 1;
    }
}

}  // namespace

int main(int count, char** words) {
    const compiler_components parts {all_front_ends(), all_targets()};
    const auto command = parse_command_line(parts, count, words);
    if (const auto* status = std::get_if<int>(&command)) return *status;
    if (const auto* inspect_request = std::get_if<inspect_command>(&command))
        return run([&] { return inspect(*inspect_request); });
    const auto& compile_request = std::get<compile_command>(command);
    return run_guarded(compile_request.source.file.string(),
                       [&] { return run([&] { return compile(compile_request, parts); }); });
}
