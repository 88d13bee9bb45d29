// Tests of the profiler: the time of a frame by phases and by kernels, and the trace.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "statistics/chrome_trace.hpp"
#include "statistics/frame_recorder.hpp"
#include "statistics/kernel_table.hpp"

namespace ingot::shell {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

const moment start = moment {} + std::chrono::hours(1);

timed_span span(const std::string& name, int from, int to) {
    return {name, start + milliseconds(from), milliseconds(to - from), 0};
}

/// A frame of 20 ms that starts at `offset` milliseconds. Kernels run for 8 ms, 5 ms of them while the host draws.
frame_trace frame(uint64_t number, int offset) {
    frame_trace trace;
    trace.number = number;
    trace.whole = span("frame", offset, offset + 20);
    trace.parts = {span("step", offset, offset + 4), span("draw", offset + 4, offset + 12),
                   span("panels", offset + 12, offset + 14), span("present", offset + 14, offset + 19)};
    trace.launches = {span("advance", offset + 1, offset + 8)};
    trace.launches.push_back(span("advance", offset + 8, offset + 9));
    trace.transfers = {span("to the host", offset + 9, offset + 10)};
    trace.transfers.front().bytes = 4096;
    trace.sharing = {span("acquire for the device", offset + 5, offset + 6), span("release to OpenGL", offset + 10, offset + 11)};
    return trace;
}

TEST(frame_profile, counts_nothing_twice) {
    const frame_profile found = profile_of(frame(7, 0));
    EXPECT_EQ(found.number, 7u);
    EXPECT_DOUBLE_EQ(found.whole, 20.0);
    EXPECT_DOUBLE_EQ(found[phase::kernels], 8.0);
    EXPECT_DOUBLE_EQ(found[phase::copies], 1.0);
    EXPECT_DOUBLE_EQ(found[phase::sharing], 1.0) << "the acquisition overlaps a kernel";
    EXPECT_DOUBLE_EQ(found[phase::draw], 3.0) << "from 11 to 14, with the panels; before 11 the device is busy";
    EXPECT_DOUBLE_EQ(found[phase::present], 5.0);
    EXPECT_DOUBLE_EQ(found.rest(), 2.0) << "from 0 to 1, and from 19 to 20";
}

TEST(frame_profile, ends_at_the_frames_ends) {
    frame_trace trace = frame(1, 100);
    trace.launches = {span("early", 90, 105), span("late", 118, 150)};
    EXPECT_DOUBLE_EQ(profile_of(trace)[phase::kernels], 7.0);  // the frame is from 100 to 120: 5 ms of the first, 2 of the last
}

TEST(frame_recorder, keeps_the_newest_frames_and_takes_what_the_queue_reports) {
    frame_recorder recorder(3);
    for (uint64_t i = 0; i < 5; ++i) {
        recorder.begin(i);
        recorder.part_ended(part::step);
        const timeline_entry ran[] = {
            {timeline_entry::kind::launch, "advance", 0, std::chrono::steady_clock::now(), milliseconds(2)},
            {timeline_entry::kind::transfer, "to the host", 64, std::chrono::steady_clock::now(), milliseconds(1)},
            {timeline_entry::kind::sharing, "release to OpenGL", 0, std::chrono::steady_clock::now(), milliseconds(1)}};
        recorder.part_ended(part::draw);
        recorder.end(ran);
    }
    recorder.end({});  // a frame that was not begun is ignored
    ASSERT_EQ(recorder.traces().size(), 3u);
    EXPECT_EQ(recorder.traces().front().number, 2u);
    EXPECT_EQ(recorder.profiles().size(), 5u);
    const frame_trace& last = recorder.traces().back();
    ASSERT_EQ(last.parts.size(), 2u);
    EXPECT_EQ(last.parts[0].ended(), last.parts[1].began);
    EXPECT_LE(last.parts[1].ended(), last.whole.ended());
    EXPECT_EQ(last.launches.size(), 1u);
    ASSERT_EQ(last.transfers.size(), 1u);
    EXPECT_EQ(last.transfers[0].bytes, 64u);
    EXPECT_EQ(last.sharing.size(), 1u);
}

TEST(kernel_table, adds_up_the_newest_frames) {
    const std::deque<frame_trace> traces {frame(0, 0), frame(1, 20), frame(2, 40)};
    const auto unknown = [](std::string_view) { return std::optional<kernel_work>(); };
    const auto rows = kernel_table(traces, 2, unknown, {});
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].name, "advance");
    EXPECT_EQ(rows[0].launches, 4u);
    EXPECT_DOUBLE_EQ(rows[0].median, 1.0);  // the lower median of 1, 1, 7 and 7 ms
    EXPECT_DOUBLE_EQ(rows[0].share, 0.4);   // 16 ms of two frames of 20 ms
    EXPECT_FALSE(rows[0].roofline);
    EXPECT_TRUE(kernel_table({}, 10, unknown, {}).empty());
}

