#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include <array>
#include <cerrno>
#include <ingot/processes/forked_function.hpp>
#include <span>
#include <system_error>
#include <utility>

namespace ingot::processes {

namespace {

// Ends this process when its parent ends, because nobody then waits for its result. Linux sends it a signal; other systems let it
// run to its end, which finds the pipe closed.
void end_with_parent([[maybe_unused]] pid_t parent) {
#if defined(__linux__)
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);  // the parent ended before the call
#endif
}

// Returns whether all bytes were written. Writing fails if the parent has closed its end of the pipe.
bool write_all(int file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) return false;
        if (count > 0) bytes = bytes.subspan(static_cast<size_t>(count));
    }
    return true;
}

std::vector<std::byte> read_all(int file) {
    std::vector<std::byte> all;
    std::array<std::byte, 65'536> part {};
    for (;;) {
        const ssize_t count = ::read(file, part.data(), part.size());
        if (count == 0 || (count < 0 && errno != EINTR)) return all;
        if (count > 0) all.insert(all.end(), part.begin(), part.begin() + count);
    }
}

int wait_for(pid_t id) {
    int status = 0;
    while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

}  // namespace

forked_function::forked_function(const std::function<std::vector<std::byte>()>& work) : errors_(files::create_unnamed_file()) {
    files::pipe_ends pipe = files::create_pipe();
    const pid_t parent = ::getpid();
    id_ = ::fork();
    if (id_ < 0) throw std::system_error(errno, std::generic_category(), "cannot start a child process");
    if (id_ == 0) {
        end_with_parent(parent);
        pipe.readable.close();
        ::dup2(errors_.get(), STDERR_FILENO);
        ::_exit(write_all(pipe.writable.get(), work()) ? 0 : 1);
    }
    answer_ = std::move(pipe.readable);
}

forked_function::~forked_function() {
    if (id_ <= 0) return;
    ::kill(id_, SIGKILL);
    wait_for(id_);
}

function_end forked_function::wait() {
    function_end result;
    result.bytes = read_all(answer_.get());
    const int status = wait_for(std::exchange(id_, 0));
    result.end = WIFSIGNALED(status) ? process_end {true, WTERMSIG(status)} : process_end {false, WEXITSTATUS(status)};
    if (result.end.by_signal || result.end.number != 0) result.bytes.clear();
    ::lseek(errors_.get(), 0, SEEK_SET);
    const std::vector<std::byte> text = read_all(errors_.get());
    result.errors.assign(reinterpret_cast<const char*>(text.data()), text.size());
    return result;
}

}  // namespace ingot::processes
