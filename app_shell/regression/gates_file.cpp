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

void read_pictures(json_object& object, gates& into) {
    if (const json* const flip = object.find("flip")) {
        json_object of(*flip, object.location_of("flip"));
        into.flip_mean = of.number("mean", 0.0, 1.0);
        into.flip_p99 = of.number("p99", 0.0, 1.0);
        of.finish();
    }
    if (const json* const pixels = object.find("pixels")) {
        json_object of(*pixels, object.location_of("pixels"));
        if (const auto largest = of.whole_number("largest", 0, 255)) into.largest_difference = static_cast<int>(*largest);
        const auto share = of.number("share", 0.0, 1.0);
        const auto tolerance = of.whole_number("tolerance", 0, 255);
        if (share) into.pixels = pixel_share {static_cast<int>(tolerance.value_or(0)), *share};
        if (tolerance && !share) of.reject("share", "given together with 'tolerance'");
        of.finish();
    }
    into.min_psnr = object.number("psnr", 0.0, 1000.0);
}

void read_states(json_object& object, gates& into) {
    const json* const states = object.find("state");
    if (!states) return;
    json_object all(*states, object.location_of("state"));
    for (const auto& [array, limits] : states->items()) {
        json_object of(*all.find(array), all.location_of(array));
        const element holds = element_named(of, element::float64);
        of.require("relative");
        into.states.push_back({array, holds, *of.number("relative", 0.0, any)});
        of.finish();
    }
}

std::pair<double, double> range_of(const json& object, const std::string& place) {
    if (!object.is_array() || object.size() != 2 || !object[0].is_number() || !object[1].is_number() ||
        object[0].get<double>() > object[1].get<double>())
        throw case_error(fmt::format("{}: it must be a list of two numbers, the smaller one first", place));
    return {object[0].get<double>(), object[1].get<double>()};
}

void read_readings(json_object& object, gates& into) {
    // Version 0.1 called the key "readings".
    const char* const key = object.find("statistics") ? "statistics" : "readings";
    const json* const readings = object.find(key);
    if (!readings) return;
    json_object all(*readings, object.location_of(key));
    for (const auto& [name, limits] : readings->items()) {
        json_object of(*all.find(name), all.location_of(name));
        statistic_gate gate {name, of.number("relative", 0.0, any), of.number("absolute", 0.0, any), {}};
        if (const json* const within = of.find("within")) gate.within = range_of(*within, of.location_of("within"));
        if (!gate.relative && !gate.absolute && !gate.within)
            throw case_error(fmt::format("{}: 'relative', 'absolute' or 'within' is missing", of.location()));
        of.finish();
        into.statistics.push_back(std::move(gate));
    }
}

void read_noise(json_object& object, gates& into) {
    const json* const noise = object.find("z-test");
    if (!noise) return;
    json_object of(*noise, object.location_of("z-test"));
    noise_gate gate;
    gate.renders = static_cast<uint32_t>(of.whole_number("renders", 2, 1000).value_or(0));
    if (gate.renders == 0) {
        gate.uses_means = of.find("means") != nullptr;
        gate.first = of.required_text(gate.uses_means ? "means" : "sums");
        gate.second = of.required_text(gate.uses_means ? "deviations" : "squares");
        gate.sample_count = of.required_text("samples");
        gate.element_type = element_named(of, element::float32);
        gate.stride = static_cast<int>(of.whole_number("stride", 3, 16).value_or(3));
    }
    gate.significance = of.number("significance", 1e-12, 0.5).value_or(gate.significance);
    gate.block = static_cast<int>(of.whole_number("block", 1, 64).value_or(4));
    gate.least_deviation = of.number("least_deviation", 0.0, any).value_or(gate.least_deviation);
    of.finish();
    into.noise = std::move(gate);
}

}  // namespace

gates read_gates(const json& of, const std::string& place) {
    json_object in(of, place);
    gates into;
    read_pictures(in, into);
    read_states(in, into);
    read_readings(in, into);
    read_noise(in, into);
    in.finish();
    return into;
}

}  // namespace ingot::regression
