// The sums of the kernels in both languages, compared with the scalar reference bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

#include "every_device.hpp"
#include "motion_meter.hpp"
#include "scalar_motion.hpp"

namespace ingot::samples::motion {
namespace {

std::vector<std::byte> random_luma(const motion_frame& frame, uint32_t seed) {
    std::mt19937 next(seed);
    std::vector<std::byte> luma;
    for (size_t i = 0; i < size_t {frame.width} * frame.height; ++i) {
        // Often the least and the largest number, which give the largest sums.
        const uint32_t largest = (uint32_t {1} << frame.bits) - 1;
        const uint32_t kind = next() % 4;
        const uint32_t value = kind == 0 ? 0 : kind == 1 ? largest : next() & largest;
        luma.push_back(static_cast<std::byte>(value & 0xff));
        if (frame.bits > 8) luma.push_back(static_cast<std::byte>(value >> 8));
    }
    return luma;
}

class motion_meters : public ingot::testing::every_device {
protected:
    // The languages whose kernels the device can run.
    std::vector<kernel_language> languages() const {
        if (GetParam().backend == backend::cpu_debug) return {kernel_language::ingot};
        return {kernel_language::ingot, kernel_language::metal};
    }
};

TEST_P(motion_meters, agree_with_the_reference_bit_for_bit) {
    const std::vector<motion_frame> frames {
        {33, 17, 8, 1}, {33, 17, 8, 2}, {33, 17, 10, 1}, {33, 17, 12, 2}, {33, 17, 16, 1}, {33, 17, 16, 2}, {64, 48, 8, 1},
        {131, 1, 8, 1}, {1, 37, 10, 2}, {1, 1, 8, 1},    {1, 1, 16, 2},   {2, 2, 8, 1},    {2, 3, 16, 2},   {5, 4, 9, 1},
    };
    for (const kernel_language language : languages()) {
        const motion_kernels kernels(device_, language);
        for (const motion_frame& frame : frames) {
            SCOPED_TRACE(::testing::Message() << frame.width << " x " << frame.height << ", " << frame.bits << " bits, edge "
                                              << frame.far_edge << (language == kernel_language::metal ? ", Metal" : ""));
            motion_meter meter(kernels, queue_, frame);
            std::vector<uint64_t> expected {0};
            std::vector<std::byte> before;
            std::vector<frame_score> measured;
            const auto take = [&](const std::vector<frame_score>& more) {
                measured.insert(measured.end(), more.begin(), more.end());
            };
            // More frames than there are slots, so that each slot is used again.
            for (uint32_t number = 0; number < 9; ++number) {
                const std::vector<std::byte> luma = random_luma(frame, 100 * frame.width + number);
                if (number > 0) expected.push_back(scalar_motion(frame, before, luma));
                meter.submit(number, luma);
                take(meter.collect());
                before = luma;
            }
            take(meter.flush());
            ASSERT_EQ(measured.size(), expected.size());
            for (size_t i = 0; i < measured.size(); ++i) {
                EXPECT_EQ(measured[i].frame, i);
                EXPECT_EQ(measured[i].sum, expected[i]) << "frame " << i;
                const double score = static_cast<double>(expected[i]) / (256.0 * frame.width * frame.height);
                EXPECT_EQ(measured[i].score, score);
                const bool is_last = i + 1 == measured.size();
                EXPECT_EQ(measured[i].motion2, is_last ? score : std::min(score, measured[i + 1].score)) << "frame " << i;
            }
        }
    }
}

TEST_P(motion_meters, give_a_single_frame_the_score_0) {
    const motion_kernels kernels(device_, kernel_language::ingot);
    const motion_frame frame {3, 3, 8, 1};
    motion_meter meter(kernels, queue_, frame);
    meter.submit(0, random_luma(frame, 1));
    const std::vector<frame_score> measured = meter.flush();
    ASSERT_EQ(measured.size(), 1u);
    EXPECT_EQ(measured[0].sum, 0u);
    EXPECT_EQ(measured[0].motion2, 0.0);
    motion_meter unused(kernels, queue_, frame);
    EXPECT_TRUE(unused.flush().empty());
}

TEST_P(motion_meters, have_several_frames_on_their_way_and_reject_wrong_sizes) {
    const motion_kernels kernels(device_, kernel_language::ingot);
    const motion_frame frame {16, 16, 8, 1};
    motion_meter meter(kernels, queue_, frame);
    for (uint32_t number = 0; number < 4; ++number) meter.submit(number, random_luma(frame, number));
    EXPECT_EQ(meter.in_flight(), 3u) << "nothing waits before as many frames are on their way as allowed";
    meter.wait();
    EXPECT_EQ(meter.in_flight(), 0u);
    EXPECT_EQ(meter.collect().size(), 3u) << "the last frame's motion2 depends on the next one";
    const std::vector<std::byte> short_frame(255);
    EXPECT_EQ(ingot::testing::error_message([&] { meter.submit(4, short_frame); }),
              "frame 4 has 255 bytes of luma; expected 256");
}

INGOT_TEST_ON_EVERY_DEVICE(motion_meters);

// A pixel that becomes brighter by 100: the filter spreads it, and the sum of all weights is 65536.
TEST(scalar_motion_test, of_one_pixel_is_its_change_in_eight_bits_of_fraction) {
    const motion_frame frame {9, 9, 8, 1};
    const std::vector<std::byte> dark(81);
    std::vector<std::byte> one = dark;
    one[4 * 9 + 4] = std::byte {100};
    const auto sum = static_cast<double>(scalar_motion(frame, dark, one));
    EXPECT_NEAR(sum, 100 * 256, 25) << "each of 25 pixels is rounded";
    const std::vector<std::byte> bright(81, std::byte {100});
    EXPECT_EQ(scalar_motion(frame, dark, bright), 81u * 100 * 256) << "edges lose nothing";
    EXPECT_EQ(scalar_motion(frame, bright, dark), 81u * 100 * 256);
}

// The two conventions of edges differ only at the right and the lower edge.
TEST(scalar_motion_test, knows_two_edges) {
    const std::vector<std::byte> dark(81);
    std::vector<std::byte> last_column = dark;
    std::vector<std::byte> first_column = dark;
    for (size_t row = 0; row < 9; ++row) {
        last_column[row * 9 + 8] = std::byte {64};
        first_column[row * 9] = std::byte {64};
    }
    const motion_frame repeats {9, 9, 8, 1};
    const motion_frame reflects {9, 9, 8, 2};
    EXPECT_GT(scalar_motion(repeats, dark, last_column), scalar_motion(reflects, dark, last_column));
    EXPECT_EQ(scalar_motion(repeats, dark, first_column), scalar_motion(reflects, dark, first_column));
    EXPECT_EQ(scalar_motion(reflects, dark, last_column), scalar_motion(reflects, dark, first_column));
}

}  // namespace
}  // namespace ingot::samples::motion
