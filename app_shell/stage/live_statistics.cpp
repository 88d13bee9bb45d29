#include "stage/live_statistics.hpp"

namespace ingot::shell {

namespace {

constexpr auto time_between_updates = std::chrono::milliseconds(250);
constexpr auto time_while_answering = std::chrono::seconds(3);
constexpr auto time_within_steps = std::chrono::seconds(2);
constexpr int parts_for_frames = 9;  // after reading, wait nine times as long: reading takes at most a tenth of the time

}  // namespace

void live_statistics::update(const session& session) {
    const auto before = clock::now();
    if (session.time().is_answering() && before - last_ < time_while_answering) return;
    if (session.is_within_step() && before - last_ < time_within_steps) return;
    const bool stepped = session.time().frames() != frame_ && before - last_ >= time_between_updates;
    if (before < not_before_ || !(has_changed_ || stepped)) return;
    has_changed_ = false;
    frame_ = session.time().frames();
    const auto take_time = [&] {
        last_ = clock::now();
        not_before_ = last_ + parts_for_frames * (last_ - before);
    };
    try {
        values_ = session.loaded_sample().statistics();
    } catch (...) {
        take_time();
        throw;
    }
    take_time();
}

}  // namespace ingot::shell
