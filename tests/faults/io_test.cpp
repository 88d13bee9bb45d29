// Runs a program whose calls of open, write, close or rename fail, or whose writes are short or interrupted (failing_io.cpp).
// After a failure each file is either as it was or complete, the program reports the failure, and no temporary file is left.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <map>
#include <string>

#include "temporary_folder.hpp"

namespace ingot {
namespace {

class failing_io : public ::testing::Test {
protected:
    static constexpr const char* files[] = {"a.png", "a.json", "a.state", "a.y4m"};

    void SetUp() override {
        ASSERT_EQ(run(""), 0) << texts_.read("err");
        for (const char* name : files) complete_.emplace(name, folder_.read(name));
    }
    // Runs the program and returns its exit status. `failure` is the value of INGOT_FAILING_IO without the folder.
    int run(const std::string& failure) const {
        std::string environment = "XDG_CONFIG_HOME='" + texts_.path().string() + "'";
        if (!failure.empty())
            environment +=
                " LD_PRELOAD='" INGOT_FAILING_IO_LIBRARY "' INGOT_FAILING_IO='" + failure + " " + folder_.path().string() + "'";
        const std::string command =
            "cd '" + folder_.path().string() + "' && env -u DISPLAY -u WAYLAND_DISPLAY " + environment +
            " timeout 120 '" INGOT_TEST_PROGRAM
            "' run counters --headless --backend cpu-debug --frames 2 --size 64x48 --screenshot a.png --stats "
            "a.json --save-state a.state --video a.y4m >'" +
            (texts_ / "out").string() + "' 2>'" + (texts_ / "err").string() + "'";
        const int status = std::system(command.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    // Returns the number of files that are as they were before the run. The others must be complete. The statistics hold times,
    // so only their beginning and their end are compared.
    size_t count_of_older() const {
        size_t older = 0;
        for (const char* name : files) {
            const std::string found = folder_.read(name);
            if (found == "older")
                ++older;
            else if (std::string(name) == "a.json")
                EXPECT_TRUE(found.starts_with("{") && found.ends_with("}\n")) << found;
            else
                EXPECT_EQ(found, complete_.at(name)) << name;
        }
        EXPECT_EQ(folder_.files().size(), std::size(files));
        return older;
    }

    tests::temporary_folder folder_;
    tests::temporary_folder texts_;
    std::map<std::string, std::string> complete_;
};

TEST_F(failing_io, leaves_each_file_old_or_complete) {
    for (const std::string function : {"open", "write", "close", "rename"})
        for (const int error : {ENOSPC, EIO}) {
            int number = 1;
            for (;; ++number) {
                SCOPED_TRACE(function + " " + std::to_string(number) + ", error " + std::to_string(error));
                for (const char* name : files) folder_.write(name, "older");
                const int status = run(function + " " + std::to_string(number) + " " + std::to_string(error));
                const size_t older = count_of_older();
                if (status == 0 && older == 0) break;  // there are fewer calls
                EXPECT_EQ(status, 1) << texts_.read("err");
                EXPECT_GT(older, 0u);
                EXPECT_FALSE(texts_.read("err").empty());
                ASSERT_LT(number, 100);
            }
            EXPECT_GT(number, 4) << "each of the files must have been concerned";
        }
}

TEST_F(failing_io, goes_on_after_short_and_interrupted_calls) {
    for (const char* name : files) folder_.write(name, "older");
    EXPECT_EQ(run("write 1 0"), 0) << texts_.read("err");
    EXPECT_EQ(count_of_older(), 0u);
}

}  // namespace
}  // namespace ingot
