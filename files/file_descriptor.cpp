#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <ingot/files/file_descriptor.hpp>
#include <string>
#include <system_error>

namespace ingot::files {

namespace {

[[noreturn]] void fail(const char* operation) { throw std::system_error(errno, std::generic_category(), operation); }

}  // namespace

void file_descriptor::close() noexcept {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
}

pipe_ends create_pipe() {
    constexpr const char* operation = "cannot create a pipe";
    std::array<int, 2> ends {};
#if defined(__linux__)
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(operation);
#else
    // A program that another thread starts between these two calls can inherit the ends, except through processes::child_process,
    // which passes only the files that it is told to.
    if (::pipe(ends.data()) != 0) fail(operation);
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
#endif
    return {file_descriptor(ends[0]), file_descriptor(ends[1])};
}

file_descriptor create_unnamed_file() {
    constexpr const char* operation = "cannot create a temporary file";
#if defined(__linux__)
    file_descriptor file(::memfd_create("ingot", MFD_CLOEXEC));
    if (!file.is_open()) fail(operation);
#else
    std::string name = (std::filesystem::temp_directory_path() / "ingot-XXXXXX").string();
    file_descriptor file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file.is_open()) fail(operation);
    ::unlink(name.c_str());
#endif
    return file;
}

}  // namespace ingot::files
