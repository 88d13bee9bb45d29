#include "resource_limits.hpp"

#include <fmt/format.h>
#include <llvm/Support/ErrorHandling.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <new>

#include "error_stream.hpp"

namespace ingot::compiler {

namespace {

constexpr int limit_status = 1;

// The errors. They are made in advance because a handler of a signal, or of an allocation that failed, cannot allocate.
std::string time_text;
std::string memory_text;
std::string progress_text;

// Tells a person at a terminal that the compilation goes on, each 15 seconds.
constexpr time_t seconds_between_reports = 15;
void on_long_time(int) { write_to_stderr(progress_text); }
void report_long_times(const std::string& file) {
    if (::isatty(STDERR_FILENO) == 0) return;
    progress_text = fmt::format("ingotc: still compiling '{}'; Ctrl C ends it\n", file);
    struct sigaction action {};
    action.sa_handler = on_long_time;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGALRM, &action, nullptr);
    const itimerval timer {{seconds_between_reports, 0}, {seconds_between_reports, 0}};
    ::setitimer(ITIMER_REAL, &timer, nullptr);
}

void on_time_limit(int) {
    write_to_stderr(time_text);
    ::_exit(limit_status);
}

// Ends the process instead of throwing std::bad_alloc: LLVM is compiled without exceptions, so no exception can pass
// through its functions.
void on_memory_limit() { ::_exit(report_memory_limit()); }
void on_bad_allocation(void*, const char*, bool) { on_memory_limit(); }

// Sets a limit of this process. If the process already has a lower limit, for example from the shell's ulimit, that one stays.
void lower_limit(decltype(RLIMIT_CPU) resource, rlim_t value) {
    rlimit limit {};
    if (::getrlimit(resource, &limit) != 0) return;
    limit.rlim_cur = std::min(limit.rlim_cur, value);
    ::setrlimit(resource, &limit);
}

}  // namespace

void limit_resources(const std::string& file, const resource_limits& limits) {
    time_text = fmt::format(
        "ingotc: error: compiling '{}' needs more than {} seconds of processor time\n"
        "note: loops that are unrolled and deep chains of calls make much code; --max-seconds allows more time\n",
        file, limits.seconds);
    memory_text = fmt::format(
        "ingotc: error: compiling '{}' needs more than {} MiB of memory\n"
        "note: loops that are unrolled and large arrays of constants need much memory; --max-memory allows more\n",
        file, limits.mebibytes);
    report_long_times(file);
    struct sigaction action {};
    action.sa_handler = on_time_limit;
    action.sa_flags = SA_ONSTACK;
    ::sigaction(SIGXCPU, &action, nullptr);
    std::set_new_handler(on_memory_limit);
    llvm::install_bad_alloc_error_handler(on_bad_allocation);
    lower_limit(RLIMIT_CPU, limits.seconds);
#if !defined(INGOT_HAS_SANITIZER)  // a sanitizer reserves terabytes of memory, which would exceed the limit
    lower_limit(RLIMIT_DATA, rlim_t {limits.mebibytes} << 20);
#endif
}

bool has_limits() { return !memory_text.empty(); }

int report_memory_limit() {
    write_to_stderr(memory_text);
    return limit_status;
}

}  // namespace ingot::compiler
