#include "comparison/comparison_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "statistics/count_text.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::ordered_json;

/// JSON has no infinity. A PSNR of null means that the pictures are equal.
json finite(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

json report(const array_difference& difference) {
    return {{"name", difference.name},
            {"bytes", difference.bytes},
            {"bytes_of_second", difference.bytes_of_second},
            {"differing", difference.differing},
            {"first_at", difference.first_at}};
}

std::string text_of(const std::vector<array_difference>& state) {
    std::vector<std::string> parts;
    parts.reserve(state.size());
    for (const auto& each : state) parts.push_back(to_text(each));
    return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

const compared_frame* comparison_result::worst() const {
    const auto found = std::ranges::max_element(frames, {}, [](const compared_frame& each) { return each.pixels.largest; });
    return found == frames.end() ? nullptr : &*found;
}

const compared_frame* comparison_result::first_differing() const {
    const auto differs = [](const compared_frame& each) { return each.pixels.largest > 0 || !each.state.empty(); };
    const auto found = std::ranges::find_if(frames, differs);
    return found == frames.end() ? nullptr : &*found;
}

double comparison_result::least_psnr() const {
    double minimum = std::numeric_limits<double>::infinity();
    for (const compared_frame& each : frames) minimum = std::min(minimum, each.pixels.psnr);
    return minimum;
}

std::vector<std::string> exceeded_limits(const comparison_result& result, const comparison_limits& limits) {
    std::vector<std::string> all;
    const auto beyond = std::ranges::find_if(
        result.frames, [&](const compared_frame& each) { return limits.tolerance && each.pixels.largest > *limits.tolerance; });
    if (beyond != result.frames.end())
        all.push_back(fmt::format("--tolerance {}: exceeded first in frame {}, with a difference of {} at {},{}",
                                  *limits.tolerance, beyond->frame, beyond->pixels.largest, beyond->pixels.largest_x,
                                  beyond->pixels.largest_y));
    if (limits.max_flip && result.flip_mean && *result.flip_mean > *limits.max_flip)
        all.push_back(fmt::format("--flip {}: exceeded by the last frame, with a mean FLIP error of {:.5f}", *limits.max_flip,
                                  *result.flip_mean));
    const auto apart = std::ranges::find_if(result.frames, [](const compared_frame& each) { return !each.state.empty(); });
    if (limits.exact_state && apart != result.frames.end())
        all.push_back(fmt::format("--exact-state: the states differ after frame {}: {}", apart->frame, text_of(apart->state)));
    return all;
}

std::string summary(const comparison_result& result) {
    if (result.frames.empty()) return "  no frame was compared\n";
    const compared_frame& worst = *result.worst();
    std::string text = worst.pixels.largest == 0
                           ? fmt::format("  {} compared: the pictures are equal\n", count_text(result.frames.size(), "frame"))
                           : fmt::format("  {} compared: largest difference {}/255 at {},{} in frame {}; PSNR at least {}\n",
                                         count_text(result.frames.size(), "frame"), worst.pixels.largest, worst.pixels.largest_x,
                                         worst.pixels.largest_y, worst.frame, format_decibels(result.least_psnr()));
    if (result.flip_mean)
        text += fmt::format("  FLIP of the last frame: mean {:.5f}, p99 {:.5f}\n", *result.flip_mean, *result.flip_p99);
    const auto& last = result.frames.back();
    text += last.state.empty() ? fmt::format("  after frame {}, the states are equal, byte for byte\n", last.frame)
                               : fmt::format("  state after frame {}: {}\n", last.frame, text_of(last.state));
    if (const compared_frame* const first = result.first_differing())
        text += fmt::format("  the first difference is in frame {}, {}\n", first->frame,
                            first->pixels.largest > 0 ? "in the picture" : "in the state only");
    text += fmt::format("  median time of a frame: {:.2f} ms on the first device, {:.2f} ms on the second\n",
                        result.steps[0].median(), result.steps[1].median());
    return text;
}

json frames_report(const comparison_result& result) {
    json all = json::array();
    for (const compared_frame& each : result.frames) {
        json state = json::array();
        for (const auto& array : each.state) state.push_back(report(array));
        all.push_back({{"frame", each.frame},
                       {"steps_from_the_same_state", each.steps_since_resync},
                       {"largest", each.pixels.largest},
                       {"at", {each.pixels.largest_x, each.pixels.largest_y}},
                       {"psnr_db", finite(each.pixels.psnr)},
                       {"differing_share", each.pixels.differing_share},
                       {"state", std::move(state)}});
    }
    return all;
}

}  // namespace ingot::shell
