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
// Figures that change in each frame could not be read, and a software renderer would draw the panel again in each frame. A panel
// of new figures takes it several milliseconds.
constexpr std::chrono::milliseconds time_between_updates {125};
constexpr std::chrono::milliseconds time_while_answering {500};

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
    const float bar = widgets::distance_of_bars(size.x, shown_frames);
    times = times.last(std::min(times.size(), static_cast<size_t>(size.x / bar)));
    const float first = end.x - bar * static_cast<float>(times.size());
    for (size_t i = 0; i < times.size(); ++i) {
        const float height = static_cast<float>(std::min(times[i] / maximum, 1.0)) * size.y;
        const float x = first + bar * static_cast<float>(i);
        draw_list.AddRectFilled({x, end.y - height}, {x + (bar > 3.0f ? bar - 1.0f : bar), end.y},
                                theme::packed(times[i] > 1.5 * sixtieth ? theme::accent : theme::bar));
    }
    const float line = end.y - static_cast<float>(sixtieth / maximum) * size.y;
    draw_list.AddLine({corner.x, line}, {end.x, line}, theme::packed(theme::guide));
    if (ImGui::IsItemHovered())
        widgets::tooltip("Duration of each of the newest frames. The line marks 1/60 s; frames that take much longer are orange.",
                         interface);
    // The upper edge has a label where it is far enough from the line's.
    widgets::chart_label("1/60 s", {corner.x + 5.0f * u, line - 1.0f * u}, interface);
    const float top_of_label = line - ImGui::GetTextLineHeight();
    if (top_of_label - ImGui::GetTextLineHeight() >= corner.y)
        widgets::chart_label(fmt::format("{:.3g} ms", maximum), {corner.x + 5.0f * u, corner.y + ImGui::GetTextLineHeight()},
                             interface);
}

void draw_frame_times(const statistics_panel::contents& shown, const user_interface& interface) {
    ImGui::PushFont(interface.loaded_fonts().large);
    ImGui::TextUnformatted(frame_rate_text(shown.mean_time).c_str());
    ImGui::PopFont();
    ImGui::SameLine(0.0f, 5.0f * interface.unit());
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 5.0f * interface.unit());
    widgets::quiet_text("frames/s");
    widgets::tooltip("Pictures in the last second, or since the last picture if that took longer; and their mean duration",
                     interface);
    const std::string milliseconds = fmt::format("{:.2f} ms", shown.mean_time);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(milliseconds.c_str()).x);
    widgets::quiet_text(milliseconds);
    draw_graph(shown.frame_times, interface);
}

/// Says that drawing takes more time than the kernels.
void draw_slow_part(const std::string& text, const user_interface& interface) {
    widgets::small_text(text, theme::accent_text, interface, true);
    widgets::tooltip(
        "OpenGL draws the picture and the panels. Without a GPU it does so on the processor, beside the kernels. A smaller "
        "window "
        "and fewer panels (H, I, K) take less time. F2 shows all parts of a frame.",
        interface);
}

statistics_panel::row row_of_transfers(transfer kind, const transfer_times::direction& times) {
    return {
        .name = std::string(to_string(kind)),
        .value = fmt::format("{:.3f}", percentile(newest(times.of_frames), 0.5)),
        .unit = "ms",
        .help = fmt::format("Time of the transfers in this direction in a frame, measured by the device: median of the newest "
                            "{} frames that have any. In total {} transfers, {} MB",
                            newest(times.of_frames).size(), widgets::format_count(times.transfers),
                            widgets::with_groups(fmt::format("{:.1f}", static_cast<double>(times.bytes) * 1e-6)))};
}

statistics_panel::row row_of_sharing(const sharing_times& times) {
    const bool in_place = times.copy_reason().empty();
    return {.name = in_place ? "shared" : "copied",
            .value = fmt::format("{:.3f}", percentile(newest(times.of_frames()), 0.5)),
            .unit = "ms",
            .help = in_place ? "OpenGL draws directly from the memory that the kernels write. The time is spent on giving the "
                               "memory to the kernels and back to OpenGL."
                             : "The kernels' results are copied to OpenGL in each frame: " + times.copy_reason()};
}

statistics_panel::contents contents_of(stage& stage) {
    statistics_panel::contents found;
    run_statistics& all = stage.statistics();
    const auto times = newest(all.frame_times);
    found.frame_times.assign(times.begin(), times.end());
    const auto recent = of_last_second(all.frame_times.values());
    found.mean_time =
        recent.empty() ? 0.0 : std::accumulate(recent.begin(), recent.end(), 0.0) / static_cast<double>(recent.size());
    const auto profiles = all.recorder.profiles();
    found.slow_part = slow_drawing_text(profiles.last(std::min(profiles.size(), shown_frames)));
    for (const auto& [kernel, of_kernel] : all.kernels.by_kernel())
        found.kernels.push_back({.name = kernel,
                                 .value = fmt::format("{:.3f}", percentile(newest(of_kernel), 0.5)),
                                 .unit = "ms",
                                 .help = fmt::format("{}: median time of the newest {} launches, measured by the device", kernel,
                                                     newest(of_kernel).size())});
    for (const auto& [kind, direction] : all.transfers.by_direction()) found.copies.push_back(row_of_transfers(kind, direction));
    if (all.sharing.of_frames().total() > 0) found.sharing.push_back(row_of_sharing(all.sharing));
    for (const auto& [name, value, unit] : stage.sample_statistics())
        found.of_sample.push_back({.name = name, .value = widgets::format_number(value), .unit = unit, .help = {}});
    return found;
}

void draw_rows(const char* heading, const std::vector<statistics_panel::row>& rows, const user_interface& interface) {
    if (rows.empty()) return;
    widgets::heading(heading, interface);
    for (const statistics_panel::row& each : rows) {
        widgets::value_row(each.name, each.value, each.unit, interface);
        if (!each.help.empty()) widgets::tooltip(each.help, interface);
    }
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

void statistics_panel::draw(stage& stage, const user_interface& interface) {
    const clock::time_point now = clock::now();
    const bool is_answering = stage.running() && stage.running()->time().is_answering();
    if (shown_of_ != stage.running() || now - taken_at_ >= (is_answering ? time_while_answering : time_between_updates)) {
        shown_ = contents_of(stage);
        shown_of_ = stage.running();
        taken_at_ = now;
    }
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    widgets::begin_panel("figures", {viewport.Pos.x + viewport.Size.x - 16.0f * u, viewport.Pos.y + 16.0f * u}, {1.0f, 0.0f},
                         268.0f * u, max_right_panel_height(268.0f * u, interface), interface);
    draw_frame_times(shown_, interface);
    if (!shown_.slow_part.empty()) draw_slow_part(shown_.slow_part, interface);
    draw_rows("Kernels", shown_.kernels, interface);
    draw_rows("Copies", shown_.copies, interface);
    draw_rows("OpenGL", shown_.sharing, interface);
    draw_rows("Sample statistics", shown_.of_sample, interface);
    widgets::end_panel();
}

}  // namespace ingot::shell
