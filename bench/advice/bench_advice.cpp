// Measures what the advice of ingotc gains (docs/advice.md): for each rule a kernel before and one after, on every device, by the
// device's own clock. Before and after take turns, so that other load on the machine affects both alike. Their results are
// compared first.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <ingot/ingot.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "advice.kernels.hpp"
#include "half_arithmetic.hpp"
#include "measurement.hpp"
#include "sub_group_barriers.hpp"
#include "work.hpp"

namespace {

using namespace ingot;
using namespace ingot::bench::advice;

struct options {
    std::optional<std::string> backend;
    std::vector<std::string> rules;
    uint32_t repetitions = 15;
    std::filesystem::path json;
};

/// The kernels before or after the advice.
struct side {
    std::function<void(queue&)> run;
    std::function<std::vector<double>(queue&)> results;  ///< runs the kernels once, and returns what they computed
};

/// A rule's kernels before and after.
struct comparison {
    std::string rule;
    double tolerance = 0.0;  ///< of the results, relative to the larger one or to 1
    side before;
    side after;
};

/// The times of a comparison, in seconds.
struct measurement {
    std::string rule;
    double before = 0.0;  ///< medians
    double after = 0.0;
    std::vector<double> ratios {};  ///< of each repetition, sorted: the time before divided by the time after
    std::string missing {};         ///< why there are no times

    double ratio(double part) const { return ratios[static_cast<size_t>(part * static_cast<double>(ratios.size() - 1))]; }
};

/// Returns the kernels that `launch(queue, results)` runs. They write `count` results.
template <typename T, typename Launch>
side make_side(const device& device, size_t count, Launch launch) {
    const auto results = std::make_shared<device_buffer<T>>(device.create_buffer<T>(count, T {}));
    return {[results, launch](queue& queue) { launch(queue, *results); },
            [results, launch](queue& queue) {
                results->fill(queue, T {});
                launch(queue, *results);
                std::vector<double> values;
                for (const T& each : results->read(queue)) values.push_back(static_cast<double>(each));
                return values;
            }};
}

template <typename T>
std::shared_ptr<const device_buffer<T>> upload(const device& device, const std::vector<T>& values) {
    return std::make_shared<const device_buffer<T>>(device.create_buffer<T>(std::span<const T>(values)));
}

std::vector<float> random_floats(size_t count) {
    std::mt19937 next(1);
    std::uniform_real_distribution<float> numbers(0.0f, 1.0f);
    std::vector<float> values(count);
    std::ranges::generate(values, [&] { return numbers(next); });
    return values;
}

std::vector<uint32_t> random_bits(size_t count) {
    std::mt19937 next(2);
    std::vector<uint32_t> values(count);
    std::ranges::generate(values, [&] { return static_cast<uint32_t>(next()); });
    return values;
}

std::vector<float> transposed(const std::vector<float>& matrix, size_t rows, size_t columns) {
    std::vector<float> result(matrix.size());
    for (size_t row = 0; row < rows; ++row)
        for (size_t column = 0; column < columns; ++column) result[column * rows + row] = matrix[row * columns + column];
    return result;
}

range items(uint32_t count) { return range(count).groups_of(group); }

/// The comparisons of all rules on a device. Each is made when it is measured, so that only one needs memory at a time.
class comparisons {
public:
    explicit comparisons(const device& device) : device_(device), program_(device), count_(is_slow() ? 1u << 16 : 1u << 22) {}

    std::vector<std::pair<std::string, std::function<comparison()>>> all() const {
        return {
            {"private-array", [this] { return private_array(); }},
            {"integer-division", [this] { return integer_division(); }},
            {"strided-access", [this] { return strided_access(); }},
            {"bank-conflict", [this] { return bank_conflict(); }},
            {"shared-atomic", [this] { return shared_atomic(); }},
            {"uniform-buffer", [this] { return uniform_buffer(); }},
            {"constant-index", [this] { return constant_index(); }},
            {"divergent-branch", [this] { return divergent_branch(); }},
            {"byte-arithmetic", [this] { return byte_arithmetic(); }},
            {"spilled-registers", [this] { return spilled_registers(); }},
            {"sub-group-barrier", [this] { return sub_group_barrier(); }},
            {"double-literal", [this] { return double_literal(); }},
            {"half-literal", [this] { return half_literal(); }},
            {"adjacent-access", [this] { return adjacent_access(); }},
            {"host-work", [this] { return host_work(); }},
        };
    }

private:
    bool is_slow() const { return device_.properties().is_cpu || device_.properties().is_software; }

