// The list of registered backends, and the lists of devices that are made from it.
#include <algorithm>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/error.hpp>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include "registration.hpp"

namespace ingot {

namespace {

struct registered_backend {
    backend_description is;
    backends::registration::lister devices;
};

// All registered backends, sorted by `list_position`. The list is complete before main begins and does not change afterwards.
std::vector<registered_backend>& registered() {
    static std::vector<registered_backend> all;
    return all;
}

const registered_backend* find(backend backend) {
    const auto found = std::ranges::find(registered(), backend, [](const registered_backend& entry) { return entry.is.backend; });
    return found == registered().end() ? nullptr : &*found;
}

[[noreturn]] void throw_unknown(backend backend) {
    throw error("no backend '" + std::string(backend.name()) + "'; there are: " + backend_names());
}

// The sort key of devices_by_speed; the lowest comes first. Several devices may be the same processor: then the first one is that
// whose code is in the archives, because a program starts on it at once, and no driver has to be right.
auto speed_order(const device& device) {
    const device_properties& properties = device.properties();
    const backend_description& description = description_of(properties.backend);
    return std::tuple(properties.is_software, description.is_for_debugging, properties.is_cpu,
                      properties.is_cpu && description.compiles_programs, ~speed_estimate(properties));
}

bool is_kind(const device& device, device_kind kind) {
    return kind == device_kind::any || device.properties().is_cpu == (kind == device_kind::cpu);
}

// The name of the kind in error messages.
std::string_view kind_name(device_kind kind) {
    return kind == device_kind::any   ? "device of any backend"
           : kind == device_kind::cpu ? "CPU of any backend"
                                      : "GPU of any backend";
}

std::vector<device_listing> all_devices(const registered_backend& registered) {
    const backend backend = registered.is.backend;
    try {
        std::vector<device_listing> listings = registered.devices();
        if (listings.empty()) listings.push_back({backend, std::nullopt, "the driver lists no device"});
        return listings;
    } catch (const std::exception& reason) {
        return {{backend, std::nullopt, reason.what()}};
    }
}

// Removes the device from an entry of the list if the selection does not contain the device. The entry stays in the list,
// with the reason.
void leave_out_unselected(device_listing& listing, const device_selection& selection, const char* selection_name) {
    if (!listing.device || selection.contains(listing.device->properties())) return;
    listing.unavailable_reason =
        "'" + listing.device->name() + "' is not selected by " + selection_name + ": " + selection.text();
    listing.device.reset();
}

// The environment variable whose selection applies to the whole program.
constexpr const char* selection_variable = "INGOT_DEVICES";

// Returns one reason for each entry of a list that has no device of the requested kind: the device of the entry is of another
// kind, or the entry has no device.
std::string reasons(const std::vector<device_listing>& listings) {
    std::string text;
    for (const device_listing& listing : listings)
        text += (text.empty() ? "" : "; ") + std::string(to_string(listing.backend)) + ": " +
                (listing.device ? "'" + listing.device->name() + "' is of another kind" : listing.unavailable_reason);
    return text;
}

}  // namespace

backends::registration::registration(backend_description described, lister devices) {
    if (find(described.backend)) throw error("two backends are named '" + std::string(described.backend.name()) + "'");
    const auto place = [](const registered_backend& entry) { return entry.is.list_position; };
    const auto after = std::ranges::upper_bound(registered(), described.list_position, {}, place);
    registered().insert(after, {std::move(described), devices});
}

std::vector<device_listing> backends::unselected_devices(backend kind) {
    const registered_backend* const found = find(kind);
    if (!found) throw_unknown(kind);
    return all_devices(*found);
}

std::vector<backend_description> all_backends() {
    std::vector<backend_description> all;
    all.reserve(registered().size());
    for (const registered_backend& entry : registered()) all.push_back(entry.is);
    return all;
}

const backend_description& description_of(backend backend) {
    const registered_backend* const found = find(backend);
    if (!found) throw_unknown(backend);
    return found->is;
}

const backend_description& reference_backend() {
    for (const registered_backend& entry : registered())
        if (entry.is.is_reference) return entry.is;
    throw error("no backend of this program is the reference");
}

std::string backend_names(std::string_view before_last) {
    const std::vector<registered_backend>& all = registered();
    std::string names;
    for (size_t i = 0; i < all.size(); ++i) {
        if (i != 0) names += i + 1 == all.size() ? before_last : ", ";
        names += all[i].is.backend.name();
    }
    return names;
}

std::string_view to_string(backend backend) { return backend.name(); }

std::optional<backend> find_backend(std::string_view name) {
    const registered_backend* const found = find(backend(name));
    // The returned object refers to the registered name. `name` may refer to text that does not live long enough.
    return found ? std::optional(found->is.backend) : std::nullopt;
}

uint64_t speed_estimate(const device_properties& properties) {
    constexpr uint32_t usual_clock = 1000;
    return uint64_t {properties.compute_units} * (properties.clock_mhz == 0 ? usual_clock : properties.clock_mhz);
}

std::vector<device_listing> devices(backend kind, const device_selection& selection) {
    const registered_backend* const found = find(kind);
    if (!found) throw_unknown(kind);
    const device_selection environment = device_selection::from_environment();
    std::vector<device_listing> listings = all_devices(*found);
    for (device_listing& listing : listings) {
        leave_out_unselected(listing, environment, selection_variable);
        leave_out_unselected(listing, selection, "the device selection");
    }
    return listings;
}

std::vector<device_listing> devices(const device_selection& selection) {
    std::vector<device_listing> all;
    for (const registered_backend& entry : registered())
        std::ranges::move(devices(entry.is.backend, selection), std::back_inserter(all));
    return all;
}

std::string empty_environment_selection() {
    const device_selection environment = device_selection::from_environment();
    size_t available = 0;
    for (const registered_backend& entry : registered())
        for (const device_listing& listing : all_devices(entry)) {
            if (!listing.device) continue;
            if (environment.contains(listing.device->properties())) return {};
            ++available;
        }
    if (available == 0) return {};  // the machine has no device even without the variable
    return std::string("no device matches ") + selection_variable + "='" + environment.text() + "'; without " +
           selection_variable + " this machine has " + std::to_string(available) + (available == 1 ? " device" : " devices") +
           ". Each word of " + selection_variable + ", with commas between them, must be cpu, gpu, a backend (" +
           backend_names(" or ") + ") or a part of a device's name";
}

namespace {

// Throws the error that `listings` contains no device of this kind.
[[noreturn]] void throw_no_device(device_kind kind, const std::vector<device_listing>& listings) {
    if (const std::string message = empty_environment_selection(); !message.empty()) throw error(message);
    throw error("no " + std::string(kind_name(kind)) + ": " + reasons(listings));
}

// Returns the message for an index that no device has, although there is at least one device of this kind.
std::string no_device_with_index(const std::string& kind, size_t index, size_t available) {
    return "no " + kind + " with index " + std::to_string(index) +
           (available == 1 ? "; the only one has index 0" : "; the indices are 0 to " + std::to_string(available - 1));
}

}  // namespace

device find_device(backend kind, size_t index) {
    size_t available = 0;
    std::string reasons;
    for (const device_listing& listing : devices(kind)) {
        if (listing.device && available++ == index) return *listing.device;
        if (!listing.device) reasons += (reasons.empty() ? "" : "; ") + listing.unavailable_reason;
    }
    const std::string name(to_string(kind));
    if (available == 0) throw error("no " + name + " device: " + reasons);
    throw error(no_device_with_index(name + " device", index, available));
}

device find_device(device_kind kind, size_t index, const device_selection& selection) {
    const std::vector<device_listing> listings = devices(selection);
    size_t available = 0;
    for (const device_listing& listing : listings)
        if (listing.device && is_kind(*listing.device, kind) && available++ == index) return *listing.device;
    if (available == 0) throw_no_device(kind, listings);
    throw error(no_device_with_index(std::string(kind_name(kind)), index, available));
}

std::vector<device> devices_by_speed(device_kind kind, const device_selection& selection) {
    std::vector<device> found;
    for (const device_listing& listing : devices(selection))
        if (listing.device && is_kind(*listing.device, kind))
            found.insert(std::ranges::upper_bound(found, speed_order(*listing.device), {}, speed_order), *listing.device);
    return found;
}

device fastest_device(device_kind kind, const device_selection& selection) {
    const std::vector<device> found = devices_by_speed(kind, selection);
    if (found.empty()) throw_no_device(kind, devices(selection));
    return found.front();
}

}  // namespace ingot
