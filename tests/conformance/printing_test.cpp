// Tests of printing (section 3.3.4 of the thesis that docs/host-library.md names): checks the text that arrives at this
// process's standard output.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ingot/ingot.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "every_device.hpp"
#include "printing.kernels.hpp"

namespace {

using namespace ingot;

// Redirects the standard output to a temporary file during the object's lifetime.
class captured_output {
public:
    captured_output() : file_(std::tmpfile()), saved_stdout_((std::fflush(stdout), ::dup(STDOUT_FILENO))) {
        if (file_) ::dup2(::fileno(file_), STDOUT_FILENO);
    }
    captured_output(const captured_output&) = delete;
    captured_output& operator=(const captured_output&) = delete;
    ~captured_output() {
        std::fflush(stdout);
        ::dup2(saved_stdout_, STDOUT_FILENO);
        ::close(saved_stdout_);
        if (file_) std::fclose(file_);
    }

    // Returns the text that has been written so far, without the text in the C library's buffer.
    std::string text() const {
        std::string all(static_cast<size_t>(::lseek(::fileno(file_), 0, SEEK_END)), '\0');
        const auto length = ::pread(::fileno(file_), all.data(), all.size(), 0);
        all.resize(length < 0 ? 0 : static_cast<size_t>(length));
        return all;
    }

private:
    std::FILE* file_;
    int saved_stdout_;
};

class printing : public ingot::testing::every_device {
protected:
    template <typename Kernel, typename... Arguments>
    std::string print_output(Kernel printing_program::* kernel_member, const range& items, const Arguments&... arguments) {
        const captured_output output;
        queue_.run((*program_).*kernel_member, items, arguments...);
        queue_.finish();
        return output.text();
    }

    void SetUp() override {
        const std::string message = ingot::testing::error_message([&] { program_.emplace(device_); });
        if (program_) return;
        for (const char* const place : {"printing.kernels.cpp:18:5", "printing.kernels.cpp:33:32"})
            ASSERT_TRUE(ingot::testing::contains(message, place + std::string(": error: Metal 3.0 cannot print"))) << message;
        GTEST_SKIP() << "Metal 3.0 cannot print";
    }

    std::optional<printing_program> program_;
};

TEST_P(printing, printf) {
    EXPECT_EQ(print_output(&printing_program::print_formats, range(1).groups_of(1), 123.456f, 42, int64_t(-5000000000)),
              "good old printf: 123.456001, -42, 246.912003\n"
              "   42|42   |00042|+42|ff|FF|10|3000000000|y\n"
              "-5000000000 -5000000000 16 42\n"
              "da|214|126|-32726|65494|-1|0xffff\n"
              "123.46    123.456 1.234560e+02 0.5 words   abc|%\n"
              "no value\n");
}

TEST_P(printing, print) {
    EXPECT_EQ(print_output(&printing_program::print_numbers, range(1).groups_of(1), 123.456f, 7),
              "all of them: 123.456001, 246.912003, 7, -7\n"
              "narrow: -7 200 -3000 60000\n"
              "wide: 4000000007 -4999999993 18446744073709551608\n"
              "x is 1, 100% text$\n"
              "no value\n"
              "\n");
}

TEST_P(printing, print_vectors) {
    EXPECT_EQ(print_output(&printing_program::print_vectors, range(1).groups_of(1), float3(-1.0f, 23.0f, 42.0f), int2(3, -4),
                           uchar4(1, 2, 3, 255)),
              "at (-1.000000, 23.000000, 42.000000) of (3, -4): (1, 2, 3, 255)\n"
              "(23.000000, 42.000000)-1.000000\n"
              "-1.000000 (0.500000, 23.000000)\n"
              "((3, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, -4))\n");
}

// The lines of many work-items must each arrive complete and exactly once.
TEST_P(printing, lines_of_many_work_items) {
    constexpr uint32_t count = 512;
    std::istringstream output(print_output(&printing_program::print_own_line, range(count).groups_of(16)));
    std::vector<std::string> lines;
    for (std::string line; std::getline(output, line);) lines.push_back(line);
    std::vector<std::string> expected;
    for (uint32_t i = 0; i < count; ++i)
        expected.push_back("work-item " + std::to_string(i) + " of " + std::to_string(count) + " in group " +
                           std::to_string(i / 16));
    std::ranges::sort(lines);
    std::ranges::sort(expected);
    EXPECT_EQ(lines, expected);
}

INGOT_TEST_ON_EVERY_DEVICE(printing);

}  // namespace
