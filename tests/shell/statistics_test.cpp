// Tests of time series: medians, percentiles, and the number of values that are stored. Tests also the text of a frame rate,
// and the times of kernels and transfers.
#include <gtest/gtest.h>

#include "panels/statistics_panel.hpp"
#include "statistics/time_series.hpp"

namespace ingot::shell {
namespace {

TEST(time_series, has_a_median_and_percentiles) {
    time_series times(1000);
    EXPECT_EQ(times.median(), 0.0);
    for (int i = 100; i >= 1; --i) times.add(i);
    EXPECT_EQ(times.median(), 50.0);
    EXPECT_EQ(percentile(times.values(), 0.95), 95.0);
    EXPECT_EQ(percentile(times.values(), 1.0), 100.0);
    EXPECT_EQ(percentile(times.values(), 0.0), 1.0);
}

TEST(time_series, keeps_the_newest_and_counts_all) {
    time_series times(10);
    for (int i = 0; i < 1000; ++i) times.add(i);
    EXPECT_EQ(times.total(), 1000u);
    EXPECT_GE(times.values().size(), 10u);
    EXPECT_LE(times.values().size(), 20u);
    EXPECT_EQ(times.values().back(), 999.0);
}

TEST(time_series, has_the_frames_of_the_last_second) {
    const std::vector<double> fast(200, 10.0);
    EXPECT_EQ(of_last_second(fast).size(), 100u);
    const std::vector<double> slow {10.0, 10.0, 2500.0};
    EXPECT_EQ(of_last_second(slow).size(), 1u) << "one frame that takes longer than a second";
    const std::vector<double> few {300.0, 400.0};
    EXPECT_EQ(of_last_second(few).size(), 2u);
    EXPECT_TRUE(of_last_second({}).empty());
}

TEST(frame_rate, has_a_decimal_below_ten) {
    EXPECT_EQ(frame_rate_text(2500.0), "0.4");
    EXPECT_EQ(frame_rate_text(1000.0 / 9.94), "9.9");
    EXPECT_EQ(frame_rate_text(1000.0 / 9.96), "10");
    EXPECT_EQ(frame_rate_text(16.67), "60");
    EXPECT_EQ(frame_rate_text(0.0), "—");
}

TEST(slow_drawing, is_named_if_it_takes_most_of_the_time) {
    const auto frame = [](double kernels, double draw, double present, double whole) {
        frame_profile profile {.whole = whole};
        profile.phase_milliseconds[static_cast<size_t>(phase::kernels)] = kernels;
        profile.phase_milliseconds[static_cast<size_t>(phase::draw)] = draw;
        profile.phase_milliseconds[static_cast<size_t>(phase::present)] = present;
        return profile;
    };
    const auto text = [&](double kernels, double draw, double present, double whole) {
        return slow_drawing_text(std::vector<frame_profile>(3, frame(kernels, draw, present, whole)));
    };
    EXPECT_EQ(text(20.0, 10.0, 60.0, 100.0), "Drawing (OpenGL) takes 70 % of the time, the kernels 20 %.");
    EXPECT_EQ(text(60.0, 10.0, 20.0, 100.0), "") << "the kernels take most of the time";
    EXPECT_EQ(text(1.0, 1.0, 14.0, 16.7), "") << "the window waits for the display";
    EXPECT_EQ(text(0.0, 10.0, 20.0, 100.0), "") << "the sample's own work takes most of the time";
    EXPECT_EQ(slow_drawing_text({}), "");
}

TEST(kernel_times, are_separate_for_each_kernel) {
    kernel_times times(10);
    const std::vector<launch_timing> launches {
        {"a", std::chrono::milliseconds(2)}, {"b", std::chrono::microseconds(500)}, {"a", std::chrono::milliseconds(4)}};
    times.add(launches);
    EXPECT_EQ(times.by_kernel().at("a").total(), 2u);
    EXPECT_EQ(times.by_kernel().at("b").median(), 0.5);
}

TEST(transfer_times, are_sums_of_a_frame_by_direction) {
    transfer_times times(10);
    using std::chrono::milliseconds;
    times.add(std::vector<transfer_timing> {{transfer::to_host, 100, milliseconds(2)},
                                            {transfer::to_device, 10, milliseconds(1)},
                                            {transfer::to_host, 50, milliseconds(4)}});
    times.add(std::vector<transfer_timing> {{transfer::to_host, 1, milliseconds(6)}});
    times.add({});
    const auto& found = times.by_direction();
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found.at(transfer::to_host).of_frames.total(), 2u);
    EXPECT_EQ(found.at(transfer::to_host).of_frames.median(), 6.0);
    EXPECT_EQ(found.at(transfer::to_host).transfers, 3u);
    EXPECT_EQ(found.at(transfer::to_host).bytes, 151u);
    EXPECT_EQ(found.at(transfer::to_device).of_frames.median(), 1.0);
}

}  // namespace
}  // namespace ingot::shell
