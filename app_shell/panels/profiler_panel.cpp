#include "panels/profiler_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

constexpr size_t shown_frames = 160;
constexpr double sixtieth = 1000.0 / 60.0;

/// Hues that stay apart for the colour-blind too: the bottom of a bar is the device, the top the display.
ImVec4 colour_of(phase which) {
    switch (which) {
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

std::string_view help_of(phase which) {
    switch (which) {
        case phase::kernels:
            return "Kernels, by the device's clock";
        case phase::copies:
            return "Reads, writes, copies and fills, by the device's clock";
        case phase::sharing:
            return "Handing buffers and images to OpenGL and back, by the host's clock";
        case phase::draw:
            return "Handing the picture and the panels to OpenGL, by the host's clock; what runs on the device meanwhile is not "
                   "counted twice";
        case phase::present:
            return "Waiting for OpenGL and the display";
    }
    return {};
}

std::span<const frame_profile> newest(const frame_recorder& of) {
    const auto all = of.profiles();
    return all.last(std::min(all.size(), shown_frames));
}

/// Round steps, so that at most four lines are drawn.
double step_of_scale(double most) {
    const double power = std::pow(10.0, std::floor(std::log10(most / 4.0)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= most / 4.0) return factor * power;
    return 10.0 * power;
}

void draw_scale(ImVec2 corner, ImVec2 end, double most, const user_interface& in) {
    const float u = in.unit();
    ImDrawList& onto = *ImGui::GetWindowDrawList();
    const double step = step_of_scale(most);
    ImGui::PushFont(in.faces().small);
    for (int line = 1; line * step < most; ++line) {
        const double at = line * step;
        const float y = end.y - static_cast<float>(at / most) * (end.y - corner.y);
        onto.AddLine({corner.x, y}, {end.x, y}, theme::packed(theme::line), 1.0f);
        if (y - ImGui::GetTextLineHeight() < corner.y) continue;
        onto.AddText({corner.x + 5.0f * u, y - ImGui::GetTextLineHeight() - 1.0f * u}, theme::packed(theme::faint),
                     fmt::format("{:g} ms", at).c_str());
    }
    ImGui::PopFont();
}

std::string text_of(const frame_profile& frame) {
    std::string text = fmt::format("frame {}: {:.2f} ms", frame.number, frame.whole);
    for (const phase each : phases) text += fmt::format("\n{}  {:.3f}", to_string(each), frame[each]);
    return text + fmt::format("\nrest  {:.3f}", frame.rest());
}

/// A stacked bar for each frame, the newest at the right.
void draw_graph(std::span<const frame_profile> frames, const user_interface& in) {
    const float u = in.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size {ImGui::GetContentRegionAvail().x, 128.0f * u};
    ImGui::InvisibleButton("graph", size);
    const ImVec2 end {corner.x + size.x, corner.y + size.y};
    ImDrawList& onto = *ImGui::GetWindowDrawList();
    onto.AddRectFilled(corner, end, theme::packed(theme::field), 4.0f * u);
    std::vector<double> wholes;
    for (const frame_profile& each : frames) wholes.push_back(each.whole);
    const double most = std::max(1.25 * sixtieth, 1.15 * percentile(wholes, 0.98));
    const float width = size.x / static_cast<float>(shown_frames);
    const float first = end.x - width * static_cast<float>(frames.size());
    for (size_t i = 0; i < frames.size(); ++i) {
        const float x = first + width * static_cast<float>(i);
        double sum = 0.0;
        const auto add = [&](double milliseconds, const ImVec4& colour) {
            const auto y = [&](double at) { return end.y - static_cast<float>(std::min(at / most, 1.0)) * size.y; };
            if (milliseconds > 0.0)
                onto.AddRectFilled({x, y(sum + milliseconds)}, {x + std::max(1.0f, width - 0.6f * u), y(sum)},
                                   theme::packed(colour));
            sum += milliseconds;
        };
        for (const phase each : phases) add(frames[i][each], colour_of(each));
        add(frames[i].rest(), colour_of_rest);
    }
    draw_scale(corner, end, most, in);
    const float line = end.y - static_cast<float>(sixtieth / most) * size.y;
    onto.AddLine({corner.x, line}, {end.x, line}, theme::packed(theme::quiet), 1.0f * u);
    const float under = (ImGui::GetIO().MousePos.x - first) / width;
    if (ImGui::IsItemHovered() && under >= 0.0f && under < static_cast<float>(frames.size()))
        widgets::tooltip(text_of(frames[static_cast<size_t>(under)]), in);
}

constexpr ImGuiTableFlags table_flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;

void right_aligned(const std::string& text, ImVec4 colour) {
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

/// The first column takes what the figures leave.
bool begin_figures(const char* id, std::initializer_list<const char*> columns, const user_interface& in) {
    const float figure = 62.0f * in.unit();
    if (!ImGui::BeginTable(id, static_cast<int>(columns.size()), table_flags)) return false;
    for (const char* each : columns)
        ImGui::TableSetupColumn(each,
                                each == *columns.begin() ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed,
                                each == *columns.begin() ? 1.0f : figure);
    ImGui::TableNextRow();
    for (const char* each : columns) {
        ImGui::TableNextColumn();
        ImGui::PushFont(in.faces().small);
        if (each == *columns.begin())
            widgets::small_text(each, theme::faint, in);
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

void draw_phases(std::span<const frame_profile> frames, const user_interface& in) {
    const float u = in.unit();
    if (!begin_figures("phases", {"ms of a frame", "median", "p95", "p99"}, in)) return;
    const auto row = [&](std::string_view name, ImVec4 colour, std::string_view help, auto value) {
        std::vector<double> values;
        for (const frame_profile& each : frames) values.push_back(value(each));
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float height = ImGui::GetTextLineHeight();
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.25f * height}, {at.x + 0.5f * height, at.y + 0.75f * height},
                                                  theme::packed(colour), 2.0f * u);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.5f * height + 7.0f * u);
        ImGui::TextUnformatted(name.data(), name.data() + name.size());
        widgets::tooltip(help, in);
        figure_cells(values);
    };
    for (const phase each : phases)
        row(to_string(each), colour_of(each), help_of(each), [each](const frame_profile& of) { return of[each]; });
    row("rest", colour_of_rest, "What belongs to none of these: the sample's own work on the host, and waiting",
        [](const frame_profile& of) { return of.rest(); });
    row("frame", theme::colour(0, 0.0f), "The whole frame", [](const frame_profile& of) { return of.whole; });
    ImGui::EndTable();
}

}  // namespace

void profiler_panel::draw_kernels(stage& on, const user_interface& in) {
    const device& where = on.running()->running_on();
    if (measured != where) {
        measured = where;
        peak = {};
        on.later("Measuring the device", [this, where] { peak = measure_peak(where); });
    }
    const auto* const tells = dynamic_cast<const tells_work*>(&on.running()->object());
    const auto work = [tells](std::string_view name) { return tells ? tells->work_of(name) : std::nullopt; };
    const auto rows = kernel_table(on.statistics().recorder.traces(), shown_frames, work, peak);
    if (rows.empty() || !begin_figures("kernels", {"kernel", "launches", "ms", "of frame", "of peak"}, in)) return;
    for (const kernel_row& each : rows) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(widgets::shortened(each.name, ImGui::GetContentRegionAvail().x).c_str());
        widgets::tooltip(each.name, in);
        const std::string figures[] = {fmt::format("{}", each.launches), fmt::format("{:.3f}", each.median),
                                       fmt::format("{:.0f} %", 100.0 * each.share),
                                       each.roofline ? fmt::format("{:.0f} %", 100.0 * *each.roofline) : "–"};
        for (const std::string& figure : figures) {
            ImGui::TableNextColumn();
            right_aligned(figure, figure == "–" ? theme::faint : theme::text);
        }
        widgets::tooltip(
            "The least time that the device needs for this kernel's operations and bytes, by the time it took: by "
            "what the driver tells of its units and clock, and by what copying a buffer reaches here. – where the "
            "sample does not say what a launch does",
            in);
    }
    ImGui::EndTable();
}

bool profiler_panel::draw(stage& on, const user_interface& in) {
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    widgets::begin_panel("profiler", {whole.Pos.x + whole.Size.x - 16.0f * u, whole.Pos.y + 16.0f * u}, {1.0f, 0.0f},
                         std::min(width * u, whole.Size.x - 32.0f * u), height_for_panels(in), in);
    const auto frames = newest(on.statistics().recorder);
    ImGui::PushFont(in.faces().large);
    ImGui::TextUnformatted("Profiler");
    ImGui::PopFont();
    const std::string count = fmt::format("the newest {} frames", frames.size());
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(count.c_str()).x);
    widgets::quiet_text(count);
    draw_graph(frames, in);
    draw_phases(frames, in);
    widgets::heading("Kernels", in);
    draw_kernels(on, in);
    ImGui::Dummy({0.0f, 2.0f * u});
    const bool save = ImGui::Button("Save the trace", {-1.0f, 0.0f});
    widgets::tooltip(
        "The newest frames as Chrome's trace JSON, for chrome://tracing or Perfetto: host and device on one clock (T)", in);
    widgets::end_panel();
    return save;
}

}  // namespace ingot::shell
