#include "statistics/frame_recorder.hpp"

#include <utility>

namespace ingot::shell {

namespace {

constexpr size_t kept_profiles = 100'000;

}  // namespace

void frame_recorder::begin(uint64_t number) {
    last_end = std::chrono::steady_clock::now();
    now = {};
    now.number = number;
    now.whole = {"frame", last_end, {}, 0};
    recording = true;
}

void frame_recorder::part_ended(std::string_view name) {
    if (!recording) return;
    const moment end = std::chrono::steady_clock::now();
    now.parts.push_back({std::string(name), last_end, end - last_end, 0});
    last_end = end;
}

void frame_recorder::end(std::span<const timeline_entry> ran) {
    if (!std::exchange(recording, false)) return;
    now.whole.duration = std::chrono::steady_clock::now() - now.whole.began;
    for (const timeline_entry& each : ran) {
        using kind = timeline_entry::kind;
        auto& of = each.of == kind::launch ? now.launches : each.of == kind::transfer ? now.transfers : now.sharing;
        of.push_back({each.name, each.began, each.duration, each.bytes});
    }
    made.push_back(profile_of(now));
    if (made.size() > 2 * kept_profiles) made.erase(made.begin(), made.end() - static_cast<std::ptrdiff_t>(kept_profiles));
    kept.push_back(std::move(now));
    now = {};
    while (kept.size() > most_traces) kept.pop_front();
}

void frame_recorder::clear() {
    kept.clear();
    made.clear();
}

}  // namespace ingot::shell
