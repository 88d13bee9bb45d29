#include "panels/profiler_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

constexpr size_t shown_frames = profiler_panel::shown_frames;
constexpr double sixtieth = 1000.0 / 60.0;

/// Returns the colour of a phase in the graph. Colour-blind users can distinguish these colours too. In a bar, the work of
/// the device is at the bottom, and the waiting for the display above the other phases.
ImVec4 colour_of(phase phase_of_frame) {
    switch (phase_of_frame) {
        case phase::kernels:
            return theme::colour(0xf0a04b);
        case phase::copies:
            return theme::colour(0x4fa3e0);
        case phase::sharing:
            return theme::colour(0xb58be8);
        case phase::draw:
            return theme::colour(0x5fb98c);
        case phase::present:
            return theme::colour(0x6f8196);
    }
    return {};
}
const ImVec4 colour_of_rest = theme::colour(0x6f8196, 0.35f);

std::string_view help_of(phase phase_of_frame) {
    switch (phase_of_frame) {
        case phase::kernels:
            return "Time in kernels, measured by the device";
        case phase::copies:
            return "Time in reads, writes, copies and fills, measured by the device";
        case phase::sharing:
            return "Time for handing buffers and images to OpenGL and back, measured by the host";
        case phase::draw:
            return "Time for issuing the drawing of the picture and the panels to OpenGL, measured by the host. Time in which "
                   "the device also worked counts for the device only.";
        case phase::present:
            return "Time spent waiting for OpenGL and the display";
    }
    return {};
}

std::span<const frame_profile> newest(const frame_recorder& recorder) {
    const auto all = recorder.profiles();
    return all.last(std::min(all.size(), shown_frames));
}

/// Returns a step of 1, 2 or 5 times a power of ten that draws at most four lines below `maximum`.
double step_of_scale(double maximum) {
    const double power = std::pow(10.0, std::floor(std::log10(maximum / 4.0)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= maximum / 4.0) return factor * power;
    return 10.0 * power;
}

void draw_scale(ImVec2 corner, ImVec2 end, double maximum, const user_interface& interface) {
    const float u = interface.unit();
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const double step = step_of_scale(maximum);
    for (int line = 1; line * step < maximum; ++line) {
        const double height = line * step;
        const float y = end.y - static_cast<float>(height / maximum) * (end.y - corner.y);
        draw_list.AddLine({corner.x, y}, {end.x, y}, theme::packed(theme::line), 1.0f);
        if (y - ImGui::GetTextLineHeight() >= corner.y)
            widgets::chart_label(fmt::format("{:g} ms", height), {corner.x + 5.0f * u, y - 1.0f * u}, interface);
    }
}

std::string text_of(const frame_profile& frame) {
    std::string text = fmt::format("frame {}: {:.2f} ms", widgets::format_count(frame.number), frame.whole);
    for (const phase each : phases) text += fmt::format("\n{}  {:.3f}", to_string(each), frame[each]);
    return text + fmt::format("\nrest  {:.3f}", frame.rest());
}

/// Draws a stacked bar for each frame, the newest at the right, and a line at 1/60 s.
void draw_graph(std::span<const frame_profile> frames, const user_interface& interface) {
    const float u = interface.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size {ImGui::GetContentRegionAvail().x, 128.0f * u};
    ImGui::InvisibleButton("graph", size);
    const ImVec2 end {corner.x + size.x, corner.y + size.y};
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.AddRectFilled(corner, end, theme::packed(theme::field), 4.0f * u);
    std::vector<double> wholes;
    for (const frame_profile& each : frames) wholes.push_back(each.whole);
    const double maximum = std::max(1.25 * sixtieth, 1.15 * percentile(wholes, 0.98));
    const float width = widgets::distance_of_bars(size.x, shown_frames);
    frames = frames.last(std::min(frames.size(), static_cast<size_t>(size.x / width)));
    const float first = end.x - width * static_cast<float>(frames.size());
    for (size_t i = 0; i < frames.size(); ++i) {
        const float x = first + width * static_cast<float>(i);
        double sum = 0.0;
        const auto add = [&](double milliseconds, const ImVec4& colour) {
            const auto y = [&](double milliseconds) {
                return end.y - static_cast<float>(std::min(milliseconds / maximum, 1.0)) * size.y;
            };
            if (milliseconds > 0.0)
                draw_list.AddRectFilled({x, y(sum + milliseconds)}, {x + (width > 3.0f ? width - 1.0f : width), y(sum)},
                                        theme::packed(colour));
            sum += milliseconds;
        };
        for (const phase each : phases) add(frames[i][each], colour_of(each));
        add(frames[i].rest(), colour_of_rest);
    }
    draw_scale(corner, end, maximum, interface);
    const float line = end.y - static_cast<float>(sixtieth / maximum) * size.y;
    draw_list.AddLine({corner.x, line}, {end.x, line}, theme::packed(theme::quiet), 1.0f * u);
    widgets::chart_label("1/60 s", {end.x - 40.0f * u, line - 1.0f * u}, interface);
    const float pointed_frame = (ImGui::GetIO().MousePos.x - first) / width;
    if (ImGui::IsItemHovered() && pointed_frame >= 0.0f && pointed_frame < static_cast<float>(frames.size()))
        widgets::tooltip(text_of(frames[static_cast<size_t>(pointed_frame)]), interface);
}

constexpr ImGuiTableFlags table_flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;

void right_aligned(const std::string& text, ImVec4 colour) {
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

/// Begins a table of numbers. The number columns have a fixed width; the first column gets the remaining width.
bool begin_figures(const char* id, std::initializer_list<const char*> columns, const user_interface& interface) {
    const float figure = 62.0f * interface.unit();
    if (!ImGui::BeginTable(id, static_cast<int>(columns.size()), table_flags)) return false;
    for (const char* each : columns)
        ImGui::TableSetupColumn(each,
                                each == *columns.begin() ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed,
                                each == *columns.begin() ? 1.0f : figure);
    ImGui::TableNextRow();
    for (const char* each : columns) {
        ImGui::TableNextColumn();
        ImGui::PushFont(interface.loaded_fonts().small);
        if (each == *columns.begin())
            widgets::small_text(each, theme::faint, interface);
        else
            right_aligned(each, theme::faint);
        ImGui::PopFont();
    }
    return true;
}

void figure_cells(std::span<const double> values) {
    for (const double fraction : {0.5, 0.95, 0.99}) {
        ImGui::TableNextColumn();
        right_aligned(fmt::format("{:.2f}", percentile(values, fraction)), theme::text);
    }
}

void draw_phases(std::span<const frame_profile> frames, const user_interface& interface) {
    const float u = interface.unit();
    if (!begin_figures("phases", {"ms of a frame", "median", "p95", "p99"}, interface)) return;
    const auto row = [&](std::string_view name, ImVec4 colour, std::string_view help, auto value) {
        std::vector<double> values;
        for (const frame_profile& each : frames) values.push_back(value(each));
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const float height = ImGui::GetTextLineHeight();
        ImGui::GetWindowDrawList()->AddRectFilled({corner.x, corner.y + 0.25f * height},
                                                  {corner.x + 0.5f * height, corner.y + 0.75f * height}, theme::packed(colour),
                                                  2.0f * u);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.5f * height + 7.0f * u);
        ImGui::TextUnformatted(name.data(), name.data() + name.size());
        widgets::tooltip(help, interface);
        figure_cells(values);
    };
    for (const phase each : phases)
        row(to_string(each), colour_of(each), help_of(each), [each](const frame_profile& profile) { return profile[each]; });
    row("rest", colour_of_rest, "The remaining time of the frame: the sample's own work on the host, and waiting",
        [](const frame_profile& profile) { return profile.rest(); });
    row("frame", theme::colour(0, 0.0f), "The whole frame", [](const frame_profile& profile) { return profile.whole; });
    ImGui::EndTable();
}

}  // namespace