    template <typename T = float, typename Launch>
    side side_of(Launch launch) const {
        return make_side<T>(device_, count_, launch);
    }

    comparison private_array() const {
        const auto values = upload(device_, random_floats(count_));
        const auto choices = upload(device_, random_bits(count_));
        return {"private-array", 1e-5,
                side_of([=, kernel = program_.private_array_before, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, *choices, results);
                }),
                side_of([=, kernel = program_.private_array_after, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, *choices, results);
                })};
    }

    comparison integer_division() const {
        return {"integer-division", 0.0,
                side_of<uint32_t>([kernel = program_.integer_division_before, range = items(count_)](
                                      queue& queue, auto& results) { queue.run(kernel, range, results, division_width); }),
                side_of<uint32_t>([kernel = program_.integer_division_after, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, results);
                })};
    }

    comparison strided_access() const {
        const uint32_t rows = count_ / 16;
        const std::vector<float> numbers = random_floats(size_t {rows} * row_length);
        const auto matrix = upload(device_, numbers);
        const auto columns = upload(device_, transposed(numbers, rows, row_length));
        return {"strided-access", 1e-5,
                make_side<float>(device_, rows,
                                 [=, kernel = program_.strided_access_before, range = items(rows)](queue& queue, auto& results) {
                                     queue.run(kernel, range, *matrix, results);
                                 }),
                make_side<float>(device_, rows,
                                 [=, kernel = program_.strided_access_after, range = items(rows)](queue& queue, auto& results) {
                                     queue.run(kernel, range, *columns, results);
                                 })};
    }

    comparison bank_conflict() const {
        const auto values = upload(device_, random_floats(count_));
        const range tiles = range(1024, count_ / 1024).groups_of(32, 8);
        return {"bank-conflict", 1e-5, side_of([=, kernel = program_.bank_conflict_before](queue& queue, auto& results) {
                    queue.run(kernel, tiles, *values, results);
                }),
                side_of([=, kernel = program_.bank_conflict_after](queue& queue, auto& results) {
                    queue.run(kernel, tiles, *values, results);
                })};
    }

    comparison shared_atomic() const {
        const auto values = upload(device_, random_bits(count_));
        return {"shared-atomic", 0.0,
                make_side<uint32_t>(device_, 1,
                                    [=, kernel = program_.shared_atomic_before, range = items(count_)](
                                        queue& queue, auto& total) { queue.run(kernel, range, *values, total); }),
                make_side<uint32_t>(device_, 1,
                                    [=, kernel = program_.shared_atomic_after, range = items(count_)](queue& queue, auto& total) {
                                        queue.run(kernel, range, *values, total);
                                    })};
    }

    comparison uniform_buffer() const {
        const auto values = upload(device_, random_floats(count_));
        polynomial factors {};
        std::ranges::copy(random_floats(std::size(factors.factors)), factors.factors);
        const auto buffer = upload(device_, std::vector<polynomial> {factors});
        return {"uniform-buffer", 1e-5,
                side_of([=, kernel = program_.uniform_buffer_before, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, *buffer, results);
                }),
                side_of([=, kernel = program_.uniform_buffer_after, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, factors, results);
                })};
    }

    comparison constant_index() const {
        constexpr uint32_t most_bytes = 1u << 16;
        const auto size =
            static_cast<uint32_t>(std::min<uint64_t>(device_.properties().constant_memory, most_bytes) / sizeof(float));
        constexpr uint32_t rest = 64 * constant_reads;  // places after its own that the last work-item reads
        if (size <= rest) throw std::runtime_error("the device has too little constant memory");
        const auto values = upload(device_, random_floats(size));
        return {"constant-index", 1e-5,
                make_side<float>(device_, size - rest,
                                 [=, kernel = program_.constant_index_before, range = items(size - rest)](
                                     queue& queue, auto& results) { queue.run(kernel, range, *values, results); }),
                make_side<float>(device_, size - rest,
                                 [=, kernel = program_.constant_index_after, range = items(size - rest)](
                                     queue& queue, auto& results) { queue.run(kernel, range, *values, results); })};
    }

    comparison divergent_branch() const {
        const auto values = upload(device_, random_floats(count_));
        const std::vector<uint32_t> bits = random_bits(count_);
        const auto kinds = upload(device_, bits);
        std::vector<uint32_t> ones;
        std::vector<uint32_t> others;
        for (uint32_t i = 0; i < count_; ++i) (bits[i] % 2 == 1 ? ones : others).push_back(i);
        const auto ones_count = static_cast<uint32_t>(ones.size());
        const auto others_count = static_cast<uint32_t>(others.size());
        return {"divergent-branch", 1e-4,
                side_of([=, kernel = program_.divergent_branch_before, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, *kinds, results);
                }),
                side_of([=, kernel_of_ones = program_.divergent_branch_after_ones,
                         kernel_of_others = program_.divergent_branch_after_others, list_of_ones = upload(device_, ones),
                         list_of_others = upload(device_, others)](queue& queue, auto& results) {
                    queue.run(kernel_of_ones, items(ones_count), *values, *list_of_ones, results, ones_count);
                    queue.run(kernel_of_others, items(others_count), *values, *list_of_others, results, others_count);
                })};
    }

    comparison byte_arithmetic() const {
        std::vector<uint8_t> bytes;
        for (const uint32_t each : random_bits(count_)) bytes.push_back(static_cast<uint8_t>(each));
        const auto values = upload(device_, bytes);
        return {"byte-arithmetic", 0.0,
                side_of<uint8_t>([=, kernel = program_.byte_arithmetic_before, range = items(count_)](
                                     queue& queue, auto& results) { queue.run(kernel, range, *values, results); }),
                side_of<uint8_t>([=, kernel = program_.byte_arithmetic_after, range = items(count_)](
                                     queue& queue, auto& results) { queue.run(kernel, range, *values, results); })};
    }

    comparison spilled_registers() const {
        // A matrix of so many large tiles in each direction, with a work-item for each tile.
        const uint32_t large_tiles = is_slow() ? 16 : 208;
        const uint32_t small_tiles = large_tiles * (large_tile / small_tile);
        const uint32_t side = large_tiles * large_tile;
        const auto a = upload(device_, random_floats(size_t {side} * product_depth));
        const auto b = upload(device_, random_floats(size_t {side} * product_depth));
        const auto launch = [&](const auto& kernel, uint32_t tiles) {
            return make_side<float>(device_, size_t {side} * side,
                                    [=, tiles = range(tiles, tiles).groups_of(16, 4)](queue& queue, auto& results) {
                                        queue.run(kernel, tiles, *a, *b, results);
                                    });
        };
        return {"spilled-registers", 1e-4, launch(program_.spilled_registers_before, large_tiles),
                launch(program_.spilled_registers_after, small_tiles)};
    }

    comparison sub_group_barrier() const {
        if (!device_.properties().has_sub_groups) throw std::runtime_error("the device has no sub-groups");
        const sub_group_barriers_program program(device_);
        constexpr uint32_t row = 32;
        queue queue = device_.create_queue();
        auto counts = device_.create_buffer<uint32_t>(row, 0u);
        queue.run(program.count_sub_group_items, range(row).groups_of(row), counts);
        if (const uint32_t size = counts.read(queue).front(); size < row)
            throw std::runtime_error(fmt::format("a sub-group has {} work-items", size));
        const auto values = upload(device_, random_floats(count_));
        const range rows = range(count_).groups_of(row);
        return {"sub-group-barrier", 1e-5,
                side_of([=, kernel = program.sub_group_barrier_before](ingot::queue& to, auto& results) {
                    to.run(kernel, rows, *values, results);
                }),
                side_of([=, kernel = program.sub_group_barrier_after](ingot::queue& to, auto& results) {
                    to.run(kernel, rows, *values, results);
                })};
    }

    comparison double_literal() const {
        if (!device_.properties().has_double) throw std::runtime_error("the device has no double");
        const auto values = upload(device_, random_floats(count_));
        return {"double-literal", 1e-5,
                side_of([=, kernel = program_.double_literal_before, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, results);
                }),
                side_of([=, kernel = program_.double_literal_after, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, results);
                })};
    }

    comparison half_literal() const {
        const half_arithmetic_program program(device_);
        std::vector<half> numbers;
        for (const float each : random_floats(count_)) numbers.push_back(half(each));
        const auto values = upload(device_, numbers);
        // Each of 64 steps rounds to 11 bits, and errors of earlier steps fade.
        return {"half-literal", 0.02,
                side_of<half>([=, kernel = program.half_literal_before, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, results);
                }),
                side_of<half>([=, kernel = program.half_literal_after, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, results);
                })};
    }

    comparison adjacent_access() const {
        const std::vector<float> numbers = random_floats(2 * size_t {count_});
        std::vector<float2> pairs;
        for (size_t i = 0; i < numbers.size(); i += 2) pairs.push_back({numbers[i], numbers[i + 1]});
        const auto values = upload(device_, numbers);
        const auto vectors = upload(device_, pairs);
        return {"adjacent-access", 1e-6,
                side_of([=, kernel = program_.adjacent_access_before, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, results);
                }),
                side_of([=, kernel = program_.adjacent_access_after, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *vectors, results);
                })};
    }

    comparison host_work() const {
        const auto values = upload(device_, random_floats(count_));
        constexpr float time = 0.75f;
        constexpr float rate = 0.5f;
        return {"host-work", 1e-5,
                side_of([=, kernel = program_.host_work_before, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, results, time, rate);
                }),
                side_of([=, kernel = program_.host_work_after, range = items(count_)](queue& queue, auto& results) {
                    queue.run(kernel, range, *values, results, std::exp(-time * rate));
                })};
    }

    device device_;
    advice_program program_;
    uint32_t count_;
};

