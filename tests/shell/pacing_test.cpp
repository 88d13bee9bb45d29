#include <gtest/gtest.h>

#include <cmath>
#include <ingot/sample/pacing.hpp>
#include <limits>
#include <vector>

namespace ingot {
namespace {

// Work whose pieces take given times of a clock that nothing else moves.
class timed_work {
public:
    explicit timed_work(std::vector<double> seconds) : seconds_(std::move(seconds)) {}

    pacing make_pacing() {
        return pacing([this] { return now_; });
    }
    std::function<void(uint64_t)> work() {
        return [this](uint64_t count) {
            ASSERT_GT(count, 0u);
            ASSERT_LE(done_ + count, seconds_.size());
            ++calls_;
            for (uint64_t i = 0; i < count; ++i) now_ += seconds_[done_++];
        };
    }
    size_t left() const { return seconds_.size() - done_; }
    double now() const { return now_; }
    size_t calls() const { return calls_; }

private:
    std::vector<double> seconds_;
    double now_ = 100.0;
    size_t done_ = 0;
    size_t calls_ = 0;
};

TEST(pacing, fills_the_time_and_does_everything) {
    timed_work rows(std::vector<double>(1'000, 0.001));
    pacing tested = rows.make_pacing();
    while (rows.left() > 0) {
        const double before = rows.now();
        const size_t left = rows.left();
        const uint64_t done = tested.fill(0.02, left, left, rows.work());
        EXPECT_EQ(done, left - rows.left());
        EXPECT_LE(rows.now() - before, 0.0251);
        if (rows.left() > 0) {
            EXPECT_GE(rows.now() - before, 0.0199);
        }
    }
}

// The sky above a mountain costs a hundredth of the mountain.
TEST(pacing, exceeds_the_time_little_where_work_becomes_a_hundred_times_as_long) {
    std::vector<double> seconds(300, 0.00002);
    for (int i = 0; i < 300; ++i) seconds.push_back(0.00002 * std::pow(100.0, std::min(i / 50.0, 1.0)));
    timed_work rows(seconds);
    pacing tested = rows.make_pacing();
    double longest = 0.0;
    while (rows.left() > 0) {
        const double before = rows.now();
        tested.fill(0.0125, rows.left(), 20, rows.work());
        longest = std::max(longest, rows.now() - before);
    }
    EXPECT_LT(longest, 0.0125 + 20 * 0.002);  // 0.6 if the latest call decided alone
}

TEST(pacing, ends_early_when_an_input_waits) {
    timed_work rows(std::vector<double>(100, 0.001));
    pacing tested = rows.make_pacing();
    bool has_waiting_input = false;
    tested.end_early_if([&] { return has_waiting_input; });
    EXPECT_GE(tested.fill(0.02, rows.left(), rows.left(), rows.work()), 20u);
    has_waiting_input = true;
    const size_t calls = rows.calls();
    const uint64_t done = tested.fill(0.02, rows.left(), rows.left(), rows.work());
    EXPECT_GE(done, 1u);
    EXPECT_LE(done, 5u) << "a quarter of the time";
    EXPECT_EQ(rows.calls(), calls + 1);
}

TEST(pacing, does_at_least_one_piece_and_everything_without_a_limit) {
    timed_work rows({1.0, 1.0, 1.0});
    pacing tested = rows.make_pacing();
    EXPECT_EQ(tested.fill(0.01, 3, 3, rows.work()), 1u);
    EXPECT_EQ(tested.fill(0.0, 2, 0, rows.work()), 1u);
    EXPECT_EQ(tested.fill(std::numeric_limits<double>::infinity(), 1, 1, rows.work()), 1u);
    EXPECT_EQ(tested.fill(1.0, 0, 1, rows.work()), 0u);

    timed_work many(std::vector<double>(100, 0.5));
    pacing unlimited = many.make_pacing();
    EXPECT_EQ(unlimited.fill(std::numeric_limits<double>::infinity(), 100, 10, many.work()), 100u);
    EXPECT_EQ(many.calls(), 1u);
}

}  // namespace
}  // namespace ingot
