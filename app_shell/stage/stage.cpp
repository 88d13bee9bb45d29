#include "stage/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "presets/own_presets.hpp"

namespace ingot::shell {

namespace {

constexpr auto time_between_readings = std::chrono::milliseconds(250);
// Reading may take longer than a step, on a slow device: frames get nine parts of the time, readings at most one.
constexpr int frames_for_readings = 9;

}  // namespace

stage::stage(extent picture_size, const std::filesystem::path& program)
    : painting(picture_size), intended(program), listed(devices()) {}

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
        readings_stale = true;
        no_reading_before = {};  // what another sample's took does not count
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
    news = {};
    wishes.clear();
    intended.forget();
    heard.clear();
}

void stage::do_wishes() {
    for (const auto& [doing, what, takes] : std::exchange(wishes, {}))
        if (guarded(doing, what) && on) {
            drawable = true;
            stands_after_failure = false;
            readings_stale = true;
        }
    take_what_is_ready();
}

/// What is ready is done after the next frame, which shows what is waited for.
void stage::take_what_is_ready() {
    for (const auto& [of, problem] : intended.take()) {
        if (problem.empty())
            later(of);
        else
            guarded(of.doing, [&] { throw std::runtime_error(problem); });
    }
}

void stage::later(const intention& of) { later(of.doing, of.what, of.only_newest ? duration::long_one : duration::short_one); }

std::optional<std::string> stage::waiting_for() const {
    const auto found = std::ranges::find(wishes, duration::long_one, &wish::takes);
    return found == wishes.end() ? std::nullopt : std::optional(found->doing);
}

void stage::open_later(const opening& with) {
    const std::string doing = fmt::format("Opening {}", with.sample.title);
    guarded(doing, [&] {
        const rehearsed_part part(with.sample, devices_to_try(with.device).front(), with.parameters);
        when_compiled({doing, part, [this, with] { open(with); }, true});
    });
}

void stage::switch_device(const device& to) {
    when_compiled(
        {fmt::format("Switching to {}", describe(to)), part_on(to, on->settings()), [this, to] { switch_now(to); }, true});
}

void stage::when_compiled(const intention& of) {
    if (!intended.add(of)) later(of);
}

rehearsed_part stage::part_on(const device& where, const parameter_settings& with) const {
    return {on->description(), where, with};
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
    if (!on) return;
    edits.look(on->description().kernel_folder(), on->running_on());
    news.compiling = edits.compiling();
    const auto made = edits.take();
    if (!made) return;
    if (made->kernels) return go_on_with(*made);
    news.problems.insert_or_assign(made->file.name, made->said);
    fmt::print(stderr, "{}\n", made->said);
}

/// What the last good kernels computed stays: the sample is made a second time, with the edited ones, and takes over its state.
void stage::go_on_with(const compiled_edit& edit) {
    replace_kernels(edit.on, edit.file.name, *edit.kernels);
    const std::pair place(edit.on.backend(), edit.file.name);
    try {
        if (edit.on == on->running_on()) on->switch_device(edit.on);
    } catch (const std::exception& problem) {
        news.problems.insert_or_assign(edit.file.name, problem.what());
        fmt::print(stderr, "ingot: {}\n", problem.what());
        const auto before = good_kernels.find(place);
        if (before == good_kernels.end())
            restore_kernels(edit.on, edit.file.name);
        else
            replace_kernels(edit.on, edit.file.name, before->second);
        return;
    }
    good_kernels.insert_or_assign(place, *edit.kernels);
    news.problems.erase(edit.file.name);
    news.taken = edit.file.name;
    news.took_over = std::chrono::steady_clock::now();
    clear_times();
    drawable = true;
    stands_after_failure = false;
    readings_stale = true;
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
    when_compiled({fmt::format("Comparing with {}", describe(second)), part_on(second, on->settings()),
                   [this, second] { compared.begin(*on, second); }, true});
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
    const rehearsed_part now = part_on(on->running_on(), on->settings());
    parameter_settings then = on->settings();
    then.emplace_back(name, to);
    const rehearsed_part next = part_on(on->running_on(), then);
    if (!(next == now)) return when_compiled({doing, next, set, false, name});
    intended.forget_value_of(name);
    later(doing, set);
}

void stage::apply(const preset& chosen) {
    when_compiled({fmt::format("Preset {}", chosen.title), part_on(on->running_on(), chosen.parameters), [this, chosen] {
                       on->apply(chosen.parameters);
                       looks_from.place(on->object().initial_camera());
                       figures.preset = chosen.name;
                   }});
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
    refresh_readings();
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

/// After a frame, so that the first one does not wait for them either.
void stage::refresh_readings() {
    const auto before = std::chrono::steady_clock::now();
    const bool stepped = on->time().frames() != read_at_frame && before - last_read >= time_between_readings;
    if (before < no_reading_before || !(readings_stale || stepped)) return;
    readings_stale = false;
    read_at_frame = on->time().frames();
    guarded("Reading the figures", [this] { read = on->object().readings(); });
    last_read = std::chrono::steady_clock::now();
    no_reading_before = last_read + frames_for_readings * (last_read - before);
}

}  // namespace ingot::shell
