// Tests of edited kernel files: they are found, compiled in the background, and run.
#include "kernels/kernel_watch.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <ingot/ingot.hpp>
#include <thread>

#include "every_device.hpp"
#include "temporary_folder.hpp"
#include "tint.kernels.hpp"

namespace ingot::shell {
namespace {

class kernels_that_are_edited : public ingot::testing::every_device {
protected:
    void SetUp() override {
        write("tint.kernels.cpp", text("by"));
        write("factor.hpp", "#pragma once\n#define FACTOR 2.0f\n");
        look();  // later changes count as edits
    }
    void TearDown() override { restore_kernels(device_, "tint.kernels.cpp"); }

    static std::string text(const std::string& value) {
        return "#include <ingot/kernel.hpp>\n#include \"factor.hpp\"\nusing namespace ingot;\n"
               "kernel void tint(buffer<float> colours, param<float> by) { colours[global_id.x] = " +
               value + "; }\n";
    }
    // A file system may store times in whole seconds, so each change is dated one second after the previous one.
    void write(const std::string& name, const std::string& content) {
        std::ofstream(folder_ / name) << content;
        change_time_ += std::chrono::seconds(1);
        std::filesystem::last_write_time(folder_ / name, change_time_);
    }
    void look() { watch_.check(folder_.path(), device_, now_ += std::chrono::seconds(1)); }
    compiled_edit wait() {
        look();
        EXPECT_EQ(watch_.compiling_file(), "tint.kernels.cpp");
        for (;;) {
            if (auto edit = watch_.take_result()) return *std::move(edit);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    float run() {
        const tint_program program(device_);
        auto colours = device_.create_buffer<float>(1, 0.0f);
        queue_.run(program.tint, range(1), colours, 10.0f);
        return colours.read(queue_).front();
    }

    tests::temporary_folder folder_;
    tint_program in_program_ {device_};
    kernel_watch watch_;
    kernel_watch::clock::time_point now_ = kernel_watch::clock::now();
    std::filesystem::file_time_type change_time_ = std::filesystem::file_time_type::clock::now();
};

TEST_P(kernels_that_are_edited, run_after_they_were_compiled) {
    EXPECT_TRUE(watch_.compiling_file().empty());
    EXPECT_EQ(run(), 10.0f);
    write("tint.kernels.cpp", text("by + 1.0f"));
    const compiled_edit edit = wait();
    ASSERT_TRUE(edit.kernels) << edit.messages;
    EXPECT_EQ(edit.target, device_);
    replace_kernels(edit.target, edit.file.name, *edit.kernels);
    EXPECT_EQ(run(), 11.0f);
    look();
    EXPECT_TRUE(watch_.compiling_file().empty());  // nothing has changed since
}

TEST_P(kernels_that_are_edited, are_compiled_where_a_header_changed) {
    write("tint.kernels.cpp", text("by * FACTOR"));
    ASSERT_TRUE(wait().kernels);
    write("factor.hpp", "#pragma once\n#define FACTOR 3.0f\n");
    const compiled_edit edit = wait();
    ASSERT_TRUE(edit.kernels) << edit.messages;
    replace_kernels(edit.target, edit.file.name, *edit.kernels);
    EXPECT_EQ(run(), 30.0f);
}

TEST_P(kernels_that_are_edited, and_do_not_compile_leave_the_compilers_messages) {
    write("tint.kernels.cpp", text("by +"));
    const compiled_edit edit = wait();
    EXPECT_FALSE(edit.kernels);
    EXPECT_NE(edit.messages.find("tint.kernels.cpp:4:"), std::string::npos) << edit.messages;
    EXPECT_NE(edit.messages.find('^'), std::string::npos) << edit.messages;
    EXPECT_EQ(run(), 10.0f);
    write("tint.kernels.cpp", text("by"));
    EXPECT_TRUE(wait().kernels);
}

TEST_P(kernels_that_are_edited, may_be_gone_for_a_moment) {
    std::filesystem::remove(folder_ / "tint.kernels.cpp");
    look();
    EXPECT_TRUE(watch_.compiling_file().empty());
    write("tint.kernels.cpp", text("by - 1.0f"));
    ASSERT_TRUE(wait().kernels);
}

INGOT_TEST_ON_EVERY_DEVICE(kernels_that_are_edited);

}  // namespace
}  // namespace ingot::shell