TEST(kernel_table, compares_a_kernel_with_the_lower_of_two_roofs) {
    const device_peak peak {1e12, 1e11};
    EXPECT_DOUBLE_EQ(roofline_milliseconds({1e9, 1e6}, peak), 1.0) << "operations: 1e9 / 1e12 s";
    EXPECT_DOUBLE_EQ(roofline_milliseconds({1e6, 1e8}, peak), 1.0) << "bytes: 1e8 / 1e11 s";
    EXPECT_EQ(roofline_milliseconds({1e9, 0.0}, {0.0, 1e11}), 0.0) << "the peak is unknown";
    const auto work = [](std::string_view name) {
        return name == "advance" ? std::optional(kernel_work {5e8, 0.0}) : std::nullopt;
    };
    const auto rows = kernel_table({frame(0, 0)}, 10, work, peak);
    ASSERT_TRUE(rows.at(0).roofline);
    EXPECT_DOUBLE_EQ(*rows[0].roofline, 0.5);  // 5e8 / 1e12 s, divided by the median of 1 ms
}

TEST(device_peak, of_copying_is_measured) {
    const device_peak found = measure_peak(find_device(backend::cpu_debug));
    EXPECT_GT(found.bytes, 1e7);  // bytes per second
}

TEST(chrome_trace, has_the_device_on_a_line_of_its_own_and_parts_inside_of_frames) {
    const auto trace = chrome_trace({frame(3, 0), frame(4, 20)}, "nbody", "opencl: PoCL");
    EXPECT_EQ(trace["otherData"]["device"], "opencl: PoCL");
    EXPECT_TRUE(trace["otherData"]["start_seconds"].is_number());
    std::map<std::string, int> lines;
    for (const auto& each : trace["traceEvents"])
        if (each["ph"] == "X") lines[each["name"]] = each["tid"];
    EXPECT_EQ(lines.at("frame 3"), lines.at("draw"));
    EXPECT_EQ(lines.at("frame 4"), lines.at("acquire for the device"));
    EXPECT_NE(lines.at("frame 3"), lines.at("advance"));
    EXPECT_EQ(lines.at("advance"), lines.at("to the host"));
    std::vector<std::pair<double, double>> launches;
    for (const auto& each : trace["traceEvents"])
        if (each["name"] == "advance" && each["args"]["frame"] == 4)
            launches.emplace_back(each["ts"].get<double>(), each["dur"].get<double>());
    ASSERT_EQ(launches.size(), 2u);
    EXPECT_DOUBLE_EQ(launches[0].first, 21'000.0);  // in microseconds since the start of the first frame
    EXPECT_DOUBLE_EQ(launches[0].second, 7'000.0);
    EXPECT_TRUE(chrome_trace({}, "nbody", "cpu")["traceEvents"].is_array());
}

TEST(chrome_trace, says_which_frames_show_the_effect_of_input) {
    frame_trace with_input = frame(4, 20);
    with_input.inputs = 2;
    for (const auto& each : chrome_trace({frame(3, 0), with_input}, "nbody", "cpu")["traceEvents"]) {
        if (each["name"] == "frame 3") EXPECT_FALSE(each["args"].contains("inputs"));
        if (each["name"] == "frame 4") EXPECT_EQ(each["args"]["inputs"], 2);
    }
}

}  // namespace
}  // namespace ingot::shell
