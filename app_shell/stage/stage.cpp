#include "stage/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "presets/saved_presets.hpp"

namespace ingot::shell {

namespace {

/// The subject (deferred_action::subject) of actions that open a sample, switch the device or begin a comparison. If one
/// of them waits for its kernels, a newer one replaces it.
constexpr const char* sample_or_device = "sample or device";

}  // namespace

stage::stage(extent picture_size, const std::filesystem::path& program)
    : picture_(picture_size), actions_(program), known_devices_(offered_devices()) {}

/// Calls `action` and returns true. If `action` throws, reports the exception in a notice and on stderr, and returns false.
template <typename Action>
bool stage::try_or_notify(const std::string& doing, const Action& action) {
    try {
        action();
        return true;
    } catch (const std::exception& problem) {
        has_failed_ = true;
        notices_.add(notices::severity::failure, fmt::format("{}: {}", doing, problem.what()));
        fmt::print(stderr, "ingot: {}: {}\n", doing, problem.what());
        return false;
    }
}

void stage::notify(const std::string& message) {
    notices_.add(notices::severity::message, message);
    fmt::print(stderr, "ingot: {}\n", message);
}

bool stage::open(const open_request& request) {
    return try_or_notify(fmt::format("Opening {}", request.sample.title), [&] {
        session_ = open_with(request);
        restart_of_lost_strokes_.reset();
        camera_.set_home(session_->loaded_sample().initial_camera());
        if (request.camera) camera_.move_to(*request.camera);
        exposure_stops_ = request.exposure_stops;
        clock& time = session_->time();
        time.set_pace(request.fixed_step ? clock::pace::fixed : clock::pace::real);
        time.set_speed(request.speed);
        if (request.paused_at) time.pause_at(*request.paused_at);
        repeat_past(*session_, request.past);
        can_draw_ = true;
        launches_.clear();
        statistics_ = run_statistics {};
        statistics_.preset = request.preset;
        load_presets();
        if (!request.preset) recognise_preset();
        reset_values_ = request.preset ? request.parameters : request.start;  // a preset may be from a file
        const auto chosen = std::ranges::find(presets_, statistics_.preset.value_or(""), &preset::name);
        if (chosen != presets_.end()) {
            reset_values_ = chosen->parameters;
            if (!has_parameters_of(*chosen)) statistics_.preset.reset();
        }
        live_statistics_.clear();
    });
}

/// Has the session the parameters of the preset? What the mouse does belongs to no preset.
bool stage::has_parameters_of(const preset& preset) const {
    const choice* const tool = session_->loaded_sample().mouse_tool();
    return std::ranges::all_of(session_->parameters(), [&](const parameter_base* parameter) {
        const parameter_value* const value = find_setting(preset.parameters, parameter->name());
        return parameter == tool || parameter->value() == (value ? *value : parameter->default_value());
    });
}

/// Chooses the preset of the sample whose parameters are those of the session, if there is one.
void stage::recognise_preset() {
    const auto is_this = [this](const preset& each) { return !each.is_saved && has_parameters_of(each); };
    if (const auto found = std::ranges::find_if(presets_, is_this); found != presets_.end()) statistics_.preset = found->name;
}

std::unique_ptr<session> stage::open_with(const open_request& request) {
    const auto open = [&](const parameter_settings& parameters) {
        return open_session(request.sample, devices_to_try(request.device), parameters, request.seed, clock::pace::real,
                            [this](const std::string& message) { notify(message); });
    };
    if (!request.without_saved) return open(request.parameters);
    try {
        return open(request.parameters);
    } catch (const std::exception& problem) {
        notify(fmt::format("{} is opened with its default parameters, not with those of the last run: {}", request.sample.title,
                           problem.what()));
    }
    return open(*request.without_saved);
}

void stage::load_presets() {
    presets_.clear();
    if (!try_or_notify("Presets", [this] { presets_ = read_presets(session_->description().presets, session_->parameters()); }))
        return;
    try {
        presets_ = all_presets(session_->description(), session_->parameters());
    } catch (const std::exception& problem) {
        notify(fmt::format("Your presets are ignored: {}", problem.what()));
    }
}

void stage::close() {
    comparison_.end();
    session_.reset();
    launches_.clear();
    kernel_reload_.clear_news();
    fix_news_.reset();
    actions_.clear();
    notices_.clear();
}

void stage::run_deferred_actions() {
    for (const deferred_action& each : actions_.take_ready())
        if (try_or_notify(each.description, each.run) && session_) allow_retry();
    if (const auto rejected = actions_.compile())
        try_or_notify(rejected->action.description, [&] { throw std::runtime_error(rejected->reason); });
}

/// Allows drawing and stepping again after a failure, because the change may have removed its cause.
void stage::allow_retry() {
    can_draw_ = true;
    is_stuck_ = false;
    live_statistics_.set_changed();
}

compilation_request stage::kernels_on(const device& device, const parameter_settings& settings) const {
    return {session_->description(), device, settings};
}

void stage::open_later(const open_request& request) {
    const std::string doing = fmt::format("Opening {}", request.sample.title);
    try_or_notify(doing, [&] {
        const device device = devices_to_try(request.device).front();
        const auto kernels = [&] {
            if (!request.without_saved) return compilation_request(request.sample, device, request.parameters);
            try {
                return compilation_request(request.sample, device, request.parameters);
            } catch (const std::exception&) {
                return compilation_request(request.sample, device, *request.without_saved);  // open_with() says so
            }
        }();
        actions_.add({doing, [this, request] { open(request); }, kernels, sample_or_device, true});
    });
}

void stage::switch_device(const device& device) {
    actions_.add({fmt::format("Switching to {}", describe(device)), [this, device] { switch_now(device); },
                  kernels_on(device, session_->settings()), sample_or_device, true});
}

void stage::switch_now(const device& device) {
    const std::string before = describe(session_->current_device());
    const auto start = std::chrono::steady_clock::now();
    if (!session_->switch_device(device))
        notify(fmt::format("{} could not save the state; {} starts again from frame 0", before, session_->description().title));
    statistics_.switches.push_back(
        {session_->time().frames(), std::string(to_string(device.backend())), device.name(), milliseconds_since(start)});
    clear_times();
}

/// Discards what was measured and read with other parameters.
void stage::forget_statistics() {
    clear_times();
    live_statistics_.clear();
}

// Discards the measured times after the kernels or the device have changed.
void stage::clear_times() {
    statistics_.kernels.clear();
    statistics_.transfers.clear();
    statistics_.sharing = sharing_times(run_statistics::all_frames);
    statistics_.recorder.clear();
}

void stage::take_edited_kernels() {
    if (!session_ || !kernel_reload_.update(*session_)) return;
    clear_times();
    allow_retry();
}

void stage::try_fix(const kernel_fix& fix) {
    const device& current = session_->current_device();
    const std::vector<kernel_file_in_use> used = kernel_files_in_use(current);
    const auto file = std::ranges::find(used, fix.path.filename().string(), &kernel_file_in_use::name);
    if (file == used.end()) return notify(fmt::format("{} does not use '{}'", describe(current), fix.path.filename().string()));
    fix_news_ = fix_news {fix.title};
    fix_trial_.start(fix, current, *file);
}

void stage::take_compiled_fix() {
    std::optional<compiled_fix> done = fix_trial_.take_result();
    if (!done || !session_ || !fix_news_ || fix_news_->title != done->fix.title) return;
    if (!done->kernels) {
        fix_news_->problem = done->messages;
        fmt::print(stderr, "ingot: {}:\n{}\n", done->fix.title, done->messages);
        return;
    }
    fix_news_.reset();
    kernel_trial trial {done->fix.title, {{done->file.name, *done->kernels}}, done->fix.kernels};
    const auto compare = [this, target = done->target, trial = std::move(trial)] {
        comparison_.begin(*session_, target, trial);
        put_line_beside_panels();
    };
    actions_.add({fmt::format("Trying {}", done->fix.title), compare, std::nullopt, sample_or_device, true});
}

/// Puts the line of a comparison where both pictures can be seen beside the panels: in the middle of the window, or else as close
/// to it as leaves a quarter of the free part at each side.
void stage::put_line_beside_panels() {
    const float quarter = 0.25f * uncovered_.width();
    comparison_.layout().line = std::clamp(0.5f, uncovered_.left + quarter, uncovered_.right - quarter);
}

/// Returns the device that follows the current one, or nothing if there is no other.
std::optional<device> stage::next_device() const {
    std::vector<device> candidates;
    for (const auto& each : known_devices_)
        if (each.device) candidates.push_back(*each.device);
    const auto current = std::ranges::find(candidates, session_->current_device());
    if (candidates.size() < 2 || current == candidates.end()) return std::nullopt;
    return std::next(current) == candidates.end() ? candidates.front() : *std::next(current);
}

void stage::switch_to_next_device() {
    if (const auto other = next_device()) switch_device(*other);
}

void stage::compare_with(const device& second) {
    const auto compare = [this, second] {
        const bool is_first = !comparison_.is_active();
        comparison_.begin(*session_, second);
        if (is_first) put_line_beside_panels();
    };
    actions_.add({fmt::format("Comparing with {}", describe(second)), compare, kernels_on(second, session_->settings()),
                  sample_or_device, true});
}

void stage::toggle_comparison() {
    if (comparison_.is_active()) return end_comparison();
    if (const auto second = next_device())
        compare_with(*second);
    else
        notify("There is no second device to compare with");
}

void stage::end_comparison() {
    defer("Ending the comparison", [this] { comparison_.end(); });
}

void stage::resync() {
    defer("Resync", [this] { comparison_.resync(*session_); });
}

void stage::seek(double time) {
    defer("Going to another time", [this, time] { session_->loaded_sample().seek(time); });
}

void stage::set_parameter(const std::string& name, const parameter_value& value) {
    const std::string doing = fmt::format("Setting {}", name);
    // Another choice may require other kernels, which are compiled first. Most numbers require none, so that dragging a
    // slider takes effect at once.
    parameter_settings changed_settings = session_->settings();
    const compilation_request compilation = kernels_on(session_->current_device(), changed_settings);
    changed_settings.emplace_back(name, value);
    const compilation_request next = kernels_on(session_->current_device(), changed_settings);
    const bool has_other_kernels = !(next == compilation);
    const auto set = [this, name, value, has_other_kernels] {
        const auto all = session_->parameters();
        const orbit home = session_->loaded_sample().initial_camera();
        if (parameter_base* const parameter = find_parameter(all, name)) session_->set_parameter(*parameter, value);
        // Another scene begins at another place.
        if (const orbit next_home = session_->loaded_sample().initial_camera(); !(next_home == home)) camera_.set_home(next_home);
        const choice* const tool = session_->loaded_sample().mouse_tool();
        if (!tool || tool->name() != name) statistics_.preset.reset();
        if (has_other_kernels) forget_statistics();
    };
    actions_.add({doing, set, has_other_kernels ? std::optional(next) : std::nullopt, fmt::format("parameter {}", name)});
}

void stage::apply(const preset& preset) {
    const auto set = [this, preset] {
        session_->apply(preset.parameters);
        camera_.set_home(session_->loaded_sample().initial_camera());
        statistics_.preset = preset.name;
        reset_values_ = preset.parameters;
        forget_statistics();
    };
    actions_.add({fmt::format("Preset {}", preset.title), set, kernels_on(session_->current_device(), preset.parameters)});
}

void stage::save_preset(const std::string& title) {
    defer("Saving the preset", [this, title] {
        const preset saved_preset = shell::save_preset(session_->description(), session_->parameters(), title);
        load_presets();
        statistics_.preset = saved_preset.name;
        reset_values_ = saved_preset.parameters;
        notices_.add(notices::severity::message, fmt::format("Saved '{}' in {}", saved_preset.title,
                                                             saved_presets_file(session_->description().name).string()));
    });
}

void stage::delete_preset(const preset& own) {
    defer("Deleting the preset", [this, own] {
        shell::delete_preset(session_->description(), session_->parameters(), own.name);
        load_presets();
        if (statistics_.preset == own.name) statistics_.preset.reset();
    });
}

void stage::reset_parameters() {
    const auto set = [this, values = reset_values_] {
        const orbit home = session_->loaded_sample().initial_camera();
        session_->apply(values);
        if (const orbit next_home = session_->loaded_sample().initial_camera(); !(next_home == home)) camera_.set_home(next_home);
        statistics_.preset.reset();
        recognise_preset();
        forget_statistics();
    };
    actions_.add({"Resetting the parameters", set, kernels_on(session_->current_device(), reset_values_)});
}

parameter_value stage::reset_value(const parameter_base& parameter) const {
    const parameter_value* const value = find_setting(reset_values_, parameter.name());
    return value ? *value : parameter.default_value();
}

void stage::reset() {
    defer("Resetting", [this] { session_->reset(); });
}

const choice* stage::mouse_tool() const {
    // In a comparison only the first session would receive the strokes.
    if (!session_ || comparison_.is_active()) return nullptr;
    const choice* const tool = session_->loaded_sample().mouse_tool();
    return tool && *tool != "camera" ? tool : nullptr;
}

std::optional<std::string> stage::choose_next_mouse_tool() {
    const choice* const tool = session_ ? session_->loaded_sample().mouse_tool() : nullptr;
    if (!tool) return std::nullopt;
    std::string next = tool->choices()[(tool->index() + 1) % tool->choices().size()];
    set_parameter(tool->name(), next);
    return next;
}

void stage::mouse_drawn(std::span<const mouse_stroke> strokes) {
    if (!session_->loaded_sample().strokes()) restart_of_lost_strokes_ = session_->restart_count();
    try_or_notify("Drawing with the mouse", [&] { session_->loaded_sample().mouse_drawn(strokes); });
}

void stage::advance(double elapsed) {
    if (!session_) return;
    const auto start = std::chrono::steady_clock::now();
    const bool stepped_well = try_or_notify("Stepping", [&] {
        session_->time().limit_work(!comparison_.is_active());  // in a comparison both devices must run the same steps
        session_->time().note_other_work(std::max(0.0, elapsed - sample_milliseconds_ / 1000.0));
        const unsigned due = std::max(session_->time().steps_due(), session_->is_within_step() ? 1u : 0u);
        for (unsigned i = 0; i < due; ++i) {
            const auto stepped = session_->advance(elapsed);
            const auto timings = stepped ? session_->take_timings() : std::vector<launch_timing>();
            launches_.insert(launches_.end(), timings.begin(), timings.end());
            comparison_.follow(*session_, stepped);
        }
        if (due == 0) comparison_.follow(*session_, std::nullopt);  // the second session takes over changed parameters
    });
    if (!stepped_well && !switch_from_lost_device()) {
        session_->time().set_paused(true);
        is_stuck_ = true;
    }
    sample_milliseconds_ = milliseconds_since(start);
}

/// If the current device is no longer in the list of devices, switches to the first device on which the sample can be
/// loaded. Returns true if it has switched.
bool stage::switch_from_lost_device() {
    known_devices_ = offered_devices();
    const auto is_in_use = [this](const device_listing& each) { return each.device == session_->current_device(); };
    if (std::ranges::any_of(known_devices_, is_in_use)) return false;
    return std::ranges::any_of(known_devices_, [this](const device_listing& each) {
        if (!each.device) return false;
        return try_or_notify(fmt::format("Switching to {}", describe(*each.device)), [&] {
            switch_now(*each.device);
            notify(fmt::format("The device was lost; switched to {}", describe(*each.device)));
        });
    });
}

uncovered_part stage::uncovered() const {
    // Pictures side by side are placed by the layout of the comparison.
    const bool is_fixed = is_side_by_side() || (session_ && !session_->loaded_sample().makes_room_for_panels());
    return is_fixed ? uncovered_part {} : uncovered_;
}

float stage::picture_scale() const {
    if (!session_) return 1.0f;
    const uncovered_part free = uncovered();
    if (session_->loaded_sample().is_flat_picture()) return free.width();
    // Without panels, also in files, the scale is the camera's.
    if (free == uncovered_part {} && !is_side_by_side()) return 1.0f;
    // What fits a square picture as high as the window also fits a part that is narrower.
    const auto [width, height] = picture_.size();
    return std::min(1.0f, free.width() * static_cast<float>(width) / static_cast<float>(std::max(height, 1)));
}

bool stage::is_side_by_side() const {
    return comparison_.is_active() && comparison_.placed().view == comparison_view::side_by_side;
}

float stage::middle_of_picture_at(float share, int window_width) const {
    if (!is_side_by_side()) return 0.5f + picture_shift();
    const comparison_columns columns = comparison_picture::columns_of(window_width, comparison_.placed());
    const auto whole = static_cast<float>(std::max(window_width, 1));
    const int begin = share * whole < static_cast<float>(columns.second) ? columns.first : columns.second;
    return (static_cast<float>(begin) + 0.5f * static_cast<float>(columns.width)) / whole;
}

glm::mat4 stage::projection() const {
    const auto [width, height] = picture_.size();
    const float scale = picture_scale();
    const glm::mat4 moved = glm::translate(glm::mat4(1.0f), {2.0f * picture_shift(), 0.0f, 0.0f});
    return glm::scale(moved, {scale, scale, 1.0f}) * camera_.projection(width, height);
}

void stage::draw() {
    if (!session_ || !can_draw_) {
        picture_.make_black();
        return;
    }
    const auto start = std::chrono::steady_clock::now();
    can_draw_ = try_or_notify("Drawing", [&] {
        const sample& sample = session_->loaded_sample();
        session_->draw(picture_.begin(camera_.view(), projection(), sample.tone(), uncovered(), sample.draws_one_view()));
        statistics_.draw_times.add(milliseconds_since(start));
    });
    sample_milliseconds_ += milliseconds_since(start);
    comparison_.draw(picture_.size(), camera_.view(), projection(), uncovered());
}

void stage::draw_for_file() {
    if (uncovered() == uncovered_part {}) return;
    uncovered_ = {};
    draw();
}

void stage::resize_picture(extent window_size) {
    picture_.resize(comparison_.is_active() ? comparison_.place(window_size, uncovered_) : window_size);
}

bool stage::shows_the_same(extent window_size) const {
    return !comparison_.is_active() && picture_.shows_the_same(window_size, exposure());
}

void stage::show(extent window_size) {
    if (comparison_.is_active() && session_) {
        comparison_.show(picture_, session_->time().frames(), window_size, exposure());
    } else if (!try_or_notify("Showing the picture", [&] { picture_.show(window_size, exposure()); })) {
        can_draw_ = false;
    }
}

void stage::end_frame() {
    if (!session_) return;
    // The statistics are read after the frame was presented, so that the first frame does not wait for them.
    try_or_notify("Reading the statistics", [this] { live_statistics_.update(*session_); });
    try_or_notify("Measuring", [this] {
        const auto later = session_->take_timings();  // of drawing and of reading the statistics
        launches_.insert(launches_.end(), later.begin(), later.end());
        statistics_.kernels.add(launches_);
        comparison_.add_times_of_first(launches_);
        statistics_.transfers.add(session_->take_transfer_timings());
        statistics_.sharing.add(session_->take_sharing_timings());
        statistics_.recorder.end(session_->take_timeline());
    });
    // Kernels that run while the window is drawn are the sample's work too.
    double kernel_milliseconds = 0.0;
    for (const launch_timing& each : launches_)
        kernel_milliseconds += std::chrono::duration<double, std::milli>(each.duration).count();
    sample_milliseconds_ = std::max(sample_milliseconds_, kernel_milliseconds);
    launches_.clear();
}

float stage::exposure() const { return std::exp2(exposure_stops_); }

}  // namespace ingot::shell
