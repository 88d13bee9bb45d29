// The table of backends, and the lists of devices made from it.
#include <algorithm>
#include <array>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/error.hpp>
#include <iterator>
#include <string>
#include <utility>

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
std::pair<int, uint64_t> rank(const device& of) {
    const device_properties& properties = of.properties();
    const int speed_class = properties.backend == backend::cpu_debug ? 0 : properties.is_cpu ? 1 : 2;
    return {speed_class, speed_estimate(properties)};
}

bool is_kind(const device& of, device_kind wanted) {
    return wanted == device_kind::any || of.properties().is_cpu == (wanted == device_kind::cpu);
}

std::string_view words_for(device_kind of) {
    return of == device_kind::any   ? "device of any backend"
           : of == device_kind::cpu ? "CPU of any backend"
                                    : "GPU of any backend";
}

std::vector<device_listing> all_devices(const table_line& line) {
    try {
        std::vector<device_listing> listed = line.devices();
        if (listed.empty()) listed.push_back({line.which, std::nullopt, "its driver lists no device"});
        return listed;
    } catch (const std::exception& reason) {
        return {{line.which, std::nullopt, reason.what()}};
    }
}

// A device that is not wanted stays in the list, as one that cannot be had.
void leave_out(device_listing& one, const device_selection& wanted, const char* whose) {
    if (!one.device || wanted.wants(one.device->properties())) return;
    one.unavailable = "'" + one.device->name() + "' is not among those that " + whose + " wants: " + wanted.text();
    one.device.reset();
}

// Why there is none: the drivers' reasons, or that all that there is was of another kind.
std::string reasons(const std::vector<device_listing>& listed) {
    std::string text;
    for (const device_listing& one : listed)
        text += (text.empty() ? "" : "; ") + std::string(to_string(one.backend)) + ": " +
                (one.device ? "'" + one.device->name() + "' is of another kind" : one.unavailable);
    return text;
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

uint64_t speed_estimate(const device_properties& of) {
    constexpr uint32_t usual_clock = 1000;
    return uint64_t {of.units} * (of.clock == 0 ? usual_clock : of.clock);
}

std::vector<device_listing> devices(backend of, const device_selection& wanted) {
    const auto found = std::ranges::find(table, of, &table_line::which);
    if (found == table.end()) return {};
    const device_selection environment = device_selection::of_environment();
    std::vector<device_listing> listed = all_devices(*found);
    for (device_listing& one : listed) {
        leave_out(one, environment, "INGOT_DEVICES");
        leave_out(one, wanted, "the selection");
    }
    return listed;
}

std::vector<device_listing> devices(const device_selection& wanted) {
    std::vector<device_listing> all;
    for (const table_line& line : table) std::ranges::move(devices(line.which, wanted), std::back_inserter(all));
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

device find_device(device_kind of, size_t index, const device_selection& wanted) {
    const std::vector<device_listing> listed = devices(wanted);
    size_t available = 0;
    for (const device_listing& one : listed)
        if (one.device && is_kind(*one.device, of) && available++ == index) return *one.device;
    const std::string name(words_for(of));
    if (available == 0) throw error("no " + name + ": " + reasons(listed));
    throw error("no " + name + " with index " + std::to_string(index) + ": there are " + std::to_string(available) +
                ", counted from 0");
}

device fastest_device(device_kind of, const device_selection& wanted) {
    const std::vector<device_listing> listed = devices(wanted);
    std::optional<device> best;
    for (const device_listing& one : listed)
        if (one.device && is_kind(*one.device, of) && (!best || rank(*one.device) > rank(*best))) best = one.device;
    if (!best) throw error("no " + std::string(words_for(of)) + ": " + reasons(listed));
    return *best;
}

}  // namespace ingot
