// `ingot bench`: runs each sample on each backend with each combination of swept values, and writes the measured times.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "capture/output_file.hpp"
#include "run/busy_gpu.hpp"
#include "run/commands.hpp"
#include "run/frame_maker.hpp"
#include "run/progress_bar.hpp"
#include "run/stop_signals.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::ordered_json;

/// A backend with its first device that can be used, or with the reason why the first one listed cannot be used.
struct measured_backend {
    ingot::backend backend;
    std::optional<ingot::device> device;
    std::string unavailable;
};

std::vector<measured_backend> requested_backends(const bench_request& request) {
    std::vector<measured_backend> all;
    for (const device_listing& each : devices()) {
        if (!request.backends.empty() && std::ranges::find(request.backends, each.backend) == request.backends.end()) continue;
        const measured_backend listed {each.backend, each.device, each.unavailable_reason};
        const auto known = std::ranges::find(all, each.backend, &measured_backend::backend);
        if (known == all.end())
            all.push_back(listed);
        else if (!known->device && listed.device)
            *known = listed;
    }
    if (!request.backends.empty() || !device_selection::from_environment().text().empty()) return all;
    // All samples together take many minutes there.
    for (measured_backend& each : all)
        if (each.device && each.device->properties().is_software) {
            each.device.reset();
            each.unavailable =
                fmt::format("only the CPU runs it on this machine, slowly; --backend {} measures it", to_string(each.backend));
        }
    return all;
}

/// Returns every combination of the values of the sweeps; the last sweep changes fastest. Without sweeps, returns one
/// empty combination.
std::vector<parameter_settings> combinations(const std::vector<sweep>& sweeps) {
    std::vector<parameter_settings> all {{}};
    for (const sweep& each : sweeps) {
        std::vector<parameter_settings> longer;
        for (const parameter_settings& partial : all)
            for (const parameter_value& value : each.values) {
                longer.push_back(partial);
                longer.back().emplace_back(each.parameter, value);
            }
        all = std::move(longer);
    }
    return all;
}

std::string text_of(const parameter_value& value) {
    return std::visit([](const auto& held) { return fmt::format("{}", held); }, value);
}

std::string text_of(const parameter_settings& settings) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : settings) parts.push_back(name + "=" + text_of(value));
    return fmt::format("{}", fmt::join(parts, " "));
}

/// The result of one run.
struct result {
    std::string sample;
    std::string backend;
    std::string device;
    parameter_settings swept;
    run_statistics run;
    std::vector<statistic> statistics;
    json report;
};

/// Measures one run after another, all with the same OpenGL context and picture.
class benchmark {
public:
    explicit benchmark(const bench_request& request)
        : request_(request), hidden_(window::kind::offscreen, "ingot", request.size), painting_(request.size) {}

    /// Loads the sample, runs the warm-up frames, then measures the requested frames.
    result measure(const measured_sample& sample, const parameter_settings& swept, const device& device) {
        parameter_settings values = sample.parameters;
        values.insert(values.end(), swept.begin(), swept.end());
        session running(sample.sample, device, values, request_.seed, clock::pace::fixed);
        frame_maker frames(running, painting_);
        progress_bar bar(fmt::format("{} {} {}", sample.sample.name, to_string(device.backend()), text_of(swept)));
        const auto make = [&](uint64_t count, uint64_t before) {
            run_statistics statistics;
            while (statistics.frames < count && !is_stop_requested()) {
                frames.make(statistics);
                bar.show(static_cast<double>(before + statistics.frames) /
                         static_cast<double>(request_.warm_up + request_.frames));
            }
            return statistics;
        };
        keep_gpu_busy(running, painting_, measured_.contains(describe(device)) ? 0.5 : seconds_before_first_measurement);
        measured_.insert(describe(device));
        make(request_.warm_up, 0);
        const auto start = std::chrono::steady_clock::now();
        result measurement {sample.sample.name,
                            std::string(to_string(device.backend())),
                            device.name(),
                            swept,
                            make(request_.frames, request_.warm_up),
                            {},
                            {}};
        measurement.run.wall_seconds = milliseconds_since(start) / 1000.0;
        measurement.run.preset = request_.preset;
        measurement.run.size = request_.size;
        measurement.run.graphics_version = hidden_.graphics_version();
        measurement.statistics = running.loaded_sample().statistics();
        measurement.report = report(measurement.run, running);
        measurement.report["warm_up_frames"] = request_.warm_up;
        if (hidden_.graphics_errors() > reported_errors_) {
            reported_errors_ = hidden_.graphics_errors();
            throw std::runtime_error("OpenGL reported errors in this run");
        }
        return measurement;
    }

private:
    const bench_request& request_;
    window hidden_;
    picture painting_;
    uint64_t reported_errors_ = 0;    ///< number of OpenGL errors of earlier runs
    std::set<std::string> measured_;  ///< the devices of earlier runs
};

