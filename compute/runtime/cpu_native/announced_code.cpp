#include "announced_code.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

// The names and the layout are gdb's. They are hidden, so that they are not taken for those of LLVM, which drivers of OpenCL and
// OpenGL load into the same process.
extern "C" {
struct jit_code_entry {
    jit_code_entry* next;
    jit_code_entry* previous;
    const std::byte* object;
    uint64_t bytes;
};
struct jit_descriptor {
    uint32_t version;
    uint32_t action;
    jit_code_entry* relevant;
    jit_code_entry* first;
};
// NOLINTBEGIN(bugprone-reserved-identifier)
[[gnu::visibility("hidden")]] jit_descriptor __jit_debug_descriptor = {1, 0, nullptr, nullptr};
// gdb stops here and reads the descriptor.
[[gnu::visibility("hidden"), gnu::noinline, gnu::used]] void __jit_debug_register_code() { asm volatile("" ::: "memory"); }
// NOLINTEND(bugprone-reserved-identifier)
}

namespace ingot::backends::cpu_native {

namespace {

enum action : uint32_t { none, add, remove };

std::mutex& descriptor_guard() {
    static std::mutex guard;
    return guard;
}

void tell(action what, jit_code_entry& entry) {
    __jit_debug_descriptor.action = what;
    __jit_debug_descriptor.relevant = &entry;
    __jit_debug_register_code();
}

// The file in which perf looks for the names of functions without a file.
class perf_map {
public:
    static perf_map& of_process() {
        static perf_map map;
        return map;
    }
    perf_map(const perf_map&) = delete;
    perf_map& operator=(const perf_map&) = delete;
    ~perf_map() {
        if (file_ >= 0) ::close(file_);
    }

    void add(std::span<const loaded_function> functions) {
        if (file_ < 0) return;
        std::string lines;
        for (const loaded_function& each : functions) {
            std::array<char, 48> range {};
            const int length = std::snprintf(range.data(), range.size(), "%" PRIxPTR " %zx ",
                                             reinterpret_cast<uintptr_t>(each.code), each.bytes);
            lines.append(range.data(), static_cast<size_t>(length)).append(each.name).append("\n");
        }
        const std::lock_guard lock(guard_);
        for (std::string_view rest = lines; !rest.empty();) {
            const ssize_t written = ::write(file_, rest.data(), rest.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return report("write");
            rest.remove_prefix(static_cast<size_t>(written));
        }
    }

private:
    perf_map() {
        const char* const wanted = std::getenv("INGOT_PERF_MAP");
        if (!wanted || !*wanted || std::string_view(wanted) == "0") return;
        // Other users can write to the folder, so the file must not be a link that one of them has made.
        file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file_ < 0) report("create");
    }

    void report(const char* what) {
        std::fprintf(stderr, "ingot: INGOT_PERF_MAP: cannot %s '%s': %s\n", what, path_.c_str(), std::strerror(errno));
        if (file_ >= 0) ::close(std::exchange(file_, -1));
    }

    const std::string path_ = "/tmp/perf-" + std::to_string(::getpid()) + ".map";
    std::mutex guard_;
    int file_ = -1;
};

}  // namespace

struct announced_code::entry : jit_code_entry {
    explicit entry(std::vector<std::byte> object)
        : jit_code_entry {nullptr, nullptr, nullptr, object.size()}, bytes_(std::move(object)) {
        jit_code_entry::object = bytes_.data();
    }

private:
    std::vector<std::byte> bytes_;
};

announced_code::announced_code(std::vector<std::byte> object, std::span<const loaded_function> functions)
    : entry_(new entry(std::move(object))) {
    perf_map::of_process().add(functions);
    const std::lock_guard lock(descriptor_guard());
    entry_->next = std::exchange(__jit_debug_descriptor.first, entry_.get());
    if (entry_->next) entry_->next->previous = entry_.get();
    tell(add, *entry_);
}

void announced_code::withdraw::operator()(entry* announced) const {
    const std::unique_ptr<entry> owned(announced);
    const std::lock_guard lock(descriptor_guard());
    (owned->previous ? owned->previous->next : __jit_debug_descriptor.first) = owned->next;
    if (owned->next) owned->next->previous = owned->previous;
    tell(remove, *owned);
}

}  // namespace ingot::backends::cpu_native
