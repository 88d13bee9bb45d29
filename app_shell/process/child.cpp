#include "process/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <ingot/files/file_descriptor.hpp>
#include <ingot/processes/child_process.hpp>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace ingot::process {

namespace {

using steady = std::chrono::steady_clock;

// Returns the last 64 KiB of the file.
std::string end_of(const std::filesystem::path& file) {
    constexpr std::streamoff max_size = 65'536;
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const std::streamoff size = stream.tellg();
    if (size <= 0) return {};
    stream.seekg(std::max<std::streamoff>(0, size - max_size));
    return {std::istreambuf_iterator<char>(stream), {}};
}

// Creates or empties a file, to which a child process writes.
files::file_descriptor create_output_file(const std::filesystem::path& file) {
    files::file_descriptor created(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!created.is_open()) throw std::system_error(errno, std::generic_category(), fmt::format("writing '{}'", file.string()));
    return created;
}

}  // namespace

child_result run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                       const output_files& output, std::chrono::duration<double> limit, const std::function<bool()>& stop,
                       const std::vector<std::string>& environment) {
    std::vector<std::string> command {program.string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto begin = steady::now();
    std::vector<std::string> variables = processes::current_environment();
    for (const std::string& variable : environment) {
        const std::string name = variable.substr(0, variable.find('=') + 1);
        std::erase_if(variables, [&](const std::string& each) { return each.starts_with(name); });
        variables.push_back(variable);
    }
    const files::file_descriptor to_output = create_output_file(output.output);
    files::file_descriptor to_errors;
    if (!output.errors.empty()) to_errors = create_output_file(output.errors);
    processes::child_process child(command, {to_output.get(), to_errors.is_open() ? to_errors.get() : to_output.get()},
                                   std::move(variables));
    child_result result;
    bool is_killed = false;
    std::optional<processes::process_end> exit;
    while (!(exit = child.poll())) {
        const bool is_late = steady::now() - begin > limit;
        if (!is_killed && (is_late || stop())) {
            result.end = is_late ? child_result::ending::timed_out : child_result::ending::stopped;
            is_killed = true;
            child.kill();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    result.seconds = std::chrono::duration<double>(steady::now() - begin).count();
    result.output = end_of(output.errors.empty() ? output.output : output.errors);
    if (is_killed) return result;
    if (exit->by_signal) result.end = child_result::ending::signalled;
    result.status = exit->number;
    return result;
}

}  // namespace ingot::process
