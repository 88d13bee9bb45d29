#include "statistics/run_statistics.hpp"

#include <SDL.h>
#include <fmt/format.h>
#include <imgui.h>

#include <ingot/runtime/kernel_statistics.hpp>
#include <nlohmann/json.hpp>

namespace ingot::shell {

namespace {

using nlohmann::ordered_json;

ordered_json statistics_of(const session& ran) {
    ordered_json all = ordered_json::array();
    for (const auto& [name, value, unit] : ran.loaded_sample().statistics())
        all.push_back({{"name", name}, {"value", value}, {"unit", unit}});
    return all;
}

ordered_json times_of(const time_series& series) {
    return {{"median_ms", series.median()},
            {"p95_ms", percentile(series.values(), 0.95)},
            {"p99_ms", percentile(series.values(), 0.99)}};
}

ordered_json kernels_of(const kernel_times& times) {
    ordered_json all = ordered_json::array();
    for (const auto& [kernel, series] : times.by_kernel()) {
        ordered_json entry {{"name", kernel}, {"launches", series.total()}};
        entry.update(times_of(series));
        all.push_back(std::move(entry));
    }
    return all;
}

ordered_json transfers_of(const transfer_times& times) {
    ordered_json all = ordered_json::array();
    for (const auto& [kind, direction] : times.by_direction()) {
        ordered_json entry {{"direction", to_string(kind)}, {"transfers", direction.transfers}, {"bytes", direction.bytes}};
        entry.update(times_of(direction.of_frames));
        all.push_back(std::move(entry));
    }
    return all;
}

ordered_json sharing_of(const sharing_times& times) {
    if (times.of_frames().total() == 0) return nullptr;
    ordered_json entry {{"in_place", times.copy_reason().empty()}};
    if (!times.copy_reason().empty()) entry["why_copied"] = times.copy_reason();
    entry.update(times_of(times.of_frames()));
    return entry;
}

/// Reports the phases as the profiler shows them: overlapping time is counted once.
ordered_json phases_of(const frame_recorder& recorder) {
    ordered_json all = ordered_json::object();
    const auto add = [&](std::string_view name, auto value) {
        std::vector<double> values;
        for (const frame_profile& each : recorder.profiles()) values.push_back(value(each));
        all[std::string(name)] = {
            {"median_ms", percentile(values, 0.5)}, {"p95_ms", percentile(values, 0.95)}, {"p99_ms", percentile(values, 0.99)}};
    };
    for (const phase each : phases) add(to_string(each), [each](const frame_profile& frame) { return frame[each]; });
    add("rest", [](const frame_profile& frame) { return frame.rest(); });
    add("whole", [](const frame_profile& frame) { return frame.whole; });
    return all;
}

ordered_json switches_of(const run_statistics& statistics) {
    ordered_json all = ordered_json::array();
    for (const auto& [frame, backend, device, milliseconds] : statistics.switches)
        all.push_back({{"frame", frame}, {"backend", backend}, {"device", device}, {"milliseconds", milliseconds}});
    return all;
}

/// Returns what the driver reports about the code of the kernels in use.
ordered_json resources_of(const device& device) {
    ordered_json all = ordered_json::array();
    for (const kernel_file_in_use& file : kernel_files_in_use(device))
        for (const kernel_statistics& kernel : kernel_statistics_in_use(device, file.name)) {
            ordered_json code = ordered_json::object();
            for (const code_statistic& each : kernel.code) code[each.name] = each.value;
            all.push_back(
                {{"file", file.name}, {"kernel", kernel.kernel}, {"launches", kernel.launches}, {"code", std::move(code)}});
        }
    return all;
}

/// Returns the files of the folder INGOT_KERNELS that replaced kernels of the program.
ordered_json replaced_kernels_of(const device& device) {
    ordered_json all = ordered_json::array();
    for (const kernel_file_in_use& each : kernel_files_in_use(device))
        if (!each.replaced_by.empty()) all.push_back(each.replaced_by.string());
    return all;
}

}  // namespace

ordered_json parameter_report(const session& session) {
    ordered_json values = ordered_json::object();
    for (const parameter_base* each : session.parameters())
        std::visit([&](const auto& value) { values[each->name()] = value; }, each->value());
    return values;
}

ordered_json device_report(const device& device) {
    const auto& is = device.properties();
    return {{"backend", to_string(is.backend)},
            {"name", is.name},
            {"vendor", is.vendor},
            {"driver", is.driver},
            {"units", is.compute_units}};
}

ordered_json version_report(const std::string& graphics) {
    SDL_version sdl;
    SDL_GetVersion(&sdl);
    return {{"ingot", INGOT_VERSION},
            {"compiler", INGOT_BUILD_COMPILER},
            {"opengl", graphics},
            {"sdl", fmt::format("{}.{}.{}", sdl.major, sdl.minor, sdl.patch)},
            {"imgui", ImGui::GetVersion()}};
}

ordered_json report(const run_statistics& statistics, const session& ran) {
    return {
        {"sample", ran.description().name},
        {"preset", statistics.preset ? ordered_json(*statistics.preset) : ordered_json(nullptr)},
        {"parameters", parameter_report(ran)},
        {"seed", ran.seed()},
        {"frames", statistics.frames},
        {"size", {statistics.size.width, statistics.size.height}},
        {"device", device_report(ran.current_device())},
        {"switches", switches_of(statistics)},
        {"statistics", statistics_of(ran)},
        {"replaced_kernels", replaced_kernels_of(ran.current_device())},
        {"kernels", kernels_of(statistics.kernels)},
        {"resources", resources_of(ran.current_device())},
        {"transfers_of_a_frame", transfers_of(statistics.transfers)},
        {"sharing", sharing_of(statistics.sharing)},
        {"draw", times_of(statistics.draw_times)},
        {"phases", phases_of(statistics.recorder)},
        {"frame_time", times_of(statistics.frame_times)},
        {"first_frame_seconds", statistics.first_frame_seconds},
        {"wall_seconds", statistics.wall_seconds},
        {"state_hash", ran.save().hash()},
        {"versions", version_report(statistics.graphics_version)},
    };
}

std::string json_text(const ordered_json& report) {
    // A driver's name may contain bytes that are not valid UTF-8. They are replaced; by default, dump() would throw.
    return report.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace ingot::shell
