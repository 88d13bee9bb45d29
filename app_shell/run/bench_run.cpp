#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "capture/output_file.hpp"
#include "run/commands.hpp"
#include "run/frame.hpp"
#include "run/progress_bar.hpp"
#include "run/stop_signals.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::ordered_json;

/// A backend and its first device, or why it has none.
struct measured_backend {
    ingot::backend which;
    std::optional<device> on;
    std::string unavailable;
};

std::vector<measured_backend> backends_of(const bench_request& request) {
    std::vector<measured_backend> all;
    for (const device_listing& each : devices()) {
        if (!request.backends.empty() && std::ranges::find(request.backends, each.backend) == request.backends.end()) continue;
        if (std::ranges::find(all, each.backend, &measured_backend::which) == all.end())
            all.push_back({each.backend, each.device, each.unavailable});
    }
    return all;
}

/// Each combination of the sweeps' values, the last sweep's changing fastest. One that is empty where there are no sweeps.
std::vector<parameter_settings> combinations(const std::vector<sweep>& of) {
    std::vector<parameter_settings> all {{}};
    for (const sweep& each : of) {
        std::vector<parameter_settings> longer;
        for (const parameter_settings& begun : all)
            for (const parameter_value& value : each.values) {
                longer.push_back(begun);
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

/// What one run gave.
struct result {
    std::string sample;
    std::string backend;
    std::string device;
    parameter_settings swept;
    run_statistics figures;
    std::vector<reading> readings;
    json report;
};

class benchmark {
public:
    explicit benchmark(const bench_request& of)
        : request(of), hidden(window::kind::offscreen, "ingot", of.size), painting(of.size) {}

    result measure(const measured_sample& which, const parameter_settings& swept, const device& on) {
        parameter_settings values = which.parameters;
        values.insert(values.end(), swept.begin(), swept.end());
        session running(which.sample, on, values, request.seed, clock::pace::fixed);
        frame_maker frames(running, painting);
        progress_bar bar(fmt::format("{} {} {}", which.sample.name, to_string(on.backend()), text_of(swept)));
        const auto make = [&](uint64_t count, uint64_t before) {
            run_statistics figures;
            while (figures.frames < count && !stop_asked()) {
                frames.make(figures);
                bar.show(static_cast<double>(before + figures.frames) / static_cast<double>(request.warm_up + request.frames));
            }
            return figures;
        };
        make(request.warm_up, 0);
        const auto start = std::chrono::steady_clock::now();
        result made {which.sample.name,
                     std::string(to_string(on.backend())),
                     on.name(),
                     swept,
                     make(request.frames, request.warm_up),
                     {},
                     {}};
        made.figures.wall_seconds = milliseconds_since(start) / 1000.0;
        made.figures.preset = request.preset;
        made.figures.size = request.size;
        made.figures.graphics = hidden.graphics_version();
        made.readings = running.object().readings();
        made.report = report(made.figures, running);
        made.report["warm_up_frames"] = request.warm_up;
        if (hidden.graphics_errors() > reported_errors) {
            reported_errors = hidden.graphics_errors();
            throw std::runtime_error("OpenGL reported errors");
        }
        return made;
    }

private:
    const bench_request& request;
    window hidden;
    picture painting;
    uint64_t reported_errors = 0;
};

void print(const result& of, const std::string& swept, size_t widest_sample, size_t widest_sweep) {
    const time_series& times = of.figures.frame_times;
    fmt::print("  {:<{}}  {:<9}  {:<{}}  {:>9.3f} ms median  {:>9.3f} p95  {:>9.3f} p99", of.sample, widest_sample, of.backend,
               swept, widest_sweep, times.median(), percentile(times.values(), 0.95), percentile(times.values(), 0.99));
    for (const reading& each : of.readings)
        if (!each.unit.empty()) fmt::print("   {:.4g} {}", each.value, each.unit);
    fmt::print("\n");
    std::fflush(stdout);
}

void print_reason(const std::string& sample, std::string_view backend, const std::string& swept, size_t widest_sample,
                  size_t widest_sweep, std::string_view what, std::string_view reason) {
    fmt::print("  {:<{}}  {:<9}  {:<{}}  {}: {}\n", sample, widest_sample, backend, swept, widest_sweep, what, reason);
    std::fflush(stdout);
}

// RFC 4180: quotes where a field holds what separates fields.
std::string field(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char each : text) quoted += each == '"' ? std::string("\"\"") : std::string(1, each);
    return quoted + "\"";
}

double milliseconds_of(const transfer_times& of) {
    double sum = 0.0;
    for (const auto& [how, direction] : of.by_direction()) sum += direction.of_frames.median();
    return sum;
}

std::string to_csv(const std::vector<result>& results) {
    std::string text =
        "sample,backend,device,parameters,frames,frame_median_ms,frame_p95_ms,frame_p99_ms,kernels_median_ms,copies_median_ms,"
        "sharing_median_ms,draw_median_ms,reading,value,unit\n";
    for (const result& of : results) {
        const run_statistics& figures = of.figures;
        const auto& values = figures.frame_times.values();
        // Of the readings the first with a unit: a throughput, where a sample has one.
        const auto shown = std::ranges::find_if(of.readings, [](const reading& each) { return !each.unit.empty(); });
        const reading none;
        const reading& first = shown == of.readings.end() ? none : *shown;
        text +=
            fmt::format("{},{},{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{},{},{}\n", field(of.sample),
                        of.backend, field(of.device), field(text_of(of.swept)), figures.frames, figures.frame_times.median(),
                        percentile(values, 0.95), percentile(values, 0.99), figures.kernels.of_frames().median(),
                        milliseconds_of(figures.transfers), figures.sharing.of_frames().median(), figures.draw_times.median(),
                        field(first.name), shown == of.readings.end() ? "" : fmt::format("{}", first.value), field(first.unit));
    }
    return text;
}

json to_json(const std::vector<result>& results) {
    json runs = json::array();
    for (const result& of : results) runs.push_back(of.report);
    return {{"runs", std::move(runs)}};
}

void write_files(const bench_request& request, const std::vector<result>& results) {
    if (!request.json.empty()) replace_file(request.json, to_text(to_json(results)));
    if (!request.csv.empty()) replace_file(request.csv, to_csv(results));
}

size_t widest(const bench_request& request, bool of_sweeps) {
    size_t found = 0;
    for (const measured_sample& each : request.samples) {
        if (!of_sweeps) found = std::max(found, each.sample.name.size());
        if (of_sweeps)
            for (const auto& one : combinations(each.sweeps)) found = std::max(found, text_of(one).size());
    }
    return found;
}

}  // namespace

exit_status run_bench(const bench_request& request) {
    const auto backends = backends_of(request);
    benchmark by(request);
    const size_t widest_sample = widest(request, false);
    const size_t widest_sweep = widest(request, true);
    std::vector<result> results;
    size_t failed = 0;
    for (const measured_sample& which : request.samples)
        for (const measured_backend& where : backends) {
            if (!where.on) {
                print_reason(which.sample.name, to_string(where.which), "", widest_sample, widest_sweep, "unavailable",
                             where.unavailable);
                continue;
            }
            for (const parameter_settings& swept : combinations(which.sweeps)) {
                try {
                    result made = by.measure(which, swept, *where.on);
                    if (stop_asked()) {
                        fmt::print(stderr, "ingot: stopped by a signal after {} runs; nothing was written\n", results.size());
                        return exit_status::stopped;
                    }
                    results.push_back(std::move(made));
                    print(results.back(), text_of(swept), widest_sample, widest_sweep);
                } catch (const std::exception& problem) {
                    ++failed;
                    print_reason(which.sample.name, to_string(where.which), text_of(swept), widest_sample, widest_sweep, "failed",
                                 problem.what());
                }
            }
        }
    write_files(request, results);
    if (failed > 0) return exit_status::failed;
    return results.empty() ? exit_status::unavailable : exit_status::done;
}

}  // namespace ingot::shell
