#include "judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ingot/metrics/flip.hpp>
#include <ingot/metrics/heat_map.hpp>
#include <ingot/metrics/pixel_difference.hpp>
#include <limits>

#include "typed_array.hpp"

namespace ingot::regression {

namespace {

void judge_flip(const gates& gates, const image& expected, const image& found, const std::string& baseline,
                judgement& judgement) {
    const metrics::flip_map errors = metrics::flip(expected.view(), found.view());
    judgement.maps.push_back({baseline, {found.width, found.height, metrics::heat_map(errors.errors)}});
    const auto worst = std::ranges::max_element(errors.errors) - errors.errors.begin();
    const std::string place = fmt::format("largest {:.4f} at {}, {}", errors.errors[static_cast<size_t>(worst)],
                                          worst % found.width, worst / found.width);
    if (gates.flip_mean)
        judgement.measurements.push_back(
            {"flip", "FLIP mean", baseline, errors.mean(), measurement::relation::at_most, *gates.flip_mean, 0.0, place});
    if (gates.flip_p99)
        judgement.measurements.push_back({"flip",
                                          "FLIP 99th percentile",
                                          baseline,
                                          errors.percentile(0.99),
                                          measurement::relation::at_most,
                                          *gates.flip_p99,
                                          0.0,
                                          {}});
}

void judge_pixels(const gates& gates, const image& expected, const image& found, const std::string& baseline,
                  judgement& judgement) {
    const int tolerance = gates.pixels ? gates.pixels->tolerance : 0;
    const auto difference = metrics::compare_pixels(expected.view(), found.view(), tolerance);
    if (gates.largest_difference)
        judgement.measurements.push_back(
            {"pixels", "largest difference, 0 to 255", baseline, static_cast<double>(difference.largest),
             measurement::relation::at_most, static_cast<double>(*gates.largest_difference), 0.0,
             difference.largest == 0 ? "" : fmt::format("at {}, {}", difference.largest_x, difference.largest_y)});
    if (gates.pixels)
        judgement.measurements.push_back({"pixels", fmt::format("share of pixels that differ by more than {}", tolerance),
                                          baseline, difference.differing_share, measurement::relation::at_most,
                                          gates.pixels->share, 0.0, fmt::format("{} pixels", difference.differing_pixels)});
    if (gates.min_psnr)
        judgement.measurements.push_back(
            {"psnr", "PSNR, dB", baseline, difference.psnr, measurement::relation::at_least, *gates.min_psnr, 0.0, {}});
}

void judge_picture(const gates& gates, const image& expected, const image& found, const std::string& baseline,
                   judgement& judgement) {
    judge_flip(gates, expected, found, baseline, judgement);
    judge_pixels(gates, expected, found, baseline, judgement);
}

// Returns the largest difference divided by the root mean square of the expected array. Dividing by one value for the
// whole array prevents elements near zero from counting more than others.
double relative_difference(const std::vector<double>& expected, const std::vector<double>& found) {
    if (expected.size() != found.size()) return std::numeric_limits<double>::infinity();
    double squares = 0.0;
    double largest = 0.0;
    for (size_t i = 0; i < expected.size(); ++i) {
        const double difference = std::abs(expected[i] - found[i]);
        if (!std::isfinite(difference)) return std::numeric_limits<double>::infinity();
        largest = std::max(largest, difference);
        squares += expected[i] * expected[i];
    }
    if (largest == 0.0) return 0.0;
    return largest / std::sqrt(squares / static_cast<double>(expected.size()));
}

void judge_states(const gates& gates, const state& expected, const state& found, const std::string& baseline,
                  judgement& judgement) {
    for (const auto& gate : gates.states) {
        const auto expected_numbers = read_numbers(expected, gate.array, gate.element_type);
        const auto other = read_numbers(found, gate.array, gate.element_type);
        const std::string note = expected_numbers.size() == other.size()
                                     ? ""
                                     : fmt::format("{} elements; expected {}", other.size(), expected_numbers.size());
        judgement.measurements.push_back({"state", gate.array + ", relative", baseline,
                                          relative_difference(expected_numbers, other), measurement::relation::at_most,
                                          gate.relative, 0.0, note});
    }
}

double statistic_value(const std::map<std::string, double>& statistics, const std::string& name, const char* owner) {
    const auto found = statistics.find(name);
    if (found == statistics.end()) throw std::runtime_error(fmt::format("{} has no statistic '{}'", owner, name));
    return found->second;
}

void judge_statistics(const gates& gates, const std::map<std::string, double>& expected,
                      const std::map<std::string, double>& found, const std::string& baseline, judgement& judgement) {
    for (const auto& gate : gates.statistics) {
        if (!gate.relative && !gate.absolute) continue;
        const double expected_value = statistic_value(expected, gate.statistic, "the rendering to compare with");
        const double other = statistic_value(found, gate.statistic, "the sample");
        const double difference = std::abs(expected_value - other);
        const std::string note = fmt::format("{:.9g}; expected {:.9g}", other, expected_value);
        if (gate.relative)
            judgement.measurements.push_back({"statistics", gate.statistic + ", relative", baseline,
                                              expected_value == other ? 0.0 : difference / std::abs(expected_value),
                                              measurement::relation::at_most, *gate.relative, 0.0, note});
        if (gate.absolute)
            judgement.measurements.push_back(
                {"statistics", gate.statistic, baseline, difference, measurement::relation::at_most, *gate.absolute, 0.0, note});
    }
}

image z_heat(const metrics::z_test_result& result, int width, int height) {
    std::vector<float> scaled = result.z;
    for (float& each : scaled) each /= 6.0f;  // the lightest colour is six standard deviations
    return {width, height, metrics::heat_map(scaled)};
}

void judge_noise(const noise_gate& gate, const golden& expected, const rendering& found, judgement& judgement) {
    if (!expected.noise_estimate || !found.noise_estimate)
        throw std::runtime_error("the noise test lacks mean and variance of the golden or of the rendering");
    const auto result =
        metrics::z_test(*expected.noise_estimate, *found.noise_estimate,
                        {.significance = gate.significance, .block_size = gate.block, .min_deviation = gate.least_deviation});
    judgement.measurements.push_back({"z-test", "blocks that differ by more than noise", "golden",
                                      static_cast<double>(result.rejected_blocks), measurement::relation::at_most, 0.0, 0.0,
                                      fmt::format("of {} blocks; largest difference {:.2f} standard deviations at {}, {}",
                                                  result.blocks, result.largest_z, result.largest_x, result.largest_y)});
    judgement.measurements.push_back(
        {"z-test", "probability of no bias", "golden", result.bias_probability, measurement::relation::at_least,
         gate.significance, 0.0,
         fmt::format("{:.2f} % of the blocks have a probability below 5 %", 100.0 * result.share_below_5_percent)});
    judgement.maps.push_back({"noise", z_heat(result, found.picture.width, found.picture.height)});
}

/// Calls `judge`. If it throws, the message becomes a problem of the judgement.
template <typename Judge>
void guarded(judgement& judgement, Judge judge) {
    try {
        judge();
    } catch (const std::exception& problem) {
        judgement.add_problem(problem.what());
    }
}

}  // namespace

bool measurement::passed() const {
    switch (bound) {
        case relation::at_most:
            return value <= limit;
        case relation::at_least:
            return value >= limit;
        case relation::within:
            return value >= limit && value <= upper_limit;
    }
    return false;
}

std::string measurement::limit_text() const {
    switch (bound) {
        case relation::at_most:
            return limit == 0.0 ? "0" : fmt::format("at most {:.4g}", limit);
        case relation::at_least:
            return fmt::format("at least {:.4g}", limit);
        case relation::within:
            return fmt::format("{:.4g} to {:.4g}", limit, upper_limit);
    }
    return {};
}

bool judgement::passed() const { return problem.empty() && std::ranges::all_of(measurements, &measurement::passed); }

void judgement::add_problem(const std::string& reason) { problem += (problem.empty() ? "" : "; ") + reason; }

void judge_against_golden(const gates& gates, const golden& expected, const rendering& found, judgement& judgement) {
    guarded(judgement, [&] { judge_picture(gates, expected.picture, found.picture, "golden", judgement); });
    guarded(judgement, [&] { judge_states(gates, expected.saved_state, found.gated_state, "golden", judgement); });
    guarded(judgement, [&] { judge_statistics(gates, expected.statistics, found.statistics, "golden", judgement); });
    if (gates.noise) guarded(judgement, [&] { judge_noise(*gates.noise, expected, found, judgement); });
}

void judge_against_reference(const gates& gates, const rendering& reference, const rendering& found, judgement& judgement) {
    const std::string baseline = reference_name();
    guarded(judgement, [&] { judge_picture(gates, reference.picture, found.picture, baseline, judgement); });
    guarded(judgement, [&] { judge_states(gates, reference.gated_state, found.gated_state, baseline, judgement); });
    guarded(judgement, [&] { judge_statistics(gates, reference.statistics, found.statistics, baseline, judgement); });
}

void judge_alone(const gates& gates, const rendering& found, judgement& judgement) {
    for (const auto& gate : gates.statistics)
        if (gate.within)
            guarded(judgement, [&] {
                judgement.measurements.push_back({"statistics",
                                                  gate.statistic,
                                                  "",
                                                  statistic_value(found.statistics, gate.statistic, "the sample"),
                                                  measurement::relation::within,
                                                  gate.within->first,
                                                  gate.within->second,
                                                  {}});
            });
}

void judge_repetition(const rendering& first, const rendering& second, judgement& judgement) {
    guarded(judgement, [&] {
        const auto difference = metrics::compare_pixels(first.picture.view(), second.picture.view());
        judgement.measurements.push_back({"repeat",
                                          "pixels that differ",
                                          "second run",
                                          static_cast<double>(difference.differing_pixels),
                                          measurement::relation::at_most,
                                          0.0,
                                          0.0,
                                          {}});
    });
    if (first.gated_state.contents().empty()) return;
    double arrays = 0.0;
    for (const auto& [name, bytes] : first.gated_state.contents())
        if (!second.gated_state.contains(name) || second.gated_state.contents().at(name) != bytes) ++arrays;
    judgement.measurements.push_back(
        {"repeat", "arrays of the state that differ", "second run", arrays, measurement::relation::at_most, 0.0, 0.0, {}});
}

}  // namespace ingot::regression
