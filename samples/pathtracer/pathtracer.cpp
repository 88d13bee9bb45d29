#include "pathtracer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/trigonometric.hpp>
#include <ingot/media/picture_file.hpp>
#include <ingot/sample/tone_curve.hpp>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "skies.hpp"

namespace ingot::samples {

namespace pathtracer {

namespace {

constexpr uint32_t group_width = 8;
constexpr uint32_t group_height = 8;
// A picture that takes longer than a frame is traced in at least so many parts, because its rows can differ much.
constexpr uint32_t parts_of_picture = 32;
constexpr uint32_t coarsest = 8;  // a preview pixel is at most this many canvas pixels wide and high

float3 to_device(const glm::vec3& v) { return {v.x, v.y, v.z}; }

/// Returns the settings of a preview whose pixels are `step` canvas pixels wide and high.
render_settings coarser(render_settings settings, uint32_t step) {
    settings.width = std::max(1u, settings.width / step);
    settings.height = std::max(1u, settings.height / step);
    return settings;
}

}  // namespace

std::vector<parameter_base*> pathtracer_sample::parameters() {
    return {&scene_parameter_, &file_,    &ground_,        &wanted_samples_, &samples_in_frame_,
            &bounces_,         &denoise_, &firefly_limit_, &exposure_,       &aperture_,
            &focus_,           &sky_,     &environment_,   &sky_strength_,   &sky_turn_,
            &filter_,          &groups_};
}

std::vector<std::string> pathtracer_sample::scene_choices() {
    std::vector<std::string> names = scene_names();
    names.emplace_back("file");
    return names;
}

std::vector<std::string> pathtracer_sample::skies() {
    std::vector<std::string> names {"scene"};
    std::ranges::move(sky_names(), std::back_inserter(names));
    names.insert(names.end(), {"black", "file"});
    return names;
}

void pathtracer_sample::load(const device& device, queue& queue) {
    device_ = device;
    queue_ = &queue;
    const trace_program program = make_trace_program(device, preferred_hierarchy(device));
    renderer_.emplace(program);
    preview_renderer_.emplace(program);
    finer_renderer_.emplace(program);
    denoiser_.emplace(device);
    display_.emplace(device);
    view_.emplace(device);
}

std::shared_ptr<pathtracer_sample::loaded_scene> pathtracer_sample::load_scene() const {
    const bool from_file = scene_parameter_ == "file";
    if (from_file && file_.get().empty())
        throw parameter_error(
            "scene: 'file' reads a scene from a file, but none is given; name an .obj, .gltf or .glb file with --file FILE, or "
            "in "
            "the panel under 'file'");
    const std::pair<std::string, std::string> source {
        scene_parameter_.get(), from_file ? file_.get() + (ground_ ? "" : " without ground") : std::string()};
    if (scene_ && scene_->source == source) return scene_;
    staged_scene staged = from_file ? read_staged_scene(file_.get(), ground_) : make_scene(scene_parameter_.get());
    for (const std::string& each : staged.scene.warnings) fmt::print(stderr, "ingot: warning: {}: {}\n", file_.get(), each);
    flat_scene flat = flatten(staged.scene, staged.environment);
    device_scene on_device(*device_, flat);
    return std::make_shared<loaded_scene>(loaded_scene {source, std::move(staged), std::move(flat), std::move(on_device)});
}

environment_map pathtracer_sample::wanted_surroundings(const staged_scene& scene) const {
    environment_map surroundings = scene.environment;
    if (sky_ == "file") {
        if (environment_.get().empty())
            throw std::runtime_error(
                "sky: 'file' reads a picture, but none is given; name one with --environment FILE, or in the panel under "
                "'environment'");
        surroundings = {media::read_picture(environment_.get()), 0.0f, 1.0f};
    } else if (sky_ == "black") {
        surroundings = {};
    } else if (sky_ != "scene") {
        surroundings = {make_sky(sky_.get()), 0.0f, 1.0f};
    }
    surroundings.strength *= sky_strength_;
    surroundings.rotation += glm::radians(sky_turn_.get());
    return surroundings;
}

void pathtracer_sample::use_surroundings() {
    flat_scene& flat = scene_->flat;
    set_environment(flat, wanted_surroundings(scene_->staged));
    scene_->on_device.set_surroundings(flat);
    last_settings_.reset();
}

void pathtracer_sample::reset(uint64_t seed) {
    scene_ = load_scene();
    use_surroundings();
    seed_ = static_cast<uint32_t>(seed ^ (seed >> 32u));
    requested_samples_ = 0;
}

// Sets a choice to 'file' because the user named a file, and performs `action`. If the action throws, restores the
// choice.
template <typename Action>
void pathtracer_sample::choose_file(choice& choice, Action action) {
    const parameter_value before = choice.value();
    choice.set(std::string("file"));
    try {
        action();
    } catch (...) {
        choice.set(before);
        throw;
    }
}

void pathtracer_sample::parameter_changed(const parameter_base& parameter) {
    const auto take_scene = [this] {
        const std::shared_ptr<loaded_scene> next = load_scene();
        const environment_map surroundings = wanted_surroundings(next->staged);
        set_environment(next->flat, surroundings);
        next->on_device.set_surroundings(next->flat);
        scene_ = next;
        last_settings_.reset();
    };
    // Selecting 'file' before naming a file is no error: the current scene stays until a file is named.
    if (&parameter == &file_ && !file_.get().empty()) choose_file(scene_parameter_, take_scene);
    if (&parameter == &ground_ && scene_parameter_ == "file" && !file_.get().empty()) take_scene();
    if (&parameter == &scene_parameter_ && !(scene_parameter_ == "file" && file_.get().empty())) take_scene();
    if (&parameter == &environment_ && !environment_.get().empty()) choose_file(sky_, [this] { use_surroundings(); });
    if (&parameter == &sky_ && !(sky_ == "file" && environment_.get().empty())) use_surroundings();
    if (&parameter == &sky_strength_ || &parameter == &sky_turn_) {
        if (!(sky_ == "file" && environment_.get().empty())) use_surroundings();
    }
}

orbit pathtracer_sample::initial_camera() const {
    const media::scene& scene = scene_->staged.scene;
    if (scene.viewpoints.empty()) {
        const media::bounding_box extent = media::compute_bounding_box(scene);
        return {.target = extent.centre(),
                .distance = 1.1f * std::max(extent.diagonal(), 1e-3f),
                .yaw = 0.6f,
                .pitch = 0.3f,
                .field_of_view = 0.7f};
    }
    const media::viewpoint& viewpoint = scene.viewpoints.front();
    const glm::vec3 offset = viewpoint.eye - viewpoint.target;
    const float distance = std::max(glm::length(offset), 1e-6f);
    return {.target = viewpoint.target,
            .distance = distance,
            .yaw = std::atan2(offset.x, offset.z),
            .pitch = std::asin(std::clamp(offset.y / distance, -1.0f, 1.0f)),
            .field_of_view = viewpoint.field_of_view};
}

void pathtracer_sample::step(const tick& tick) {
    budget_ = tick.budget;
    pacing_.end_early_if(tick.has_waiting_input);
    requested_samples_ += static_cast<uint32_t>(samples_in_frame_.get());
}

float pathtracer_sample::focus_distance(const glm::vec3& eye, const glm::vec3& forward) const {
    if (focus_ > 0.0f) return focus_;
    return distance_to_scene(scene_->flat, eye, forward).value_or(media::compute_bounding_box(scene_->staged.scene).diagonal());
}

render_settings pathtracer_sample::settings_for(const canvas& canvas) const {
    const glm::mat4 from_view = glm::inverse(canvas.view);
    const glm::vec3 eye(from_view[3]);
    const glm::vec3 forward = -glm::normalize(glm::vec3(from_view[2]));
    const float sharp = aperture_ > 0.0f ? focus_distance(eye, forward) : 1.0f;
    return {.width = static_cast<uint32_t>(canvas.width),
            .height = static_cast<uint32_t>(canvas.height),
            .seed = seed_,
            .bounces = static_cast<uint32_t>(bounces_.get()),
            .filter_radius = filter_ == "box" ? 0.5f : 1.0f,
            .indirect_limit = indirect_limit(),
            .camera = {.eye = to_device(eye),
                       .right = to_device(glm::vec3(from_view[0]) / canvas.projection[0][0]),
                       .up = to_device(glm::vec3(from_view[1]) / canvas.projection[1][1]),
                       .forward = to_device(forward),
                       .lens_radius = aperture_ * sharp,
                       .focus_distance = sharp}};
}

// Returns how many samples of single pixels the frame has time for.
uint64_t pathtracer_sample::samples_in_budget(uint64_t pixels) const {
    if (std::isinf(budget_)) return std::numeric_limits<uint64_t>::max();
    // Until the first timing, assume that there is time for the coarsest preview.
    constexpr uint64_t first_try = uint64_t {coarsest} * coarsest;
    return seconds_for_sample_ > 0.0 ? static_cast<uint64_t>(budget_ / seconds_for_sample_) : pixels / first_try;
}

void pathtracer_sample::trace(const render_settings& settings) {
    const uint64_t pixels = uint64_t {settings.width} * settings.height;
    const group_shape groups = group_shape_of(groups_.get()).value_or(default_groups);
    for (renderer* const each : {&*renderer_, &*preview_renderer_, &*finer_renderer_}) each->set_groups(groups);
    // Start over if the settings changed, for example because the camera moved.
    const auto max_samples = static_cast<uint32_t>(wanted_samples_.get());
    const bool is_new_picture = !last_settings_ || !(*last_settings_ == settings) || renderer_->samples() > max_samples;
    last_settings_ = settings;
    if (is_new_picture) {
        renderer_->begin(*queue_, settings);
        denoiser_->cancel();
        has_filtered_image_ = false;
        filtered_samples_ = 0;
        finer_step_ = 1;
    }
    // A new image gets at least one sample, even while the clock is paused.
    const uint32_t count = std::min(std::max(requested_samples_, is_new_picture ? 1u : 0u), max_samples - renderer_->samples());
    requested_samples_ = 0;
    if (count == 0 && renderer_->rows_ahead() == 0 && renderer_->samples() > 0) return;

    // If the frame has time for it, trace whole samples. Otherwise trace a coarse preview first, then finer ones, and then some
    // rows of a sample in each of the following frames.
    const auto so_far = [&] { return renderer_->samples() * pixels + uint64_t {renderer_->rows_ahead()} * settings.width; };
    const uint64_t before = so_far();
    const uint64_t affords = samples_in_budget(pixels);
    const uint32_t at_least_one = std::max(count, 1u);
    bool is_changed = true;
    if (affords / at_least_one >= pixels)
        renderer_->add_samples(*queue_, scene_->on_device, at_least_one);
    else if (is_new_picture)
        begin_preview(settings);
    else if (finer_step_ > 1 && renderer_->samples() == 0)
        is_changed = refine_preview(settings);
    else
        add_rows(*renderer_);
    traced_pixels_ += so_far() - before;
    if (is_changed) ++changes_;
}

// Traces the finest preview that the frame has time for, and denoises it if `denoise_` is set. The next frames refine it.
void pathtracer_sample::begin_preview(const render_settings& settings) {
    const double seconds_for_pixel = seconds_for_sample_ + (denoise_ ? denoiser::passes * seconds_for_filtered_pixel_ : 0.0);
    const double pixels = static_cast<double>(settings.width) * settings.height;
    uint32_t step = 2;
    while (step < coarsest && (seconds_for_sample_ == 0.0 || pixels / (step * step) * seconds_for_pixel > budget_)) step *= 2;
    const render_settings preview = coarser(settings, step);
    preview_renderer_->begin(*queue_, preview);
    preview_renderer_->add_samples(*queue_, scene_->on_device, 1);
    traced_pixels_ += uint64_t {preview.width} * preview.height;
    is_preview_filtered_ = false;
    if (denoise_) filter_preview();
    finer_step_ = step / 2;
    if (finer_step_ > 1) finer_renderer_->begin(*queue_, coarser(settings, finer_step_));
}

// Traces as many rows as the frame has time for, at most to the last one. Returns their number.
uint32_t pathtracer_sample::add_rows(renderer& picture) {
    const uint32_t height = picture.settings().height;
    const uint64_t rows = pacing_.fill(budget_, height - picture.rows_ahead(), height / parts_of_picture, [&](uint64_t count) {
        picture.add_rows(*queue_, scene_->on_device, static_cast<uint32_t>(count));
        queue_->finish();
    });
    return static_cast<uint32_t>(rows);
}

// Traces rows of the next finer preview. When that is finished, it replaces the preview that is shown, and the function returns
// true.
bool pathtracer_sample::refine_preview(const render_settings& settings) {
    const uint32_t width = finer_renderer_->settings().width;
    traced_pixels_ += uint64_t {add_rows(*finer_renderer_)} * width;
    if (finer_renderer_->samples() == 0) return false;
    std::swap(preview_renderer_, finer_renderer_);
    is_preview_filtered_ = false;
    finer_step_ /= 2;
    if (finer_step_ > 1) finer_renderer_->begin(*queue_, coarser(settings, finer_step_));
    return true;
}

const renderer& pathtracer_sample::shown_renderer() const { return renderer_->samples() > 0 ? *renderer_ : *preview_renderer_; }

glm::vec3 pathtracer_sample::light_factor() const {
    return std::exp2(exposure_ + scene_->staged.exposure) * scene_->staged.balance;
}

float pathtracer_sample::indirect_limit() const {
    // The parameter is relative to white: the radiance that the scene's own exposure and balance map to 1.
    const glm::vec3 factor = std::exp2(scene_->staged.exposure) * scene_->staged.balance;
    return firefly_limit_ / std::max({factor.r, factor.g, factor.b, 1e-20f});
}

// Should the denoiser begin to filter the image that is shown? It filters each preview, the first sample and the last one. In
// between it begins when the tracing since its last result has taken three times as long as the filter, so that it takes at most
// a quarter of the time.
bool pathtracer_sample::is_filter_due() const {
    const uint32_t samples = renderer_->samples();
    if (samples == 0) return preview_renderer_->samples() > 0 && !is_preview_filtered_;
    if (samples == filtered_samples_) return false;
    return filtered_samples_ == 0 || samples == static_cast<uint32_t>(wanted_samples_.get()) ||
           traced_seconds_ >= 3.0 * filter_seconds();
}

// Returns how long the denoiser takes for the image that is shown.
double pathtracer_sample::filter_seconds() const {
    const render_settings& image = shown_renderer().settings();
    return static_cast<double>(denoiser::rows_of(image)) * image.width * seconds_for_filtered_pixel_;
}

// Continues the filter of the shown image with as many rows as the frame has time for.
void pathtracer_sample::filter_rows() {
    const uint32_t width = shown_renderer().settings().width;
    const uint64_t affords =
        seconds_for_filtered_pixel_ > 0.0 ? static_cast<uint64_t>(budget_ / (seconds_for_filtered_pixel_ * width)) : 0;
    const uint64_t rows = std::min<uint64_t>(std::max<uint64_t>(affords, 8), denoiser::rows_of(shown_renderer().settings()));
    filtered_pixels_ += rows * width;
    requested_samples_ = 0;
    if (denoiser_->add_rows(*queue_, shown_renderer(), rows)) filter_ended();
}

void pathtracer_sample::filter_preview() {
    denoiser_->filter(*queue_, *preview_renderer_);
    filtered_pixels_ += denoiser::rows_of(preview_renderer_->settings()) * preview_renderer_->settings().width;
    filter_ended();
}

void pathtracer_sample::filter_ended() {
    has_filtered_image_ = true;
    ++filtered_images_;
    filtered_samples_ = renderer_->samples();
    is_preview_filtered_ = true;
    traced_seconds_ = 0.0;
}

void pathtracer_sample::draw(const canvas& canvas) {
    const render_settings settings = settings_for(canvas);
    // A frame traces, or it continues to denoise what was traced.
    if (!is_denoised_in_pieces()) denoiser_->cancel();
    if (denoiser_->is_busy() && last_settings_ && *last_settings_ == settings) {
        filter_rows();
    } else {
        trace(settings);
        if (is_denoised_in_pieces() && is_filter_due()) {
            denoiser_->begin(*queue_, shown_renderer());
            if (seconds_for_filtered_pixel_ > 0.0 && filter_seconds() <= budget_) filter_rows();
        }
    }
    update_view();
    view_->draw(canvas);
}

// Makes the view's image again if something changed since the last frame.
void pathtracer_sample::update_view() {
    // The denoiser's buffers have no result while it works. The view keeps its last one.
    if (has_filtered_image_ && denoiser_->is_busy()) return;
    if (shown_renderer().samples() == 0) return;
    const bool in_pieces = is_denoised_in_pieces();
    const bool is_denoised = in_pieces ? has_filtered_image_ : denoise_.get();
    const displayed_state state {&shown_renderer(), in_pieces && is_denoised ? filtered_images_ : changes_, is_denoised,
                                 light_factor()};
    if (displayed_ == state) return;
    displayed_ = state;
    if (is_denoised && !in_pieces) denoiser_->filter(*queue_, shown_renderer());
    const device_buffer<float4>& light = is_denoised ? denoiser_->result() : shown_renderer().means();
    const auto [width, height] = std::pair(shown_renderer().settings().width, shown_renderer().settings().height);
    auto pixels = view_->acquire(*queue_, width, height);
    queue_->run(display_->show, range(width, height).groups_of(group_width, group_height), light, *pixels, width, height,
                float4(to_device(light_factor()), 1.0f));
    pixels.release();
}

void pathtracer_sample::kernels_timed(std::span<const launch_timing> launches) {
    double tracing = 0.0;
    double filtering = 0.0;
    for (const launch_timing& each : launches) {
        const double seconds = std::chrono::duration<double>(each.duration).count();
        if (each.kernel == "trace") tracing += seconds;
        if (each.kernel == "blur_between_edges") filtering += seconds;
    }
    traced_seconds_ += tracing;
    if (tracing > 0.0 && traced_pixels_ > 0) {
        seconds_for_sample_ = tracing / static_cast<double>(traced_pixels_);
        traced_pixels_ = 0;
    }
    if (filtering > 0.0 && filtered_pixels_ > 0) {
        seconds_for_filtered_pixel_ = filtering / static_cast<double>(filtered_pixels_);
        filtered_pixels_ = 0;
    }
}

std::vector<statistic> pathtracer_sample::statistics() {
    std::vector<statistic> all {{"samples", static_cast<double>(renderer_->samples()), ""}};
    if (seconds_for_sample_ > 0.0) all.push_back({"paths", 1e-6 / seconds_for_sample_, "M/s"});
    all.push_back({"triangles", static_cast<double>(scene_->staged.scene.triangles.size()), ""});
    all.push_back({"lights", static_cast<double>(scene_->flat.sizes.lights), ""});
    return all;
}

state pathtracer_sample::save() const {
    state result;
    result.put_value("seed", seed_);
    const accumulation so_far = last_settings_ ? renderer_->read(*queue_) : accumulation {};
    result.put_value("samples", so_far.samples);
    result.put_value("rows ahead", so_far.rows_ahead);
    if (so_far.samples == 0) return result;
    result.put_value("settings", renderer_->settings());
    result.put("means", so_far.means);
    result.put("deviations", so_far.deviations);
    result.put("albedos", so_far.albedos);
    result.put("normals", so_far.normals);
    return result;
}

void pathtracer_sample::restore(const state& state) {
    scene_ = load_scene();
    use_surroundings();
    seed_ = state.get_value<uint32_t>("seed");
    last_settings_.reset();
    displayed_.reset();
    denoiser_->cancel();
    has_filtered_image_ = false;
    filtered_samples_ = 0;
    finer_step_ = 1;
    requested_samples_ = 0;
    const auto samples = state.get_value<uint32_t>("samples");
    if (samples == 0) return;
    const auto settings = state.get_value<render_settings>("settings");
    renderer_->restore(*queue_, settings,
                       {samples, state.get_value<uint32_t>("rows ahead"), state.get<float4>("means"),
                        state.get<float4>("deviations"), state.get<float4>("albedos"), state.get<float4>("normals")});
    last_settings_ = settings;
}

std::optional<double> pathtracer_sample::progress() const {
    if (!renderer_) return 0.0;
    const double begun = renderer_->settings().height > 0
                             ? static_cast<double>(renderer_->rows_ahead()) / static_cast<double>(renderer_->settings().height)
                             : 0.0;
    return (static_cast<double>(renderer_->samples()) + begun) / static_cast<double>(wanted_samples_.get());
}

std::string pathtracer_sample::progress_text() const {
    const int64_t begun = renderer_ ? int64_t {renderer_->samples()} + 1 : 1;
    return fmt::format("sample {} of {}", std::min(begun, wanted_samples_.get()), wanted_samples_.get());
}

media::picture pathtracer_sample::result() {
    const auto [width, height] = std::pair(shown_renderer().settings().width, shown_renderer().settings().height);
    media::picture picture(static_cast<int>(width), static_cast<int>(height));
    const std::vector<float4> means =
        (denoise_ ? denoiser_->filter(*queue_, shown_renderer()) : shown_renderer().means()).read(*queue_);
    for (size_t i = 0; i < means.size(); ++i) picture.pixels[i] = {means[i].x, means[i].y, means[i].z, 1.0f};
    return picture;
}

media::picture pathtracer_sample::result_for_display() {
    media::picture picture = result();
    const glm::vec3 factor = light_factor();
    for (media::pixel& each : picture.pixels)
        each = tone_map({each.red * factor.r, each.green * factor.g, each.blue * factor.b, each.alpha});
    return picture;
}

}  // namespace pathtracer

std::unique_ptr<sample> create_pathtracer() { return std::make_unique<pathtracer::pathtracer_sample>(); }

}  // namespace ingot::samples
