// The sample, run as the shell runs it.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "every_device.hpp"
#include "ingot/media/video_stream.hpp"
#include "motion_meter.hpp"
#include "presets/presets.hpp"
#include "running_sample.hpp"
#include "scalar_motion.hpp"
#include "session/session.hpp"
#include "temporary_folder.hpp"
#include "window/window.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_motion();

namespace {

using shell::parameter_settings;
using shell::session;
using tests::has_opencl;
using tests::parameter_of;
using tests::quick_backend;
using tests::statistic_of;

const sample_description described {"motion", "Motion of a video", "", INGOT_PRESETS, &create_motion};

class motion_sample : public ::testing::Test {
protected:
    static session open(parameter_settings values, backend tested_backend = backend::cpu_debug) {
        if (!shell::find_setting(values, "video-width")) values.emplace_back("video-width", int64_t {48});
        if (!shell::find_setting(values, "video-height")) values.emplace_back("video-height", int64_t {27});
        return {described, find_device(tested_backend), values, 1, shell::clock::pace::fixed};
    }
    static std::vector<uint8_t> shown_by(session& session) { return tests::shown_by(session, {120, 90}); }
    static std::string text_of(const std::filesystem::path& file) {
        std::ifstream stream(file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    ingot::tests::temporary_folder folder_;
    shell::window hidden_ {shell::window::kind::offscreen, "motion", {120, 90}};
};

TEST_F(motion_sample, measures_the_clip_and_finds_its_cuts) {
    session running = open({{"pace", std::string("all")}});
    running.advance(shell::clock::fixed_step);
    EXPECT_EQ(statistic_of(running, "measured frames"), 240.0);
    EXPECT_EQ(statistic_of(running, "cuts"), static_cast<double>(media::clip_cuts().size()));
    running.loaded_sample().save_file(folder_ / "scores.csv");
    const std::string table = text_of(folder_ / "scores.csv");
    for (const uint64_t cut : media::clip_cuts()) {
        const size_t line = table.find("\n" + std::to_string(cut) + ",");
        ASSERT_NE(line, std::string::npos);
        EXPECT_EQ(table[table.find('\n', line + 1) - 1], '1') << "frame " << cut;
    }
}

TEST_F(motion_sample, goes_on_on_another_device_with_the_same_scores_and_picture) {
    const parameter_settings values {{"pace", std::string("step")}, {"bits", int64_t {10}}};
    session whole = open(values);
    session running = open(values);
    for (int i = 0; i < 5; ++i) {
        whole.advance(shell::clock::fixed_step);
        running.advance(shell::clock::fixed_step);
    }
    const state before = running.save();
    const std::vector<uint8_t> shown = shown_by(running);
    running.switch_device(find_device(quick_backend()));
    EXPECT_EQ(running.save(), before);
    const std::vector<uint8_t> again = shown_by(running);
    size_t different = 0;
    for (size_t i = 0; i < shown.size(); ++i) different += std::abs(int {shown[i]} - int {again[i]}) > 1 ? 1u : 0u;
    EXPECT_LE(different, shown.size() / 1000);
    for (int i = 0; i < 5; ++i) {
        whole.advance(shell::clock::fixed_step);
        running.advance(shell::clock::fixed_step);
    }
    EXPECT_EQ(running.save(), whole.save());
}

TEST_F(motion_sample, measures_with_the_kernels_in_metal) {
    if (!has_opencl()) GTEST_SKIP() << "no OpenCL device runs kernels in Metal";
    session metal = open({{"pace", std::string("step")}, {"language", std::string("msl")}}, backend::opencl);
    session own = open({{"pace", std::string("step")}}, backend::opencl);
    for (int i = 0; i < 6; ++i) {
        if (i == 3) metal.set_parameter(parameter_of(metal, "language"), std::string("ingot"));
        metal.advance(shell::clock::fixed_step);
        own.advance(shell::clock::fixed_step);
    }
    EXPECT_EQ(metal.save(), own.save());
}

TEST_F(motion_sample, seeks_and_loops) {
    session whole = open({{"pace", std::string("all")}});
    whole.advance(shell::clock::fixed_step);
    whole.loaded_sample().save_file(folder_ / "whole.csv");
    session part = open({{"pace", std::string("step")}, {"start-frame", int64_t {238}}});
    part.advance(shell::clock::fixed_step);
    part.advance(shell::clock::fixed_step);
    part.loaded_sample().save_file(folder_ / "part.csv");
    const std::string all = text_of(folder_ / "whole.csv");
    const std::string last = text_of(folder_ / "part.csv");
    EXPECT_EQ(last.substr(last.find("\n238,")), all.substr(all.find("\n238,"))) << "a frame behind the start has the same score";
    part.advance(shell::clock::fixed_step);
    EXPECT_EQ(statistic_of(part, "frame"), 238.0) << "it starts again";
}

TEST_F(motion_sample, seeks_in_the_chart_and_keeps_the_scores) {
    session running = open({{"pace", std::string("step")}});
    for (int i = 0; i < 60; ++i) running.advance(shell::clock::fixed_step);
    shown_by(running);
    const timeline_chart times = running.loaded_sample().picture_timeline().value();
    EXPECT_EQ(times.at_right, 59.0);
    EXPECT_FALSE(times.is_slow);
    EXPECT_GT(times.corner.y + 0.5f * times.size.y, 0.5f) << "the chart is in the lower half";
    running.loaded_sample().save_file(folder_ / "before.csv");

    running.loaded_sample().seek(20.4);
    EXPECT_EQ(statistic_of(running, "frame"), 20.0);
    shown_by(running);
    EXPECT_EQ(running.loaded_sample().picture_timeline()->at_right, 59.0) << "the chart does not move under the mouse";
    running.loaded_sample().seek(20.0);
    for (int i = 0; i < 40; ++i) running.advance(shell::clock::fixed_step);
    EXPECT_EQ(statistic_of(running, "frame"), 60.0);
    shown_by(running);
    EXPECT_EQ(running.loaded_sample().picture_timeline()->at_right, 60.0) << "the chart follows the video again";
    running.loaded_sample().save_file(folder_ / "after.csv");
    const std::string before = text_of(folder_ / "before.csv");
    const std::string before_last = before.substr(0, before.find("\n59,"));
    EXPECT_TRUE(text_of(folder_ / "after.csv").starts_with(before_last)) << "the same scores, each once";

    running.loaded_sample().seek(-101.0);
    EXPECT_EQ(statistic_of(running, "frame"), 0.0) << "the chart begins before the video";
}

TEST_F(motion_sample, shows_how_much_is_measured_where_all_frames_are) {
    session one_by_one = open({{"pace", std::string("step")}});
    EXPECT_FALSE(one_by_one.loaded_sample().progress());
    session running = open({{"pace", std::string("all")}});
    EXPECT_EQ(running.loaded_sample().progress(), 0.0);
    EXPECT_EQ(running.loaded_sample().progress_text(), "frame 0 of 240");
    running.advance(shell::clock::fixed_step);
    EXPECT_EQ(running.loaded_sample().progress(), 1.0);
}

// Writes a video of 4 x 4 pixels that ends within the frame behind the whole ones.
std::filesystem::path write_truncated_video(const std::filesystem::path& file, int whole_frames) {
    std::ofstream stream(file, std::ios::binary);
    stream << "YUV4MPEG2 W4 H4 F25:1 Cmono\n";
    for (int i = 0; i < whole_frames; ++i) stream << "FRAME\n" << std::string(16, static_cast<char>(40 * i));
    stream << "FRAME\n" << std::string(7, 'x');
    return file;
}

TEST_F(motion_sample, says_in_the_window_where_a_file_is_damaged) {
    const std::filesystem::path file = write_truncated_video(folder_ / "short.y4m", 3);
    session running = open({{"source", std::string("file")}, {"file", file.string()}, {"pace", std::string("step")}});
    for (int i = 0; i < 3; ++i) running.advance(shell::clock::fixed_step);
    shown_by(running);
    for (const caption& each : running.loaded_sample().captions())
        EXPECT_EQ(each.text.find("Stopped"), std::string::npos) << each.text;
    for (int i = 0; i < 5; ++i) running.advance(shell::clock::fixed_step);
    EXPECT_EQ(statistic_of(running, "frame"), 2.0) << "it stays at the last whole frame";
    EXPECT_EQ(running.loaded_sample().captions().front().text,
              "cannot read the video 'short.y4m': the file ends within\nframe 3, which has 7 of 16 bytes; the frames before it\n"
              "are complete\nStopped. The scores of 3 frames are kept; --save writes them.");
    running.loaded_sample().seek(1.0);
    EXPECT_EQ(statistic_of(running, "frame"), 1.0) << "the frames before can be watched again";
    EXPECT_EQ(running.loaded_sample().captions().front().text.find("Stopped"), std::string::npos);
    running.loaded_sample().seek(5.0);
    EXPECT_EQ(statistic_of(running, "frame"), 2.0) << "behind the end";
    EXPECT_NE(running.loaded_sample().captions().front().text.find("The scores of 3 frames are kept"), std::string::npos);
    std::filesystem::remove(file);
    const state before = running.save();
    EXPECT_THROW(running.loaded_sample().seek(0.0), media::video_error);
    EXPECT_EQ(running.save(), before) << "a seek that fails changes nothing";
}

TEST_F(motion_sample, says_in_the_window_that_no_frame_of_a_file_is_whole) {
    const std::filesystem::path file = write_truncated_video(folder_ / "none.y4m", 0);
    session running = open({{"source", std::string("file")}, {"file", file.string()}});
    running.advance(shell::clock::fixed_step);
    shown_by(running);
    const std::vector<caption> captions = running.loaded_sample().captions();
    ASSERT_EQ(captions.size(), 1u);
    EXPECT_NE(captions.front().text.find("No frame was measured."), std::string::npos) << captions.front().text;
}

TEST_F(motion_sample, keeps_the_scores_of_a_truncated_file) {
    const std::filesystem::path file = write_truncated_video(folder_ / "short.y4m", 3);
    session running = open({{"source", std::string("file")}, {"file", file.string()}, {"pace", std::string("all")}});
    running.advance(shell::clock::fixed_step);
    EXPECT_EQ(statistic_of(running, "measured frames"), 3.0);
    try {
        running.loaded_sample().save_file(folder_ / "short.csv");
        ADD_FAILURE() << "a damaged video is an error";
    } catch (const std::runtime_error& problem) {
        const std::string text = problem.what();
        EXPECT_NE(text.find(file.string()), std::string::npos) << text;
        EXPECT_NE(text.find("frame 3"), std::string::npos) << text;
    }
    EXPECT_EQ(text_of(folder_ / "short.csv"), "frame,sum,score,motion2,cut\n0,0,0,0,0\n1,163840,40,40,0\n2,163840,40,40,0\n");
}

}  // namespace
}  // namespace ingot::samples
