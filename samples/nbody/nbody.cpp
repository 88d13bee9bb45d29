#include "nbody.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <ingot/runtime/peak.hpp>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "bodies_file.hpp"
#include "palette.hpp"

namespace ingot::samples {

namespace {

constexpr size_t kept_kernel_times = 101;

// The distance from the origin that half the bodies are within.
double middle_distance(const bodies& of) {
    std::vector<double> distances;
    for (const double3& position : of.positions) distances.push_back(std::sqrt(dot(position, position)));
    if (distances.empty()) return 1.0;
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::ranges::nth_element(distances, middle);
    return *middle > 0.0 ? *middle : 1.0;
}

// The speed of a circular orbit around all mass at the middle distance.
double orbital_speed(const bodies& of) {
    double mass = 0.0;
    for (const double each : of.masses) mass += each;
    const double speed = std::sqrt(mass * gravitational_constant(of.units) / middle_distance(of));
    return speed > 0.0 ? speed : 1.0;
}

orbit framing(std::string_view setup, const bodies& of) {
    if (setup == "galaxies") return {.target = {0.0f, 0.0f, 0.0f}, .distance = 4.6f, .yaw = 0.3f, .pitch = 0.9f};
    if (setup == "plummer") return {.distance = 3.6f, .yaw = 0.4f, .pitch = 0.25f};
    if (setup == "collapse") return {.distance = 3.4f, .yaw = 0.4f, .pitch = 0.25f};
    if (setup == "ring") return {.distance = 4.0f, .yaw = 0.5f, .pitch = 0.42f};
    return {.distance = static_cast<float>(5.5 * middle_distance(of)), .yaw = 0.2f, .pitch = 0.2f};
}

std::vector<char> joined(const std::vector<std::string>& names) {
    std::vector<char> text;
    for (const std::string& name : names) {
        text.insert(text.end(), name.begin(), name.end());
        text.push_back('\n');
    }
    return text;
}

std::vector<std::string> separated(std::span<const char> text) {
    std::vector<std::string> names;
    while (!text.empty()) {
        const auto end = std::ranges::find(text, '\n');
        names.emplace_back(text.begin(), end);
        text = text.subspan(std::min(names.back().size() + 1, text.size()));
    }
    return names;
}

}  // namespace

std::vector<parameter_base*> nbody_sample::parameters() {
    return {&setup,     &count,   &file,           &method, &precision, &time_step,  &speed,
            &softening, &damping, &devices_wanted, &cut,    &colour,    &brightness, &point_size};
}

/// How many bodies a file has is not known before it is read.
std::string nbody_sample::kernels_for(const device& to) const {
    const auto number = static_cast<size_t>(count.get());
    const tiling plan =
        tiling_from(cut.get()).value_or(best_tiling(to.properties(), number / static_cast<size_t>(devices_wanted.get())));
    return fmt::format("{} {} {} {}", name(plan), std::bit_width(number), devices_wanted.get(), file.get());
}

void nbody_sample::load(const device& to, queue& with) {
    on = to;
    in = &with;
    if (precision == "double")
        double_kernels = simulation<double>::build(to);
    else
        single_kernels = simulation<float>::build(to);
    background.emplace();
    points.emplace(to);
    orbits.emplace();
}

bodies nbody_sample::make_bodies() const {
    const auto number = static_cast<size_t>(count.get());
    if (setup == "galaxies") return colliding_galaxies(number, seeded);
    if (setup == "plummer") return plummer_sphere(number, seeded);
    if (setup == "collapse") return cold_collapse(number, seeded);
    if (setup == "ring") return ring_system(number, seeded);
    if (file.get().empty()) throw parameter_error("setup: it is 'file' and no file is given; name one with the parameter 'file'");
    return read_bodies(file.get(), static_cast<size_t>(most_bodies),
                       precision == "double" ? largest_coordinate<double>() : largest_coordinate<float>());
}

void nbody_sample::reset(uint64_t seed) {
    seeded = seed;
    // A file that is named on the command line is meant, without a second word.
    if (setup.is_default() && !file.get().empty()) setup.set(std::string("file"));
    bodies made = make_bodies();
    any_simulation with = simulate(made);
    steps = 0;
    simulated_time = 0.0;
    energy_at_start.reset();
    begin(std::move(made), std::move(with));
}

nbody_sample::any_simulation nbody_sample::simulate(const bodies& initial) {
    gather_helpers();
    if (precision == "double") return std::make_unique<simulation<double>>(members<double>(), initial);
    return std::make_unique<simulation<float>>(members<float>(), initial);
}

// The other devices of the backend, as many as are wanted.
void nbody_sample::gather_helpers() {
    const auto wanted = static_cast<size_t>(devices_wanted.get() - 1);
    if (helpers.size() >= wanted) return;
    helpers.clear();
    for (const device_listing& listed : devices(on->backend()))
        if (listed.device && *listed.device != *on && helpers.size() < wanted)
            helpers.push_back(std::make_unique<helper>(*listed.device));
    if (helpers.size() < wanted)
        throw error(
            fmt::format("{} devices are wanted; {} has {} here", wanted + 1, to_string(on->backend()), helpers.size() + 1));
}

template <typename real>
std::vector<typename simulation<real>::member> nbody_sample::members() {
    const auto built = [](auto& kernels, const device& where) -> const auto& {
        if (!kernels) kernels = simulation<real>::build(where);
        return *kernels;
    };
    const auto kernels_of = [](auto& owner) -> auto& {
        if constexpr (std::is_same_v<real, double>)
            return owner.double_kernels;
        else
            return owner.single_kernels;
    };
    std::vector<typename simulation<real>::member> all {{built(kernels_of(*this), *on), in}};
    for (size_t i = 0; i + 1 < static_cast<size_t>(devices_wanted.get()); ++i)
        all.push_back({built(kernels_of(*helpers[i]), helpers[i]->on), &helpers[i]->in});
    return all;
}

void nbody_sample::begin(bodies initial, any_simulation with) {
    running = std::move(with);
    start = std::move(initial);
    kernel_times.clear();
    show(start);
}

void nbody_sample::show(const bodies& initial) {
    const std::vector<glm::vec4> lights = lights_of(initial);
    points->set_lights(lights);
    orbits->begin(lights);
    middle_speed = static_cast<float>(orbital_speed(initial));
    view = framing(setup.get(), initial);
    drawn = false;
}

void nbody_sample::changed(const parameter_base& which) {
    const bool from_file = setup == "file";
    if (&which == &file && !file.get().empty() && !from_file) {
        const parameter_value before = setup.value();
        setup.set(std::string("file"));
        try {
            reset(seeded);
        } catch (...) {
            setup.set(before);
            throw;
        }
        return;
    }
    // A file that is still to be chosen is no reason to stop.
    if ((&which == &setup || &which == &file) && from_file && file.get().empty()) return;
    if (&which == &setup || (&which == &count && !from_file) || (&which == &file && from_file)) reset(seeded);
    if (&which == &precision || &which == &devices_wanted) {
        const bodies now = current_bodies();
        running = simulate(now);
        kernel_times.clear();
    }
    if (&which == &softening) {  // other forces: the energy is another from here on
        start = current_bodies();
        energy_at_start.reset();
    }
    if (&which == &cut) kernel_times.clear();
}

std::vector<std::string> nbody_sample::tiling_names() {
    std::vector<std::string> names {"auto"};
    for (const tiling& one : tilings) names.push_back(name(one));
    return names;
}

step_settings nbody_sample::settings() const {
    return {.method = method == "euler" ? integrator::euler : integrator::leapfrog,
            .time_step = time_step,
            .softening = softening,
            .damping = damping,
            .plan = tiling_from(cut.get()).value_or(
                best_tiling(on->properties(), start.count() / static_cast<size_t>(devices_wanted.get())))};
}

void nbody_sample::step(const tick&) {
    const step_settings with = settings();
    for (int64_t i = 0; i < speed.get(); ++i) {
        std::visit([&](auto& bodies_on_device) { bodies_on_device->step(with); }, running);
        ++steps;
        simulated_time += with.time_step;
    }
    in->flush();
    drawn = false;
}

void nbody_sample::draw(const canvas& into) {
    if (!drawn) {
        {
            auto to = points->acquire(*in);
            std::visit([&](const auto& now) { now->place_points(*to); }, running);
        }
        if (orbits->wanted()) orbits->add(current_bodies());
        drawn = true;
    }
    background->draw(into);
    orbits->draw(into, brightness);
    points->draw(into, {.by_speed = colour == "speed",
                        .middle_speed = middle_speed,
                        .brightness = brightness,
                        .size = point_size,
                        .distance = view.distance});
}

bodies nbody_sample::current_bodies() const {
    bodies now = start;
    std::visit([&](const auto& on_device) { on_device->read(now); }, running);
    return now;
}

state nbody_sample::save() const {
    const bodies now = current_bodies();
    state saved;
    saved.put("positions", now.positions);
    saved.put("velocities", now.velocities);
    saved.put("masses", now.masses);
    saved.put("origins", now.origins);
    saved.put("names", joined(now.names));
    saved.put_value("units", now.units);
    saved.put_value("seed", seeded);
    saved.put_value("steps", steps);
    saved.put_value("time", simulated_time);
    saved.put_value("energy at start", start_energy());
    return saved;
}

void nbody_sample::restore(const state& from) {
    bodies saved;
    saved.positions = from.get<double3>("positions");
    saved.velocities = from.get<double3>("velocities");
    saved.masses = from.get<double>("masses");
    saved.origins = from.get<uint32_t>("origins");
    saved.names = separated(from.get<char>("names"));
    saved.units = from.get_value<unit_system>("units");
    any_simulation with = simulate(saved);
    seeded = from.get_value<uint64_t>("seed");
    steps = from.get_value<uint64_t>("steps");
    simulated_time = from.get_value<double>("time");
    energy_at_start = from.get_value<double>("energy at start");
    begin(std::move(saved), std::move(with));
}

double nbody_sample::start_energy() const {
    if (!energy_at_start) {
        energy_at_start = std::visit(
            [&]<typename real>(const simulation_of<real>&) {
                if constexpr (std::is_same_v<real, double>)
                    return simulation<double>(*double_kernels, *in, start).measure(softening).energy();
                else
                    return simulation<float>(*single_kernels, *in, start).measure(softening).energy();
            },
            running);
    }
    return *energy_at_start;
}

std::vector<reading> nbody_sample::readings() {
    const bool natural = start.units == unit_system::natural;
    const auto with_units = [&](const char* units) { return std::string(natural ? "" : units); };
    const conserved now = std::visit([&](auto& on_device) { return on_device->measure(softening); }, running);
    if (steps == 0) energy_at_start = now.energy();
    const double began = start_energy();
    const double drift = began != 0.0 ? (now.energy() - began) / std::abs(began) : now.energy();

    std::vector<reading> figures {
        {"bodies", static_cast<double>(start.count()), ""},
        {"steps", static_cast<double>(steps), ""},
        {"time", simulated_time, with_units("d")},
        {"total energy", now.energy(), with_units("msun au²/d²")},
        {"kinetic energy", now.kinetic_energy, with_units("msun au²/d²")},
        {"potential energy", now.potential_energy, with_units("msun au²/d²")},
        {"energy drift", drift, ""},
        {"momentum", std::sqrt(dot(now.momentum, now.momentum)), with_units("msun au/d")},
    };
    if (!kernel_times.empty()) {
        std::vector<std::chrono::nanoseconds> sorted(kernel_times.begin(), kernel_times.end());
        std::ranges::sort(sorted);
        const double seconds = std::chrono::duration<double>(sorted[sorted.size() / 2]).count();
        const double interactions = std::pow(static_cast<double>(start.count()), 2.0) / std::max(seconds, 1e-9);
        figures.push_back({"interactions", interactions * 1e-9, "G/s"});
        const double operations = interactions * operations_of_interaction;
        figures.push_back({"performance", operations * 1e-9, "GFLOPS"});
        const double peak = peak_operations(on->properties()) * static_cast<double>(devices_wanted.get());
        if (peak > 0.0) figures.push_back({"of the device's peak", 100.0 * operations / peak, "%"});
    }
    return figures;
}

void nbody_sample::timed(std::span<const launch_timing> launches) {
    for (const launch_timing& launch : launches) {
        if (!launch.kernel.starts_with("advance<")) continue;
        kernel_times.push_back(launch.duration);
        if (kernel_times.size() > kept_kernel_times) kernel_times.pop_front();
    }
}

// A body is 16 bytes; a launch of a step reads all positions, and moves its share: reads velocities, writes both.
std::optional<kernel_work> nbody_sample::work_of(std::string_view launched) const {
    constexpr double body_bytes = sizeof(float4);
    const auto all = static_cast<double>(start.count());
    if (precision == "double") return std::nullopt;
    if (launched.starts_with("place_points<")) return kernel_work {0.0, 3.0 * body_bytes * all};
    if (!launched.starts_with("advance<")) return std::nullopt;
    const double share = all / static_cast<double>(devices_wanted.get());
    return kernel_work {operations_of_interaction * all * share, body_bytes * (all + 3.0 * share)};
}

void nbody_sample::save_file(const std::filesystem::path& to) { write_bodies(to, current_bodies()); }

std::unique_ptr<sample> create_nbody() { return std::make_unique<nbody_sample>(); }

}  // namespace ingot::samples
