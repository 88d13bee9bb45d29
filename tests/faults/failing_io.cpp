// A library for LD_PRELOAD. Of the calls of one function on files below one folder, it makes the N-th one fail, or makes all of
// them short. The environment variable INGOT_FAILING_IO says which: "FUNCTION N ERROR FOLDER", for example "write 2 28 /tmp/x".
// The error is a number of errno. With the error 0, each read or write of more than 3 bytes handles one byte less than half, and
// each third one is interrupted (EINTR).
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

struct failure {
    std::string function;
    int number = 0;
    int error = 0;
    std::string folder;
};

// Reads the environment variable. It is done at the first call, because calls come before the constructors of this library.
const failure& wanted() {
    static const failure& made = *[] {
        auto* const read = new failure;
        const char* const text = std::getenv("INGOT_FAILING_IO");
        char function[32] = "";
        char folder[PATH_MAX] = "";
        // The test wrote the variable, so the numbers are numbers. NOLINTNEXTLINE(bugprone-unchecked-string-to-number-conversion)
        if (text && std::sscanf(text, "%31s %d %d %4095s", function, &read->number, &read->error, folder) == 4) {
            read->function = function;
            read->folder = folder;
        }
        return read;
    }();
    return made;
}

std::atomic<int> calls = 0;

// The function of the C library.
template <typename Function>
Function original(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

bool is_below_folder(std::string_view path) { return !wanted().folder.empty() && path.starts_with(wanted().folder); }

bool is_below_folder(int file) {
    char link[64];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    char path[PATH_MAX];
    const ssize_t size = ::readlink(link, path, sizeof path);
    return size > 0 && is_below_folder(std::string_view(path, static_cast<size_t>(size)));
}

// Counts a call of the function. Returns true, and sets errno, if this call fails.
bool fails(const char* function) {
    if (wanted().error == 0 || wanted().function != function || ++calls != wanted().number) return false;
    errno = wanted().error;
    return true;
}

// Handles the calls that are short or interrupted. Returns the number of bytes to transfer, or -1 if the call is interrupted.
ssize_t shortened(const char* function, size_t count) {
    if (wanted().error != 0 || wanted().function != function) return static_cast<ssize_t>(count);
    if (++calls % 3 == 0) {
        errno = EINTR;
        return -1;
    }
    return static_cast<ssize_t>(count > 3 ? count / 2 - 1 : count);
}

}  // namespace

extern "C" {

ssize_t read(int file, void* bytes, size_t count) {
    static const auto next = original<ssize_t (*)(int, void*, size_t)>("read");
    if (!is_below_folder(file)) return next(file, bytes, count);
    if (fails("read")) return -1;
    const ssize_t part = shortened("read", count);
    return part < 0 ? -1 : next(file, bytes, static_cast<size_t>(part));
}

ssize_t write(int file, const void* bytes, size_t count) {
    static const auto next = original<ssize_t (*)(int, const void*, size_t)>("write");
    if (!is_below_folder(file)) return next(file, bytes, count);
    if (fails("write")) return -1;
    const ssize_t part = shortened("write", count);
    return part < 0 ? -1 : next(file, bytes, static_cast<size_t>(part));
}

int open(const char* path, int flags, ...) {
    static const auto next = original<int (*)(const char*, int, ...)>("open");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (is_below_folder(std::string_view(path)) && fails("open")) return -1;
    return next(path, flags, mode);
}

int close(int file) {
    static const auto next = original<int (*)(int)>("close");
    const bool fails_now = is_below_folder(file) && fails("close");
    const int error = errno;
    const int result = next(file);
    if (!fails_now) return result;
    errno = error;
    return -1;
}

int rename(const char* from, const char* to) {
    static const auto next = original<int (*)(const char*, const char*)>("rename");
    if (is_below_folder(std::string_view(to)) && fails("rename")) return -1;
    return next(from, to);
}

}  // extern "C"
