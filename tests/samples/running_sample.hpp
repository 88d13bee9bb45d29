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
