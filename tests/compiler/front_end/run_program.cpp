#include "run_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "temporary_folder.hpp"

namespace ingot::tests {

program_run run_program(const std::vector<std::string>& words, const std::filesystem::path& folder, int waiting_signal) {
    const temporary_folder captured;
    const std::string output = captured.path() / "output";
    const std::string errors = captured.path() / "errors";
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);

    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
        if (waiting_signal != 0) {
            sigset_t blocked;
            ::sigemptyset(&blocked);
            ::sigaddset(&blocked, waiting_signal);
            ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
            ::raise(waiting_signal);
        }
        const int to_output = ::open(output.c_str(), O_WRONLY | O_CREAT, 0600);
        const int to_errors = ::open(errors.c_str(), O_WRONLY | O_CREAT, 0600);
        if (::dup2(to_output, STDOUT_FILENO) >= 0 && ::dup2(to_errors, STDERR_FILENO) >= 0 && ::chdir(folder.c_str()) == 0)
            ::execv(pointers.front(), pointers.data());
        ::_exit(127);
    }
    int status = 0;
    if (::waitpid(child, &status, 0) != child) throw std::runtime_error("waitpid failed");
    program_run run;
    if (WIFEXITED(status)) run.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) run.signal = WTERMSIG(status);
    run.output = read_text(output);
    run.errors = read_text(errors);
    return run;
}

std::string read_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace ingot::tests
