// Tests of sessions that run other kernels than the rest of the process, and of fixes of the advisor that are tried in this way.
#include "kernels/fix_trial.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <glm/glm.hpp>
#include <iterator>
#include <optional>
#include <thread>

#include "comparison/lockstep.hpp"
#include "counters_session.hpp"
#include "every_device.hpp"
#include "picture/picture.hpp"
#include "stage/stage.hpp"
#include "temporary_folder.hpp"
#include "window/window.hpp"

namespace ingot::shell {
namespace {

constexpr const char* file = "lighten.kernels.cpp";
constexpr const char* source =
    "#include <ingot/kernel.hpp>\n"
    "#include \"factor.hpp\"\n"
    "using namespace ingot;\n"
    "kernel void lighten(buffer<float> colours, param<float> amount) {\n"
    "    colours[global_id.x] += amount;\n"
    "}\n";
constexpr uint32_t line = 5;
constexpr uint32_t column = 29;  // of `amount` in that line

const extent size {64, 48};

/// Returns the light of the square that the sample draws after its kernel has run: the kernel's result is its brightness.
int light_of(session& shown) {
    picture drawn(size);
    shown.draw(drawn.begin(glm::mat4(1.0f), glm::mat4(1.0f)));
    const std::vector<uint8_t> pixels = drawn.read(1.0f);
    return pixels[3 * (41 * static_cast<size_t>(size.width) + 17)];
}

class other_kernels : public ingot::testing::every_device {
protected:
    void SetUp() override {
        folder_.write("factor.hpp", "#pragma once\nconstexpr float factor = 4.0f;\n");
        folder_.write(file, source);
    }