void print_result(const result& measurement, const std::string& swept, size_t widest_sample, size_t widest_sweep) {
    const time_series& times = measurement.run.frame_times;
    fmt::print("  {:<{}}  {:<9}  {:<{}}  {:>9.3f} ms median  {:>9.3f} p95  {:>9.3f} p99", measurement.sample, widest_sample,
               measurement.backend, swept, widest_sweep, times.median(), percentile(times.values(), 0.95),
               percentile(times.values(), 0.99));
    for (const statistic& each : measurement.statistics)
        if (!each.unit.empty()) fmt::print("   {:.4g} {}", each.value, each.unit);
    fmt::print("\n");
    std::fflush(stdout);
}

void print_reason(const std::string& sample, std::string_view backend, const std::string& swept, size_t widest_sample,
                  size_t widest_sweep, std::string_view description, std::string_view reason) {
    fmt::print("  {:<{}}  {:<9}  {:<{}}  {}: {}\n", sample, widest_sample, backend, swept, widest_sweep, description, reason);
    std::fflush(stdout);
}

// Quotes a CSV field that contains a separator, a quote or a line break (RFC 4180).
std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char each : text) quoted += each == '"' ? std::string("\"\"") : std::string(1, each);
    return quoted + "\"";
}

/// Returns the sum of the median times of all directions. The frames' total times, whose median may differ, are not recorded.
double sum_of_medians(const transfer_times& times) {
    double sum = 0.0;
    for (const auto& [kind, direction] : times.by_direction()) sum += direction.of_frames.median();
    return sum;
}

std::string to_csv(const std::vector<result>& results) {
    std::string text =
        "sample,backend,device,parameters,frames,frame_median_ms,frame_p95_ms,frame_p99_ms,kernels_median_ms,copies_median_ms,"
        "sharing_median_ms,draw_median_ms,statistic,value,unit\n";
    for (const result& measurement : results) {
        const run_statistics& statistics = measurement.run;
        const auto& values = statistics.frame_times.values();
        // The file has one statistic of each run: the first that the sample lists with a unit.
        const auto displayed_statistic =
            std::ranges::find_if(measurement.statistics, [](const statistic& each) { return !each.unit.empty(); });
        const statistic no_statistic;
        const statistic& first = displayed_statistic == measurement.statistics.end() ? no_statistic : *displayed_statistic;
        text += fmt::format(
            "{},{},{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{},{},{}\n", csv_field(measurement.sample),
            measurement.backend, csv_field(measurement.device), csv_field(text_of(measurement.swept)), statistics.frames,
            statistics.frame_times.median(), percentile(values, 0.95), percentile(values, 0.99),
            statistics.kernels.of_frames().median(), sum_of_medians(statistics.transfers),
            statistics.sharing.of_frames().median(), statistics.draw_times.median(), csv_field(first.name),
            displayed_statistic == measurement.statistics.end() ? "" : fmt::format("{}", first.value), csv_field(first.unit));
    }
    return text;
}

json to_json(const std::vector<result>& results) {
    json runs = json::array();
    for (const result& measurement : results) runs.push_back(measurement.report);
    return {{"runs", std::move(runs)}};
}

void write_files(const bench_request& request, const std::vector<result>& results) {
    if (!request.json.empty()) replace_file(request.json, json_text(to_json(results)));
    if (!request.csv.empty()) replace_file(request.csv, to_csv(results));
}

/// Returns the width of the column of swept values, or of the column of sample names.
size_t widest(const bench_request& request, bool of_sweeps) {
    size_t found = 0;
    for (const measured_sample& each : request.samples) {
        if (!of_sweeps) found = std::max(found, each.sample.name.size());
        if (of_sweeps)
            for (const auto& combination : combinations(each.sweeps)) found = std::max(found, text_of(combination).size());
    }
    return found;
}

}  // namespace

exit_status run_bench(const bench_request& request) {
    const auto backends = requested_backends(request);
    benchmark bench(request);
    const size_t widest_sample = widest(request, false);
    const size_t widest_sweep = widest(request, true);
    std::vector<result> results;
    size_t failed = 0;
    for (const measured_sample& sample : request.samples)
        for (const measured_backend& each : backends) {
            if (!each.device) {
                print_reason(sample.sample.name, to_string(each.backend), "", widest_sample, widest_sweep, "unavailable",
                             each.unavailable);
                continue;
            }
            for (const parameter_settings& swept : combinations(sample.sweeps)) {
                try {
                    result measurement = bench.measure(sample, swept, *each.device);
                    if (is_stop_requested()) {
                        fmt::print(stderr, "ingot: stopped by a signal after {} runs; nothing was written\n", results.size());
                        return exit_status::stopped;
                    }
                    results.push_back(std::move(measurement));
                    print_result(results.back(), text_of(swept), widest_sample, widest_sweep);
                } catch (const std::exception& problem) {
                    ++failed;
                    print_reason(sample.sample.name, to_string(each.backend), text_of(swept), widest_sample, widest_sweep,
                                 "failed", problem.what());
                }
            }
        }
    write_files(request, results);
    if (failed > 0) return exit_status::failed;
    return results.empty() ? exit_status::unavailable : exit_status::done;
}

}  // namespace ingot::shell
