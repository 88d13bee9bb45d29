#include "run/window_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "capture/output_file.hpp"
#include "clock/time_stamp.hpp"
#include "command_line/command_text.hpp"
#include "command_line/link.hpp"
#include "panels/comparison_panel.hpp"
#include "panels/overlays.hpp"
#include "panels/picture_marks.hpp"
#include "presets/presets.hpp"
#include "run/stop_signals.hpp"
#include "statistics/chrome_trace.hpp"

namespace ingot::shell {

namespace {

using steady = std::chrono::steady_clock;

constexpr extent comfortable_size {1440, 900};
constexpr float statistics_width = 284.0f;  // with the margin, in design pixels

void to_stderr(const std::string& problem) { fmt::print(stderr, "ingot: {}\n", problem); }

/// Returns the saved settings of the window, overridden by the options of the command line.
window_settings layout_for(const window_options& wishes, const window_settings& saved) {
    window_settings found = wishes.fresh ? window_settings {} : saved;
    if (wishes.ui_scale > 0.0f) found.ui_scale = wishes.ui_scale;
    if (wishes.look) found.look = *wishes.look;
    return found;
}

/// Collects the state of the window for a command line that reproduces it. The pointers to parameters become invalid when the
/// session ends or switches its device.
window_scene scene_of(stage& stage, extent window_size) {
    const session& running = *stage.running();
    const device_request current_device = request_for(running.current_device());
    const auto preset_entry = std::ranges::find(stage.presets(), stage.chosen_preset(),
                                                [](const preset& preset) { return std::optional(preset.name); });
    window_scene shown_scene {.sample = running.description().name,
                              .library = running.description().library,
                              .parameters = running.parameters(),
                              .backend = current_device.backend,
                              .device = current_device.index,
                              .size = window_size,
                              .seed = running.seed()};
    if (preset_entry != stage.presets().end() && !preset_entry->is_saved) shown_scene.preset = preset_entry->name;
    const orbit at_first = orbit_camera(running.loaded_sample().initial_camera()).position();
    if (stage.camera().position() != at_first) shown_scene.camera = stage.camera().position();
    shown_scene.exposure_stops = stage.exposure_stops();
    const clock& time = running.time();
    if (time.is_paused()) shown_scene.paused_at = running.ended_steps();
    shown_scene.speed = time.speed();
    shown_scene.fixed_step = time.current_pace() == clock::pace::fixed;
    if (const stroke_record* const record = running.loaded_sample().strokes())
        if (std::string text = drawing_text(record->drawn(), record->format()); text.size() <= longest_list)
            shown_scene.drawing = std::move(text);
    const bool repeats_steps = time.is_paused() || !shown_scene.drawing.empty();
    if (repeats_steps && !time.past_steps().are_all(clock::fixed_step))
        if (std::string text = time.past_steps().text(); text.size() <= longest_list) shown_scene.step_lengths = std::move(text);
    return shown_scene;
}

/// Returns sentences about what a copied command or link does not repeat; empty if it repeats the picture.
std::string what_is_not_copied(const stage& stage, const session& running, const window_scene& scene) {
    std::string text;
    const stroke_record* const record = running.loaded_sample().strokes();
    if (record && !record->drawn().empty() && scene.drawing.empty())
        text += fmt::format(
            "\nWhat the mouse drew is left out: {} strokes are too many for it. A run with --save FILE.strokes keeps them in a "
            "file at its end.",
            record->drawn().size());
    if (stage.has_lost_strokes()) text += "\nWhat the mouse drew is left out: this sample does not keep it.";
    const clock& time = running.time();
    if (!time.is_paused() || time.frames() == 0) return text;
    const bool are_steps_left_out = scene.step_lengths.empty() && !time.past_steps().are_all(clock::fixed_step);
    if (are_steps_left_out)
        text +=
            "\nThe lengths of the steps are left out: in real time they differ, and there are too many. So the picture is a "
            "little different. Fixed steps (G) from the start (R) are repeated exactly.";
    if (!running.later_changes().empty())
        text += fmt::format("\nThe present values apply from the start on. During the run you changed: {}.",
                            fmt::join(running.later_changes(), ", "));
    if (running.was_switched()) text += "\nA part of the run was on another device, which rounds differently.";
    if (time.current_pace() == clock::pace::real && running.loaded_sample().progress().value_or(1.0) < 1.0)
        text += "\nThe picture is not finished. How far it is then depends on the speed of the machine.";
    return text;
}

}  // namespace

window_loop::window_loop(std::span<const sample_description> samples, const window_options& options)
    : samples_(samples.begin(), samples.end()),
      options_(options),
      layout_store_(options.persists, [this](const std::string& problem) { settings_problems_.push_back(problem); }),
      layout_at_start_(layout_for(options, layout_store_.saved())),
      layout_(layout_at_start_),
      window_(window::kind::visible, "Ingot", options.size.value_or(comfortable_size)),
      interface_(window_, layout_.ui_scale, layout_.look),
      stage_(window_.pixels()),
      settings_store_(options.persists, options.fresh) {
    if (layout_.kernels_share > 0.0f) kernels_.set_share(layout_.kernels_share);
    for (const std::string& each : options.problems) report_settings_problem(each);
    for (const std::string& each : settings_problems_) report_settings_problem(each);
    if (options.size) return;
    window_.fit_to_display(comfortable_size);
    restore_placement(window_.handle(), layout_.placement_of_window);
}

void window_loop::run(std::optional<uint64_t> frames) {
    run_while([] { return true; }, frames);
}

bool window_loop::run(const open_request& first, std::optional<uint64_t> frames) {
    open_later(first);
    bool has_opened = false;
    run_while(
        [&] {
            has_opened |= stage_.running() != nullptr;
            return has_opened || stage_.pending_compilation() || stage_.next_slow_action();
        },
        frames);
    return has_opened || !stage_.has_failed();
}

void window_loop::run_while(const std::function<bool()>& goes_on, std::optional<uint64_t> frames) {
    auto last = steady::now();
    std::optional<steady::time_point> start;  // time of the first frame of the sample
    // A run with --frames, which often runs without a user who could close the window, also ends after a step has failed.
    const auto is_over = [&] {
        return frames && stage_.running() && (stage_.running()->ended_steps() >= *frames || stage_.is_stuck());
    };
    while (!closing_ && !is_stop_requested() && !is_over() && goes_on()) {
        handle_events();
        const auto current_time = steady::now();
        const double elapsed = std::chrono::duration<double>(current_time - last).count();
        last = current_time;
        if (stage_.running()) stage_.statistics().frame_times.add(1000.0 * elapsed);
        make_frame(elapsed);
        if (!stage_.running()) continue;
        if (!start) start = current_time;
    }
    // A run of a fixed number of frames that is stopped has no result. A video that the user records is kept.
    if (frames && is_stop_requested() && !is_over())
        kept_part_of_video_ = capture_.drop_video();
    else
        capture_.end_video();
    if (stage_.running()) settings_store_.save(stage_.running()->description(), stage_.running()->parameters(), to_stderr);
    save_layout();
    stage_.draw_for_file();
    if (start) stage_.statistics().wall_seconds = std::chrono::duration<double>(steady::now() - *start).count();
    if (stage_.running()) stage_.statistics().frames = stage_.running()->time().frames();
    stage_.statistics().graphics_version = window_.graphics_version();
    stage_.statistics().size = stage_.drawn_picture().size();
    // The process may still have to wait until a kernel is compiled. The window disappears before that.
    SDL_HideWindow(window_.handle());
}

/// Does the window have to be drawn and presented again? If not, all cores are left to the kernels.
bool window_loop::has_other_window() {
    // OpenGL's part of the window gets a new size later than the event says.
    constexpr std::chrono::milliseconds time_after_event {300};
    const bool may_show_another_part = steady::now() - exposed_at_ < time_after_event;
    return may_show_another_part || capture_.waits_for_panels() || interface_.picture().redrawn_pixels() > 0 ||
           !stage_.shows_the_same(window_.pixels());
}

/// Waits for an input, or for the time of the next frame, if a frame has had nothing to do: presenting it would have waited for
/// the display.
void window_loop::rest_after(steady::time_point start_of_frame) {
    constexpr std::chrono::milliseconds shortest_work {4};
    constexpr std::chrono::milliseconds frame {16};
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(steady::now() - start_of_frame);
    if (passed < shortest_work) SDL_WaitEventTimeout(nullptr, static_cast<int>((frame - passed).count()));
}

/// Makes the changes that panels and keys have requested. If one of them is slow and the last frame did not say so, this frame
/// says it first: a key such as Page Down is handled between two frames.
void window_loop::run_requested_changes() {
    if (const auto slow = stage_.next_slow_action(); slow && slow != announced_) return;
    stage_.run_deferred_actions();
}

void window_loop::make_frame(double elapsed) {
    const auto start = steady::now();
    // Save power while the window is minimised.
    if ((SDL_GetWindowFlags(window_.handle()) & SDL_WINDOW_MINIMIZED) != 0) SDL_Delay(50);
    placement_watch_.update(window_.handle());

    // Make the requested changes whose kernels are compiled.
    switch_backend_if_due();
    run_requested_changes();
    stage_.resize_picture(window_.pixels());
    stage_.take_edited_kernels();
    stage_.take_compiled_fix();
    window_.set_title(stage_.running() ? stage_.running()->description().title + " - Ingot" : "Ingot");

    // Step the sample.
    frame_recorder& recorder = stage_.statistics().recorder;
    if (stage_.running()) {
        stage_.running()->time().set_input_check(&has_waiting_input);
        if (inputs_ > 0) stage_.running()->time().note_input();
        recorder.begin(stage_.running()->time().frames(), std::exchange(inputs_, 0));
    }
    if (stage_.running() && options_.video)
        capture_.begin_video(*std::exchange(options_.video, std::nullopt), options_.video_rate);
    move_camera(elapsed);
    draw_with_mouse();
    stage_.advance(elapsed);
    recorder.part_ended(part::step);
    handle_late_events();

    // Draw the sample into its picture. Files and videos do not depend on the panels.
    const bool is_for_file = capture_.is_recording() || !options_.persists;
    stage_.set_uncovered(is_for_file ? uncovered_part {} : uncovered_);
    stage_.draw();
    capture_.after_drawing();
    recorder.part_ended(part::draw);

    // Make the panels. Then draw the picture and the panels over it into the window, without anything in between: a software
    // renderer works on a part of the window after the other.
    interface_.begin_frame();
    do draw_panels();
    while (interface_.begin_again());
    interface_.end_frame();
    if (has_other_window()) {
        stage_.show(window_.pixels());
        interface_.draw();
        capture_.before_presenting();
        recorder.part_ended(part::panels);
        window_.present();
        recorder.part_ended(part::present);
    } else {
        recorder.part_ended(part::panels);
        rest_after(start);
        recorder.part_ended(part::present);
    }

    // Collect the measurements of the frame, and print OpenGL errors.
    if (auto& first = stage_.statistics().first_frame_seconds; first == 0.0 && stage_.running())
        first = std::chrono::duration<double>(steady::now() - created_at_).count();
    stage_.end_frame();
    window_.graphics_errors();
}

void window_loop::draw_panels() {
    const uncovered_part free = std::exchange(uncovered_, {});
    if (!stage_.running() && opening_ && (stage_.pending_compilation() || stage_.next_slow_action()))
        browser_.draw_behind(*opening_);
    draw_comparison_marks(stage_, interface_);
    if (layout_.panels) draw_picture_marks(stage_, free, interface_);
    if (stage_.running() && layout_.panels) {
        draw_panels_of_sample();
    } else if (!stage_.running() && !stage_.pending_compilation() && !stage_.next_slow_action()) {
        if (const auto choice = browser_.draw(samples_, stage_.known_devices(), interface_)) open(samples_[*choice]);
    }
    if (stage_.running()) draw_mode_word(mode_word_, mode_set_at_, interface_);
    if (options_.persists && stage_.running() && layout_.panels && !has_covered_picture())
        draw_hints(layout_.hints, stage_.mouse_tool() ? stage_.mouse_tool()->get() : "", uncovered_, interface_);
    draw_notices(stage_.notice_list(), interface_);
    draw_kernel_news(stage_.edited_kernels(), interface_);
    if (stage_.tried_fix() && draw_fix_news(*stage_.tried_fix(), interface_)) stage_.forget_tried_fix();
    announced_ = stage_.next_slow_action();
    if (announced_) draw_waiting(*announced_, interface_);
    if (const auto compilation = stage_.pending_compilation())
        draw_background_work(compilation->first, compilation->second, !stage_.running(), interface_);
    draw_keys(key_list_shown_, interface_);
}

/// Does the panel of the kernels fit between the panel of the sample and a panel at the right side that is `right_width` design
/// pixels wide?
bool window_loop::has_room_for_kernels(float right_width) const {
    const float least = sample_panel::right_edge + 16.0f + kernel_panel::least_width + 16.0f + right_width;
    return ImGui::GetMainViewport()->Size.x >= least * interface_.unit();
}

/// Is the statistics panel shown? In a narrow window it would cover other panels; there it is shown only after the user has
/// opened it.
bool window_loop::statistics_are_shown() const {
    // A bar of a comparison needs room between the panels.
    const float least = was_comparing_ ? 1020.0f : 900.0f;
    const bool fit =
        layout_.kernels ? has_room_for_kernels(statistics_width) : ImGui::GetMainViewport()->Size.x >= least * interface_.unit();
    return layout_.figures && (fit || statistics_may_cover_panels_);
}

/// Has the user opened something that may be in the middle of the picture, where the hints are?
bool window_loop::has_covered_picture() {
    const bool statistics_cover_it = statistics_are_shown() && uncovered_ == uncovered_part {};
    return layout_.kernels || profiler_shown_ || key_list_shown_ || stage_.comparison().is_active() || statistics_cover_it ||
           !stage_.notice_list().empty();
}

void window_loop::toggle_statistics() {
    const bool is_shown = !statistics_are_shown();
    layout_.figures = is_shown;
    statistics_may_cover_panels_ = is_shown;
    if (is_shown && !has_room_for_kernels(statistics_width)) layout_.kernels = false;
}

void window_loop::toggle_profiler() {
    profiler_shown_ = !profiler_shown_;
    if (profiler_shown_ && !has_room_for_kernels(profiler_panel::width + 16.0f)) layout_.kernels = false;
}

/// Draws the profiler or the statistics at the right side. Returns the width that the panel covers, in Dear ImGui's
/// coordinates.
float window_loop::draw_right_panel() {
    const float u = interface_.unit();
    if (profiler_shown_) {  // also in a narrow window, where it may cover other panels, because the user has opened it
        if (profiler_.draw(stage_, interface_)) save_trace();
        return (profiler_panel::width + 16.0f) * u;
    }
    if (!statistics_are_shown()) return 0.0f;
    statistics_panel_.draw(stage_, interface_);
    return statistics_width * u;
}

/// Returns the part of the window between the panel of the sample and the panels at the right side, which take `right_width`. If
/// the kernel panel leaves too little, it covers the picture; if the other panels do, they cover it too.
uncovered_part window_loop::find_uncovered_part(float right_width) {
    const float u = interface_.unit();
    const float window_width = ImGui::GetMainViewport()->Size.x;
    // Two pictures side by side in the whole window make no sense if the panels cover most of one of them.
    const bool has_two_pictures = stage_.comparison().is_active();
    const float least = (has_two_pictures ? 160.0f : 240.0f) * u;
    const float least_beside_kernels = (has_two_pictures ? 160.0f : 260.0f) * u;
    const float left = sample_panel::right_edge * u;
    float right = window_width - right_width;
    if (layout_.kernels && kernels_.left() - left >= least_beside_kernels) right = std::min(right, kernels_.left());
    if (right - left < least) return {};
    return {left / window_width, right / window_width};
}

void window_loop::save_trace() {
    const auto name = fmt::format("{}-{}.trace.json", stage_.running()->description().name, time_stamp());
    stage_.defer("Saving the trace", [this, name] {
        replace_file(name, json_text(chrome_trace(stage_.statistics().recorder.traces(), stage_.running()->description().name,
                                                  describe(stage_.running()->current_device()))));
        stage_.notice_list().add(notices::severity::message, fmt::format("Saved {}", std::filesystem::absolute(name).string()));
    });
}

void window_loop::draw_panels_of_sample() {
    if (!std::exchange(was_comparing_, stage_.comparison().is_active()) && was_comparing_) statistics_may_cover_panels_ = false;
    const auto of_panel = sample_panel_.draw(stage_, camera_controls_, bookmarks(), interface_);
    const float right = draw_right_panel();
    if (layout_.kernels) {
        const auto unknown = [](std::string_view) { return std::optional<kernel_work>(); };
        const std::vector<kernel_row> measured = kernels_.has_remarks() ? profiler_.kernels_of(stage_)
                                                                        : kernel_table(stage_.statistics().recorder.traces(),
                                                                                       profiler_panel::shown_frames, unknown, {});
        layout_.kernels = kernels_.draw(*stage_.running(), stage_.edited_kernels(), measured, right, interface_);
    }
    if (const std::optional<kernel_fix> fix = kernels_.take_fix_to_try()) stage_.try_fix(*fix);
    uncovered_ = find_uncovered_part(right);
    draw_comparison(stage_, uncovered_, interface_);
    handle(draw_transport(stage_, {capture_.is_recording(), capture_.video_seconds(), statistics_are_shown(), layout_.kernels},
                          interface_));
    if (of_panel == sample_panel::action::copy_command) copy_command();
    if (of_panel == sample_panel::action::back) close_sample();
}

void window_loop::handle(transport_action action) {
    if (action == transport_action::picture) capture_.save_picture(false);
    if (action == transport_action::picture_with_panels) capture_.save_picture(true);
    if (action == transport_action::video) capture_.begin_or_end_video();
    if (action == transport_action::figures) toggle_statistics();
    if (action == transport_action::kernels) toggle_kernels();
}

/// Opens the kernel panel at the kernel that takes the most time, or closes it. In a narrow window it replaces the statistics and
/// the profiler.
void window_loop::toggle_kernels() {
    layout_.kernels = !layout_.kernels;
    if (layout_.kernels && !has_room_for_kernels(statistics_width)) statistics_may_cover_panels_ = false;
    if (layout_.kernels && !has_room_for_kernels(profiler_panel::width + 16.0f)) profiler_shown_ = false;
    const auto& times = stage_.statistics().kernels.by_kernel();
    const auto total = [](const auto& kernel) { return kernel.second.median() * static_cast<double>(kernel.second.total()); };
    if (layout_.kernels && !times.empty()) kernels_.begin_at(std::ranges::max_element(times, {}, total)->first);
}

/// Shows a word over the picture for a moment.
void window_loop::show_mode(std::string word) {
    mode_word_ = std::move(word);
    mode_set_at_ = steady::now();
}

extent window_loop::window_size() const {
    extent size;
    SDL_GetWindowSize(window_.handle(), &size.width, &size.height);
    return size;
}

void window_loop::switch_backend_if_due() {
    if (!stage_.running() || backend_switches_.empty() || backend_switches_.front().frame > stage_.running()->time().frames())
        return;
    const auto backend = backend_switches_.front().backend;
    backend_switches_.erase(backend_switches_.begin());
    stage_.defer(fmt::format("Switching to {}", description_of(backend).title),
                 [this, backend] { stage_.switch_now(devices_to_try({backend, 0}).front()); });
}

void window_loop::copy_command() {
    const window_scene scene = scene_of(stage_, window_size());
    copy_text(format_command(scene), what_is_not_copied(stage_, *stage_.running(), scene));
}

void window_loop::copy_link() {
    const window_scene scene = scene_of(stage_, window_size());
    copy_text(format_link(scene), what_is_not_copied(stage_, *stage_.running(), scene));
}

/// Copies the text, and says so with its beginning and with remarks about it.
void window_loop::copy_text(const std::string& text, const std::string& remarks) {
    constexpr size_t most = 300;
    const std::string shown = text.size() > most ? text.substr(0, most) + " …" : text;
    if (SDL_SetClipboardText(text.c_str()) == 0)
        stage_.notice_list().add(notices::severity::message, "Copied: " + shown + remarks);
    else
        stage_.notice_list().add(notices::severity::failure, fmt::format("Cannot copy to the clipboard: {}", SDL_GetError()));
}

void window_loop::open_pasted_link() {
    const std::unique_ptr<char, decltype(&SDL_free)> text(SDL_GetClipboardText(), &SDL_free);
    if (text) open_link(text.get());
}

/// Opens what a link shows. The link's size of the window is ignored.
void window_loop::open_link(const std::string& text) {
    try {
        const std::string link = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
        const auto request = std::get<run_request>(parse_command_line(arguments_of_link(link, samples_), samples_));
        devices_to_try(request.device);  // throws if this machine does not have the device
        // As on the command line, what a link sets is for this run, and is not kept.
        if (stage_.running())
            settings_store_.save(stage_.running()->description(), stage_.running()->parameters(), settings_reporter());
        settings_store_.override_for_this_run(request.sample, request.parameters, settings_reporter());
        open_later({.sample = request.sample,
                    .device = request.device,
                    .parameters = request.parameters,
                    .preset = request.preset,
                    .seed = request.seed,
                    .camera = request.camera,
                    .exposure_stops = request.exposure_stops,
                    .paused_at = request.paused_at,
                    .speed = request.speed,
                    .fixed_step = request.fixed_step,
                    .past = request.past});
    } catch (const std::exception& problem) {
        stage_.notice_list().add(notices::severity::failure, fmt::format("The link cannot be opened: {}", problem.what()));
    }
}

/// Returns the preset with which the sample starts on the device, if there is one.
std::optional<preset> window_loop::start_preset(const sample_description& sample, const device_request& device) const {
    if (!devices_to_try(device).front().properties().is_cpu) return std::nullopt;
    const auto object = sample.create();  // only provides the parameters
    try {
        return find_start_on_cpu(read_presets(sample.presets, object->parameters(), sample.name));
    } catch (const preset_file_error&) {
        return std::nullopt;  // the stage reports the error when the sample is open
    }
}

open_request window_loop::request_to_open(const sample_description& sample, const device_request& device) {
    const auto start = start_preset(sample, device);
    const parameter_settings start_parameters = start ? start->parameters : parameter_settings {};
    settings_store_.set_start(sample, start_parameters, settings_reporter());
    open_request request {.sample = sample,
                          .device = device,
                          .parameters = settings_store_.parameters_to_open(sample, settings_reporter()),
                          .preset = std::nullopt};
    request.start = start_parameters;
    if (request.parameters != start_parameters)
        request.without_saved = start_parameters;
    else if (start)
        request.preset = start->name;
    return request;
}

void window_loop::open_later(const open_request& request) {
    const auto start = start_preset(request.sample, request.device);
    settings_store_.set_start(request.sample, start ? start->parameters : parameter_settings {}, settings_reporter());
    opening_ = request.sample;
    stage_.open_later(request);
}

void window_loop::open(const sample_description& sample) {
    try {
        open_later(request_to_open(sample, {}));
    } catch (const std::exception& problem) {
        stage_.notice_list().add(notices::severity::failure, fmt::format("Opening {}: {}", sample.title, problem.what()));
    }
}

/// Opens the sample that follows (1) or precedes (-1) the current one in the order of the browser.
void window_loop::open_neighbour(int offset) {
    const auto current = std::ranges::find(samples_, stage_.running()->description().name, &sample_description::name);
    const auto count = static_cast<std::ptrdiff_t>(samples_.size());
    const std::ptrdiff_t position = current - samples_.begin() + offset + count;
    const sample_description next = samples_[static_cast<size_t>(position % count)];
    close_sample();
    open(next);
}

void window_loop::close_sample() {
    capture_.end_video();
    std::vector<std::string> problems;
    if (stage_.running())
        settings_store_.save(stage_.running()->description(), stage_.running()->parameters(),
                             [&](const std::string& problem) { problems.push_back(problem); });
    stage_.close();      // removes the notices about the sample
    sample_panel_ = {};  // edits of its parameters that have not ended
    kernels_.end_search();
    for (const std::string& each : problems) report_settings_problem(each);
}

void window_loop::report_settings_problem(const std::string& problem) {
    to_stderr(problem);
    stage_.notice_list().add(notices::severity::failure, problem);
}

std::function<void(const std::string&)> window_loop::settings_reporter() {
    return [this](const std::string& problem) { report_settings_problem(problem); };
}

std::map<int, orbit>& window_loop::bookmarks() {
    return settings_store_.bookmarks(stage_.running()->description(), settings_reporter());
}

void window_loop::save_layout() {
    const placement& latest = placement_watch_.latest();
    // A size that the command line gives is not kept, nor the place at which such a window opens.
    const bool has_given_size = options_.size && latest.frame.w == options_.size->width &&
                                latest.frame.h == options_.size->height && !latest.is_maximised && !latest.is_full_screen;
    if (!has_given_size) layout_.placement_of_window = latest;
    layout_.ui_scale = interface_.chosen_scale();
    if (kernels_.share() != kernel_panel::default_share || layout_.kernels_share > 0.0f) layout_.kernels_share = kernels_.share();
    layout_store_.save(layout_at_start_, layout_, to_stderr);
}

}  // namespace ingot::shell
