#include "comparison/live_comparison.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace ingot::shell {

namespace {

constexpr auto time_between_measurements = std::chrono::milliseconds(250);

double milliseconds(const std::vector<launch_timing>& of) {
    std::chrono::duration<double, std::milli> sum {};
    for (const launch_timing& each : of) sum += each.duration;
    return sum.count();
}

}  // namespace

void live_comparison::begin(const session& first, const device& on) {
    auto made = std::make_unique<pair>(first, on);
    running = std::move(made);
    measured.reset();
    kernels = 0.0;
}

void live_comparison::end() {
    running.reset();
    measured.reset();
}

template <typename Action>
void live_comparison::guarded(Action action) {
    if (!running) return;
    try {
        action();
    } catch (const std::exception& problem) {
        const auto text = fmt::format("The comparison has ended: {}: {}", describe(second_device()), problem.what());
        told.add(notices::weight::failure, text);
        fmt::print(stderr, "ingot: {}\n", text);
        end();
    }
}

void live_comparison::resync(const session& first) {
    guarded([&] { running->both.resync(first); });
}

void live_comparison::follow(const session& first, const std::optional<tick>& stepped) {
    guarded([&] {
        running->both.follow(first, stepped);
        session& second = running->both.second();
        if (stepped) kernels = milliseconds(second.take_timings());
    });
}

void live_comparison::draw(extent size, const glm::mat4& view, const glm::mat4& projection) {
    guarded([&] {
        running->painting.resize(size);
        session& second = running->both.second();
        second.draw(running->painting.begin(view, projection, second.object().tone()));
        second.take_transfer_timings();
        second.take_sharing_timings();
    });
}

void live_comparison::show(const picture& first, uint64_t frame, extent window_size, float exposure) {
    guarded([&] {
        running->shown.show(first, running->painting, look, window_size, exposure);
        if (std::chrono::steady_clock::now() - last_measured >= time_between_measurements || !measured)
            measure(first, frame, exposure);
    });
}

void live_comparison::measure(const picture& first, uint64_t frame, float exposure) {
    const auto [width, height] = first.size();
    const auto one = first.read(exposure);
    const auto other = running->painting.read(exposure);
    measured = live_difference {frame, {width, height}, metrics::compare_pixels({one, width, height}, {other, width, height})};
    last_measured = std::chrono::steady_clock::now();
}

}  // namespace ingot::shell
