// The table of backends, and the lists of devices made from it.
#include <algorithm>
#include <array>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/error.hpp>
#include <iterator>
#include <string>

#include "cpu_debug/devices.hpp"
#include "cuda/devices.hpp"
#include "opencl/devices.hpp"

namespace ingot {

namespace {

std::vector<device_listing> no_metal() { return {{backend::metal, std::nullopt, "this system has no Metal"}}; }

struct table_line {
    backend which;
    std::string_view name;
    std::vector<device_listing> (*devices)();
};

constexpr std::array<table_line, 4> table {{
    {backend::cuda, "cuda", &backends::cuda::devices},
    {backend::opencl, "opencl", &backends::opencl::devices},
    {backend::metal, "metal", &no_metal},
    {backend::cpu_debug, "cpu-debug", &backends::cpu_debug::devices},
}};

// How a device ranks for fastest_device(): higher first.
int speed_class(const device_properties& properties) {
    if (properties.backend == backend::cpu_debug) return 0;
    return properties.is_cpu ? 1 : 2;
}

}  // namespace

std::string_view to_string(backend which) {
    const auto found = std::ranges::find(table, which, &table_line::which);
    return found == table.end() ? "unknown" : found->name;
}

std::optional<backend> backend_from(std::string_view name) {
    const auto found = std::ranges::find(table, name, &table_line::name);
    return found == table.end() ? std::nullopt : std::optional(found->which);
}

std::vector<device_listing> devices(backend of) {
    const auto found = std::ranges::find(table, of, &table_line::which);
    if (found == table.end()) return {};
    try {
        std::vector<device_listing> listed = found->devices();
        if (listed.empty()) listed.push_back({of, std::nullopt, "its driver lists no device"});
        return listed;
    } catch (const std::exception& reason) {
        return {{of, std::nullopt, reason.what()}};
    }
}

std::vector<device_listing> devices() {
    std::vector<device_listing> all;
    for (const table_line& line : table) std::ranges::move(devices(line.which), std::back_inserter(all));
    return all;
}

device find_device(backend of, size_t index) {
    size_t available = 0;
    std::string reasons;
    for (const device_listing& listing : devices(of)) {
        if (listing.device && available++ == index) return *listing.device;
        if (!listing.device) reasons += (reasons.empty() ? "" : "; ") + listing.unavailable;
    }
    const std::string name(to_string(of));
    if (available == 0) throw error("no " + name + " device: " + reasons);
    throw error("no " + name + " device with index " + std::to_string(index) + ": there are " + std::to_string(available) +
                ", counted from 0");
}

device fastest_device() {
    std::optional<device> best;
    for (const device_listing& listing : devices()) {
        if (!listing.device) continue;
        const auto rank = [](const device& of) { return std::pair(speed_class(of.properties()), of.properties().units); };
        if (!best || rank(*listing.device) > rank(*best)) best = listing.device;
    }
    if (!best) throw error("no device of any backend: see `ingot devices` for the reasons");
    return *best;
}

}  // namespace ingot
