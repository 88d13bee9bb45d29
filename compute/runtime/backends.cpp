// The backends that made themselves known, and the lists of devices made from them.
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

// By place. Complete before main begins, and only read from then on.
std::vector<registered_backend>& registered() {
    static std::vector<registered_backend> all;
    return all;
}

const registered_backend* find(backend which) {
    const auto found = std::ranges::find(registered(), which, [](const registered_backend& one) { return one.is.backend; });
    return found == registered().end() ? nullptr : &*found;
}

[[noreturn]] void refuse(backend which) {
    throw error("no backend '" + std::string(which.name()) + "'; there are: " + backend_names());
}

// How devices_by_speed orders them: the lowest first.
auto speed_order(const device& of) {
    const device_properties& properties = of.properties();
    return std::tuple(description_of(properties.backend).for_debugging, properties.is_cpu, ~speed_estimate(properties));
}

bool is_kind(const device& of, device_kind wanted) {
    return wanted == device_kind::any || of.properties().is_cpu == (wanted == device_kind::cpu);
}

std::string_view words_for(device_kind of) {
    return of == device_kind::any   ? "device of any backend"
           : of == device_kind::cpu ? "CPU of any backend"
                                    : "GPU of any backend";
}

std::vector<device_listing> all_devices(const registered_backend& of) {
    const backend which = of.is.backend;
    try {
        std::vector<device_listing> listed = of.devices();
        if (listed.empty()) listed.push_back({which, std::nullopt, "its driver lists no device"});
        return listed;
    } catch (const std::exception& reason) {
        return {{which, std::nullopt, reason.what()}};
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

backends::registration::registration(backend_description described, lister devices) {
    if (find(described.backend)) throw error("two backends are named '" + std::string(described.backend.name()) + "'");
    const auto place = [](const registered_backend& one) { return one.is.place; };
    const auto after = std::ranges::upper_bound(registered(), described.place, {}, place);
    registered().insert(after, {std::move(described), devices});
}

std::vector<backend_description> all_backends() {
    std::vector<backend_description> all;
    all.reserve(registered().size());
    for (const registered_backend& one : registered()) all.push_back(one.is);
    return all;
}

const backend_description& description_of(backend which) {
    const registered_backend* const found = find(which);
    if (!found) refuse(which);
    return found->is;
}

const backend_description& reference_backend() {
    for (const registered_backend& one : registered())
        if (one.is.is_reference) return one.is;
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

std::string_view to_string(backend which) { return which.name(); }

std::optional<backend> backend_from(std::string_view name) {
    const registered_backend* const found = find(backend(name));
    // Its own name stays; the text may not.
    return found ? std::optional(found->is.backend) : std::nullopt;
}

uint64_t speed_estimate(const device_properties& of) {
    constexpr uint32_t usual_clock = 1000;
    return uint64_t {of.units} * (of.clock == 0 ? usual_clock : of.clock);
}

std::vector<device_listing> devices(backend of, const device_selection& wanted) {
    const registered_backend* const found = find(of);
    if (!found) refuse(of);
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
    for (const registered_backend& one : registered())
        std::ranges::move(devices(one.is.backend, wanted), std::back_inserter(all));
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

std::vector<device> devices_by_speed(device_kind of, const device_selection& wanted) {
    std::vector<device> found;
    for (const device_listing& one : devices(wanted))
        if (one.device && is_kind(*one.device, of))
            found.insert(std::ranges::upper_bound(found, speed_order(*one.device), {}, speed_order), *one.device);
    return found;
}

device fastest_device(device_kind of, const device_selection& wanted) {
    const std::vector<device> found = devices_by_speed(of, wanted);
    if (found.empty()) throw error("no " + std::string(words_for(of)) + ": " + reasons(devices(wanted)));
    return found.front();
}

}  // namespace ingot
