// Edited kernel files: found, compiled beside the frames, and run.
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
        look();  // from here on it is edited
    }
    void TearDown() override { restore_kernels(on, "tint.kernels.cpp"); }

    static std::string text(const std::string& value) {
        return "#include <ingot/kernel.hpp>\n#include \"factor.hpp\"\nusing namespace ingot;\n"
               "kernel void tint(buffer<float> colours, param<float> by) { colours[global_id.x] = " +
               value + "; }\n";
    }
    // A file system may keep times of whole seconds: each change is a second later than the one before.
    void write(const std::string& name, const std::string& content) {
        std::ofstream(folder / name) << content;
        changed += std::chrono::seconds(1);
        std::filesystem::last_write_time(folder / name, changed);
    }
    void look() { watch.look(folder.path(), on, now += std::chrono::seconds(1)); }
    compiled_edit wait() {
        look();
        EXPECT_EQ(watch.compiling(), "tint.kernels.cpp");
        for (;;) {
            if (auto made = watch.take()) return *std::move(made);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    float run() {
        const tint_program program(on);
        auto colours = on.create_buffer<float>(1, 0.0f);
        in.run(program.tint, range(1), colours, 10.0f);
        return colours.read(in).front();
    }

    tests::temporary_folder folder;
    tint_program in_program {on};
    kernel_watch watch;
    kernel_watch::clock::time_point now = kernel_watch::clock::now();
    std::filesystem::file_time_type changed = std::filesystem::file_time_type::clock::now();
};

TEST_P(kernels_that_are_edited, run_after_they_were_compiled) {
    EXPECT_TRUE(watch.compiling().empty());
    EXPECT_EQ(run(), 10.0f);
    write("tint.kernels.cpp", text("by + 1.0f"));
    const compiled_edit made = wait();
    ASSERT_TRUE(made.kernels) << made.said;
    EXPECT_EQ(made.on, on);
    replace_kernels(made.on, made.file.name, *made.kernels);
    EXPECT_EQ(run(), 11.0f);
    look();
    EXPECT_TRUE(watch.compiling().empty());  // nothing has changed since
}

TEST_P(kernels_that_are_edited, are_compiled_where_a_header_changed) {
    write("tint.kernels.cpp", text("by * FACTOR"));
    ASSERT_TRUE(wait().kernels);
    write("factor.hpp", "#pragma once\n#define FACTOR 3.0f\n");
    const compiled_edit made = wait();
    ASSERT_TRUE(made.kernels) << made.said;
    replace_kernels(made.on, made.file.name, *made.kernels);
    EXPECT_EQ(run(), 30.0f);
}

TEST_P(kernels_that_are_edited, and_do_not_compile_leave_the_compilers_words) {
    write("tint.kernels.cpp", text("by +"));
    const compiled_edit made = wait();
    EXPECT_FALSE(made.kernels);
    EXPECT_NE(made.said.find("tint.kernels.cpp:4:"), std::string::npos) << made.said;
    EXPECT_NE(made.said.find('^'), std::string::npos) << made.said;
    EXPECT_EQ(run(), 10.0f);
    write("tint.kernels.cpp", text("by"));
    EXPECT_TRUE(wait().kernels);
}

TEST_P(kernels_that_are_edited, may_be_gone_for_a_moment) {
    std::filesystem::remove(folder / "tint.kernels.cpp");
    look();
    EXPECT_TRUE(watch.compiling().empty());
    write("tint.kernels.cpp", text("by - 1.0f"));
    ASSERT_TRUE(wait().kernels);
}

INGOT_TEST_ON_EVERY_DEVICE(kernels_that_are_edited);

}  // namespace
}  // namespace ingot::shell
