#include "gates_file.hpp"

#include <array>
#include <limits>

namespace ingot::regression {

namespace {

constexpr double any = std::numeric_limits<double>::max();

element element_named(json_object& object, element otherwise) {
    constexpr std::array<std::pair<std::string_view, element>, 6> names {{{"float", element::float32},
                                                                          {"double", element::float64},
                                                                          {"int32", element::int32},
                                                                          {"uint32", element::uint32},
                                                                          {"int64", element::int64},
                                                                          {"uint64", element::uint64}}};
    const auto text = object.text("element");
    if (!text) return otherwise;
    for (const auto& [name, is] : names)
        if (name == *text) return is;
    object.reject("element", "one of float, double, int32, uint32, int64, uint64");
}

void read_pictures(json_object& object, gates& gates) {
    if (const json* const flip = object.find("flip")) {
        json_object section(*flip, object.location_of("flip"));
        gates.flip_mean = section.number("mean", 0.0, 1.0);
        gates.flip_p99 = section.number("p99", 0.0, 1.0);
        section.finish();
    }
    if (const json* const pixels = object.find("pixels")) {
        json_object section(*pixels, object.location_of("pixels"));
        if (const auto largest = section.whole_number("largest", 0, 255)) gates.largest_difference = static_cast<int>(*largest);
        const auto share = section.number("share", 0.0, 1.0);
        const auto tolerance = section.whole_number("tolerance", 0, 255);
        if (share) gates.pixels = pixel_share {static_cast<int>(tolerance.value_or(0)), *share};
        if (tolerance && !share) section.reject("share", "given together with 'tolerance'");
        section.finish();
    }
    gates.min_psnr = object.number("psnr", 0.0, 1000.0);
}

// Returns the object with the limits of an array or a statistic.
json_object limits_of(json_object& all, const std::string& name) {
    const json* const limits = all.find(name);
    if (!limits)
        all.reject(name, "an object; null is allowed only under 'exceptions', where it removes the case's gate for that backend");
    return {*limits, all.location_of(name)};
}

void read_states(json_object& object, gates& gates) {
    const json* const states = object.find("state");
    if (!states) return;
    json_object all(*states, object.location_of("state"));
    for (const auto& [array, limits] : states->items()) {
        json_object section = limits_of(all, array);
        const element holds = element_named(section, element::float64);
        section.require("relative");
        gates.states.push_back({array, holds, *section.number("relative", 0.0, any)});
        section.finish();
    }
}

std::pair<double, double> range_of(const json& object, const std::string& place) {
    if (!object.is_array() || object.size() != 2 || !object[0].is_number() || !object[1].is_number() ||
        object[0].get<double>() > object[1].get<double>())
        throw case_error(fmt::format("{}: it must be a list of two numbers, the smaller one first", place));
    return {object[0].get<double>(), object[1].get<double>()};
}

void read_statistics(json_object& object, gates& gates) {
    // Version 0.1 called the key "readings".
    const char* const key = object.find("statistics") ? "statistics" : "readings";
    const json* const statistics = object.find(key);
    if (!statistics) return;
    json_object all(*statistics, object.location_of(key));
    for (const auto& [name, limits] : statistics->items()) {
        json_object section = limits_of(all, name);
        statistic_gate gate {name, section.number("relative", 0.0, any), section.number("absolute", 0.0, any), {}};
        if (const json* const range = section.find("within")) gate.within = range_of(*range, section.location_of("within"));
        if (!gate.relative && !gate.absolute && !gate.within)
            throw case_error(fmt::format("{}: 'relative', 'absolute' or 'within' is missing", section.location()));
        section.finish();
        gates.statistics.push_back(std::move(gate));
    }
}

void read_noise(json_object& object, gates& gates) {
    const json* const noise = object.find("z-test");
    if (!noise) return;
    json_object section(*noise, object.location_of("z-test"));
    noise_gate gate;
    gate.renders = static_cast<uint32_t>(section.whole_number("renders", 2, 1000).value_or(0));
    if (gate.renders == 0) {
        gate.uses_means = section.find("means") != nullptr;
        gate.first = section.required_text(gate.uses_means ? "means" : "sums");
        gate.second = section.required_text(gate.uses_means ? "deviations" : "squares");
        gate.sample_count = section.required_text("samples");
        gate.element_type = element_named(section, element::float32);
        gate.stride = static_cast<int>(section.whole_number("stride", 3, 16).value_or(3));
    }
    gate.significance = section.number("significance", 1e-12, 0.5).value_or(gate.significance);
    gate.block = static_cast<int>(section.whole_number("block", 1, 64).value_or(4));
    gate.least_deviation = section.number("least_deviation", 0.0, any).value_or(gate.least_deviation);
    section.finish();
    gates.noise = std::move(gate);
}

}  // namespace

gates read_gates(const json& value, const std::string& place) {
    json_object object(value, place);
    gates result;
    read_pictures(object, result);
    read_states(object, result);
    read_statistics(object, result);
    read_noise(object, result);
    object.finish();
    return result;
}

}  // namespace ingot::regression