std::vector<kernel_row> profiler_panel::kernels_of(stage& stage) {
    const device& device = stage.running()->current_device();
    if (measured_device_ != device) {
        measured_device_ = device;
        peak_ = {};
        stage.defer("Measuring the device", [this, device] { peak_ = measure_peak(device); });
    }
    const auto* const tells = dynamic_cast<const kernel_work_estimator*>(&stage.running()->loaded_sample());
    const auto work = [tells](std::string_view name) { return tells ? tells->estimate_work(name) : std::nullopt; };
    return kernel_table(stage.statistics().recorder.traces(), shown_frames, work, peak_);
}

void profiler_panel::draw_kernels(stage& stage, const user_interface& interface) {
    const std::vector<kernel_row> rows = kernels_of(stage);
    if (rows.empty() || !begin_figures("kernels", {"kernel", "launches", "ms", "of frame", "of peak"}, interface)) return;
    for (const kernel_row& each : rows) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(widgets::shorten(each.name, ImGui::GetContentRegionAvail().x).c_str());
        widgets::tooltip(each.name, interface);
        const std::string figures[] = {widgets::format_count(each.launches), fmt::format("{:.3f}", each.median),
                                       fmt::format("{:.0f} %", 100.0 * each.share),
                                       each.roofline ? fmt::format("{:.0f} %", 100.0 * *each.roofline) : "–"};
        for (const std::string& figure : figures) {
            ImGui::TableNextColumn();
            right_aligned(figure, figure == "–" ? theme::faint : theme::text);
        }
        widgets::tooltip(
            "The shortest possible time for this kernel's operations and bytes (roofline model), divided by the measured time. "
            "The peak is computed from the driver's number of compute units and clock rate, and from the bandwidth measured "
            "by copying a buffer. More than 100 % is possible, because data in a cache is read faster than a copy reads memory. "
            "– means that the sample does not state the work of a launch, or that the peak is unknown.",
            interface);
    }
    ImGui::EndTable();
}

bool profiler_panel::draw(stage& stage, const user_interface& interface) {
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float drawn_width = std::min(width * u, viewport.Size.x - 32.0f * u);
    widgets::begin_panel("profiler", {viewport.Pos.x + viewport.Size.x - 16.0f * u, viewport.Pos.y + 16.0f * u}, {1.0f, 0.0f},
                         drawn_width, max_right_panel_height(drawn_width, interface), interface);
    const auto frames = newest(stage.statistics().recorder);
    ImGui::PushFont(interface.loaded_fonts().large);
    ImGui::TextUnformatted("Profiler");
    ImGui::PopFont();
    const std::string count = fmt::format("the newest {} frames", frames.size());
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(count.c_str()).x);
    widgets::quiet_text(count);
    draw_graph(frames, interface);
    draw_phases(frames, interface);
    widgets::heading("Kernels", interface);
    draw_kernels(stage, interface);
    ImGui::Dummy({0.0f, 2.0f * u});
    const bool save = ImGui::Button("Save the trace", {-1.0f, 0.0f});
    widgets::tooltip(
        "Save the newest frames in Chrome's Trace Event Format, for chrome://tracing or Perfetto. Host and device times use "
        "one clock (T)",
        interface);
    widgets::end_panel();
    return save;
}

}  // namespace ingot::shell
