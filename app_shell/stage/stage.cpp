#include "stage/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "presets/own_presets.hpp"

namespace ingot::shell {

namespace {

/// Opening, switching and comparing replace one another while they wait.
constexpr const char* what_is_on = "what is on";

}  // namespace

stage::stage(extent picture_size, const std::filesystem::path& program)
    : painting(picture_size), actions(program), listed(devices()) {}

/// Runs `action`; a failure becomes a notice.
template <typename Action>
bool stage::guarded(const std::string& doing, const Action& action) {
    try {
        action();
        return true;
    } catch (const std::exception& problem) {
        failed = true;
        heard.add(notices::weight::failure, fmt::format("{}: {}", doing, problem.what()));
        fmt::print(stderr, "ingot: {}: {}\n", doing, problem.what());
        return false;
    }
}

void stage::tell(const std::string& message) {
    heard.add(notices::weight::message, message);
    fmt::print(stderr, "ingot: {}\n", message);
}

bool stage::open(const opening& with) {
    return guarded(fmt::format("Opening {}", with.sample.title), [&] {
        on = open_session(with.sample, devices_to_try(with.device), with.parameters, with.seed, clock::pace::real,
                          [this](const std::string& message) { tell(message); });
        looks_from.place(on->object().initial_camera());
        if (with.camera) looks_from.move_to(*with.camera);
        stops = with.exposure_stops;
        clock& time = on->time();
        time.set_pace(with.fixed_step ? clock::pace::fixed : clock::pace::real);
        time.set_speed(with.speed);
        if (with.paused_at) time.pause_at(*with.paused_at);
        drawable = true;
        figures = run_statistics {};
        figures.preset = with.preset;
        load_presets();
        read.clear();
    });
}

void stage::load_presets() {
    offered.clear();
    if (!guarded("Presets", [this] { offered = read_presets(on->description().presets, on->parameters()); })) return;
    try {
        offered = all_presets(on->description(), on->parameters());
    } catch (const std::exception& problem) {
        tell(fmt::format("Your own presets are left aside: {}", problem.what()));
    }
}

void stage::close() {
    compared.end();
    on.reset();
    edited.clear_news();
    actions.clear();
    heard.clear();
}

void stage::do_deferred_actions() {
    for (const deferred_action& each : actions.take())
        if (guarded(each.doing, each.what) && on) has_changed();
    if (const auto refused = actions.compile()) guarded(refused->of.doing, [&] { throw std::runtime_error(refused->why); });
}

/// What failed before the change may work after it.
void stage::has_changed() {
    drawable = true;
    stands_after_failure = false;
    read.set_changed();
}

compilation_request stage::kernels_on(const device& where, const parameter_settings& with) const {
    return {on->description(), where, with};
}

void stage::open_later(const opening& with) {
    const std::string doing = fmt::format("Opening {}", with.sample.title);
    guarded(doing, [&] {
        const compilation_request kernels(with.sample, devices_to_try(with.device).front(), with.parameters);
        actions.add({doing, [this, with] { open(with); }, kernels, what_is_on, true});
    });
}

void stage::switch_device(const device& to) {
    actions.add({fmt::format("Switching to {}", describe(to)), [this, to] { switch_now(to); }, kernels_on(to, on->settings()),
                 what_is_on, true});
}

void stage::switch_now(const device& to) {
    const std::string before = describe(on->running_on());
    const auto start = std::chrono::steady_clock::now();
    if (!on->switch_device(to)) tell(fmt::format("{} did not give the state: {} starts anew", before, on->description().title));
    figures.switches.push_back({on->time().frames(), std::string(to_string(to.backend())), to.name(), milliseconds_since(start)});
    clear_times();
}

// Those of other kernels, or of another device.
void stage::clear_times() {
    figures.kernels.clear();
    figures.transfers.clear();
    figures.sharing = sharing_times(run_statistics::all_frames);
    figures.recorder.clear();
}

void stage::take_edited_kernels() {
    if (!on || !edited.update(*on)) return;
    clear_times();
    has_changed();
}

/// The one after the device in use; nothing where it is the only one.
std::optional<device> stage::next_device() const {
    std::vector<device> here;
    for (const auto& each : listed)
        if (each.device) here.push_back(*each.device);
    const auto current = std::ranges::find(here, on->running_on());
    if (here.size() < 2 || current == here.end()) return std::nullopt;
    return std::next(current) == here.end() ? here.front() : *std::next(current);
}

void stage::switch_to_next_device() {
    if (const auto other = next_device()) switch_device(*other);
}

void stage::compare_with(const device& second) {
    actions.add({fmt::format("Comparing with {}", describe(second)), [this, second] { compared.begin(*on, second); },
                 kernels_on(second, on->settings()), what_is_on, true});
}

void stage::compare_or_not() {
    if (compared.is_on()) return stop_comparing();
    if (const auto second = next_device())
        compare_with(*second);
    else
        tell("There is no second device here to compare with");
}

void stage::stop_comparing() {
    later("Ending the comparison", [this] { compared.end(); });
}

void stage::resync() {
    later("Resync", [this] { compared.resync(*on); });
}

void stage::set_parameter(const std::string& name, const parameter_value& to) {
    const std::string doing = fmt::format("Setting {}", name);
    const auto set = [this, name, to] {
        const auto all = on->parameters();
        if (parameter_base* const which = find_parameter(all, name)) on->set_parameter(*which, to);
        figures.preset.reset();
    };
    // A choice may lead to other kernels. Most numbers do not: they are set at once, while they are dragged.
    parameter_settings then = on->settings();
    const compilation_request now = kernels_on(on->running_on(), then);
    then.emplace_back(name, to);
    const compilation_request next = kernels_on(on->running_on(), then);
    actions.add({doing, set, next == now ? std::nullopt : std::optional(next), fmt::format("parameter {}", name)});
}

void stage::apply(const preset& chosen) {
    const auto set = [this, chosen] {
        on->apply(chosen.parameters);
        looks_from.place(on->object().initial_camera());
        figures.preset = chosen.name;
    };
    actions.add({fmt::format("Preset {}", chosen.title), set, kernels_on(on->running_on(), chosen.parameters)});
}

void stage::save_preset(const std::string& title) {
    later("Saving the preset", [this, title] {
        const preset saved = shell::save_preset(on->description(), on->parameters(), title);
        load_presets();
        figures.preset = saved.name;
        heard.add(notices::weight::message,
                  fmt::format("Saved '{}' in {}", saved.title, own_presets_file(on->description().name).string()));
    });
}

void stage::delete_preset(const preset& own) {
    later("Deleting the preset", [this, own] {
        shell::delete_preset(on->description(), on->parameters(), own.name);
        load_presets();
        if (figures.preset == own.name) figures.preset.reset();
    });
}

void stage::reset_parameters() {
    later("Resetting the parameters", [this] {
        on->apply({});
        figures.preset.reset();
    });
}

void stage::reset() {
    later("Resetting", [this] { on->reset(); });
}

void stage::advance(double elapsed) {
    if (!on) return;
    const bool stepped_well = guarded("Stepping", [&] {
        on->time().limit_work(!compared.is_on());  // where two are compared, both do the same
        const unsigned due = on->time().steps_due();
        for (unsigned i = 0; i < due; ++i) {
            const auto stepped = on->advance(elapsed);
            const auto taken = stepped ? on->take_timings() : std::vector<launch_timing>();
            launches.insert(launches.end(), taken.begin(), taken.end());
            compared.follow(*on, stepped);
        }
        if (due == 0) compared.follow(*on, std::nullopt);  // its parameters
    });
    if (!stepped_well && !left_lost_device()) {
        on->time().set_paused(true);
        stands_after_failure = true;
    }
}

/// Where the device in use is not in the list any more, goes on on the first other one that takes the sample.
bool stage::left_lost_device() {
    listed = devices();
    const auto is_in_use = [this](const device_listing& each) { return each.device == on->running_on(); };
    if (std::ranges::any_of(listed, is_in_use)) return false;
    return std::ranges::any_of(listed, [this](const device_listing& each) {
        if (!each.device) return false;
        return guarded(fmt::format("Going on on {}", describe(*each.device)), [&] {
            switch_now(*each.device);
            tell(fmt::format("goes on on {}", describe(*each.device)));
        });
    });
}

void stage::draw() {
    if (!on || !drawable) {
        painting.begin(glm::mat4(1.0f), glm::mat4(1.0f));
        return;
    }
    const auto [width, height] = painting.size();
    drawable = guarded("Drawing", [&] {
        on->draw(painting.begin(looks_from.view(), looks_from.projection(width, height), on->object().tone()));
    });
    compared.draw(painting.size(), looks_from.view(), looks_from.projection(width, height));
}

void stage::fit(extent window_size) {
    painting.resize(compared.is_on() ? comparison_picture::size_of_each(window_size, compared.layout().view) : window_size);
}

void stage::show(extent window_size) {
    if (compared.is_on() && on)
        compared.show(painting, on->time().frames(), window_size, exposure());
    else
        painting.show(window_size, exposure());
}

void stage::end_frame() {
    if (!on) return;
    guarded("Reading the figures",
            [this] { read.update(*on); });  // after the frame, so that the first one does not wait for them
    guarded("Measuring", [this] {
        const auto later = on->take_timings();  // of drawing, and of the readings
        launches.insert(launches.end(), later.begin(), later.end());
        figures.kernels.add(launches);
        figures.transfers.add(on->take_transfer_timings());
        figures.sharing.add(on->take_sharing_timings());
        figures.recorder.end(on->take_timeline());
    });
    launches.clear();
}

float stage::exposure() const { return std::exp2(stops); }

}  // namespace ingot::shell
