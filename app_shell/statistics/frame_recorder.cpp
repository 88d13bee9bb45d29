#include "statistics/frame_recorder.hpp"

#include <utility>

namespace ingot::shell {

namespace {

constexpr size_t kept_profiles = 100'000;

}  // namespace

void frame_recorder::begin(uint64_t number, uint32_t inputs) {
    last_end_ = std::chrono::steady_clock::now();
    current_ = {};
    current_.number = number;
    current_.inputs = inputs;
    current_.whole = {"frame", last_end_, {}, 0};
    is_recording_ = true;
}

void frame_recorder::part_ended(std::string_view name) {
    if (!is_recording_) return;
    const moment end = std::chrono::steady_clock::now();
    current_.parts.push_back({std::string(name), last_end_, end - last_end_, 0});
    last_end_ = end;
}

void frame_recorder::end(std::span<const timeline_entry> ran) {
    if (!std::exchange(is_recording_, false)) return;
    current_.whole.duration = std::chrono::steady_clock::now() - current_.whole.began;
    for (const timeline_entry& each : ran) {
        using kind = timeline_entry::kind;
        auto& parts = each.type == kind::launch     ? current_.launches
                      : each.type == kind::transfer ? current_.transfers
                                                    : current_.sharing;
        parts.push_back({each.name, each.start, each.duration, each.bytes});
    }
    profiles_.push_back(profile_of(current_));
    if (profiles_.size() > 2 * kept_profiles)
        profiles_.erase(profiles_.begin(), profiles_.end() - static_cast<std::ptrdiff_t>(kept_profiles));
    traces_.push_back(std::move(current_));
    current_ = {};
    while (traces_.size() > kept_traces_) traces_.pop_front();
}

void frame_recorder::clear() {
    traces_.clear();
    profiles_.clear();
}

}  // namespace ingot::shell
