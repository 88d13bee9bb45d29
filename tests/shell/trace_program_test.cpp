// Tests of `--trace`: reads the trace of a run and checks it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "program_fixture.hpp"

namespace ingot::shell {
namespace {

using json = nlohmann::json;

constexpr double rounding = 0.002;  // in microseconds: both ends of an event are rounded to nanoseconds

struct event {
    std::string name;
    std::string category;
    double from = 0.0;
    double to = 0.0;
    int frame = 0;
};

const event& frame_of(const std::vector<event>& host, const event& launch) {
    return *std::ranges::find_if(host, [&](const event& each) { return each.category == "frame" && each.frame == launch.frame; });
}

class trace_program : public tests::program {
protected:
    /// Returns the events of each timeline, by the timeline's number (`tid`), in the order of the file.
    std::map<int, std::vector<event>> events() const {
        std::map<int, std::vector<event>> found;
        const json trace = stats("a.json");
        for (const json& each : trace.at("traceEvents")) {
            if (each.at("ph") != "X") continue;
            const double start = each.at("ts");
            found[each.at("tid")].push_back(
                {each.at("name"), each.at("cat"), start, start + each.at("dur").get<double>(), each.at("args").at("frame")});
        }
        return found;
    }
};

/// Checks that an event that begins during another event also ends during it. Viewers of traces require this.
void expect_nested(const std::vector<event>& events) {
    std::vector<event> open;
    double last = 0.0;
    for (const event& each : events) {
        EXPECT_GE(each.from, last) << each.name << ": sorted by time";
        last = each.from;
        while (!open.empty() && open.back().to <= each.from + rounding) open.pop_back();
        if (!open.empty()) {
            EXPECT_LE(each.to, open.back().to + rounding) << each.name << " in " << open.back().name;
        }
        open.push_back(each);
    }
}

TEST_F(trace_program, holds_every_frame_with_its_parts_in_order) {
    ASSERT_EQ(run("run counters --headless --backend cpu-debug --frames 5 --size 64x64 --launch on --trace a.json"), 0)
        << standard_error();
    const auto lines = events();
    ASSERT_TRUE(lines.contains(1));  // the host; 2 is the device
    expect_nested(lines.at(1));
    std::vector<std::string> order;
    for (const event& each : lines.at(1))
        if (each.category == "frame" || each.category == "host") order.push_back(each.name);
    ASSERT_EQ(order.size(), 20u);  // 5 frames with 3 parts each
    EXPECT_EQ((std::vector<std::string>(order.begin(), order.begin() + 5)),
              (std::vector<std::string> {"frame 0", "step", "draw", "present", "frame 1"}));
}

TEST_F(trace_program, places_launches_on_the_hosts_clock_in_order_and_inside_of_their_frame) {
    for (const char* const backend : {"cpu-debug", "opencl"}) {
        const int status =
            run(std::string("run counters --headless --frames 5 --size 64x64 --launch on --trace a.json --backend ") + backend);
        if (status == 3) continue;  // this machine lacks the device
        ASSERT_EQ(status, 0) << standard_error();
        const auto lines = events();
        ASSERT_TRUE(lines.contains(2)) << backend;
        const std::vector<event>& device = lines.at(2);
        EXPECT_EQ(std::ranges::count(device, "kernel", &event::category), 5);
        for (size_t i = 1; i < device.size(); ++i)
            EXPECT_GE(device[i].from + rounding, device[i - 1].to)
                << backend << ": the commands of one queue run one after the other";
        for (const event& launch : device) {
            if (launch.category != "kernel") continue;
            const event& frame = frame_of(lines.at(1), launch);
            EXPECT_GE(launch.from, frame.from - 10.0) << backend << ": a launch must not begin before it was requested";
            if (backend == std::string("cpu-debug")) {
                EXPECT_LE(launch.to, frame.to + rounding) << "the same clock";
            }
        }
    }
}

TEST_F(trace_program, is_rejected_where_it_cannot_be_written) {
    EXPECT_EQ(run("run counters --headless --trace nowhere/a.json"), 1);
    EXPECT_NE(standard_error().find("--trace"), std::string::npos) << standard_error();
    EXPECT_EQ(run("run counters --headless --trace a.txt"), 2);
}

}  // namespace
}  // namespace ingot::shell
