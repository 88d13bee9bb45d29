#include "nbody.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <ingot/runtime/device.hpp>
#include <numeric>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "bodies_file.hpp"
#include "kepler_orbits.hpp"
#include "palette.hpp"

namespace ingot::samples {

namespace {

constexpr size_t kept_kernel_times = 101;

// Returns the median distance of the bodies from the origin.
double middle_distance(const bodies& bodies) {
    std::vector<double> distances;
    for (const double3& position : bodies.positions) distances.push_back(std::sqrt(dot(position, position)));
    if (distances.empty()) return 1.0;
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::ranges::nth_element(distances, middle);
    return *middle > 0.0 ? *middle : 1.0;
}

// Returns the speed of a circular orbit at the median distance, if the total mass were at the origin.
double orbital_speed(const bodies& bodies) {
    double mass = 0.0;
    for (const double each : bodies.masses) mass += each;
    const double speed = std::sqrt(mass * gravitational_constant(bodies.units) / middle_distance(bodies));
    return speed > 0.0 ? speed : 1.0;
}

// Returns the camera of the framing 'middle', which shows the middle of the bodies.
orbit framing(std::string_view setup, const bodies& bodies) {
    if (setup == "galaxies") return {.target = {0.0f, 0.0f, 0.0f}, .distance = 4.6f, .yaw = 0.3f, .pitch = 0.9f};
    if (setup == "plummer") return {.distance = 3.6f, .yaw = 0.4f, .pitch = 0.25f};
    if (setup == "collapse") return {.distance = 3.4f, .yaw = 0.4f, .pitch = 0.25f};
    if (setup == "ring") return {.distance = 4.0f, .yaw = 0.5f, .pitch = 0.42f};
    return {.distance = static_cast<float>(5.5 * middle_distance(bodies)), .yaw = 0.2f, .pitch = 0.2f};
}

// Returns the camera of the framing 'all', which shows all bodies.
orbit framing_all(const bodies& bodies) {
    double farthest = 0.0;
    for (const double3& position : bodies.positions) farthest = std::max(farthest, std::sqrt(dot(position, position)));
    return {.distance = static_cast<float>(farthest > 0.0 ? 3.0 * farthest : 1.0), .yaw = 0.2f, .pitch = 0.5f};
}

// Joins names by newlines, for a saved state.
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
    return {&setup_,      &count_,      &file_,    &method_,         &precision_,        &time_step_,
            &speed_,      &softening_,  &damping_, &devices_wanted_, &tiling_parameter_, &colour_,
            &brightness_, &point_size_, &framing_, &names_shown_};
}

std::vector<tunable*> nbody_sample::tunables() { return {&tiling_parameter_}; }

/// Returns a text that contains the tiling, the order of magnitude of the number of bodies, and the number of devices. The
/// number of bodies in a file is unknown until the file is read, so the text contains the file's name too.
std::string nbody_sample::kernel_variant(const device& device) const {
    const auto number = static_cast<size_t>(count_.get());
    const tiling plan = find_tiling(tiling_parameter_.get())
                            .value_or(best_tiling(device.properties(), number / static_cast<size_t>(devices_wanted_.get())));
    return fmt::format("{} {} {} {}", name(plan), std::bit_width(number), devices_wanted_.get(), file_.get());
}

void nbody_sample::load(const device& device, queue& queue) {
    device_ = device;
    queue_ = &queue;
    if (precision_ == "double")
        double_kernels_ = simulation<double>::build(device);
    else
        single_kernels_ = simulation<float>::build(device);
    background_.emplace();
    points_.emplace(device);
    orbits_.emplace();
    if (device.properties().is_cpu) picture_.emplace(device, queue);
}

/// Do kernels compute the picture? Trails are drawn by OpenGL, and the few bodies that have them, too.
bool nbody_sample::computes_picture() const { return picture_ && !orbits_->is_active(); }

bodies nbody_sample::make_bodies() const {
    const auto number = static_cast<size_t>(count_.get());
    if (setup_ == "galaxies") return colliding_galaxies(number, seed_);
    if (setup_ == "plummer") return plummer_sphere(number, seed_);
    if (setup_ == "collapse") return cold_collapse(number, seed_);
    if (setup_ == "ring") return ring_system(number, seed_);
    if (file_.get().empty())
        throw parameter_error(
            "setup: 'file' reads the bodies from a CSV file, but none is given; name it with --file FILE.csv, or in the panel "
            "under 'file'");
    return read_bodies(file_.get(), static_cast<size_t>(most_bodies),
                       precision_ == "double" ? largest_coordinate<double>() : largest_coordinate<float>());
}

void nbody_sample::reset(uint64_t seed) {
    seed_ = seed;
    bodies initial = make_bodies();
    any_simulation simulation = simulate(initial);
    steps_ = 0;
    simulated_time_ = 0.0;
    energy_at_start_.reset();
    begin(std::move(initial), std::move(simulation));
}

nbody_sample::any_simulation nbody_sample::simulate(const bodies& initial) {
    open_helpers();
    if (precision_ == "double") return std::make_unique<simulation<double>>(members<double>(), initial);
    return std::make_unique<simulation<float>>(members<float>(), initial);
}

// Opens further devices of the backend, as many as the parameter 'devices' requires. Those that are open stay open, because the
// present simulation uses their queues.
void nbody_sample::open_helpers() {
    const auto count = static_cast<size_t>(devices_wanted_.get() - 1);
    const auto is_open = [&](const device& device) {
        return device == *device_ ||
               std::ranges::any_of(helpers_, [&](const auto& each) { return each->helper_device == device; });
    };
    std::vector<std::unique_ptr<helper>> added;
    for (const device_listing& listing : devices(device_->backend()))
        if (listing.device && !is_open(*listing.device) && helpers_.size() + added.size() < count)
            added.push_back(std::make_unique<helper>(*listing.device));
    const size_t available = 1 + helpers_.size() + added.size();
    if (available <= count)
        throw missing_devices(fmt::format("devices: {} requested, but {} has only {} {} here", count + 1,
                                          to_string(device_->backend()), available, available == 1 ? "device" : "devices"));
    std::ranges::move(added, std::back_inserter(helpers_));
}

template <typename real>
std::vector<typename simulation<real>::member> nbody_sample::members() {
    const auto build_once = [](auto& kernels, const device& device) -> const auto& {
        if (!kernels) kernels = simulation<real>::build(device);
        return *kernels;
    };
    const auto kernels_of = [](auto& single_precision, auto& double_precision) -> auto& {
        if constexpr (std::is_same_v<real, double>)
            return double_precision;
        else
            return single_precision;
    };
    std::vector<typename simulation<real>::member> all {
        {build_once(kernels_of(single_kernels_, double_kernels_), *device_), queue_}};
    for (size_t i = 0; i + 1 < static_cast<size_t>(devices_wanted_.get()); ++i) {
        helper& other = *helpers_[i];
        all.push_back(
            {build_once(kernels_of(other.single_kernels, other.double_kernels), other.helper_device), &other.helper_queue});
    }
    return all;
}

void nbody_sample::begin(bodies initial, any_simulation simulation) {
    simulation_ = std::move(simulation);
    initial_bodies_ = std::move(initial);
    steps_left_ = 0;
    forget_times();
    show(initial_bodies_);
}

orbit nbody_sample::framing_of(const bodies& initial) const {
    return framing_ == "all" ? framing_all(initial) : framing(setup_.get(), initial);
}

void nbody_sample::show(const bodies& initial) {
    const std::vector<glm::vec4> lights = lights_of(initial);
    orbits_->begin(lights);
    if (computes_picture())
        picture_->set_lights(*queue_, lights);
    else
        points_->set_lights(lights);
    middle_speed_ = static_cast<float>(orbital_speed(initial));
    orbits_->set_ellipses(initial.count() <= trails::most_bodies ? kepler_orbits(initial)
                                                                 : std::vector<std::vector<glm::vec3>>());
    initial_camera_ = framing_of(initial);
    are_points_current_ = false;
}

std::string nbody_sample::why_unused(const parameter_base& parameter) const {
    if (&parameter == &count_ && setup_ == "file") return "the setup 'file' takes all bodies of the file";
    return {};
}

void nbody_sample::parameter_changed(const parameter_base& parameter) {
    const bool from_file = setup_ == "file";
    if (&parameter == &file_ && !file_.get().empty() && !from_file) {
        const parameter_value before = setup_.value();
        setup_.set(std::string("file"));
        try {
            reset(seed_);
        } catch (...) {
            setup_.set(before);
            throw;
        }
        return;
    }
    // Selecting 'file' before naming a file is no error: the current bodies stay until a file is named.
    if ((&parameter == &setup_ || &parameter == &file_) && from_file && file_.get().empty()) return;
    if (&parameter == &setup_ || (&parameter == &count_ && !from_file) || (&parameter == &file_ && from_file)) reset(seed_);
    // Continue with the current bodies in another precision or on other devices.
    if (&parameter == &precision_ || &parameter == &devices_wanted_) {
        const bodies bodies = current_bodies();
        simulation_ = simulate(bodies);
        forget_times();
    }
    if (&parameter == &softening_) {  // the energy depends on the softening, so its drift is measured from here
        initial_bodies_ = current_bodies();
        energy_at_start_.reset();
    }
    if (&parameter == &tiling_parameter_) forget_times();
    if (&parameter == &framing_) initial_camera_ = framing_of(initial_bodies_);
}

std::vector<std::string> nbody_sample::tiling_names() {
    std::vector<std::string> names;
    for (const tiling& tiling : tilings) names.push_back(name(tiling));
    return names;
}

step_settings nbody_sample::settings() const {
    return {.method = method_ == "euler" ? integrator::euler : integrator::leapfrog,
            .time_step = time_step_,
            .softening = softening_,
            .damping = damping_,
            .plan = find_tiling(tiling_parameter_.get())
                        .value_or(best_tiling(device_->properties(),
                                              initial_bodies_.count() / static_cast<size_t>(devices_wanted_.get())))};
}

// The median of the latest launches.
std::optional<double> nbody_sample::seconds_for_body() const {
    if (timed_launches_.empty()) return std::nullopt;
    std::vector<double> seconds;
    for (const advance_launch& each : timed_launches_) seconds.push_back(each.seconds / static_cast<double>(each.bodies));
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::ranges::nth_element(seconds, middle);
    return *middle;
}

void nbody_sample::forget_times() {
    timed_launches_.clear();
    for (size_t& bodies : untimed_launches_) bodies = 0;  // their times will not count
}

// What takes longer than the frame may is divided among several frames. Within a step they show the bodies as they were before
// it.
void nbody_sample::step(const tick& tick) {
    const step_settings current_settings = settings();
    const auto share = static_cast<double>(initial_bodies_.count()) / static_cast<double>(devices_wanted_.get());
    const std::optional<double> seconds = seconds_for_body();
    // Until the first launch is timed, assume that there is time for a small part of a step. Some devices measure no times: their
    // steps are not divided.
    constexpr double first_part = 1.0 / 16.0;
    constexpr size_t most_untimed_launches = 64;
    double affords = seconds ? tick.budget / std::max(*seconds, 1e-15) : share * first_part;
    if (std::isinf(tick.budget) || (!seconds && untimed_launches_.size() == most_untimed_launches))
        affords = std::numeric_limits<double>::infinity();
    if (steps_left_ == 0) steps_left_ = speed_.get();
    while (steps_left_ > 0) {
        const auto bodies = static_cast<size_t>(std::min(affords, share + 1.0));
        const step_part part =
            std::visit([&](auto& on_device) { return on_device->move_part(current_settings, bodies); }, simulation_);
        if (part.bodies > 0) untimed_launches_.push_back(part.bodies);
        if (untimed_launches_.size() > most_untimed_launches) untimed_launches_.pop_front();
        affords -= static_cast<double>(part.bodies);
        if (part.ends_a_step) {
            ++steps_;
            simulated_time_ += current_settings.time_step;
            are_points_current_ = false;
            --steps_left_;
        }
        if (affords <= 0.0) break;
    }
    queue_->flush();
}

// Makes the points show the present positions.
void nbody_sample::update_points() {
    const auto write = [&](device_buffer<float4>& points) {
        std::visit([&](const auto& simulation) { simulation->write_points(points); }, simulation_);
    };
    if (computes_picture()) {
        write(picture_->points_to_write());
    } else {
        auto destination = points_->acquire(*queue_);
        write(*destination);
        destination.release();
    }
    if (orbits_->is_active()) orbits_->add(current_bodies());
}

void nbody_sample::draw(const canvas& canvas) {
    if (!are_points_current_) update_points();
    are_points_current_ = true;
    to_clip_ = canvas.projection * canvas.view;
    // Points are smaller where the scene is, as beside panels: otherwise they would overlap, and be too bright.
    const float smaller = canvas.projection[1][1] * std::tan(0.5f * initial_camera_.field_of_view);
    const point_style style {.is_coloured_by_speed = colour_ == "speed",
                             .middle_speed = middle_speed_,
                             .brightness = brightness_,
                             .size = point_size_ * (smaller < 0.999f ? smaller : 1.0f),
                             .distance = initial_camera_.distance};
    if (computes_picture()) return picture_->draw(*queue_, canvas, style);
    background_->draw(canvas);
    orbits_->draw(canvas, brightness_);
    points_->draw(canvas, style);
}

bodies nbody_sample::current_bodies() const {
    bodies bodies = initial_bodies_;
    std::visit([&](const auto& on_device) { on_device->read(bodies); }, simulation_);
    return bodies;
}

// The names of the bodies, the heaviest first, so that a planet's name is shown instead of its moon's where both would overlap.
std::vector<caption> nbody_sample::captions() const {
    if (!names_shown_ || !orbits_->is_active() || initial_bodies_.names.size() != initial_bodies_.count()) return {};
    const std::vector<glm::vec3> places = orbits_->latest();
    std::vector<size_t> order(places.size());
    std::iota(order.begin(), order.end(), size_t {0});
    std::ranges::sort(order, std::greater(), [this](size_t body) { return initial_bodies_.masses[body]; });
    std::vector<caption> all;
    for (const size_t body : order) {
        const glm::vec4 clip = to_clip_ * glm::vec4(places[body], 1.0f);
        if (clip.w <= 0.0f) continue;
        const glm::vec2 place {0.5f + 0.5f * clip.x / clip.w, 0.5f - 0.5f * clip.y / clip.w};
        if (place.x < 0.0f || place.x > 1.0f || place.y < 0.0f || place.y > 1.0f) continue;
        all.push_back({.text = initial_bodies_.names[body],
                       .place = place,
                       .anchor = {0.0f, 0.5f},
                       .is_optional = true,
                       .has_background = false});
    }
    return all;
}

state nbody_sample::save() const {
    const bodies bodies = current_bodies();
    state result;
    result.put("positions", bodies.positions);
    result.put("velocities", bodies.velocities);
    result.put("masses", bodies.masses);
    result.put("origins", bodies.origins);
    result.put("names", joined(bodies.names));
    result.put_value("units", bodies.units);
    result.put_value("seed", seed_);
    result.put_value("steps", steps_);
    result.put_value("time", simulated_time_);
    result.put_value("energy at start", start_energy());
    return result;
}

void nbody_sample::restore(const state& state) {
    bodies saved_bodies;
    saved_bodies.positions = state.get<double3>("positions");
    saved_bodies.velocities = state.get<double3>("velocities");
    saved_bodies.masses = state.get<double>("masses");
    saved_bodies.origins = state.get<uint32_t>("origins");
    saved_bodies.names = separated(state.get<char>("names"));
    saved_bodies.units = state.get_value<unit_system>("units");
    any_simulation simulation = simulate(saved_bodies);
    seed_ = state.get_value<uint64_t>("seed");
    steps_ = state.get_value<uint64_t>("steps");
    simulated_time_ = state.get_value<double>("time");
    energy_at_start_ = state.get_value<double>("energy at start");
    begin(std::move(saved_bodies), std::move(simulation));
}

double nbody_sample::start_energy() const {
    if (!energy_at_start_) {
        energy_at_start_ = std::visit(
            [&]<typename real>(const simulation_of<real>&) {
                if constexpr (std::is_same_v<real, double>)
                    return simulation<double>(*double_kernels_, *queue_, initial_bodies_).measure(softening_).energy();
                else
                    return simulation<float>(*single_kernels_, *queue_, initial_bodies_).measure(softening_).energy();
            },
            simulation_);
    }
    return *energy_at_start_;
}

std::vector<statistic> nbody_sample::statistics() {
    const bool natural = initial_bodies_.units == unit_system::natural;
    const auto with_units = [&](const char* units) { return std::string(natural ? "" : units); };
    const conserved_quantities quantities =
        std::visit([&](auto& on_device) { return on_device->measure(softening_); }, simulation_);
    if (steps_ == 0) energy_at_start_ = quantities.energy();
    const double at_start = start_energy();
    const double drift = at_start != 0.0 ? (quantities.energy() - at_start) / std::abs(at_start) : quantities.energy();

    std::vector<statistic> statistics {
        {"bodies", static_cast<double>(initial_bodies_.count()), ""},
        {"steps", static_cast<double>(steps_), ""},
        {"time", simulated_time_, with_units("d")},
        {"total energy", quantities.energy(), with_units("msun au²/d²")},
        {"kinetic energy", quantities.kinetic_energy, with_units("msun au²/d²")},
        {"potential energy", quantities.potential_energy, with_units("msun au²/d²")},
        {"energy drift", drift, ""},
        {"momentum", std::sqrt(dot(quantities.momentum, quantities.momentum)), with_units("msun au/d")},
    };
    // Compute the performance from the median time of the kernel.
    if (const std::optional<double> seconds = seconds_for_body()) {
        const double of_device = static_cast<double>(initial_bodies_.count()) / std::max(*seconds, 1e-15);
        const double interactions = of_device * static_cast<double>(devices_wanted_.get());
        statistics.push_back({"interactions", interactions * 1e-9, "G/s"});
        const double operations = interactions * operations_of_interaction;
        statistics.push_back({"performance", operations * 1e-9, "GFLOPS"});
        const double peak = peak_operations(device_->properties()) * static_cast<double>(devices_wanted_.get());
        if (peak > 0.0) statistics.push_back({"of the device's peak", 100.0 * operations / peak, "%"});
    }
    return statistics;
}

void nbody_sample::kernels_timed(std::span<const launch_timing> launches) {
    for (const launch_timing& launch : launches) {
        if (!launch.kernel.starts_with("advance<") || untimed_launches_.empty()) continue;
        const size_t bodies = untimed_launches_.front();
        untimed_launches_.pop_front();
        if (bodies > 0) timed_launches_.push_back({bodies, std::chrono::duration<double>(launch.duration).count()});
        if (timed_launches_.size() > kept_kernel_times) timed_launches_.pop_front();
    }
}

// A position or velocity is 16 bytes. A step reads all positions. For the bodies that the launch moves, it also reads the
// velocities and writes the new positions and velocities. It reads the velocities of the other bodies too, but they are not
// counted. place_points() reads the position and velocity of each body and writes a point of 16 bytes.
std::optional<kernel_work> nbody_sample::estimate_work(std::string_view launched) const {
    constexpr double body_bytes = sizeof(float4);
    const auto all = static_cast<double>(initial_bodies_.count());
    if (precision_ == "double") return std::nullopt;
    if (launched.starts_with("place_points<")) return kernel_work {0.0, 3.0 * body_bytes * all};
    if (!launched.starts_with("advance<")) return std::nullopt;
    double share = all / static_cast<double>(devices_wanted_.get());
    if (!timed_launches_.empty()) {
        share = 0.0;  // the mean of the latest launches
        for (const advance_launch& each : timed_launches_) share += static_cast<double>(each.bodies);
        share /= static_cast<double>(timed_launches_.size());
    }
    return kernel_work {operations_of_interaction * all * share, body_bytes * (all + 3.0 * share)};
}

void nbody_sample::save_file(const std::filesystem::path& file) { write_bodies(file, current_bodies()); }

std::unique_ptr<sample> create_nbody() { return std::make_unique<nbody_sample>(); }

}  // namespace ingot::samples
