// Tests that gdb, AddressSanitizer and ThreadSanitizer work with kernels on the CPU debug device as with other C++
// code, and that gdb and perf know the code of the device cpu-native.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace {

struct outcome {
    int status;
    std::string output;
};

outcome run_command(const std::string& command) {
    struct close_pipe {
        int* status;
        void operator()(std::FILE* pipe) const { *status = ::pclose(pipe); }
    };
    outcome result {};
    {
        const std::unique_ptr<std::FILE, close_pipe> pipe(::popen((command + " 2>&1").c_str(), "r"), {&result.status});
        std::array<char, 4096> part {};
        while (pipe && std::fgets(part.data(), part.size(), pipe.get())) result.output += part.data();
    }
    return result;
}

// Returns the file name and the number of the line that ends with the comment `// REMARK`: "shift.kernels.cpp:9".
std::string place_of(const std::string& remark, const std::string& path = INGOT_TEST_KERNELS) {
    std::ifstream file(path);
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.ends_with("// " + remark)) return path.substr(path.rfind('/') + 1) + ":" + std::to_string(number);
    }
    ADD_FAILURE() << "no line of " << path << " has the remark " << remark;
    return {};
}

bool holds(const outcome& result, const std::string& part) { return result.output.find(part) != std::string::npos; }

#if defined(INGOT_TEST_SANITIZED_PROGRAM)
// Runs the program shift.cpp with AddressSanitizer. `arguments` are a kernel, and `longer` if the buffers have one element more
// than the kernel `shift` has work-items.
outcome run_sanitized(const std::string& arguments) {
    const std::string symbolizer = INGOT_TEST_SYMBOLIZER;
    return run_command((symbolizer.empty() ? "" : "ASAN_SYMBOLIZER_PATH='" + symbolizer + "' ") +
                       "'" INGOT_TEST_SANITIZED_PROGRAM "' " + arguments);
}

TEST(address_sanitizer, names_the_line_of_a_kernel_that_reads_past_the_end_of_a_buffer) {
    const outcome result = run_sanitized("shift");
    EXPECT_NE(result.status, 0);
    EXPECT_TRUE(holds(result, "heap-buffer-overflow")) << result.output;
    EXPECT_TRUE(holds(result, "READ of size 4")) << result.output;
    EXPECT_TRUE(holds(result, place_of("reads past the end"))) << result.output;
}

TEST(address_sanitizer, names_the_line_of_a_kernel_that_reads_past_the_end_of_local_memory) {
    const outcome result = run_sanitized("shift_in_group");
    EXPECT_NE(result.status, 0);
    EXPECT_TRUE(holds(result, "heap-buffer-overflow")) << result.output;
    EXPECT_TRUE(holds(result, place_of("reads past the local memory"))) << result.output;
}

TEST(address_sanitizer, says_nothing_of_kernels_that_are_right) {
    const std::pair<const char*, const char*> kernels[] = {{"shift", "6\n"}, {"weigh", "15\n"}, {"keep_own", "7\n"}};
    for (const auto& [kernel, output] : kernels) {
        const outcome result = run_sanitized(std::string(kernel) + " longer");
        EXPECT_EQ(result.status, 0) << kernel << ": " << result.output;
        EXPECT_EQ(result.output, output) << kernel;
    }
}
#else
TEST(address_sanitizer, checks_kernels) { GTEST_SKIP() << "this compiler or build has no AddressSanitizer"; }
#endif

#if defined(INGOT_TEST_RACING_PROGRAM)
// Stops at the first race, because ThreadSanitizer needs up to half a minute to report the positions of all races.
outcome run_racing(const std::string& kernel) {
    return run_command("TSAN_OPTIONS=halt_on_error=1 '" INGOT_TEST_RACING_PROGRAM "' " + kernel);
}

void expect_race(const std::string& kernel, const std::string& remark) {
    const outcome result = run_racing(kernel);
    EXPECT_NE(result.status, 0);
    EXPECT_TRUE(holds(result, "ThreadSanitizer: data race")) << result.output;
    EXPECT_TRUE(holds(result, place_of(remark, INGOT_TEST_RACES))) << result.output;
}

