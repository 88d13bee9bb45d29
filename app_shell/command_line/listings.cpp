#include "command_line/listings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "presets/presets.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::ordered_json;

std::string kind_name(parameter_kind kind) {
    switch (kind) {
        case parameter_kind::toggle:
            return "toggle";
        case parameter_kind::integer:
            return "integer";
        case parameter_kind::real:
            return "real";
        case parameter_kind::choice:
            return "choice";
        case parameter_kind::file:
            return "file";
    }
    return {};
}

json described(const parameter_base& of) {
    json entry {{"name", of.name()}, {"kind", kind_name(of.kind())}, {"help", of.help()}};
    std::visit([&](const auto& value) { entry["default"] = value; }, of.default_value());
    if (of.range()) entry["minimum"] = of.range()->minimum, entry["maximum"] = of.range()->maximum;
    if (!of.choices().empty()) entry["choices"] = std::vector<std::string>(of.choices().begin(), of.choices().end());
    return entry;
}

json described(const sample_description& of) {
    json entry {{"name", of.name}, {"title", of.title}, {"summary", of.summary}};
    entry["parameters"] = json::array();
    entry["presets"] = json::array();
    const auto object = of.create();
    const auto parameters = object->parameters();
    for (const parameter_base* each : parameters) entry["parameters"].push_back(described(*each));
    for (const auto& each : read_presets(of.presets, parameters, of.name))
        entry["presets"].push_back({{"name", each.name}, {"title", each.title}, {"summary", each.summary}});
    return entry;
}

json described(const described_device& of, size_t index) {
    const device_listing& listed = of.listed;
    if (!listed.device) return {{"backend", to_string(listed.backend)}, {"unavailable", listed.unavailable}};
    const auto& is = listed.device->properties();
    return {{"backend", to_string(listed.backend)},
            {"index", index},
            {"name", is.name},
            {"vendor", is.vendor},
            {"driver", is.driver},
            {"units", is.units},
            {"clock", is.clock},
            {"simd_width", is.simd_width},
            {"bitness", is.bitness},
            {"global_memory", is.global_memory},
            {"local_memory", is.local_memory},
            {"max_group_size", is.max_group_size},
            {"max_group_sizes", is.max_group_sizes},
            {"is_cpu", is.is_cpu},
            {"has_half", is.has_half},
            {"has_double", is.has_double},
            {"has_64_bit_atomics", is.has_64_bit_atomics},
            {"has_sub_groups", is.has_sub_groups},
            {"has_images", is.has_images},
            {"shares_gl", of.why_copied.empty()},
            {"why_copied", of.why_copied}};
}

std::string as_text(const json& of) { return of.dump(2, ' ', false, json::error_handler_t::replace) + "\n"; }

/// Letters as a terminal counts them: a byte that goes on a UTF-8 letter is none.
size_t letters(std::string_view text) {
    return static_cast<size_t>(
        std::ranges::count_if(text, [](char each) { return (static_cast<unsigned char>(each) & 0xc0U) != 0x80U; }));
}

std::string padded(std::string_view text, size_t width) {
    return std::string(text) + std::string(width - std::min(width, letters(text)), ' ');
}

}  // namespace

std::string list_samples(std::span<const sample_description> samples, bool as_json) {
    if (as_json) {
        json all = json::array();
        for (const auto& each : samples) all.push_back(described(each));
        return as_text(all);
    }
    size_t name_width = 0;
    size_t title_width = 0;
    for (const auto& each : samples) {
        name_width = std::max(name_width, letters(each.name));
        title_width = std::max(title_width, letters(each.title));
    }
    std::string lines;
    for (const auto& each : samples)
        lines += fmt::format("  {}   {}   {}\n", padded(each.name, name_width), padded(each.title, title_width), each.summary);
    return samples.empty() ? "  no samples in this build\n" : lines;
}

std::string list_devices(std::span<const described_device> devices, bool as_json) {
    json all = json::array();
    std::string lines;
    size_t name_width = 20;
    for (const auto& each : devices)
        if (each.listed.device) name_width = std::max(name_width, letters(each.listed.device->name()));
    size_t index = 0;
    const device_listing* last = nullptr;
    for (const auto& each : devices) {
        const device_listing& listed = each.listed;
        index = last && last->backend == listed.backend ? index + 1 : 0;
        last = &listed;
        all.push_back(described(each, index));
        lines += fmt::format("  {}  {}", padded(to_string(listed.backend), 10),
                             padded(listed.device ? listed.device->name() : "—", name_width));
        if (listed.device) {
            const auto& is = listed.device->properties();
            lines += fmt::format("  {:>4} units   {:>6.1f} GiB   {}   {}\n", is.units,
                                 static_cast<double>(is.global_memory) / (1ULL << 30U),
                                 each.why_copied.empty() ? "shares GL" : "copies   ", is.driver);
            if (!each.why_copied.empty()) lines += fmt::format("  {}  copies: {}\n", padded("", 10), each.why_copied);
        } else {
            lines += fmt::format("  unavailable: {}\n", listed.unavailable);
        }
    }
    return as_json ? as_text(all) : lines;
}

}  // namespace ingot::shell
