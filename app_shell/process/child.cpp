#include "process/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace ingot::process {

namespace {

using steady = std::chrono::steady_clock;

std::string end_of(const std::filesystem::path& file) {
    constexpr std::streamoff most = 65'536;
    std::ifstream in(file, std::ios::binary | std::ios::ate);
    const std::streamoff size = in.tellg();
    if (size <= 0) return {};
    in.seekg(std::max<std::streamoff>(0, size - most));
    return {std::istreambuf_iterator<char>(in), {}};
}

class file_actions {
public:
    explicit file_actions(const std::filesystem::path& output) {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    }
    file_actions(const file_actions&) = delete;
    file_actions& operator=(const file_actions&) = delete;
    ~file_actions() { posix_spawn_file_actions_destroy(&actions); }

    const posix_spawn_file_actions_t* get() const { return &actions; }

private:
    posix_spawn_file_actions_t actions {};
};

pid_t start(const std::filesystem::path& program, const std::vector<std::string>& arguments,
            const std::filesystem::path& output) {
    std::vector<std::string> words {program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& each : words) pointers.push_back(each.data());
    pointers.push_back(nullptr);
    pid_t child = 0;
    const int problem = posix_spawnp(&child, program.c_str(), file_actions(output).get(), nullptr, pointers.data(), environ);
    if (problem != 0)
        throw std::runtime_error(fmt::format("'{}' cannot be started: {}", program.string(), std::strerror(problem)));
    return child;
}

}  // namespace

child_result run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& output, std::chrono::duration<double> limit,
                       const std::function<bool()>& stop) {
    const auto begin = steady::now();
    const pid_t child = start(program, arguments, output);
    child_result result;
    int status = 0;
    bool ended_by_us = false;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        const bool late = steady::now() - begin > limit;
        if (!ended_by_us && (late || stop())) {
            result.how = late ? child_result::ending::timed_out : child_result::ending::stopped;
            ended_by_us = true;
            ::kill(child, SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    result.seconds = std::chrono::duration<double>(steady::now() - begin).count();
    result.output = end_of(output);
    if (ended_by_us) return result;
    if (WIFSIGNALED(status)) {
        result.how = child_result::ending::signalled;
        result.status = WTERMSIG(status);
    } else {
        result.status = WEXITSTATUS(status);
    }
    return result;
}

}  // namespace ingot::process
