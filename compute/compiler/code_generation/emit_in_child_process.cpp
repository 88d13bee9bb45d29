#include "emit_in_child_process.hpp"

#include <llvm/Support/ErrorHandling.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <stdexcept>
#include <string_view>

namespace ingot::compiler {

namespace {

// The child's answer begins with one of these bytes. After `succeeded` the output follows, after `failed` an error
// message.
constexpr std::byte succeeded {0};
constexpr std::byte failed {1};

// Owns the file descriptor of one end of a pipe.
class pipe_end {
public:
    explicit pipe_end(int of) : file_(of) {}
    pipe_end(const pipe_end&) = delete;
    pipe_end& operator=(const pipe_end&) = delete;
    ~pipe_end() { ::close(file_); }

    void write(std::span<const std::byte> bytes) const {
        while (!bytes.empty()) {
            const ssize_t count = ::write(file_, bytes.data(), bytes.size());
            if (count < 0 && errno != EINTR) return;  // the parent has closed its end
            if (count > 0) bytes = bytes.subspan(static_cast<size_t>(count));
        }
    }
    std::vector<std::byte> read_all() const {
        std::vector<std::byte> all;
        std::array<std::byte, 65'536> part {};
        for (;;) {
            const ssize_t count = ::read(file_, part.data(), part.size());
            if (count == 0 || (count < 0 && errno != EINTR)) return all;
            if (count > 0) all.insert(all.end(), part.begin(), part.begin() + count);
        }
    }

private:
    int file_;
};

void write_failure(const pipe_end& answer, std::string_view message) {
    answer.write(std::span(&failed, 1));
    answer.write(std::as_bytes(std::span(message)));
}

// LLVM calls this function in the child for an error after which it cannot continue.
[[noreturn]] void on_fatal_error(void* answer, const char* reason, bool) {
    write_failure(*static_cast<const pipe_end*>(answer), reason);
    ::_exit(0);
}

// Signals end the child, as they end a program without handlers. The parent reports them.
void restore_signals() {
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGXCPU}) ::signal(signal, SIG_DFL);
}

// Without memory the child ends with this exit status.
constexpr int out_of_memory = 12;
void on_bad_allocation(void*, const char*, bool) { ::_exit(out_of_memory); }
void restore_allocation() {
    std::set_new_handler([] { ::_exit(out_of_memory); });
    llvm::remove_bad_alloc_error_handler();
    llvm::install_bad_alloc_error_handler(on_bad_allocation);
}

// Runs in the child: emits the module and writes the answer to the file descriptor `to`.
[[noreturn]] void emit_in_child(llvm::Module& module, const code_generator& generator,
                                const std::function<void(llvm::Module&)>& prepare, int to) {
    pipe_end answer(to);
    restore_signals();
    restore_allocation();
    llvm::remove_fatal_error_handler();
    llvm::install_fatal_error_handler(on_fatal_error, &answer);
    try {
        prepare(module);
        retarget(module, generator);
        const std::vector<std::byte> bytes = emit_file(module, generator);
        answer.write(std::span(&succeeded, 1));
        answer.write(bytes);
    } catch (const std::exception& reason) {
        write_failure(answer, reason.what());
    }
    ::_exit(0);
}

// Waits until the child has ended. Returns how it ended: "Segmentation fault". If the child has reached the limit on its
// processor time, the signal for this limit ends this process too. Throws std::bad_alloc if the child had no memory.
std::string wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) ::raise(SIGXCPU);
    if (WIFEXITED(status) && WEXITSTATUS(status) == out_of_memory) throw std::bad_alloc();
    return WIFSIGNALED(status) ? ::strsignal(WTERMSIG(status)) : "no output";
}

}  // namespace

std::vector<std::byte> emit_in_child_process(llvm::Module& module, const code_generator& generator,
                                             const std::function<void(llvm::Module&)>& prepare) {
    std::array<int, 2> ends {};
    if (::pipe(ends.data()) != 0)
        throw std::runtime_error(std::string("cannot create a pipe to a child process: ") + std::strerror(errno));
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        emit_in_child(module, generator, prepare, ends[1]);
    }
    const int reason = errno;
    ::close(ends[1]);
    const pipe_end answer(ends[0]);
    if (child < 0) throw std::runtime_error(std::string("cannot start a child process: ") + std::strerror(reason));
    // An empty answer means that the child crashed.
    std::vector<std::byte> reply = answer.read_all();
    const std::string end = wait_for(child);
    const std::string context = "LLVM's code generator for " + generator.triple + ": ";
    if (reply.empty()) throw std::logic_error(context + end);
    const bool has_succeeded = reply.front() == succeeded;
    reply.erase(reply.begin());
    if (!has_succeeded) throw std::logic_error(context + std::string(reinterpret_cast<const char*>(reply.data()), reply.size()));
    return reply;
}

}  // namespace ingot::compiler
