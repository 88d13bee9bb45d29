#include "run_process.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ingot/files/file_descriptor.hpp>
#include <ingot/processes/child_process.hpp>
#include <ingot/runtime/error.hpp>
#include <system_error>

namespace ingot::jit {

namespace {

[[noreturn]] void fail(const std::string& doing, int code) { throw error(doing + ": " + std::strerror(code)); }

// Returns the environment with the locale C. Compilers translate "error:" to the user's language, and parse_diagnostics()
// parses English only.
std::vector<std::string> english_environment() {
    std::vector<std::string> environment = processes::current_environment();
    std::erase_if(environment, [](const std::string& variable) { return variable.starts_with("LC_ALL="); });
    environment.emplace_back("LC_ALL=C");
    return environment;
}

// Reads until the end of the stream.
std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> part {};
    for (;;) {
        const ssize_t count = ::read(descriptor, part.data(), part.size());
        if (count > 0) text.append(part.data(), static_cast<size_t>(count));
        if (count == 0) return text;
        if (count < 0 && errno != EINTR) fail("reading a compiler's output", errno);
    }
}

}  // namespace

process_result run_process(const std::vector<std::string>& command) try {
    files::pipe_ends pipe = files::create_pipe();
    processes::child_process child(command, pipe.writable.get(), english_environment());
    pipe.writable.close();
    std::string output = read_all(pipe.readable.get());
    const processes::process_end end = child.wait();
    return {end.by_signal ? 128 + end.number : end.number, std::move(output)};
} catch (const std::system_error& reason) {
    throw error(reason.what());
}

}  // namespace ingot::jit
