#include "run_program.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace ingot::tests {

program_run run_program(const std::vector<std::string>& words, const std::filesystem::path& folder) {
    const scratch_folder captured;
    const std::string output = captured.path() / "output";
    const std::string errors = captured.path() / "errors";
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);

    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
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

scratch_folder::scratch_folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "ingotc_test_XXXXXX";
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("mkdtemp failed");
    folder = pattern;
}

scratch_folder::~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

std::filesystem::path scratch_folder::write(const std::string& name, const std::string& contents) const {
    std::ofstream(folder / name, std::ios::binary) << contents;
    return folder / name;
}

std::vector<std::string> scratch_folder::files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

std::string read_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace ingot::tests
