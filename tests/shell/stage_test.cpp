// Tests of the class stage, which runs the sample of the window: the sample continues while drivers compile kernels for an
// action that the user requested.
#include "stage/stage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ingot/ingot.hpp>
#include <set>
#include <thread>

#include "environment_value.hpp"
#include "temporary_folder.hpp"
#include "test_sample.hpp"

namespace ingot::shell {
namespace {

// A test waits for at most this many frames, so that it also ends if a compilation never ends.
constexpr int most_frames = 100'000;

class on_stage : public ::testing::Test {
protected:
    void SetUp() override {
        if (!devices(backend::opencl).front().device) GTEST_SKIP() << devices(backend::opencl).front().unavailable_reason;
    }
    void TearDown() override { EXPECT_EQ(window_.graphics_errors(), 0u); }

    void frame() {
        stage_.run_deferred_actions();
        stage_.advance(0.01);
        stage_.draw();
    }
    /// Makes frames until no action waits for its kernels, and then one more. Returns the number of frames without the last.
    int frames_until_ready() {
        int frames = 0;
        for (; frames < most_frames && stage_.pending_compilation(); ++frames) {
            frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        frame();
        return frames;
    }
    open_request counters(const parameter_settings& values, backend backend) const {
        return {tests::test_samples().front(), {backend, 0}, values, std::nullopt, 1};
    }
    uint64_t frames_so_far() { return stage_.running()->time().frames(); }

    tests::temporary_folder folder_;
    tests::environment_value cache_ {"XDG_CACHE_HOME", folder_.path().string()};  // an empty cache
    window window_ {window::kind::offscreen, "test", {64, 48}};
    stage stage_ {{64, 48}, INGOT_TEST_PROGRAM};
};

TEST_F(on_stage, the_frames_go_on_while_another_device_is_made_ready) {
    ASSERT_TRUE(stage_.open(counters({{"load-milliseconds", int64_t {300}}}, backend::cpu_debug)));
    tests::take_load_count();
    stage_.switch_device(find_device(backend::opencl));
    ASSERT_TRUE(stage_.pending_compilation());
    EXPECT_NE(stage_.pending_compilation()->first.find("Switching to OpenCL"), std::string::npos);
    const uint64_t before = frames_so_far();
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_EQ(frames_so_far(), before + 3);
    EXPECT_EQ(stage_.running()->current_device().backend(), backend::cpu_debug);
    frames_until_ready();
    EXPECT_EQ(stage_.running()->current_device().backend(), backend::opencl);
    EXPECT_EQ(tests::take_load_count(), 1u) << "loaded once in this process; the kernels were compiled in a child process";
}

TEST_F(on_stage, figures_are_read_after_the_first_frame_and_for_at_most_a_tenth_of_the_time) {
    using std::chrono::milliseconds;
    constexpr milliseconds each_takes(30);
    ASSERT_TRUE(stage_.open(counters({{"read-milliseconds", int64_t {each_takes.count()}}}, backend::cpu_debug)));
    EXPECT_TRUE(stage_.sample_statistics().empty());
    std::set<double> sums;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 150; ++i) {
        frame();
        EXPECT_EQ(stage_.sample_statistics().empty(), i == 0) << i;
        stage_.set_parameter("brightness", i % 2 ? 0.5 : 0.75);
        stage_.end_frame();
        sums.insert(stage_.sample_statistics().at(0).value);  // the sum of the counters, which grows in each frame
        std::this_thread::sleep_for(milliseconds(5));
    }
    const auto spent = std::chrono::steady_clock::now() - start;
    EXPECT_GE(sums.size(), 2u);
    EXPECT_LE(sums.size(), 1u + static_cast<size_t>(spent / (10 * each_takes)));