/// Throws std::runtime_error if the sides do not compute the same.
void check(const comparison& comparison, queue& queue) {
    const std::vector<double> before = comparison.before.results(queue);
    const std::vector<double> after = comparison.after.results(queue);
    for (size_t i = 0; i < before.size(); ++i) {
        const double scale = std::max({1.0, std::abs(before[i]), std::abs(after[i])});
        if (!(std::abs(before[i] - after[i]) <= comparison.tolerance * scale))
            throw std::logic_error(
                fmt::format("{}: result {} is {} before and {} after", comparison.rule, i, before[i], after[i]));
    }
}

/// Returns the seconds of one of several runs.
double seconds_of(const side& side, queue& queue, uint32_t runs) {
    bench::take_device_seconds(queue);
    for (uint32_t i = 0; i < runs; ++i) side.run(queue);
    return bench::take_device_seconds(queue).kernels / runs;
}

measurement measure(const comparison& comparison, queue& queue, uint32_t repetitions) {
    check(comparison, queue);
    // Not measured: all memory is touched, and devices raise their clock rates.
    for (const side* const each : {&comparison.before, &comparison.after}) seconds_of(*each, queue, 3);
    constexpr double sample_seconds = 4e-3;
    const double once = std::min(seconds_of(comparison.before, queue, 1), seconds_of(comparison.after, queue, 1));
    const auto runs = static_cast<uint32_t>(std::clamp(std::ceil(sample_seconds / std::max(once, 1e-9)), 1.0, 1000.0));
    std::vector<double> before;
    std::vector<double> after;
    measurement result {comparison.rule};
    for (uint32_t i = 0; i < repetitions; ++i) {
        before.push_back(seconds_of(comparison.before, queue, runs));
        after.push_back(seconds_of(comparison.after, queue, runs));
        result.ratios.push_back(before.back() / after.back());
    }
    result.before = bench::median(before);
    result.after = bench::median(after);
    std::ranges::sort(result.ratios);
    return result;
}

