#include "panels/device_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "panels/outside_characters.hpp"
#include "panels/theme.hpp"
#include "panels/widgets.hpp"
#include "statistics/kernel_table.hpp"

namespace ingot::shell {

namespace {

/// "48 KiB", "139.8 GiB"
std::string bytes_text(uint64_t bytes) {
    if (bytes >= uint64_t {1} << 30U) return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1ULL << 30U));
    if (bytes >= uint64_t {1} << 20U) return fmt::format("{:.4g} MiB", static_cast<double>(bytes) / (1ULL << 20U));
    return fmt::format("{:.4g} KiB", static_cast<double>(bytes) / 1024.0);
}

std::string or_unknown(uint32_t number, const char* unit) {
    return number > 0 ? fmt::format("{}{}", number, unit) : std::string("not reported");
}

std::string or_unknown(const std::string& text) { return text.empty() ? "not reported" : text; }

}  // namespace

std::string features_of(const device_properties& properties) {
    std::vector<std::string_view> words;
    const auto add = [&words](bool has, std::string_view word) {
        if (has) words.push_back(word);
    };
    add(properties.has_double, "double");
    add(properties.has_half, "half");
    add(properties.has_64_bit_atomics, "64-bit atomics");
    add(properties.has_sub_groups, properties.has_sub_group_shuffles ? "sub-groups with shuffles" : "sub-groups");
    add(properties.has_images, "images");
    return words.empty() ? "single precision only" : fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::pair<std::string, std::string>> facts_of(const device_properties& properties) {
    const auto& group = properties.max_group_sizes;
    std::vector<std::pair<std::string, std::string>> all {
        {"device", or_unknown(properties.name)},
        {"vendor", or_unknown(properties.vendor)},
        {"backend", std::string(description_of(properties.backend).title)},
        {"driver", or_unknown(properties.driver)},
        {"compute units", or_unknown(properties.compute_units, "")},
        {"clock", or_unknown(properties.clock_mhz, " MHz")},
        {"work-items in an instruction", or_unknown(properties.simd_width, "")},
        {"memory", bytes_text(properties.global_memory)},
        {"local memory of a group", bytes_text(properties.local_memory)},
        {"constant buffer", "up to " + bytes_text(properties.constant_memory)},
        {"work-items in a group", fmt::format("up to {}", properties.max_group_size)},
        {"group in x, y, z", fmt::format("up to {} x {} x {}", group[0], group[1], group[2])},
        {"features", features_of(properties)}};
    if (properties.has_images) {
        const image_limits& limits = properties.images;
        all.emplace_back("images", fmt::format("up to {} in 1D, {} x {} in 2D, {} x {} x {} in 3D, {} layers", limits.width_1d,
                                               limits.size_2d[0], limits.size_2d[1], limits.size_3d[0], limits.size_3d[1],
                                               limits.size_3d[2], limits.layers));
    }
    if (const double operations = peak_operations(properties); operations > 0.0)
        all.emplace_back("peak, from units, lanes and clock",
                         fmt::format("{:.3g} TFLOPS in single precision", 1e-12 * operations));
    return all;
}

std::vector<std::pair<std::string, std::string>> facts_of(const measured_speed& speed) {
    const auto or_not_measured = [](double number, std::string text) {
        return number > 0.0 ? std::move(text) : std::string("the device measures no times");
    };
    const double giga = 1e-9 * speed.operations;
    return {
        {"copies of memory",
         or_not_measured(speed.copied_bytes, fmt::format("{:.3g} GB/s, measured", 1e-9 * speed.copied_bytes))},
        {"multiply-adds", or_not_measured(speed.operations, giga < 1000.0 ? fmt::format("{:.3g} GFLOPS, measured", giga)
                                                                          : fmt::format("{:.3g} TFLOPS, measured", 1e-3 * giga))},
        {"launch, until it has ended",
         or_not_measured(speed.launch_seconds, fmt::format("{:.3g} µs, measured", 1e6 * speed.launch_seconds))}};
}

void device_page::measure() {
    if (!shown_ || measurement_.valid()) return;
    measured_device_ = shown_;
    std::erase_if(measured_, [&](const auto& each) { return each.first == *shown_; });
    // Programs, queues and buffers of a device can be used from several threads.
    measurement_ = std::async(std::launch::async, [device = *shown_] { return measure_speed(device); });
}

void device_page::take_result() {
    if (!measurement_.valid() || measurement_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    std::vector<std::pair<std::string, std::string>> found;
    try {
        found = facts_of(measurement_.get());
    } catch (const std::exception& problem) {
        found = {{"measured speed", fmt::format("the measurement failed: {}", problem.what())}};
    }
    measured_.emplace_back(*std::exchange(measured_device_, std::nullopt), std::move(found));
}

std::vector<std::pair<std::string, std::string>> device_page::lines() const {
    if (!shown_) return {};
    auto all = facts_of(shown_->properties());
    for (const auto& [of_device, measured] : measured_)
        if (of_device == *shown_) all.insert(all.end(), measured.begin(), measured.end());
    return all;
}

void device_page::draw(const user_interface& interface) {
    take_result();
    if (!shown_) return;
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const auto facts = lines();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::popup);
    const float width = std::min(640.0f * u, viewport.Size.x - 32.0f * u);
    widgets::begin_panel("device page", {viewport.Pos.x + 0.5f * viewport.Size.x, viewport.Pos.y + 0.5f * viewport.Size.y},
                         {0.5f, 0.5f}, width, viewport.Size.y - 32.0f * u, interface);
    ImGui::PushFont(interface.loaded_fonts().large);
    ImGui::TextUnformatted(widgets::shorten(shown_->name(), width - 70.0f * u).c_str());
    ImGui::PopFont();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool is_closed = widgets::icon_button(widgets::icon::cross, "##close-device", interface);
    ImGui::PopStyleColor();
    ImGui::Dummy({0.0f, 4.0f * u});
    const float value_at = ImGui::GetCursorPosX() + 220.0f * u;
    for (const auto& [name, value] : facts) {
        widgets::quiet_text(name);
        ImGui::SameLine(value_at);
        note_characters(value);
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextUnformatted(value.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::Dummy({0.0f, 6.0f * u});
    if (ImGui::Button("Copy")) {
        std::string text;
        for (const auto& [name, value] : facts) text += fmt::format("{}: {}\n", name, value);
        ImGui::SetClipboardText(text.c_str());
    }
    widgets::tooltip("Copy these lines to the clipboard", interface);
    ImGui::SameLine();
    ImGui::BeginDisabled(is_measuring());
    if (ImGui::Button(is_measuring() ? "Measuring …###measure" : "Measure###measure")) measure();
    ImGui::EndDisabled();
    widgets::tooltip("Measure copies of memory, multiply-adds and the time of a launch", interface);
    widgets::end_panel();
    ImGui::PopStyleColor();
    if (is_closed) close();
}

}  // namespace ingot::shell