    ASSERT_TRUE(stage_.open(counters({}, backend::cpu_debug)));
    frame();
    stage_.end_frame();
    EXPECT_FALSE(stage_.sample_statistics().empty()) << "the time that the first sample took does not delay the second";
}

TEST_F(on_stage, a_preset_with_the_parameters_of_the_start_is_chosen) {
    const auto quick = read_presets(tests::counters_presets(), tests::test_samples().front().create()->parameters()).front();
    ASSERT_TRUE(stage_.open(counters(quick.parameters, backend::cpu_debug)));
    EXPECT_EQ(stage_.chosen_preset(), quick.name);
    stage_.set_parameter("brightness", 0.75);
    frame();
    EXPECT_EQ(stage_.chosen_preset(), std::nullopt);
    ASSERT_TRUE(stage_.open(counters({{"brightness", 0.3125}}, backend::cpu_debug)));
    EXPECT_EQ(stage_.chosen_preset(), std::nullopt) << "no preset has these parameters";
    open_request changed = counters(quick.parameters, backend::cpu_debug);
    changed.preset = quick.name;
    ASSERT_TRUE(stage_.open(changed));
    EXPECT_EQ(stage_.chosen_preset(), quick.name);
    std::erase_if(changed.parameters, [](const auto& each) { return each.first == "brightness"; });
    changed.parameters.emplace_back("brightness", 0.3125);
    ASSERT_TRUE(stage_.open(changed));
    EXPECT_EQ(stage_.chosen_preset(), std::nullopt) << "the command line has changed one of them";
}

// A key closes a sample between its step and the end of the frame.
TEST_F(on_stage, the_times_of_a_sample_do_not_appear_in_the_next_one) {
    ASSERT_TRUE(stage_.open(counters({{"launch", true}}, backend::cpu_debug)));
    for (int i = 0; i < 3; ++i) frame();
    stage_.close();
    stage_.end_frame();
    ASSERT_TRUE(stage_.open(counters({}, backend::cpu_debug)));
    stage_.end_frame();
    EXPECT_TRUE(stage_.statistics().kernels.by_kernel().empty());
}

// Reading them may take as long as a step, and an input would wait for it.
TEST_F(on_stage, figures_wait_while_inputs_are_answered) {
    using steady = std::chrono::steady_clock;
    ASSERT_TRUE(stage_.open(counters({}, backend::cpu_debug)));
    const auto latest_after_frame = [&] {
        frame();
        stage_.end_frame();
        return stage_.sample_statistics().at(0).value;  // the sum of the counters, which grows in each frame
    };
    const auto start = steady::now();
    const double first = latest_after_frame();
    while (steady::now() - start < std::chrono::milliseconds(500)) {
        stage_.running()->time().note_input();
        const double latest = latest_after_frame();
        if (steady::now() - start < std::chrono::seconds(1)) ASSERT_EQ(latest, first);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    double latest = first;
    for (int i = 0; i < 1000 && latest == first; ++i) {
        latest = latest_after_frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_NE(latest, first) << "they are read again after the inputs";
}

TEST_F(on_stage, the_line_of_a_comparison_begins_where_panels_leave_both_pictures_free) {
    ASSERT_TRUE(stage_.open(counters({}, backend::cpu_debug)));
    stage_.set_uncovered({0.5f, 1.0f});
    const device device = stage_.running()->current_device();
    const auto compare = [&] {
        stage_.compare_with(device);
        for (int i = 0; i < 1000 && (i == 0 || stage_.pending_compilation()); ++i) {
            stage_.run_deferred_actions();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    };
    compare();
    ASSERT_TRUE(stage_.comparison().is_active());
    EXPECT_NEAR(stage_.comparison().layout().line, 0.625f, 1e-5f);
    stage_.comparison().layout().line = 0.7f;  // as the mouse does
    compare();
    EXPECT_NEAR(stage_.comparison().layout().line, 0.7f, 1e-5f) << "another second device keeps it";
    stage_.end_comparison();
    stage_.set_uncovered({0.3f, 0.8f});
    compare();
    EXPECT_NEAR(stage_.comparison().layout().line, 0.5f, 1e-5f) << "in the middle of the window where that is free";
}

// The window of the browser is not drawn again while nothing changes.
TEST_F(on_stage, a_picture_without_a_sample_stays_as_it_is) {
    const extent size = stage_.drawn_picture().size();
    stage_.draw();
    EXPECT_FALSE(stage_.shows_the_same(size));
    stage_.show(size);
    stage_.draw();
    EXPECT_TRUE(stage_.shows_the_same(size));
    ASSERT_TRUE(stage_.open(counters({}, backend::cpu_debug)));
    stage_.draw();
    EXPECT_FALSE(stage_.shows_the_same(size));
}

TEST_F(on_stage, the_picture_is_in_the_middle_of_what_panels_leave_free) {
    const auto place_of_middle = [&] {  // where the target of the camera is drawn, as a share of the width
        const glm::vec4 clip = stage_.projection() * stage_.camera().view() * glm::vec4(stage_.camera().position().target, 1.0f);
        return 0.5f + 0.5f * clip.x / clip.w;
    };
    ASSERT_TRUE(stage_.open(counters({}, backend::cpu_debug)));
    EXPECT_NEAR(place_of_middle(), 0.5f, 1e-5f);
    stage_.set_uncovered({0.25f, 0.95f});
    EXPECT_NEAR(place_of_middle(), 0.6f, 1e-5f);
    EXPECT_NEAR(stage_.picture_shift(), 0.1f, 1e-5f);
    stage_.set_uncovered({0.2f, 1.0f});
    EXPECT_EQ(stage_.picture_scale(), 1.0f) << "a scene keeps its scale where a square fits into the part";
    stage_.set_uncovered({0.4f, 1.0f});
    EXPECT_NEAR(stage_.picture_scale(), 0.6f * 64.0f / 48.0f, 1e-5f) << "what fits a square also fits a part that is narrower";
    // Files do not depend on the panels.
    stage_.draw_for_file();
    EXPECT_NEAR(place_of_middle(), 0.5f, 1e-5f);
    EXPECT_EQ(stage_.picture_scale(), 1.0f);
}

TEST_F(on_stage, parameters_are_reset_to_those_of_the_start_or_of_the_chosen_preset) {
    const auto value = [&](std::string_view name) { return find_parameter(stage_.running()->parameters(), name)->value(); };
    const auto reset_value = [&](std::string_view name) {
        return stage_.reset_value(*find_parameter(stage_.running()->parameters(), name));
    };
    const auto presets = read_presets(tests::counters_presets(), tests::test_samples().front().create()->parameters());
    const preset& quick = presets.front();
    // As a window opens a sample on a processor: with the preset that starts there, and what the user has changed earlier.
    open_request request = counters({{"stride", int64_t {33}}}, backend::cpu_debug);
    request.parameters.insert(request.parameters.begin(), quick.parameters.begin(), quick.parameters.end());
    request.start = quick.parameters;
    ASSERT_TRUE(stage_.open(request));
    EXPECT_EQ(stage_.chosen_preset(), std::nullopt);
    EXPECT_EQ(reset_value("count"), value("count")) << "the value with which the sample has started is not a changed one";
    EXPECT_EQ(reset_value("stride"), parameter_value(int64_t {10}));
    EXPECT_EQ(reset_value("brightness"), find_parameter(stage_.running()->parameters(), "brightness")->default_value());
    stage_.reset_parameters();
    frames_until_ready();
    EXPECT_EQ(value("stride"), parameter_value(int64_t {10}));
    EXPECT_EQ(stage_.chosen_preset(), quick.name);

    stage_.apply(presets.back());
    frames_until_ready();
    EXPECT_EQ(value("brightness"), parameter_value(2.0));
    EXPECT_EQ(reset_value("brightness"), parameter_value(2.0));
    EXPECT_EQ(reset_value("stride"), find_parameter(stage_.running()->parameters(), "stride")->default_value());
    stage_.set_parameter("brightness", 0.5);
    frame();
    stage_.reset_parameters();
    frames_until_ready();
    EXPECT_EQ(value("brightness"), parameter_value(2.0)) << "the value of the preset that was chosen last";

    ASSERT_TRUE(stage_.open(counters({{"stride", int64_t {33}}}, backend::cpu_debug)));
    EXPECT_EQ(reset_value("stride"), find_parameter(stage_.running()->parameters(), "stride")->default_value());
}

TEST_F(on_stage, a_preset_clears_the_statistics) {
    ASSERT_TRUE(stage_.open(counters({{"launch", true}}, backend::cpu_debug)));
    for (int i = 0; i < 3; ++i) {
        frame();
        stage_.end_frame();
    }
    ASSERT_FALSE(stage_.statistics().kernels.by_kernel().empty());
    ASSERT_FALSE(stage_.sample_statistics().empty());
    stage_.apply({"bright", "Bright", "", {{"brightness", 2.0}}});
    frames_until_ready();
    EXPECT_TRUE(stage_.statistics().kernels.by_kernel().empty()) << "the preset launches no kernel";
    EXPECT_TRUE(stage_.sample_statistics().empty());
    stage_.end_frame();
    EXPECT_FALSE(stage_.sample_statistics().empty()) << "they are read again at once";
}

TEST_F(on_stage, a_switch_whose_kernels_were_compiled_is_made_at_once) {
    ASSERT_TRUE(stage_.open(counters({}, backend::cpu_debug)));
    stage_.switch_device(find_device(backend::opencl));
    frames_until_ready();
    stage_.switch_device(find_device(backend::cpu_debug));
    EXPECT_FALSE(stage_.pending_compilation());
    frame();
    EXPECT_EQ(stage_.running()->current_device().backend(), backend::cpu_debug);
    tests::take_load_count();
    stage_.switch_device(find_device(backend::opencl));
    EXPECT_FALSE(stage_.pending_compilation());
    frame();
    EXPECT_EQ(stage_.running()->current_device().backend(), backend::opencl);
    EXPECT_EQ(tests::take_load_count(), 1u);
}

TEST_F(on_stage, a_switch_whose_kernels_were_compiled_in_an_earlier_run_is_made_at_once) {
    ASSERT_TRUE(stage_.open(counters({}, backend::cpu_debug)));
    stage_.switch_device(find_device(backend::opencl));
    frames_until_ready();
    stage later_run {{64, 48}, INGOT_TEST_PROGRAM};
    ASSERT_TRUE(later_run.open(counters({}, backend::cpu_debug)));
    later_run.switch_device(find_device(backend::opencl));
    EXPECT_FALSE(later_run.pending_compilation());
    later_run.run_deferred_actions();
    later_run.set_parameter("fail", std::string("result"));
    EXPECT_TRUE(later_run.pending_compilation()) << "the kernels of another choice are not compiled";
}

TEST_F(on_stage, a_switch_that_fails_in_both_processes_changes_nothing_and_is_reported) {
    ASSERT_TRUE(stage_.open(counters({{"fail", std::string("load-on-opencl")}}, backend::cpu_debug)));
    stage_.switch_device(find_device(backend::opencl));
    frames_until_ready();
    EXPECT_EQ(stage_.running()->current_device().backend(), backend::cpu_debug);
    ASSERT_FALSE(stage_.notice_list().empty());
    EXPECT_NE(stage_.notice_list().latest().text.find("no OpenCL, please"), std::string::npos)
        << stage_.notice_list().latest().text;
    const uint64_t before = frames_so_far();
    frame();
    EXPECT_EQ(frames_so_far(), before + 1);
}

TEST_F(on_stage, a_switch_whose_compilation_crashes_is_rejected) {
    ASSERT_TRUE(stage_.open(counters({{"fail", std::string("crash-on-opencl")}}, backend::cpu_debug)));
    stage_.switch_device(find_device(backend::opencl));
    frames_until_ready();
    EXPECT_EQ(stage_.running()->current_device().backend(), backend::cpu_debug);
    ASSERT_FALSE(stage_.notice_list().empty());
    EXPECT_NE(stage_.notice_list().latest().text.find("crashed: Aborted"), std::string::npos)
        << stage_.notice_list().latest().text;
}

TEST_F(on_stage, the_newest_request_counts) {
    ASSERT_TRUE(stage_.open(counters({{"load-milliseconds", int64_t {200}}}, backend::cpu_debug)));
    stage_.switch_device(find_device(backend::opencl));
    frame();
    open_request other = counters({{"stride", int64_t {7}}}, backend::opencl);
    stage_.open_later(other);
    frames_until_ready();
    EXPECT_EQ(find_parameter(stage_.running()->parameters(), "stride")->value(), parameter_value(int64_t {7}));
}

TEST_F(on_stage, a_choice_is_made_ready_and_a_number_is_set_at_once) {
    ASSERT_TRUE(stage_.open(counters({}, backend::opencl)));
    const auto value = [&](std::string_view name) { return find_parameter(stage_.running()->parameters(), name)->value(); };
    tests::take_load_count();
    stage_.set_parameter("fail", std::string("result"));
    stage_.set_parameter("stride", int64_t {7});
    stage_.apply({"bright", "Bright", "", {{"brightness", 2.0}}});
    frame();
    EXPECT_EQ(value("stride"), parameter_value(int64_t {7}));
    EXPECT_EQ(value("fail"), parameter_value(std::string("never")));
    frames_until_ready();
    EXPECT_EQ(value("brightness"), parameter_value(2.0))
        << "the preset is applied after the choice, in the order of the requests";
    EXPECT_EQ(value("fail"), parameter_value(std::string("never"))) << "the value of the preset";
    EXPECT_EQ(tests::take_load_count(), 0u) << "neither action loads the sample again in this process";
}

TEST_F(on_stage, a_number_that_leads_to_other_kernels_is_made_ready_too) {
    ASSERT_TRUE(stage_.open(counters({{"stride", int64_t {1}}}, backend::opencl)));
    const auto stride = [&] { return std::get<int64_t>(find_parameter(stage_.running()->parameters(), "stride")->value()); };
    stage_.set_parameter("stride", int64_t {60});  // kernel_variant() of the sample differs from a stride of 50 on
    ASSERT_TRUE(stage_.pending_compilation());
    frame();
    EXPECT_EQ(stride(), 1);
    frames_until_ready();
    EXPECT_EQ(stride(), 60);
    stage_.set_parameter("stride", int64_t {70});
    EXPECT_FALSE(stage_.pending_compilation()) << "the kernels are the same";
    frame();
    EXPECT_EQ(stride(), 70);
}

TEST_F(on_stage, of_a_number_that_is_dragged_the_newest_value_counts) {
    ASSERT_TRUE(stage_.open(counters({{"stride", int64_t {1}}}, backend::opencl)));
    for (const int64_t each : {int64_t {60}, int64_t {70}, int64_t {7}}) stage_.set_parameter("stride", each);
    for (int i = 0; i < most_frames && stage_.is_compiling(); ++i) frame();
    frame();
    EXPECT_EQ(find_parameter(stage_.running()->parameters(), "stride")->value(), parameter_value(int64_t {7}));
}

TEST_F(on_stage, a_sample_that_is_closed_is_not_switched_afterwards) {
    ASSERT_TRUE(stage_.open(counters({{"load-milliseconds", int64_t {100}}}, backend::cpu_debug)));
    stage_.switch_device(find_device(backend::opencl));
    frame();
    stage_.close();
    EXPECT_FALSE(stage_.pending_compilation());
    for (int i = 0; i < 50; ++i) {
        frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(stage_.running(), nullptr);
    EXPECT_TRUE(stage_.notice_list().empty());
}

}  // namespace
}  // namespace ingot::shell
