// Photographs of different sizes and formats from Debian's packages (packages.txt), blurred by the sample on the first
// device of each backend and compared with the reference on the host (reference.hpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <ingot/media/picture_file.hpp>

#include "coefficients.hpp"
#include "reference.hpp"
#include "session/session.hpp"
#include "window/window.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_blur();

namespace blur {
namespace {

struct photograph {
    const char* package;
    const char* file;
    int width;
    int height;
};

constexpr photograph photographs[] = {
    {"python-matplotlib-data", "/usr/share/matplotlib/mpl-data/sample_data/grace_hopper.jpg", 512, 600},
    // In Debian 13 and later the package python3-imageio does not contain chelsea.png.
    {"python3-imageio", "/usr/lib/python3/dist-packages/imageio/resources/images/chelsea.png", 451, 300},
    {"blender-data", "/usr/share/blender/datafiles/studiolights/world/forest.exr", 1024, 512},
};

tests::plane<double> plane_of(const media::picture& source) {
    tests::plane<double> result {source.width, source.height};
    for (const media::pixel& each : source.pixels)
        for (const float value : {each.red, each.green, each.blue, each.alpha}) result.values.push_back(double {value});
    return result;
}

/// Opens the sample with a file on a device, runs one step, and returns its picture.
media::picture blurred_by_sample(const photograph& photograph, backend backend, const char* method) {
    const sample_description description {"blur", "Gaussian blur", "", {}, &create_blur};
    shell::session running(description, find_device(backend),
                           {{"file", std::string(photograph.file)}, {"taps", std::string("21")}, {"method", std::string(method)}},
                           1, shell::clock::pace::fixed);
    running.advance(shell::clock::fixed_step);
    return running.loaded_sample().result();
}

bool is_installed(const std::string& package) { return std::filesystem::exists("/usr/share/doc/" + package); }

class each_photograph : public testing::TestWithParam<photograph> {
protected:
    void SetUp() override {
        if (std::filesystem::exists(GetParam().file)) return;
        ASSERT_TRUE(is_installed(GetParam().package)) << "install the package " << GetParam().package << ", as ./dev does";
        GTEST_SKIP() << "this release's package " << GetParam().package << " has no " << GetParam().file;
    }
    shell::window hidden_ {shell::window::kind::offscreen, "blur", {64, 64}};
};

TEST_P(each_photograph, is_read_with_its_size) {
    const media::picture read = media::read_picture(GetParam().file);
    EXPECT_EQ(read.width, GetParam().width);
    EXPECT_EQ(read.height, GetParam().height);
    double sum = 0.0;
    for (const media::pixel& each : read.pixels) sum += static_cast<double>(each.green);
    EXPECT_GT(sum / static_cast<double>(read.pixels.size()), 0.02);  // not black
}

TEST_P(each_photograph, is_blurred_within_a_255th_on_every_device) {
    const auto original = plane_of(media::read_picture(GetParam().file));
    const auto expected = tests::blurred(original, 21, effective_row(21)).values;
    for (const auto& [backend, method] :
         {std::pair {backend::cpu_debug, "reuse-4"}, {backend::opencl, "two-pass"}, {backend::cuda, "tiled"}}) {
        const auto listings = devices(backend);
        if (listings.empty() || !listings.front().device) continue;
        const auto values = plane_of(blurred_by_sample(GetParam(), backend, method)).values;
        ASSERT_EQ(values.size(), expected.size());
        // Above white (1.0) the tolerance is relative: 1/255 of the expected value.
        for (size_t i = 0; i < values.size(); ++i)
            ASSERT_NEAR(values[i], expected[i], std::max(1.0, expected[i]) / 255.0) << to_string(backend) << ", " << method;
    }
}

INSTANTIATE_TEST_SUITE_P(blur, each_photograph, testing::ValuesIn(photographs),
                         [](const auto& test) { return std::filesystem::path(test.param.file).stem().string(); });

}  // namespace
}  // namespace blur
}  // namespace ingot::samples