std::vector<measurement> measure(const device& device, const options& options) {
    fmt::print("{} {}\n", to_string(device.backend()), device.name());
    queue queue = device.create_queue();
    const comparisons comparisons(device);
    const auto all = comparisons.all();
    for (const std::string& each : options.rules)
        if (std::ranges::none_of(all, [&](const auto& known) { return known.first == each; }))
            throw std::invalid_argument(fmt::format("there is no rule '{}'", each));
    std::vector<measurement> results;
    for (const auto& [rule, make] : all) {
        if (!options.rules.empty() && std::ranges::find(options.rules, rule) == options.rules.end()) continue;
        try {
            results.push_back(measure(make(), queue, options.repetitions));
            const measurement& last = results.back();
            fmt::print("  {:<18}{:>10.4f} ms before {:>10.4f} ms after   {:>6.2f} times as fast ({:.2f} to {:.2f})\n", rule,
                       1e3 * last.before, 1e3 * last.after, last.ratio(0.5), last.ratio(0.25), last.ratio(0.75));
        } catch (const std::runtime_error& problem) {
            results.push_back({.rule = rule, .missing = problem.what()});
            fmt::print("  {:<18}not measured: {}\n", rule, problem.what());
        }
        std::fflush(stdout);
    }
    return results;
}

