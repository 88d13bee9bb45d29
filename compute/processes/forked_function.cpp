#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ingot/processes/forked_function.hpp>
#include <span>
#include <system_error>
#include <utility>

namespace ingot::processes {

namespace {

[[noreturn]] void report_system_error(int number, const char* operation) {
    throw std::system_error(number, std::generic_category(), operation);
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

forked_function::forked_function(const std::function<std::vector<std::byte>()>& work) {
    std::array<int, 2> ends {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) report_system_error(errno, "cannot create a pipe to a child process");
    errors_ = ::memfd_create("errors", MFD_CLOEXEC);
    const pid_t parent = ::getpid();
    if (errors_ >= 0) id_ = ::fork();
    if (errors_ < 0 || id_ < 0) {
        const int reason = errno;
        for (const int file : {ends[0], ends[1], errors_})
            if (file >= 0) ::close(file);
        report_system_error(reason, "cannot start a child process");
    }
    if (id_ == 0) {
        // If the parent is killed, nobody waits for the result. The second check is for a parent that ended before the first.
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) ::_exit(1);
        ::close(ends[0]);
        ::dup2(errors_, STDERR_FILENO);
        ::_exit(write_all(ends[1], work()) ? 0 : 1);
    }
    ::close(ends[1]);
    answer_ = ends[0];
}

forked_function::~forked_function() {
    if (id_ > 0) {
        ::kill(id_, SIGKILL);
        wait_for(id_);
    }
    if (answer_ >= 0) ::close(answer_);
    if (errors_ >= 0) ::close(errors_);
}

function_end forked_function::wait() {
    function_end result;
    result.bytes = read_all(answer_);
    const int status = wait_for(std::exchange(id_, 0));
    result.end = WIFSIGNALED(status) ? process_end {true, WTERMSIG(status)} : process_end {false, WEXITSTATUS(status)};
    if (result.end.by_signal || result.end.number != 0) result.bytes.clear();
    ::lseek(errors_, 0, SEEK_SET);
    const std::vector<std::byte> text = read_all(errors_);
    result.errors.assign(reinterpret_cast<const char*>(text.data()), text.size());
    return result;
}

}  // namespace ingot::processes
