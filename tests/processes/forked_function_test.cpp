// Tests forked_function, which runs a function in a forked copy of this process.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <ingot/processes/forked_function.hpp>
#include <memory>
#include <string>
#include <string_view>

namespace {

using namespace ingot::processes;

void print_error(std::string_view text) { EXPECT_EQ(::write(STDERR_FILENO, text.data(), text.size()), ssize_t(text.size())); }

TEST(forked_function, returns_bytes_and_changes_nothing_here) {
    int changed_value = 0;
    forked_function function([&] {
        changed_value = 1;
        return std::vector<std::byte>(1'000'000, std::byte {7});  // more than a pipe holds
    });
    const function_end end = function.wait();
    EXPECT_FALSE(end.end.by_signal);
    EXPECT_EQ(end.end.number, 0);
    EXPECT_EQ(end.bytes, std::vector<std::byte>(1'000'000, std::byte {7}));
    EXPECT_EQ(end.errors, "");
    EXPECT_EQ(changed_value, 0);
}

TEST(forked_function, reports_a_status_and_its_messages) {
    forked_function function([]() -> std::vector<std::byte> {
        print_error("it is broken\n");
        ::_exit(3);
    });
    const function_end end = function.wait();
    EXPECT_FALSE(end.end.by_signal);
    EXPECT_EQ(end.end.number, 3);
    EXPECT_TRUE(end.bytes.empty());
    EXPECT_EQ(end.errors, "it is broken\n");
}

TEST(forked_function, reports_a_signal) {
    forked_function function([]() -> std::vector<std::byte> {
        ::raise(SIGKILL);
        return {};
    });
    const function_end end = function.wait();
    EXPECT_TRUE(end.end.by_signal);
    EXPECT_EQ(end.end.number, SIGKILL);
}

// A number in memory that the test and its child processes share.
class shared_number {
public:
    shared_number()
        : number_(static_cast<std::atomic<int>*>(
              ::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
    shared_number(const shared_number&) = delete;
    shared_number& operator=(const shared_number&) = delete;
    ~shared_number() { ::munmap(number_, sizeof(std::atomic<int>)); }
    std::atomic<int>& operator*() const { return *number_; }

private:
    std::atomic<int>* number_;
};

TEST(forked_function, several_run_at_the_same_time) {
    const shared_number running;
    std::vector<std::unique_ptr<forked_function>> functions;
    for (int i = 0; i < 4; ++i)
        functions.push_back(std::make_unique<forked_function>([&running, i] {
            ++*running;
            while (*running < 4) ::usleep(1'000);  // would not end if the functions ran one after another
            return std::vector<std::byte>(1, static_cast<std::byte>(i));
        }));
    for (int i = 0; i < 4; ++i) EXPECT_EQ(functions[static_cast<size_t>(i)]->wait().bytes.at(0), static_cast<std::byte>(i));
}

TEST(forked_function, ends_with_its_object) {
    const shared_number process;
    {
        const forked_function endless([&process]() -> std::vector<std::byte> {
            *process = ::getpid();
            for (;;) ::pause();
        });
        while (*process == 0) ::usleep(1'000);
    }
    EXPECT_EQ(::kill(*process, 0), -1);
    EXPECT_EQ(errno, ESRCH) << "the process still exists";
}

// Returns whether the process exists and has not ended.
bool is_running(pid_t id) {
    std::ifstream status("/proc/" + std::to_string(id) + "/stat");
    std::string number;
    std::string name;
    char state = 'X';
    return static_cast<bool>(status >> number >> name >> state) && state != 'Z' && state != 'X';
}

TEST(forked_function, ends_with_its_parent) {
    const shared_number id_of_copy;
    const pid_t parent = ::fork();
    if (parent == 0) {
        forked_function function([&]() -> std::vector<std::byte> {
            *id_of_copy = ::getpid();
            for (;;) ::pause();
        });
        function.wait();
        ::_exit(0);
    }
    while (*id_of_copy == 0) ::usleep(1000);
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    // The system ends the copy soon after its parent.
    for (int i = 0; i < 30'000 && is_running(*id_of_copy); ++i) ::usleep(1000);
    EXPECT_FALSE(is_running(*id_of_copy));
}

}  // namespace
