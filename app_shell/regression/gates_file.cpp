#include "gates_file.hpp"

#include <array>
#include <limits>

namespace ingot::regression {

namespace {

constexpr double any = std::numeric_limits<double>::max();

element element_named(json_object& in, element otherwise) {
    constexpr std::array<std::pair<std::string_view, element>, 6> names {{{"float", element::float32},
                                                                          {"double", element::float64},
                                                                          {"int32", element::int32},
                                                                          {"uint32", element::uint32},
                                                                          {"int64", element::int64},
                                                                          {"uint64", element::uint64}}};
    const auto text = in.text("element");
    if (!text) return otherwise;
    for (const auto& [name, is] : names)
        if (name == *text) return is;
    in.refuse("element", "one of float, double, int32, uint32, int64, uint64");
}

void read_pictures(json_object& in, gates& into) {
    if (const json* const flip = in.find("flip")) {
        json_object of(*flip, in.place_of("flip"));
        into.flip_mean = of.number("mean", 0.0, 1.0);
        into.flip_p99 = of.number("p99", 0.0, 1.0);
        of.finish();
    }
    if (const json* const pixels = in.find("pixels")) {
        json_object of(*pixels, in.place_of("pixels"));
        if (const auto largest = of.whole("largest", 0, 255)) into.largest_difference = static_cast<int>(*largest);
        const auto share = of.number("share", 0.0, 1.0);
        const auto tolerance = of.whole("tolerance", 0, 255);
        if (share) into.pixels = pixel_share {static_cast<int>(tolerance.value_or(0)), *share};
        if (tolerance && !share) of.refuse("share", "given where there is a tolerance");
        of.finish();
    }
    into.least_psnr = in.number("psnr", 0.0, 1000.0);
}

void read_states(json_object& in, gates& into) {
    const json* const states = in.find("state");
    if (!states) return;
    json_object all(*states, in.place_of("state"));
    for (const auto& [array, limits] : states->items()) {
        json_object of(*all.find(array), all.place_of(array));
        const element holds = element_named(of, element::float64);
        of.need("relative");
        into.states.push_back({array, holds, *of.number("relative", 0.0, any)});
        of.finish();
    }
}

std::pair<double, double> range_of(const json& of, const std::string& place) {
    if (!of.is_array() || of.size() != 2 || !of[0].is_number() || !of[1].is_number() || of[0].get<double>() > of[1].get<double>())
        throw case_error(fmt::format("{}: two numbers are needed here, the smaller one first", place));
    return {of[0].get<double>(), of[1].get<double>()};
}

void read_readings(json_object& in, gates& into) {
    const json* const readings = in.find("readings");
    if (!readings) return;
    json_object all(*readings, in.place_of("readings"));
    for (const auto& [name, limits] : readings->items()) {
        json_object of(*all.find(name), all.place_of(name));
        reading_gate gate {name, of.number("relative", 0.0, any), of.number("absolute", 0.0, any), {}};
        if (const json* const within = of.find("within")) gate.within = range_of(*within, of.place_of("within"));
        if (!gate.relative && !gate.absolute && !gate.within)
            throw case_error(fmt::format("{}: one of 'relative', 'absolute' and 'within' is needed", of.place()));
        of.finish();
        into.readings.push_back(std::move(gate));
    }
}

void read_noise(json_object& in, gates& into) {
    const json* const noise = in.find("z-test");
    if (!noise) return;
    json_object of(*noise, in.place_of("z-test"));
    noise_gate gate;
    gate.renders = static_cast<uint32_t>(of.whole("renders", 2, 1000).value_or(0));
    if (gate.renders == 0) {
        gate.of_means = of.find("means") != nullptr;
        gate.first = of.needed_text(gate.of_means ? "means" : "sums");
        gate.second = of.needed_text(gate.of_means ? "deviations" : "squares");
        gate.samples = of.needed_text("samples");
        gate.of = element_named(of, element::float32);
        gate.stride = static_cast<int>(of.whole("stride", 3, 16).value_or(3));
    }
    gate.significance = of.number("significance", 1e-12, 0.5).value_or(gate.significance);
    gate.block = static_cast<int>(of.whole("block", 1, 64).value_or(4));
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
