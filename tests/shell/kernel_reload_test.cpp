// Tests of a session whose kernels are edited while it runs.
#include "kernels/kernel_reload.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <vector>

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
        reload_.update(running_);  // later changes count as edits
        for (int i = 0; i < 3; ++i) running_.advance(0.01);
        tests::take_load_count();
    }
    void TearDown() override { restore_kernels(device_, file); }

    // A file system may store times in whole seconds, so each change is dated one second after the previous one.
    void write(const std::string& text) {
        folder_.write(file, text);
        change_time_ += std::chrono::seconds(1);
        std::filesystem::last_write_time(folder_ / file, change_time_);
    }
    /// Updates until the last version of the file is compiled. Returns true if the session uses the new kernels.
    bool takes_over() {
        for (bool begun = false;;) {
            if (reload_.update(running_)) return true;
            if (begun && reload_.news().compiling_file.empty()) return false;
            begun |= !reload_.news().compiling_file.empty();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    std::string problem() const {
        const auto found = reload_.news().problems.find(file);
        return found == reload_.news().problems.end() ? "" : found->second;
    }
    sample_description counters_here() const {
        sample_description edited = tests::counters();
        edited.folder = folder_.path();
        return edited;
    }

    tests::temporary_folder folder_;
    std::filesystem::file_time_type change_time_ = std::filesystem::file_time_type::clock::now();
    session running_ {counters_here(), device_, {{"launch", true}}, 1, clock::pace::fixed};
    kernel_reload reload_;
};

TEST_P(kernels_of_a_session, take_over_its_state) {
    const auto before = tests::values(running_);
    write(kernel_named("lighten"));
    ASSERT_TRUE(takes_over()) << problem();
    EXPECT_EQ(tests::take_load_count(), 1u);
    EXPECT_EQ(tests::values(running_), before);
    EXPECT_EQ(running_.time().frames(), 3u);
    EXPECT_EQ(reload_.news().loaded_file, file);
    EXPECT_TRUE(reload_.news().problems.empty());
}

TEST_P(kernels_of_a_session, stay_the_last_good_ones_where_an_edit_lacks_the_samples_kernel) {
    write(kernel_named("darken"));
    EXPECT_FALSE(takes_over());
    EXPECT_NE(problem().find("lighten"), std::string::npos) << problem();
    EXPECT_TRUE(running_.switch_device(device_)) << "with the previous kernels";
    EXPECT_TRUE(running_.advance(0.01));
    EXPECT_EQ(running_.time().frames(), 4u);
}

TEST_P(kernels_of_a_session, that_do_not_compile_are_reported_until_they_do) {
    write(kernel_named("lighten") + "}");
    EXPECT_FALSE(takes_over());
    EXPECT_EQ(problem().find(file + std::string(":")), 0u) << "a message begins with the name of the file: " << problem();
    EXPECT_EQ(tests::take_load_count(), 0u);
    write(kernel_named("lighten"));
    ASSERT_TRUE(takes_over());
    EXPECT_TRUE(reload_.news().problems.empty());
}

TEST_P(kernels_of_a_session, that_no_sample_has_tried_do_not_count_as_good) {
    const std::vector<device> all = devices_by_speed();
    const auto other = std::ranges::find_if(all, [this](const device& each) { return each != device_; });
    if (other == all.end()) GTEST_SKIP() << "only one device is available";
    write(kernel_named("darken"));  // the sample launches the kernel "lighten"
    while (reload_.news().compiling_file.empty()) {
        EXPECT_FALSE(reload_.update(running_));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_TRUE(running_.switch_device(*other));
    EXPECT_FALSE(takes_over());
    EXPECT_THROW(running_.switch_device(device_), std::runtime_error) << "the device now has the kernel \"darken\" only";
    restore_kernels(device_, file);
    restore_kernels(*other, file);
    ASSERT_TRUE(running_.switch_device(device_));

    write(kernel_named("brighten"));
    EXPECT_FALSE(takes_over());
    EXPECT_TRUE(running_.switch_device(device_)) << "with the kernels that were built into the program";
}

INGOT_TEST_ON_EVERY_DEVICE(kernels_of_a_session);

}  // namespace
}  // namespace ingot::shell
