#include "statistics/run_statistics.hpp"

#include <SDL.h>
#include <fmt/format.h>
#include <imgui.h>

#include <nlohmann/json.hpp>

namespace ingot::shell {

namespace {

using json = nlohmann::ordered_json;

json parameters_of(const session& ran) {
    json values = json::object();
    for (const parameter_base* each : ran.parameters())
        std::visit([&](const auto& value) { values[each->name()] = value; }, each->value());
    return values;
}

json device_of(const session& ran) {
    const auto& of = ran.running_on().properties();
    return {
        {"backend", to_string(of.backend)}, {"name", of.name}, {"vendor", of.vendor}, {"driver", of.driver}, {"units", of.units}};
}

json readings_of(const session& ran) {
    json all = json::array();
    for (const auto& [name, value, unit] : ran.object().readings())
        all.push_back({{"name", name}, {"value", value}, {"unit", unit}});
    return all;
}

json times_of(const time_series& of) {
    return {{"median_ms", of.median()}, {"p95_ms", percentile(of.values(), 0.95)}, {"p99_ms", percentile(of.values(), 0.99)}};
}

json kernels_of(const kernel_times& of) {
    json all = json::array();
    for (const auto& [kernel, times] : of.by_kernel()) {
        json entry {{"name", kernel}, {"launches", times.total()}};
        entry.update(times_of(times));
        all.push_back(std::move(entry));
    }
    return all;
}

json transfers_of(const transfer_times& of) {
    json all = json::array();
    for (const auto& [how, direction] : of.by_direction()) {
        json entry {{"direction", to_string(how)}, {"transfers", direction.transfers}, {"bytes", direction.bytes}};
        entry.update(times_of(direction.of_frames));
        all.push_back(std::move(entry));
    }
    return all;
}

json sharing_of(const sharing_times& of) {
    if (of.of_frames().total() == 0) return nullptr;
    json entry {{"in_place", of.why_copied().empty()}};
    if (!of.why_copied().empty()) entry["why_copied"] = of.why_copied();
    entry.update(times_of(of.of_frames()));
    return entry;
}

json switches_of(const run_statistics& of) {
    json all = json::array();
    for (const auto& [frame, backend, device, milliseconds] : of.switches)
        all.push_back({{"frame", frame}, {"backend", backend}, {"device", device}, {"milliseconds", milliseconds}});
    return all;
}

json versions_of(const run_statistics& of) {
    SDL_version sdl;
    SDL_GetVersion(&sdl);
    return {{"ingot", INGOT_VERSION},
            {"compiler", INGOT_BUILD_COMPILER},
            {"opengl", of.graphics},
            {"sdl", fmt::format("{}.{}.{}", sdl.major, sdl.minor, sdl.patch)},
            {"imgui", ImGui::GetVersion()}};
}

}  // namespace

json report(const run_statistics& of, const session& ran) {
    return {
        {"sample", ran.description().name},
        {"preset", of.preset ? json(*of.preset) : json(nullptr)},
        {"parameters", parameters_of(ran)},
        {"seed", ran.seed()},
        {"frames", of.frames},
        {"size", {of.size.width, of.size.height}},
        {"device", device_of(ran)},
        {"switches", switches_of(of)},
        {"readings", readings_of(ran)},
        {"kernels", kernels_of(of.kernels)},
        {"transfers_of_a_frame", transfers_of(of.transfers)},
        {"sharing", sharing_of(of.sharing)},
        {"draw", times_of(of.draw_times)},
        {"frame_time", times_of(of.frame_times)},
        {"first_frame_seconds", of.first_frame_seconds},
        {"wall_seconds", of.wall_seconds},
        {"state_hash", ran.save().hash()},
        {"versions", versions_of(of)},
    };
}

std::string to_text(const json& report) {
    // A driver's name may hold bytes that are no UTF-8: they are replaced, not thrown at.
    return report.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace ingot::shell