TEST(thread_sanitizer, names_the_line_of_a_race_in_a_group) {
    expect_race("race_in_group", "reads what another work-item writes");
}
TEST(thread_sanitizer, names_the_line_of_a_race_for_lack_of_a_second_barrier) {
    expect_race("race_after_barrier", "writes what another work-item reads");
}
TEST(thread_sanitizer, names_the_line_of_a_race_between_groups) {
    expect_race("race_between_groups", "adds without an atomic function");
}
TEST(thread_sanitizer, says_nothing_of_kernels_that_are_right) {
    const outcome result = run_racing("no_race");
    EXPECT_EQ(result.status, 0) << result.output;
    EXPECT_EQ(result.output, "63\n");
}
#else
TEST(thread_sanitizer, checks_kernels) { GTEST_SKIP() << "this compiler or build has no ThreadSanitizer"; }
#endif

TEST(debugger, stops_in_one_work_item_of_a_kernel) {
    const std::string gdb = INGOT_TEST_GDB;
    if (gdb.empty()) GTEST_SKIP() << "gdb is not installed";
    // With INGOT_SANITIZE=address this program contains AddressSanitizer too, whose leak check does not work under a debugger.
    const outcome result =
        run_command("ASAN_OPTIONS=detect_leaks=0 '" + gdb + "' -nx -batch -ex 'break " + place_of("where the debugger stops") +
                    " if ingot::global_id.x == 5' -ex run -ex 'print global_id.x' -ex 'print weighed' -ex 'info locals'"
                    " -ex continue --args '" INGOT_TEST_DEBUGGED_PROGRAM "' weigh");
    EXPECT_TRUE(holds(result, "hit Breakpoint 1, weigh (")) << result.output;
    EXPECT_TRUE(holds(result, "$1 = 5")) << result.output;
    EXPECT_TRUE(holds(result, "$2 = 15")) << result.output;
    EXPECT_TRUE(holds(result, "value = 5")) << result.output;
    EXPECT_TRUE(holds(result, "exited normally")) << result.output;
}

// Does this machine have the device cpu-native?
bool has_native_device() {
    const outcome result = run_command("'" INGOT_TEST_NATIVE_PROGRAM "'");
    return result.status == 0 && result.output == "10\n";
}

TEST(debugger, stops_at_a_line_of_a_kernel_on_cpu_native) {
    const std::string gdb = INGOT_TEST_GDB;
    if (gdb.empty()) GTEST_SKIP() << "gdb is not installed";
    if (!has_native_device()) GTEST_SKIP() << "there is no device cpu-native";
    const std::string place = place_of("where the debugger stops", INGOT_TEST_NATIVE_KERNELS);
    const outcome result =
        run_command("ASAN_OPTIONS=detect_leaks=0 '" + gdb + "' -nx -batch -ex 'set breakpoint pending on' -ex 'break " + place +
                    "' -ex run -ex 'backtrace 2' -ex delete -ex continue '" INGOT_TEST_NATIVE_PROGRAM "'");
    EXPECT_TRUE(holds(result, "hit Breakpoint 1")) << result.output;
    EXPECT_TRUE(holds(result, "#0  double_values")) << result.output;
    EXPECT_TRUE(holds(result, place)) << result.output;
    EXPECT_TRUE(holds(result, "exited normally")) << result.output;
}

TEST(profiler, finds_the_names_of_kernels_on_cpu_native) {
    if (!has_native_device()) GTEST_SKIP() << "there is no device cpu-native";
    // The shell's own number becomes that of the program.
    const outcome result = run_command("sh -c 'echo /tmp/perf-$$.map; INGOT_PERF_MAP=1 exec \"" INGOT_TEST_NATIVE_PROGRAM "\"'");
    ASSERT_EQ(result.status, 0) << result.output;
    const std::string path = result.output.substr(0, result.output.find('\n'));
    std::ifstream file(path);
    size_t address = 0;
    size_t bytes = 0;
    std::string name;
    std::set<std::string> names;
    while (file >> std::hex >> address >> bytes && std::getline(file >> std::ws, name)) {
        names.insert(name);
        EXPECT_GT(address, 0u) << name;
        EXPECT_GT(bytes, 0u) << name;
    }
    EXPECT_TRUE(names.contains("double_values.group")) << result.output;
    EXPECT_EQ(std::remove(path.c_str()), 0) << path;
}

}  // namespace
