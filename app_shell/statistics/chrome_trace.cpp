#include "statistics/chrome_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace ingot::shell {

namespace {

using nlohmann::ordered_json;

enum class line { host = 1, device = 2 };

/// Makes a metadata event that names the process or a thread.
ordered_json name_event(const char* description, const std::string& name, ordered_json object) {
    object.update({{"ph", "M"}, {"pid", 1}, {"name", description}, {"args", {{"name", name}}}});
    return object;
}

/// Collects complete events ("ph": "X"), ordered by their start.
class writer {
public:
    explicit writer(moment first) : start_(first) {}

    void add(line row, const char* category, const timed_span& span, ordered_json arguments) {
        if (span.bytes > 0) arguments["bytes"] = span.bytes;
        const double begin = microseconds(span.began - start_);
        events_.emplace(begin, ordered_json {{"ph", "X"},
                                             {"pid", 1},
                                             {"tid", static_cast<int>(row)},
                                             {"ts", begin},
                                             {"dur", microseconds(span.duration)},
                                             {"cat", category},
                                             {"name", span.name},
                                             {"args", std::move(arguments)}});
    }
    /// Returns the events by start time. Events with the same start keep the order in which they were added.
    std::multimap<double, ordered_json> take() { return std::move(events_); }

private:
    static double microseconds(std::chrono::nanoseconds duration) { return static_cast<double>(duration.count()) / 1000.0; }

    moment start_;
    std::multimap<double, ordered_json> events_;
};

}  // namespace

ordered_json chrome_trace(const std::deque<frame_trace>& frames, const std::string& sample, const std::string& device) {
    ordered_json events = ordered_json::array({name_event("process_name", "ingot: " + sample, ordered_json::object()),
                                               name_event("thread_name", "host", {{"tid", static_cast<int>(line::host)}}),
                                               name_event("thread_name", device, {{"tid", static_cast<int>(line::device)}})});
    double start_seconds = 0.0;
    if (!frames.empty()) {
        // Times count from the first event. The device may have begun before the first frame of the host.
        moment first = frames.front().whole.began;
        for (const frame_trace& each : frames)
            for (const auto* spans : {&each.launches, &each.transfers})
                for (const timed_span& span : *spans) first = std::min(first, span.began);
        start_seconds = std::chrono::duration<double>(first.time_since_epoch()).count();
        writer output(first);
        for (const frame_trace& each : frames) {
            const ordered_json number {{"frame", each.number}};
            timed_span frame_span = each.whole;
            frame_span.name = fmt::format("frame {}", each.number);
            ordered_json of_frame = number;
            if (each.inputs > 0) of_frame["inputs"] = each.inputs;
            output.add(line::host, "frame", frame_span, of_frame);
            for (const timed_span& span : each.parts) output.add(line::host, "host", span, number);
            for (const timed_span& span : each.sharing) output.add(line::host, "sharing", span, number);
            for (const timed_span& span : each.launches) output.add(line::device, "kernel", span, number);
            for (const timed_span& span : each.transfers) output.add(line::device, "transfer", span, number);
        }
        for (auto& [begin, each] : output.take()) events.push_back(std::move(each));
    }
    return {{"traceEvents", std::move(events)},
            {"displayTimeUnit", "ms"},
            {"otherData", {{"sample", sample}, {"device", device}, {"start_seconds", start_seconds}}}};
}

}  // namespace ingot::shell
