// Tests the limits on the time and memory of a compilation.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "run_program.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace ingot::tests;

class resource_limits : public testing::Test {
protected:
    // Writes a kernel with 20,000 different calls. Its compilation takes some seconds and hundreds of megabytes.
    void SetUp() override {
        folder_.write("large.kernels.cpp",
                      "#include <ingot/kernel.hpp>\n"
                      "template <size_t... n> float all(float x, std::index_sequence<n...>) {\n"
                      "    const float all[] {ingot::sin(x + n)...};\n"
                      "    float sum = 0;\n"
                      "    for (float one : all) sum = sum * x + one;\n"
                      "    return sum;\n"
                      "}\n"
                      "kernel void k(ingot::buffer<float> x) { x[0] = all(x[0], std::make_index_sequence<20000>()); }\n");
    }
    program_run compile(const std::vector<std::string>& options) const {
        std::vector<std::string> words {INGOTC, "large.kernels.cpp", "-o", "out.ingot"};
        words.insert(words.end(), options.begin(), options.end());
        return run_program(words, folder_.path());
    }
    void expect_error(const program_run& run, const std::string& message, const std::string& option) const {
        EXPECT_EQ(run.status, 1) << run.errors;
        EXPECT_EQ(run.signal, 0);
        EXPECT_TRUE(run.errors.starts_with("ingotc: error: compiling 'large.kernels.cpp' needs more than " + message + "\n"))
            << run.errors;
        EXPECT_NE(run.errors.find(option), std::string::npos) << run.errors;
        EXPECT_EQ(folder_.files(), std::vector<std::string> {"large.kernels.cpp"});
    }

    temporary_folder folder_;
};

TEST_F(resource_limits, stop_a_long_compilation) {
    expect_error(compile({"--max-seconds", "1"}), "1 seconds of processor time", "--max-seconds");
}
TEST_F(resource_limits, stop_a_compilation_that_needs_much_memory) {
    expect_error(compile({"--max-memory", "100"}), "100 MiB of memory", "--max-memory");
}
// If the error stream is a terminal, ingotc prints a line when its timer sends SIGALRM. To save time, `timeout` sends the
// signal here, after one second, and another `timeout` ends both after six: with --kill-after, the first one would wait for the
// signal that it ignores itself then.
TEST_F(resource_limits, a_terminal_shows_that_a_long_compilation_goes_on) {
    const std::string command = "cd '" + folder_.path().string() +
                                "' && script -qefc \"timeout 6 timeout -s ALRM 1 '" INGOTC
                                "' large.kernels.cpp -o out.ingot --targets ptx\" terminal >/dev/null 2>&1";
    std::system(command.c_str());
    EXPECT_NE(folder_.read("terminal").find("ingotc: still compiling 'large.kernels.cpp'; Ctrl C ends it"), std::string::npos)
        << folder_.read("terminal");
}

TEST_F(resource_limits, must_be_positive_numbers) {
    EXPECT_EQ(compile({"--max-seconds", "0"}).status, 2);
    EXPECT_EQ(compile({"--max-memory", "much"}).status, 2);
}

}  // namespace
