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

json described(const parameter_base& parameter) {
    json entry {{"name", parameter.name()}, {"kind", kind_name(parameter.kind())}, {"help", parameter.help()}};
    std::visit([&](const auto& value) { entry["default"] = value; }, parameter.default_value());
    if (parameter.range()) entry["minimum"] = parameter.range()->minimum, entry["maximum"] = parameter.range()->maximum;
    if (!parameter.choices().empty())
        entry["choices"] = std::vector<std::string>(parameter.choices().begin(), parameter.choices().end());
    return entry;
}

json described(const sample_description& sample) {
    json entry {{"name", sample.name}, {"title", sample.title}, {"summary", sample.summary}};
    entry["parameters"] = json::array();
    entry["presets"] = json::array();
    const auto object = sample.create();
    const auto parameters = object->parameters();
    for (const parameter_base* each : parameters) entry["parameters"].push_back(described(*each));
    for (const auto& each : read_presets(sample.presets, parameters, sample.name))
        entry["presets"].push_back({{"name", each.name}, {"title", each.title}, {"summary", each.summary}});
    return entry;
}

json described(const device_entry& entry, size_t index) {
    const device_listing& listing = entry.listing;
    if (!listing.device) return {{"backend", to_string(listing.backend)}, {"unavailable", listing.unavailable_reason}};
    const auto& properties = listing.device->properties();
    return {{"backend", to_string(listing.backend)},
            {"index", index},
            {"name", properties.name},
            {"vendor", properties.vendor},
            {"driver", properties.driver},
            {"units", properties.compute_units},
            {"clock", properties.clock_mhz},
            {"simd_width", properties.simd_width},
            {"bitness", properties.bitness},
            {"global_memory", properties.global_memory},
            {"local_memory", properties.local_memory},
            {"max_group_size", properties.max_group_size},
            {"max_group_sizes", properties.max_group_sizes},
            {"is_cpu", properties.is_cpu},
            {"is_software", properties.is_software},
            {"has_half", properties.has_half},
            {"has_double", properties.has_double},
            {"has_64_bit_atomics", properties.has_64_bit_atomics},
            {"has_denormal_floats", properties.has_denormal_floats},
            {"has_sub_groups", properties.has_sub_groups},
            {"has_sub_group_shuffles", properties.has_sub_group_shuffles},
            {"has_images", properties.has_images},
            {"shares_gl", entry.copy_reason.empty()},
            {"why_copied", entry.copy_reason}};
}

std::string as_text(const json& object) { return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n"; }

/// Returns the number of code points, which is the width on a terminal: continuation bytes of UTF-8 are not counted.
size_t width_of(std::string_view text) {
    return static_cast<size_t>(
        std::ranges::count_if(text, [](char each) { return (static_cast<unsigned char>(each) & 0xc0U) != 0x80U; }));
}

std::string padded(std::string_view text, size_t width) {
    return std::string(text) + std::string(width - std::min(width, width_of(text)), ' ');
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
        name_width = std::max(name_width, width_of(each.name));
        title_width = std::max(title_width, width_of(each.title));
    }
    std::string lines;
    for (const auto& each : samples)
        lines += fmt::format("  {}   {}   {}\n", padded(each.name, name_width), padded(each.title, title_width), each.summary);
    return samples.empty() ? "  no samples in this build\n" : lines;
}

std::string list_devices(std::span<const device_entry> devices, bool as_json) {
    json all = json::array();
    std::string lines;
    size_t name_width = 20;
    for (const auto& each : devices)
        if (each.listing.device) name_width = std::max(name_width, width_of(each.listing.device->name()));
    size_t index = 0;
    const device_listing* last = nullptr;
    for (const auto& each : devices) {
        const device_listing& listing = each.listing;
        index = last && last->backend == listing.backend ? index + 1 : 0;
        last = &listing;
        all.push_back(described(each, index));
        // If a backend has several devices, the number that selects the device with --device follows the backend's name.
        const bool has_several =
            std::ranges::count(devices, listing.backend, [](const device_entry& entry) { return entry.listing.backend; }) > 1;
        const std::string backend =
            has_several ? fmt::format("{} {}", to_string(listing.backend), index) : std::string(to_string(listing.backend));
        lines += fmt::format("  {}  {}", padded(backend, 10), padded(listing.device ? listing.device->name() : "—", name_width));
        if (listing.device) {
            const auto& is = listing.device->properties();
            lines += fmt::format("  {:>4} units   {:>6.1f} GiB   {}   {}\n", is.compute_units,
                                 static_cast<double>(is.global_memory) / (1ULL << 30U),
                                 each.copy_reason.empty() ? "shares GL" : "copies   ", is.driver);
            if (!each.copy_reason.empty()) lines += fmt::format("  {}  copies: {}\n", padded("", 10), each.copy_reason);
        } else {
            lines += fmt::format("  unavailable: {}\n", listing.unavailable_reason);
        }
    }
    return as_json ? as_text(all) : lines;
}

}  // namespace ingot::shell
