#include "stage/live_readings.hpp"

namespace ingot::shell {

namespace {

constexpr auto time_between_readings = std::chrono::milliseconds(250);
constexpr int parts_for_frames = 9;  // of ten parts of the time

}  // namespace

void live_readings::update(const session& of) {
    const auto before = clock::now();
    const bool stepped = of.time().frames() != frame && before - last >= time_between_readings;
    if (before < not_before || !(changed || stepped)) return;
    changed = false;
    frame = of.time().frames();
    const auto take_time = [&] {
        last = clock::now();
        not_before = last + parts_for_frames * (last - before);
    };
    try {
        values = of.object().readings();
    } catch (...) {
        take_time();
        throw;
    }
    take_time();
}

}  // namespace ingot::shell