nlohmann::ordered_json as_json(const device& device, const std::vector<measurement>& results) {
    nlohmann::ordered_json rules = nlohmann::ordered_json::array();
    for (const measurement& each : results) {
        if (!each.missing.empty())
            rules.push_back({{"rule", each.rule}, {"missing", each.missing}});
        else
            rules.push_back({{"rule", each.rule},
                             {"before_ms", 1e3 * each.before},
                             {"after_ms", 1e3 * each.after},
                             {"ratio", each.ratio(0.5)},
                             {"lower_quartile", each.ratio(0.25)},
                             {"upper_quartile", each.ratio(0.75)}});
    }
    return {{"backend", to_string(device.backend())}, {"device", device.name()}, {"rules", std::move(rules)}};
}

// Returns how many times as fast a kernel is, as docs/advice.md has it: losses are bold.
std::string cell_of(const measurement& result) {
    constexpr double least_loss = 0.95;
    constexpr double without_fraction = 9.95;
    if (!result.missing.empty()) return "–";
    const double ratio = result.ratio(0.5);
    return ratio < least_loss         ? fmt::format("**{:.2f}**", ratio)
           : ratio < without_fraction ? fmt::format("{:.1f}", ratio)
                                      : fmt::format("{:.0f}", ratio);
}

// Prints the table of docs/advice.md: a row for each rule, and a column for each device.
void print_table(const std::vector<std::pair<std::string, std::vector<measurement>>>& devices) {
    if (devices.empty()) return;
    std::string head = "\n| rule |";
    std::string line = "| --- |";
    for (const auto& each : devices) {
        head += fmt::format(" {} |", each.first);
        line += " --- |";
    }
    fmt::print("{}\n{}\n", head, line);
    for (size_t i = 0; i < devices.front().second.size(); ++i) {
        std::string row = fmt::format("| {} |", devices.front().second[i].rule);
        for (const auto& each : devices) row += fmt::format(" {} |", cell_of(each.second[i]));
        fmt::print("{}\n", row);
    }
}

void write(const nlohmann::ordered_json& report, const std::filesystem::path& file) {
    std::ofstream stream(file);
    if (!(stream << report.dump(2) << '\n') || !stream.flush())
        throw std::runtime_error(fmt::format("cannot write '{}'", file.string()));
}

}  // namespace

int main(int count, char** arguments) {
    options options;
    CLI::App app {"What the advice of ingotc gains: kernels before and after on every device, by the device's clock"};
    app.add_option("--backend", options.backend, "measure only this backend: " + backend_names())
        ->check([](const std::string& text) { return find_backend(text) ? std::string() : "not one of " + backend_names(); });
    app.add_option("--rules", options.rules, "measure only these rules, separated by commas")->delimiter(',');
    app.add_option("--repetitions", options.repetitions, "repetitions of each kernel")
        ->check(CLI::Range(1u, 10'000u))
        ->capture_default_str();
    app.add_option("--json", options.json, "also write the results to this file");
    CLI11_PARSE(app, count, arguments);
    try {
        nlohmann::ordered_json report = nlohmann::ordered_json::array();
        std::vector<std::pair<std::string, std::vector<measurement>>> columns;
        for (const device_listing& listing : devices()) {
            if (options.backend && to_string(listing.backend) != *options.backend) continue;
            if (!listing.device) {
                fmt::print("{} not measured: {}\n", to_string(listing.backend), listing.unavailable_reason);
            } else if (listing.backend == backend::cpu_debug) {
                fmt::print("{} not measured: it is made for debugging, not for speed\n", to_string(listing.backend));
            } else {
                auto results = measure(*listing.device, options);
                report.push_back(as_json(*listing.device, results));
                columns.emplace_back(fmt::format("{}: {}", to_string(listing.backend), listing.device->name()),
                                     std::move(results));
            }
        }
        print_table(columns);
        if (!options.json.empty()) write(report, options.json);
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_advice: {}\n", problem.what());
        return 1;
    }
}
