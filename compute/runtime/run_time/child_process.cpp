#include "child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ingot/runtime/error.hpp>
#include <string_view>
#include <utility>

namespace ingot::run_time {

namespace {

[[noreturn]] void fail(const std::string& doing, int code) { throw error(doing + ": " + std::strerror(code)); }

class file_descriptor {
public:
    explicit file_descriptor(int opened) : number(opened) {}
    file_descriptor(const file_descriptor&) = delete;
    file_descriptor& operator=(const file_descriptor&) = delete;
    ~file_descriptor() { close(); }
    int get() const { return number; }
    void close() {
        if (number >= 0) ::close(std::exchange(number, -1));
    }

private:
    int number;
};

class spawn_actions {
public:
    spawn_actions() { ::posix_spawn_file_actions_init(&actions); }
    spawn_actions(const spawn_actions&) = delete;
    spawn_actions& operator=(const spawn_actions&) = delete;
    ~spawn_actions() { ::posix_spawn_file_actions_destroy(&actions); }
    posix_spawn_file_actions_t* get() { return &actions; }

private:
    posix_spawn_file_actions_t actions {};
};

// Compilers translate "error:" into the user's language; who reads their words needs one.
std::vector<std::string> english_environment() {
    std::vector<std::string> made;
    for (char* const* one = environ; *one; ++one)
        if (!std::string_view(*one).starts_with("LC_ALL=")) made.emplace_back(*one);
    made.emplace_back("LC_ALL=C");
    return made;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> made;
    made.reserve(texts.size() + 1);
    for (std::string& one : texts) made.push_back(one.data());
    made.push_back(nullptr);
    return made;
}

std::string read_all(int from) {
    std::string text;
    std::array<char, 4096> part {};
    for (;;) {
        const ssize_t count = ::read(from, part.data(), part.size());
        if (count > 0) text.append(part.data(), static_cast<size_t>(count));
        if (count == 0) return text;
        if (count < 0 && errno != EINTR) fail("reading what a compiler says", errno);
    }
}

int wait_for(pid_t child, const std::string& name) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) fail("waiting for '" + name + "'", errno);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

process_result run_process(const std::vector<std::string>& command) {
    std::array<int, 2> ends {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("a pipe for '" + command.front() + "'", errno);
    const file_descriptor readable(ends[0]);
    file_descriptor writable(ends[1]);
    spawn_actions actions;
    ::posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(actions.get(), writable.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(actions.get(), writable.get(), STDERR_FILENO);

    std::vector<std::string> words = command;
    std::vector<std::string> variables = english_environment();
    pid_t child = 0;
    const int failed = ::posix_spawnp(&child, command.front().c_str(), actions.get(), nullptr, pointers_to(words).data(),
                                      pointers_to(variables).data());
    if (failed != 0) fail("starting '" + command.front() + "'", failed);
    writable.close();
    std::string output = read_all(readable.get());
    return {wait_for(child, command.front()), std::move(output)};
}

}  // namespace ingot::run_time