    kernel_file_in_use used() const { return {file}; }
    kernel_fix fix_with(const std::string& text) const {
        return {"a fix", folder_ / file, source, {{line, column, 6, text}}, {"lighten"}};
    }
    compiled_fix compiled(const kernel_fix& fix) const {
        fix_trial trial;
        trial.start(fix, device_, used());
        while (true) {
            if (std::optional<compiled_fix> done = trial.take_result()) return *std::move(done);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    session counters() const { return {tests::counters(), device_, {{"launch", true}}, 1, clock::pace::fixed}; }

    tests::temporary_folder folder_;
    window window_ {window::kind::offscreen, "test", size};
};

TEST_P(other_kernels, run_in_one_session_beside_the_built_in_ones) {
    const compiled_fix fix = compiled(fix_with("factor * amount"));
    ASSERT_TRUE(fix.kernels) << fix.messages;
    session first = counters();
    lockstep both(first, device_, {{file, *fix.kernels}});
    for (int i = 0; i < 10; ++i) both.follow(first, first.advance(0.0));
    const int light = light_of(first);
    EXPECT_GT(light, 0);
    EXPECT_GT(light_of(both.second()), light);
    // Neither a new session nor a new program of the first one has the other kernels.
    session later = counters();
    for (int i = 0; i < 10; ++i) later.advance(0.0);
    EXPECT_EQ(light_of(later), light);
    ASSERT_TRUE(first.switch_device(device_));
    for (int i = 0; i < 10; ++i) first.advance(0.0);
    EXPECT_EQ(light_of(first), light) << "the colours begin anew, as they are no part of the state";
    // The second session keeps its kernels when it makes its programs again.
    ASSERT_TRUE(both.second().switch_device(device_));
    for (int i = 0; i < 10; ++i) both.second().advance(0.0);
    EXPECT_GT(light_of(both.second()), light);
}

TEST_P(other_kernels, that_do_not_fit_are_an_error_and_are_not_left_in_place) {
    const compiled_program other =
        compile_text("#include <ingot/kernel.hpp>\nkernel void darken(ingot::buffer<float> a) { a[0] = 0; }\n", file,
                     replacement_options(device_, used()));
    session first = counters();
    EXPECT_THROW(lockstep(first, device_, {{file, other}}), std::runtime_error);
    EXPECT_NO_THROW(counters());
}

TEST_P(other_kernels, that_do_not_compile_are_reported_and_the_file_stays) {
    const compiled_fix fix = compiled(fix_with("not_there"));
    EXPECT_FALSE(fix.kernels);
    EXPECT_NE(fix.messages.find("lighten.kernels.cpp:5:"), std::string::npos) << fix.messages;
    EXPECT_NE(fix.messages.find("not_there"), std::string::npos) << fix.messages;
    std::ifstream unchanged(folder_ / file);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(unchanged), {}), source);
    EXPECT_EQ(folder_.files(), (std::vector<std::string> {"factor.hpp", file}));
}

TEST_P(other_kernels, are_not_made_of_a_file_that_has_changed) {
    const kernel_fix fix = fix_with("2.0f * amount");
    folder_.write(file, std::string("// changed\n") + source);
    const compiled_fix done = compiled(fix);
    EXPECT_FALSE(done.kernels);
    EXPECT_NE(done.messages.find("has changed since the advisor read it"), std::string::npos) << done.messages;
}

TEST_P(other_kernels, are_compared_on_a_stage) {
    stage shown(size, INGOT_TEST_PROGRAM);
    sample_description here = tests::counters();
    here.folder = folder_.path();
    ASSERT_TRUE(shown.open({here, {device_.backend(), 0}, {{"launch", true}}, std::nullopt, 1}));
    if (shown.running()->current_device() != device_) GTEST_SKIP() << "the stage opens the first device of a backend";
    const auto frame = [&] {
        shown.run_deferred_actions();
        shown.take_compiled_fix();
        shown.advance(0.01);
        shown.draw();
        shown.show(size);
        shown.end_frame();
    };
    const auto frames_until = [&](const auto& condition) {
        for (int i = 0; i < 10'000 && !condition(); ++i) {
            frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return condition();
    };
    frame();

    shown.try_fix(fix_with("not_there"));
    ASSERT_TRUE(shown.tried_fix());
    EXPECT_EQ(shown.tried_fix()->problem, "") << "it is being compiled";
    ASSERT_TRUE(frames_until([&] { return !shown.tried_fix()->problem.empty(); }));
    EXPECT_NE(shown.tried_fix()->problem.find("not_there"), std::string::npos) << shown.tried_fix()->problem;
    EXPECT_FALSE(shown.comparison().is_active());

    shown.try_fix(fix_with("factor * amount"));
    ASSERT_TRUE(frames_until([&] { return shown.comparison().is_active(); }))
        << (shown.tried_fix() ? shown.tried_fix()->problem : shown.notice_list().latest().text);
    EXPECT_FALSE(shown.tried_fix());
    ASSERT_TRUE(shown.comparison().trial());
    EXPECT_EQ(shown.comparison().trial()->title, "a fix");
    EXPECT_EQ(shown.comparison().second_device(), device_);
    for (int i = 0; i < 20; ++i) frame();
    ASSERT_EQ(shown.comparison().kernels().size(), 1u);
    EXPECT_EQ(shown.comparison().kernels()[0].name, "lighten");
    EXPECT_GT(shown.comparison().kernels()[0].first_milliseconds, 0.0);
    EXPECT_GT(shown.comparison().kernels()[0].second_milliseconds, 0.0);
    ASSERT_TRUE(frames_until([&] { return shown.comparison().latest() && shown.comparison().latest()->pixels.largest > 0; }));

    shown.end_comparison();
    frame();
    EXPECT_FALSE(shown.comparison().is_active());
    EXPECT_FALSE(shown.comparison().trial());
    EXPECT_TRUE(shown.notice_list().empty()) << shown.notice_list().latest().text;
    EXPECT_EQ(window_.graphics_errors(), 0u);
}

INGOT_TEST_ON_EVERY_DEVICE(other_kernels);

}  // namespace
}  // namespace ingot::shell
