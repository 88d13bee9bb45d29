#include "crash_report.hpp"

#include <fmt/format.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/thread.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "error_stream.hpp"
#include "resource_limits.hpp"

namespace ingot::compiler {

namespace {

constexpr unsigned stack_bytes = 256u << 20;
constexpr std::array fatal_signals {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

constexpr std::string_view request_for_report =
    "note: this is a defect of ingotc, not of your file; please report it with the file and the command line\n";

// The message that the signal handler prints. It is a global variable because a handler receives only the signal's
// number.
std::string defect_text;

void on_signal(int) {
    write_to_stderr(defect_text);
    ::_exit(defect_status);
}

void on_fatal_error(void*, const char* reason, bool) {
    write_to_stderr("ingotc: error: LLVM reported: ");
    write_to_stderr(reason);
    write_to_stderr("\n");
    write_to_stderr(defect_text);
    ::_exit(defect_status);
}

int report_error(std::string_view message) {
    fmt::print(stderr, "ingotc: error: {}\n", message);
    return 1;
}

class fatal_diagnostics final : public llvm::DiagnosticHandler {
public:
    bool handleDiagnostics(const llvm::DiagnosticInfo& diagnostic) override {
        // Unrolling a loop is a request that targets may not follow. The warning would name no line, as this is known no longer.
        if (diagnostic.getKind() == llvm::DK_OptimizationFailure) return true;
        if (diagnostic.getSeverity() != llvm::DS_Error) return false;
        std::string text;
        llvm::raw_string_ostream stream(text);
        llvm::DiagnosticPrinterRawOStream printer(stream);
        diagnostic.print(printer);
        llvm::report_fatal_error(llvm::StringRef(text), false);
    }
};

// A separate stack for signal handlers: the handler must also run when the thread's stack is exhausted.
class alternate_stack {
public:
    alternate_stack() : bytes_(1u << 16) {
        stack_t stack {};
        stack.ss_sp = bytes_.data();
        stack.ss_size = bytes_.size();
        ::sigaltstack(&stack, nullptr);
    }
    alternate_stack(const alternate_stack&) = delete;
    alternate_stack& operator=(const alternate_stack&) = delete;
    ~alternate_stack() {
        stack_t disabled_stack {};
        disabled_stack.ss_flags = SS_DISABLE;
        ::sigaltstack(&disabled_stack, nullptr);
    }

private:
    std::vector<std::byte> bytes_;
};

}  // namespace

int report_defect(const std::string& file, std::string_view problem) {
    fmt::print(stderr, "ingotc: error: '{}': internal error: {}\n{}", file, problem, request_for_report);
    return defect_status;
}

int report_exceptions(const std::string& file, const std::function<int()>& work) {
    try {
        return work();
    } catch (const std::filesystem::filesystem_error& error) {
        return report_error("'" + error.path1().string() + "': " + error.code().message());
    } catch (const std::runtime_error& error) {
        return report_error(error.what());
    } catch (const std::bad_alloc&) {
        if (has_limits()) return report_memory_limit();
        return report_error("there is not enough memory for '" + file + "'");
    } catch (const std::exception& error) {
        return report_defect(file, error.what());
    }
}

void make_errors_fatal(llvm::LLVMContext& context) { context.setDiagnosticHandler(std::make_unique<fatal_diagnostics>()); }

int run_guarded(const std::string& file, const std::function<int()>& work) {
    defect_text = fmt::format("ingotc: error: ingotc crashed while compiling '{}'\n{}", file, request_for_report);
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK;
    sigset_t fatal;
    sigemptyset(&fatal);  // a macro on macOS, as the next one
    for (const int signal : fatal_signals) {
        ::sigaction(signal, &action, nullptr);
        sigaddset(&fatal, signal);
    }
    ::pthread_sigmask(SIG_UNBLOCK, &fatal, nullptr);  // the parent process may have blocked them
    llvm::install_fatal_error_handler(on_fatal_error);

    int status = defect_status;
    llvm::thread worker(std::optional<unsigned>(stack_bytes), [&] {
        const alternate_stack own;
        status = work();
    });
    worker.join();
    llvm::remove_fatal_error_handler();
    return status;
}

}  // namespace ingot::compiler
