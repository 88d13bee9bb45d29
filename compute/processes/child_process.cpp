#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <ingot/processes/child_process.hpp>
#include <mutex>
#include <set>
#include <system_error>

extern char** environ;  // POSIX declares it in no header

namespace ingot::processes {

namespace {

// The children that have not ended yet, or whose end was not waited for. A process that ends without its destructors ends them by
// kill_children(). The object is never destroyed, because another thread may use it until the process ends.
struct living_children {
    std::mutex guard;
    std::set<pid_t> ids;
};
living_children& living() {
    static auto& children = *new living_children;
    return children;
}

// Redirects the streams of the child: input from /dev/null, output and errors to `output`. It inherits no other open files.
class spawn_actions {
public:
    explicit spawn_actions(const output_descriptors& output) {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawnattr_init(&attributes_);
#if defined(__APPLE__)
        // macOS has no pipe2(), so that another thread's pipe may be open here for a moment without its flag.
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_CLOEXEC_DEFAULT);
#endif
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, output.output, STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, output.errors, STDERR_FILENO);
    }
    spawn_actions(const spawn_actions&) = delete;
    spawn_actions& operator=(const spawn_actions&) = delete;
    ~spawn_actions() {
        ::posix_spawnattr_destroy(&attributes_);
        ::posix_spawn_file_actions_destroy(&actions_);
    }
    const posix_spawn_file_actions_t* get() const { return &actions_; }
    const posix_spawnattr_t* attributes() const { return &attributes_; }

private:
    posix_spawn_file_actions_t actions_ {};
    posix_spawnattr_t attributes_ {};
};

// Returns pointers to the texts and a final null pointer, as posix_spawn() expects for arguments and environment.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

}  // namespace

std::vector<std::string> current_environment() {
    std::vector<std::string> environment;
    for (char* const* variable = environ; *variable; ++variable) environment.emplace_back(*variable);
    return environment;
}

child_process::child_process(const std::vector<std::string>& command, const output_descriptors& output,
                             std::vector<std::string> environment) {
    std::vector<std::string> words = command;
    const std::lock_guard lock(living().guard);
    const spawn_actions actions(output);
    const int failed = ::posix_spawnp(&id_, command.front().c_str(), actions.get(), actions.attributes(),
                                      pointers_to(words).data(), pointers_to(environment).data());
    if (failed != 0) throw std::system_error(failed, std::generic_category(), "starting '" + command.front() + "'");
    living().ids.insert(id_);
}

child_process::~child_process() {
    if (end_) return;
    kill();
    int ignored = 0;
    while (::waitpid(id_, &ignored, 0) < 0 && errno == EINTR) {
    }
    const std::lock_guard lock(living().guard);
    living().ids.erase(id_);
}

std::optional<process_end> child_process::poll() { return wait_with(WNOHANG); }

process_end child_process::wait() { return *wait_with(0); }

void child_process::kill() {
    if (!end_) ::kill(id_, SIGKILL);
}

std::optional<process_end> child_process::wait_with(int options) {
    if (end_) return end_;
    int status = 0;
    pid_t found = 0;
    do found = ::waitpid(id_, &status, options);
    while (found < 0 && errno == EINTR);
    if (found < 0) throw std::system_error(errno, std::generic_category(), "waiting for a process");
    if (found == 0) return std::nullopt;
    {
        const std::lock_guard lock(living().guard);
        living().ids.erase(id_);
    }
    end_ = WIFSIGNALED(status) ? process_end {true, WTERMSIG(status)} : process_end {false, WEXITSTATUS(status)};
    return end_;
}

void kill_children() noexcept {
    const std::lock_guard lock(living().guard);
    for (const pid_t id : living().ids) ::kill(id, SIGKILL);
}

}  // namespace ingot::processes
