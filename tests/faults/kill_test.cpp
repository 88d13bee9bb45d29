// Kills programs at random moments while they write: pictures, statistics, states and videos, the settings of the window,
// goldens, and the output and the cache of ingotc. Afterwards each file under its own name is either as it was or complete.
// Temporary files, whose names begin with `.ingot-`, may be left: SIGKILL leaves a program no time to remove them.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "temporary_folder.hpp"

namespace ingot {
namespace {

using namespace std::chrono_literals;
using duration = std::chrono::steady_clock::duration;

constexpr int kills_of_each_program = 50;

class killed : public ::testing::Test {
protected:
    // Starts a program in the folder of the test, with nothing on its outputs, in a process group of its own.
    pid_t start(const std::vector<std::string>& words) const {
        const pid_t child = ::fork();
        if (child != 0) {
            ::setpgid(child, child);  // as the child does: whoever is first
            return child;
        }
        ::setpgid(0, 0);
        const int nothing = ::open("/dev/null", O_WRONLY);
        ::dup2(nothing, STDOUT_FILENO);
        ::dup2(nothing, STDERR_FILENO);
        ::unsetenv("DISPLAY");
        ::unsetenv("WAYLAND_DISPLAY");
        ::setenv("SDL_VIDEODRIVER", "offscreen", 1);
        ::setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
        ::setenv("XDG_CACHE_HOME", (cache_ / "cache").c_str(), 1);
        ::setenv("INGOT_TEST_FOLDER", folder_.path().c_str(), 1);
        std::vector<char*> arguments;
        for (const std::string& each : words) arguments.push_back(const_cast<char*>(each.c_str()));
        arguments.push_back(nullptr);
        if (::chdir(folder_.path().c_str()) == 0) ::execv(arguments.front(), arguments.data());
        ::_exit(127);
    }
    static int wait(pid_t child) {
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    int run(const std::vector<std::string>& words) const { return wait(start(words)); }

    // Kills the program many times, each time after a random part of the time that it takes. Calls `prepare` before and `check`
    // after each run.
    void kill_often(const std::vector<std::string>& words, const std::function<void()>& prepare,
                    const std::function<void()>& check) {
        prepare();
        const auto begin = std::chrono::steady_clock::now();
        ASSERT_EQ(run(words), 0);
        const duration whole = std::chrono::steady_clock::now() - begin;
        check();
        int killed_runs = 0;
        for (int i = 0; i < kills_of_each_program; ++i) {
            prepare();
            const pid_t child = start(words);
            std::this_thread::sleep_for(whole * static_cast<int>(random_() % 1000) / 1000);
            ::kill(-child, SIGKILL);
            if (wait(child) == -1) ++killed_runs;
            check();
        }
        EXPECT_GT(killed_runs, 0) << "every run had ended before it was killed";
    }
    // Expects that the file is as before the run, or complete.
    void expect_one_of(const std::string& name, const std::string& before, const std::string& complete) const {
        const std::string found = folder_.read(name);
        EXPECT_TRUE(found == before || found == complete)
            << name << " has " << found.size() << " bytes, and " << complete.size() << " if it is complete";
    }

    tests::temporary_folder folder_;
    tests::temporary_folder cache_;
    std::mt19937 random_ {2026};
};

TEST_F(killed, while_it_writes_results_and_a_video) {
    const std::vector<std::string> names {"a.png", "a.state", "a.y4m"};
    const std::vector<std::string> words {INGOT_TEST_PROGRAM, "run",    "counters",     "--headless", "--backend",    "cpu-debug",
                                          "--frames",         "20",     "--size",       "320x240",    "--screenshot", "a.png",
                                          "--stats",          "a.json", "--save-state", "a.state",    "--video",      "a.y4m"};
    ASSERT_EQ(run(words), 0);
    std::map<std::string, std::string> complete;
    for (const std::string& name : names) complete[name] = folder_.read(name);
    kill_often(
        words,
        [&] {
            for (const std::string& name : names) folder_.write(name, "older");
            folder_.write("a.json", "{}");
        },
        [&] {
            for (const std::string& name : names) expect_one_of(name, "older", complete[name]);
            EXPECT_TRUE(nlohmann::json::accept(folder_.read("a.json"))) << folder_.read("a.json");
        });
}

// A window keeps settings when it ends. It is asked to end, and killed within the next 100 milliseconds.
TEST_F(killed, while_it_writes_settings) {
    const auto has_settings = [&] { return std::filesystem::exists(folder_ / "config"); };
    // How long does the window need until it can be asked to end?
    auto until_open = 250ms;
    for (; !has_settings(); until_open *= 2) {
        ASSERT_LT(until_open, 60s) << "no run kept settings";
        const pid_t child = start({INGOT_TEST_PROGRAM, "run", "counters", "--backend", "cpu-debug"});
        std::this_thread::sleep_for(until_open);
        ::kill(child, SIGTERM);
        wait(child);
    }
    size_t files = 0;
    for (int i = 0; i < kills_of_each_program; ++i) {
        const pid_t child =
            start({INGOT_TEST_PROGRAM, "run", "counters", "--backend", "cpu-debug", "--stride", std::to_string(i % 9 + 2)});
        std::this_thread::sleep_for(until_open);
        ::kill(child, SIGTERM);
        std::this_thread::sleep_for(std::chrono::microseconds(random_() % 100'000));
        ::kill(-child, SIGKILL);
        wait(child);
        files = 0;
        for (const auto& each : std::filesystem::recursive_directory_iterator(folder_ / "config")) {
            if (!each.is_regular_file() || each.path().filename().string().starts_with(".ingot-")) continue;
            ++files;
            std::ifstream stream(each.path());
            const std::string text {std::istreambuf_iterator<char>(stream), {}};
            EXPECT_TRUE(nlohmann::json::accept(text)) << each.path() << ": " << text;
        }
    }
    EXPECT_GT(files, 0u) << "no run kept settings";
}

TEST_F(killed, while_it_updates_goldens) {
    const auto declare = [&](const std::string& fields) {
        folder_.write(
            "regression.json",
            R"({"cases": [{"name": "one", "why": "a test", "frames": 3, "size": [64, 40], )" + fields +
                R"("gates": {"flip": {"mean": 0.01}, "state": {"values": {"element": "double", "relative": 1e-6}}}}]})");
    };
    const std::vector<std::string> words {INGOT_REGRESSION_TEST_PROGRAM, "regress", "--backend", "cpu-debug", "--update"};
    const std::vector<std::string> names {"goldens/one.png", "goldens/one.json"};
    declare("");
    ASSERT_EQ(run(words), 0);
    std::map<std::string, std::string> before;
    for (const std::string& name : names) before[name] = folder_.read(name);
    declare(R"("parameters": {"fault": "shift"}, )");
    ASSERT_EQ(run(words), 0);
    std::map<std::string, std::string> complete;
    for (const std::string& name : names) complete[name] = folder_.read(name);
    EXPECT_NE(before, complete);
    kill_often(
        words,
        [&] {
            for (const std::string& name : names) folder_.write(name, before[name]);
        },
        [&] {
            for (const std::string& name : names) expect_one_of(name, before[name], complete[name]);
        });
}

TEST_F(killed, while_ingotc_writes_its_output_and_the_cache) {
    folder_.write("add.kernels.cpp",
                  "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
                  "kernel void add(buffer<float> values) { values[global_id.x] += 1.0f; }\n");
    const std::vector<std::string> words {INGOTC, "add.kernels.cpp", "-o", "add.ingot", "--header", "add.hpp"};
    ASSERT_EQ(run(words), 0);
    const std::string archive = folder_.read("add.ingot");
    const std::string header = folder_.read("add.hpp");
    int runs = 0;
    kill_often(
        words,
        [&] {
            if (++runs % 2 == 0) std::filesystem::remove_all(cache_ / "cache");
            for (const char* name : {"add.ingot", "add.hpp"}) folder_.write(name, "older");
        },
        [&] {
            expect_one_of("add.ingot", "older", archive);
            expect_one_of("add.hpp", "older", header);
            if (runs % 5 != 0) return;
            ASSERT_EQ(run(words), 0) << "the cache that the killed process left must be usable";
            EXPECT_EQ(folder_.read("add.ingot"), archive);
        });
}

}  // namespace
}  // namespace ingot
