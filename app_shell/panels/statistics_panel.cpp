#include "panels/statistics_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

constexpr size_t shown_frames = 120;

std::span<const double> newest(const time_series& series) {
    const auto all = series.values();
    return all.last(std::min(all.size(), shown_frames));
}

/// Draws the newest frame times as bars, with a line at 1/60 s.
void draw_graph(std::span<const double> times, const user_interface& interface) {
    const float u = interface.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size {ImGui::GetContentRegionAvail().x, 44.0f * u};
    ImGui::Dummy(size);
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const ImVec2 end {corner.x + size.x, corner.y + size.y};
    draw_list.AddRectFilled(corner, end, theme::packed(theme::field), 4.0f * u);
    constexpr double sixtieth = 1000.0 / 60.0;
    const double maximum = std::max(2.0 * sixtieth, 1.15 * percentile(times, 0.98));
    const float bar = size.x / static_cast<float>(shown_frames);
    const float first = end.x - bar * static_cast<float>(times.size());
    for (size_t i = 0; i < times.size(); ++i) {
        const float height = static_cast<float>(std::min(times[i] / maximum, 1.0)) * size.y;
        const float x = first + bar * static_cast<float>(i);
        draw_list.AddRectFilled({x, end.y - height}, {x + std::max(1.0f, bar - 0.5f * u), end.y},
                                theme::packed(times[i] > 1.5 * sixtieth ? theme::accent : theme::bar));
    }
    const float line = end.y - static_cast<float>(sixtieth / maximum) * size.y;
    draw_list.AddLine({corner.x, line}, {end.x, line}, theme::packed(theme::guide));
    if (ImGui::IsItemHovered()) widgets::tooltip("Duration of each of the newest 120 frames. The line marks 1/60 s.", interface);
}

void draw_frame_times(stage& stage, const user_interface& interface) {
    const auto times = newest(stage.statistics().frame_times);
    const auto recent = of_last_second(stage.statistics().frame_times.values());
    const double mean =
        recent.empty() ? 0.0 : std::accumulate(recent.begin(), recent.end(), 0.0) / static_cast<double>(recent.size());
    ImGui::PushFont(interface.loaded_fonts().large);
    ImGui::TextUnformatted(frame_rate_text(mean).c_str());
    ImGui::PopFont();
    ImGui::SameLine(0.0f, 5.0f * interface.unit());
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 5.0f * interface.unit());
    widgets::quiet_text("frames/s");
    widgets::tooltip("Pictures in the last second, or since the last picture if that took longer; and their mean duration",
                     interface);
    const std::string milliseconds = fmt::format("{:.2f} ms", mean);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(milliseconds.c_str()).x);
    widgets::quiet_text(milliseconds);
    draw_graph(times, interface);
}

void draw_transfers(const transfer_times& times, const user_interface& interface) {
    if (times.by_direction().empty()) return;
    widgets::heading("Copies", interface);
    for (const auto& [kind, direction] : times.by_direction()) {
        widgets::value_row(std::string(to_string(kind)), fmt::format("{:.3f}", percentile(newest(direction.of_frames), 0.5)),
                           "ms", interface);
        widgets::tooltip(
            fmt::format("Time of the transfers in this direction in a frame, measured by the device: median of the newest "
                        "{} frames that have any. In total {} transfers, {:.1f} MB",
                        newest(direction.of_frames).size(), direction.transfers, static_cast<double>(direction.bytes) * 1e-6),
            interface);
    }
}

void draw_sharing(const sharing_times& times, const user_interface& interface) {
    if (times.of_frames().total() == 0) return;
    const bool in_place = times.copy_reason().empty();
    widgets::heading("OpenGL", interface);
    widgets::value_row(in_place ? "shared" : "copied", fmt::format("{:.3f}", percentile(newest(times.of_frames()), 0.5)), "ms",
                       interface);
    widgets::tooltip(in_place ? "OpenGL draws directly from the memory that the kernels write. The time is spent on giving the "
                                "memory to the kernels and back to OpenGL."
                              : "The kernels' results are copied to OpenGL in each frame: " + times.copy_reason(),
                     interface);
}

/// Says so if drawing takes more time than the kernels.
void draw_slow_part(stage& stage, const user_interface& interface) {
    const auto profiles = stage.statistics().recorder.profiles();
    const std::string text = slow_drawing_text(profiles.last(std::min(profiles.size(), shown_frames)));
    if (text.empty()) return;
    widgets::small_text(text, theme::accent_text, interface, true);
    widgets::tooltip(
        "OpenGL draws the picture and the panels. Without a GPU it does so on the processor, beside the kernels. A smaller "
        "window "
        "and fewer panels (H, I, K) take less time. F2 shows all parts of a frame.",
        interface);
}

}  // namespace

std::string slow_drawing_text(std::span<const frame_profile> frames) {
    double whole = 0.0;
    double drawing = 0.0;
    double kernels = 0.0;
    for (const frame_profile& each : frames) {
        whole += each.whole;
        drawing += each[phase::draw] + each[phase::present];
        kernels += each[phase::kernels];
    }
    // A frame of a fast device mostly waits for the display, which shows at least 50 pictures a second.
    constexpr double waits_for_display = 21.0;
    if (frames.empty() || whole < waits_for_display * static_cast<double>(frames.size())) return {};
    if (drawing < 0.5 * whole || drawing < kernels) return {};
    return fmt::format("Drawing (OpenGL) takes {:.0f} % of the time, the kernels {:.0f} %.", 100.0 * drawing / whole,
                       100.0 * kernels / whole);
}

std::string frame_rate_text(double milliseconds) {
    if (!(milliseconds > 0.0)) return "—";
    const double rate = 1000.0 / milliseconds;
    return rate < 9.95 ? fmt::format("{:.1f}", rate) : fmt::format("{:.0f}", rate);
}

void draw_statistics(stage& stage, const user_interface& interface) {
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    widgets::begin_panel("figures", {viewport.Pos.x + viewport.Size.x - 16.0f * u, viewport.Pos.y + 16.0f * u}, {1.0f, 0.0f},
                         268.0f * u, max_panel_height(interface), interface);
    draw_frame_times(stage, interface);
    draw_slow_part(stage, interface);
    if (!stage.statistics().kernels.by_kernel().empty()) widgets::heading("Kernels", interface);
    for (const auto& [kernel, times] : stage.statistics().kernels.by_kernel()) {
        widgets::value_row(kernel, fmt::format("{:.3f}", percentile(newest(times), 0.5)), "ms", interface);
        widgets::tooltip(
            fmt::format("{}: median time of the newest {} launches, measured by the device", kernel, newest(times).size()),
            interface);
    }
    draw_transfers(stage.statistics().transfers, interface);
    draw_sharing(stage.statistics().sharing, interface);
    if (!stage.sample_statistics().empty()) widgets::heading("Sample statistics", interface);
    for (const auto& [name, value, unit] : stage.sample_statistics())
        widgets::value_row(name, widgets::format_number(value), unit, interface);
    widgets::end_panel();
}

}  // namespace ingot::shell
