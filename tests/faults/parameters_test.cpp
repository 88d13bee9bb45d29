// Opens every sample at both ends of the range of each parameter, and with each pair of such values. No kernel runs, so that a
// million bodies take as long as a thousand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ingot/sample/sample.hpp>

#include "camera/orbit_camera.hpp"
#include "clock/clock.hpp"
#include "faulty_backend.hpp"
#include "picture/picture.hpp"
#include "session/session.hpp"
#include "window/window.hpp"

namespace ingot {
namespace {

using shell::parameter_settings;
using shell::session;
using setting = parameter_settings::value_type;

// Returns the ends of the range of a number, and all values of the other kinds. A file, and the choice of a file, are left out:
// they need a file. So are kernels in Metal's language, which the faulty device does not run.
std::vector<setting> extremes_of(const parameter_base& parameter) {
    std::vector<setting> all;
    const auto add = [&](parameter_value value) { all.emplace_back(parameter.name(), std::move(value)); };
    switch (parameter.kind()) {
        case parameter_kind::toggle:
            add(false);
            add(true);
            break;
        case parameter_kind::integer:
            add(static_cast<int64_t>(parameter.range()->minimum));
            add(static_cast<int64_t>(parameter.range()->maximum));
            break;
        case parameter_kind::real:
            add(parameter.range()->minimum);
            add(parameter.range()->maximum);
            break;
        case parameter_kind::choice:
            for (const std::string& each : parameter.choices())
                if (each != "file" && each != "msl") add(each);
            break;
        case parameter_kind::file:
            break;
    }
    return all;
}

class parameters : public ::testing::TestWithParam<sample_description> {
protected:
    // Opens the sample, makes two frames, and expects no error of OpenGL. A sample may reject a combination of values.
    void expect_frames(const parameter_settings& settings) {
        const uint64_t errors = window_.graphics_errors();
        try {
            session running(GetParam(), find_device(faulty::name), settings, 1, shell::clock::pace::fixed);
            for (int i = 0; i < 2; ++i) {
                running.advance(shell::clock::fixed_step);
                const shell::orbit_camera camera(running.loaded_sample().initial_camera());
                running.draw(picture_.begin(camera.view(), camera.projection(64, 48), running.loaded_sample().tone()));
            }
            running.finish();
            ++opened_;
        } catch (const parameter_error& rejected) {
            EXPECT_GT(settings.size(), 1u) << rejected.what();
            ++rejected_;
        }
        EXPECT_EQ(window_.graphics_errors(), errors) << text_of(settings);
    }
    static std::string text_of(const parameter_settings& settings) {
        std::string text;
        for (const auto& [name, value] : settings) text += fmt::format(" --{}={}", name, to_text(value));
        return text;
    }
    std::vector<std::vector<setting>> all_extremes() const {
        const std::unique_ptr<sample> object = GetParam().create();
        std::vector<std::vector<setting>> all;
        for (const parameter_base* each : object->parameters()) all.push_back(extremes_of(*each));
        return all;
    }
    void SetUp() override { faulty::set({.runs_kernels = false}); }
    void TearDown() override { fmt::print("{}: {} combinations opened, {} rejected\n", GetParam().name, opened_, rejected_); }

    shell::window window_ {shell::window::kind::offscreen, "parameters", {64, 48}};
    shell::picture picture_ {{64, 48}};
    size_t opened_ = 0;
    size_t rejected_ = 0;
};

TEST_P(parameters, work_at_both_ends_of_their_ranges) {
    for (const std::vector<setting>& values : all_extremes())
        for (const setting& value : values) {
            SCOPED_TRACE(text_of({value}));
            EXPECT_NO_THROW(expect_frames({value}));
        }
}

TEST_P(parameters, work_in_every_pair_of_extremes) {
    const std::vector<std::vector<setting>> all = all_extremes();
    for (size_t i = 0; i < all.size(); ++i)
        for (size_t j = i + 1; j < all.size(); ++j)
            for (const setting& first : all[i])
                for (const setting& second : all[j]) {
                    SCOPED_TRACE(text_of({first, second}));
                    EXPECT_NO_THROW(expect_frames({first, second}));
                }
}

INSTANTIATE_TEST_SUITE_P(all, parameters, ::testing::ValuesIn(all_samples()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace ingot
