#include "panels/figure_panel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

constexpr size_t shown_frames = 120;

std::span<const double> newest(const time_series& of) {
    const auto all = of.values();
    return all.last(std::min(all.size(), shown_frames));
}

/// Bars of the newest frame times; a line at a sixtieth of a second.
void draw_graph(std::span<const double> times, const user_interface& in) {
    const float u = in.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size {ImGui::GetContentRegionAvail().x, 44.0f * u};
    ImGui::Dummy(size);
    ImDrawList& onto = *ImGui::GetWindowDrawList();
    const ImVec2 end {corner.x + size.x, corner.y + size.y};
    onto.AddRectFilled(corner, end, theme::packed(theme::field), 4.0f * u);
    constexpr double sixtieth = 1000.0 / 60.0;
    const double most = std::max(2.0 * sixtieth, 1.15 * percentile(times, 0.98));
    const float bar = size.x / static_cast<float>(shown_frames);
    const float first = end.x - bar * static_cast<float>(times.size());
    for (size_t i = 0; i < times.size(); ++i) {
        const float height = static_cast<float>(std::min(times[i] / most, 1.0)) * size.y;
        const float x = first + bar * static_cast<float>(i);
        onto.AddRectFilled({x, end.y - height}, {x + std::max(1.0f, bar - 0.5f * u), end.y},
                           theme::packed(times[i] > 1.5 * sixtieth ? theme::accent : theme::bar));
    }
    const float line = end.y - static_cast<float>(sixtieth / most) * size.y;
    onto.AddLine({corner.x, line}, {end.x, line}, theme::packed(theme::guide));
    if (ImGui::IsItemHovered()) widgets::tooltip("Time of each of the newest 120 frames; the line is 1/60 s", in);
}

void draw_frame_times(stage& on, const user_interface& in) {
    const auto times = newest(on.statistics().frame_times);
    const double median = percentile(times, 0.5);
    ImGui::PushFont(in.faces().large);
    const std::string rate = median > 0.0 ? fmt::format("{:.0f}", 1000.0 / median) : "—";
    ImGui::TextUnformatted(rate.c_str());
    ImGui::PopFont();
    ImGui::SameLine(0.0f, 5.0f * in.unit());
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 5.0f * in.unit());
    widgets::quiet_text("frames/s");
    const std::string milliseconds = fmt::format("{:.2f} ms", median);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(milliseconds.c_str()).x);
    widgets::quiet_text(milliseconds);
    draw_graph(times, in);
}

void draw_transfers(const transfer_times& of, const user_interface& in) {
    if (of.by_direction().empty()) return;
    widgets::heading("Copies", in);
    for (const auto& [how, direction] : of.by_direction()) {
        widgets::figure_row(std::string(to_string(how)), fmt::format("{:.3f}", percentile(newest(direction.of_frames), 0.5)),
                            "ms", in);
        widgets::tooltip(
            fmt::format("What reads, writes, copies and fills take in a frame: median of the newest {}, by the device's "
                        "clock; {} so far, {:.1f} MB",
                        newest(direction.of_frames).size(), direction.transfers, static_cast<double>(direction.bytes) * 1e-6),
            in);
    }
}

void draw_sharing(const sharing_times& of, const user_interface& in) {
    if (of.of_frames().total() == 0) return;
    const bool in_place = of.why_copied().empty();
    widgets::heading("OpenGL", in);
    widgets::figure_row(in_place ? "shared" : "copied", fmt::format("{:.3f}", percentile(newest(of.of_frames()), 0.5)), "ms", in);
    widgets::tooltip(in_place ? "OpenGL draws from the memory that the kernels write; the time is what handing it over takes"
                              : "What kernels write is copied to OpenGL in each frame: " + of.why_copied(),
                     in);
}

}  // namespace

void draw_figures(stage& on, const user_interface& in) {
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    widgets::begin_panel("figures", {whole.Pos.x + whole.Size.x - 16.0f * u, whole.Pos.y + 16.0f * u}, {1.0f, 0.0f}, 268.0f * u,
                         height_for_panels(in), in);
    draw_frame_times(on, in);
    if (!on.statistics().kernels.by_kernel().empty()) widgets::heading("Kernels", in);
    for (const auto& [kernel, times] : on.statistics().kernels.by_kernel()) {
        widgets::figure_row(kernel, fmt::format("{:.3f}", percentile(newest(times), 0.5)), "ms", in);
        widgets::tooltip(fmt::format("{}: median of the newest {} launches, by the device's clock", kernel, newest(times).size()),
                         in);
    }
    draw_transfers(on.statistics().transfers, in);
    draw_sharing(on.statistics().sharing, in);
    if (!on.readings().empty()) widgets::heading("Readings", in);
    for (const auto& [name, value, unit] : on.readings()) widgets::figure_row(name, widgets::figure(value), unit, in);
    widgets::end_panel();
}

}  // namespace ingot::shell
