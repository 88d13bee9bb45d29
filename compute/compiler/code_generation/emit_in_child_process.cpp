#include "emit_in_child_process.hpp"

#include <llvm/Support/ErrorHandling.h>
#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <exception>
#include <ingot/processes/forked_function.hpp>
#include <new>
#include <stdexcept>
#include <string_view>

namespace ingot::compiler {

namespace {

// Ends the child process with a message, which it writes to its standard error stream.
[[noreturn]] void fail(std::string_view message) {
    while (!message.empty()) {
        const ssize_t written_size = ::write(STDERR_FILENO, message.data(), message.size());
        if (written_size <= 0) break;
        message.remove_prefix(static_cast<size_t>(written_size));
    }
    ::_exit(1);
}

// LLVM calls this function in the child for an error after which it cannot continue.
[[noreturn]] void on_fatal_error(void*, const char* reason, bool) { fail(reason); }

// Removes the signal handlers that the child inherits from its parent: a signal shall end the child, and the parent then
// reports the signal.
void restore_signals() {
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGXCPU}) ::signal(signal, SIG_DFL);
}

// The child's exit status if there is not enough memory.
constexpr int out_of_memory = 12;
void on_bad_allocation(void*, const char*, bool) { ::_exit(out_of_memory); }
void restore_allocation() {
    std::set_new_handler([] { ::_exit(out_of_memory); });
    llvm::remove_bad_alloc_error_handler();
    llvm::install_bad_alloc_error_handler(on_bad_allocation);
}

}  // namespace

std::vector<std::byte> emit_in_child_process(llvm::Module& module, const code_generator& generator,
                                             const std::function<void(llvm::Module&)>& prepare) {
    processes::forked_function child([&] {
        restore_signals();
        restore_allocation();
        llvm::remove_fatal_error_handler();
        llvm::install_fatal_error_handler(on_fatal_error);
        try {
            prepare(module);
            retarget(module, generator);
            return emit_file(module, generator);
        } catch (const std::exception& reason) {
            fail(reason.what());
        }
    });
    processes::function_end reply = child.wait();
    // If the child has reached a limit (resource_limits.hpp), act as if this process had reached it.
    if (reply.end.by_signal && reply.end.number == SIGXCPU) ::raise(SIGXCPU);
    if (!reply.end.by_signal && reply.end.number == out_of_memory) throw std::bad_alloc();
    const std::string context = "LLVM's code generator for " + generator.triple + ": ";
    if (reply.end.by_signal) throw std::logic_error(context + ::strsignal(reply.end.number));
    if (reply.end.number != 0) throw std::logic_error(context + reply.errors);
    return std::move(reply.bytes);
}

}  // namespace ingot::compiler
