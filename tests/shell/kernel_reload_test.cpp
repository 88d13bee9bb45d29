// A session that goes on with edited kernels.
#include "kernels/kernel_reload.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "counters_session.hpp"
#include "every_device.hpp"
#include "temporary_folder.hpp"

namespace ingot::shell {
namespace {

constexpr const char* file = "lighten.kernels.cpp";

std::string kernel_named(const std::string& name) {
    return "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
           "kernel void " +
           name + "(buffer<float> colours, param<float> by) { colours[global_id.x] += 2.0f * by; }\n";
}

class kernels_of_a_session : public ingot::testing::every_device {
protected:
    void SetUp() override {
        write(kernel_named("lighten"));
        reload.update(running);  // from here on it is edited
        for (int i = 0; i < 3; ++i) running.advance(0.01);
        tests::take_loads();
    }
    void TearDown() override { restore_kernels(on, file); }

    // A file system may keep times of whole seconds: each change is a second later than the one before.
    void write(const std::string& text) {
        folder.write(file, text);
        changed += std::chrono::seconds(1);
        std::filesystem::last_write_time(folder / file, changed);
    }
    /// Updates until the file that was written last is compiled. Did it take over?
    bool takes_over() {
        for (bool begun = false;;) {
            if (reload.update(running)) return true;
            if (begun && reload.news().compiling.empty()) return false;
            begun |= !reload.news().compiling.empty();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    std::string problem() const {
        const auto found = reload.news().problems.find(file);
        return found == reload.news().problems.end() ? "" : found->second;
    }
    sample_description counters_here() const {
        sample_description edited = tests::counters();
        edited.folder = folder.path();
        return edited;
    }

    tests::temporary_folder folder;
    std::filesystem::file_time_type changed = std::filesystem::file_time_type::clock::now();
    session running {counters_here(), on, {{"launch", true}}, 1, clock::pace::fixed};
    kernel_reload reload;
};

TEST_P(kernels_of_a_session, take_over_its_state) {
    const auto before = tests::values(running);
    write(kernel_named("lighten"));
    ASSERT_TRUE(takes_over()) << problem();
    EXPECT_EQ(tests::take_loads(), 1u);
    EXPECT_EQ(tests::values(running), before);
    EXPECT_EQ(running.time().frames(), 3u);
    EXPECT_EQ(reload.news().taken, file);
    EXPECT_TRUE(reload.news().problems.empty());
}

TEST_P(kernels_of_a_session, leave_the_last_good_ones_where_the_sample_does_not_find_its_own) {
    write(kernel_named("darken"));
    EXPECT_FALSE(takes_over());
    EXPECT_NE(problem().find("lighten"), std::string::npos) << problem();
    EXPECT_TRUE(running.switch_device(on)) << "with the kernels of before";
    EXPECT_TRUE(running.advance(0.01));
    EXPECT_EQ(running.time().frames(), 4u);
}

TEST_P(kernels_of_a_session, that_do_not_compile_are_told_of_until_they_do) {
    write(kernel_named("lighten") + "}");
    EXPECT_FALSE(takes_over());
    EXPECT_NE(problem().find(file), std::string::npos) << problem();
    EXPECT_EQ(tests::take_loads(), 0u);
    write(kernel_named("lighten"));
    ASSERT_TRUE(takes_over());
    EXPECT_TRUE(reload.news().problems.empty());
}

INGOT_TEST_ON_EVERY_DEVICE(kernels_of_a_session);

}  // namespace
}  // namespace ingot::shell
