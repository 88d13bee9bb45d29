#include "emit_apart.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <span>
#include <stdexcept>

namespace ingot::compiler {

namespace {

// The first byte of what the child says: bytes follow, or the words of an error.
constexpr std::byte made {0};
constexpr std::byte failed {1};

// One end of a pipe.
class pipe_end {
public:
    explicit pipe_end(int of) : file(of) {}
    pipe_end(const pipe_end&) = delete;
    pipe_end& operator=(const pipe_end&) = delete;
    ~pipe_end() { ::close(file); }

    void write(std::span<const std::byte> bytes) const {
        while (!bytes.empty()) {
            const ssize_t count = ::write(file, bytes.data(), bytes.size());
            if (count < 0 && errno != EINTR) return;  // nobody reads any more
            if (count > 0) bytes = bytes.subspan(static_cast<size_t>(count));
        }
    }
    std::vector<std::byte> read_all() const {
        std::vector<std::byte> all;
        std::array<std::byte, 65'536> part {};
        for (;;) {
            const ssize_t count = ::read(file, part.data(), part.size());
            if (count == 0 || (count < 0 && errno != EINTR)) return all;
            if (count > 0) all.insert(all.end(), part.begin(), part.begin() + count);
        }
    }

private:
    int file;
};

[[noreturn]] void emit_in_child(llvm::Module& module, const code_generator& with,
                                const std::function<void(llvm::Module&)>& prepare, int to) {
    const pipe_end answer(to);
    try {
        prepare(module);
        retarget(module, with);
        const std::vector<std::byte> bytes = emit_file(module, with);
        answer.write(std::span(&made, 1));
        answer.write(bytes);
    } catch (const std::exception& reason) {
        answer.write(std::span(&failed, 1));
        answer.write(std::as_bytes(std::span(reason.what(), std::strlen(reason.what()))));
    }
    ::_exit(0);
}

}  // namespace

std::vector<std::byte> emit_apart(llvm::Module& module, const code_generator& with,
                                  const std::function<void(llvm::Module&)>& prepare) {
    std::array<int, 2> ends {};
    if (::pipe(ends.data()) != 0) throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        emit_in_child(module, with, prepare, ends[1]);
    }
    const int reason = errno;
    ::close(ends[1]);
    const pipe_end answer(ends[0]);
    if (child < 0) throw std::runtime_error(std::string("cannot start a process: ") + std::strerror(reason));
    std::vector<std::byte> said = answer.read_all();
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (said.empty())
        throw std::runtime_error("LLVM's code generator for " + with.triple + " broke down; this is a defect of ingotc");
    const bool is_made = said.front() == made;
    said.erase(said.begin());
    if (!is_made) throw std::runtime_error(std::string(reinterpret_cast<const char*>(said.data()), said.size()));
    return said;
}

}  // namespace ingot::compiler
