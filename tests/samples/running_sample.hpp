// Helpers for tests that run a sample as the shell runs it, in an offscreen window.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ingot/ingot.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "camera/orbit_camera.hpp"
#include "picture/picture.hpp"
#include "session/session.hpp"
#include "window/window.hpp"

namespace ingot::tests {

inline bool has_opencl() {
    const auto listings = devices(backend::opencl);
    return !listings.empty() && listings.front().device;
}

/// Returns the backend for tests that need many frames and no particular device.
inline backend quick_backend() { return has_opencl() ? backend::opencl : backend::cpu_debug; }

/// Steps the sample without drawing it.
inline void advance(shell::session& session, int frames) {
    for (int i = 0; i < frames; ++i) session.advance(shell::clock::fixed_step);
}

/// Draws the sample from `view` into a picture of this size. Returns its rows from the top, with 3 bytes for each pixel.
inline std::vector<uint8_t> shown_by(shell::session& session, shell::extent size, const orbit& view) {
    const shell::orbit_camera camera(view);
    shell::picture picture(size);
    session.draw(picture.begin(camera.view(), camera.projection(size.width, size.height), session.loaded_sample().tone()));
    return picture.read(1.0f);
}
/// The same from the sample's initial camera.
inline std::vector<uint8_t> shown_by(shell::session& session, shell::extent size) {
    return shown_by(session, size, session.loaded_sample().initial_camera());
}

/// Runs a session in real time, with pictures that take differently long, while the mouse draws. Expects that another session
/// with the same parameters, at its start, has the same state when it repeats this past from the texts that a command line has.
inline void expect_that_its_past_is_repeated(shell::session& lived, shell::session& again, shell::extent size) {
    lived.time().set_pace(shell::clock::pace::real);
    for (int i = 0; i < 14; ++i) {
        shown_by(lived, size);
        const float x = 0.3f + 0.02345f * static_cast<float>(i);
        const mouse_stroke stroke {{x, 0.5f}, {x + 0.02345f, 0.45f}, i == 3};
        if (i >= 3 && i < 9) lived.loaded_sample().mouse_drawn(std::span(&stroke, 1));
        lived.advance(0.0041 * static_cast<double>((7 * i) % 13));
    }
    lived.end_step();
    EXPECT_FALSE(lived.time().past_steps().are_all(shell::clock::fixed_step));
    shell::session_past past {.steps = shell::parse_step_lengths(lived.time().past_steps().text()), .strokes = {}};
    if (const stroke_record* const record = lived.loaded_sample().strokes()) {
        EXPECT_EQ(record->drawn().size(), 6u);
        past.strokes = read_drawing(drawing_text(record->drawn(), record->format()), record->format());
    }
    again.time().set_pace(shell::clock::pace::real);
    repeat_past(again, past);
    for (int i = 0; again.ended_steps() < lived.ended_steps(); ++i) {
        ASSERT_LT(i, 10'000);
        again.advance(0.02);
    }
    EXPECT_EQ(again.ended_steps(), lived.ended_steps());
    EXPECT_EQ(again.time().time(), lived.time().time());
    const state expected = lived.save();
    const state found = again.save();
    for (const auto& [name, bytes] : expected.contents()) {
        if (name == "pigment") continue;  // of the mouse's next stroke
        EXPECT_TRUE(found.contains(name) && found.contents().at(name) == bytes) << name;
    }
}

/// Expects that the view that a sample hands over (sample::draws_one_view()) is the picture that it draws into a canvas, up to
/// the rounding of the canvas. The sample must draw the same twice.
inline void expect_that_the_view_is_the_picture(shell::session& session, shell::extent size) {
    const sample& sample = session.loaded_sample();
    ASSERT_TRUE(sample.draws_one_view());
    const std::vector<uint8_t> drawn = shown_by(session, size);
    const shell::orbit_camera camera(sample.initial_camera());
    shell::picture picture(size);
    session.draw(picture.begin(camera.view(), camera.projection(size.width, size.height), sample.tone(), {}, true));
    const std::vector<uint8_t> handed_over = picture.read(1.0f);
    int furthest = 0;
    for (size_t i = 0; i < drawn.size(); ++i) furthest = std::max(furthest, std::abs(int {drawn[i]} - int {handed_over[i]}));
    EXPECT_LE(furthest, 1);
    EXPECT_NE(drawn, std::vector<uint8_t>(drawn.size(), drawn.front())) << "the picture is empty";
}

inline parameter_base& parameter_of(const shell::session& session, std::string_view name) {
    const auto all = session.parameters();
    return *shell::find_parameter(all, name);
}

/// Returns the values of the sample's statistics by their names.
inline std::map<std::string, double> statistics_of(const shell::session& session) {
    std::map<std::string, double> values;
    for (const statistic& each : session.loaded_sample().statistics()) values[each.name] = each.value;
    return values;
}

/// Returns one statistic. If the sample has none of this name, the test fails.
inline double statistic_of(const shell::session& session, const std::string& name) {
    const std::map<std::string, double> all = statistics_of(session);
    const auto found = all.find(name);
    if (found != all.end()) return found->second;
    ADD_FAILURE() << "no statistic " << name;
    return 0.0;
}

}  // namespace ingot::tests
