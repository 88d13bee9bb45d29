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
constexpr uint32_t coarsest = 8;  // pixels of the canvas for one of a preview, in each direction

float3 to_device(const glm::vec3& v) { return {v.x, v.y, v.z}; }

}  // namespace

std::vector<parameter_base*> pathtracer_sample::parameters() {
    return {&setup,    &file,  &ground, &wanted_samples, &samples_in_frame, &bounces,  &denoise, &exposure,
            &aperture, &focus, &sky,    &environment,    &sky_strength,     &sky_turn, &filter};
}

std::vector<std::string> pathtracer_sample::setups() {
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

void pathtracer_sample::load(const device& to, queue& with) {
    on = to;
    in = &with;
    const pathtracer_program program(to);
    tracer.emplace(program);
    preview.emplace(program);
    cleaner.emplace(to);
    display.emplace(to);
    view.emplace(to);
}

std::shared_ptr<pathtracer_sample::loaded_scene> pathtracer_sample::load_scene() const {
    const bool from_file = setup == "file";
    if (from_file && file.get().empty())
        throw parameter_error("scene: it is 'file' and no file is given; name one with the parameter 'file'");
    const std::pair<std::string, std::string> source {setup.get(),
                                                      from_file ? file.get() + (ground ? "" : " without ground") : std::string()};
    if (world && world->source == source) return world;
    staged_scene staged = from_file ? read_staged_scene(file.get(), ground) : make_scene(setup.get());
    for (const std::string& each : staged.scene.remarks) fmt::print(stderr, "ingot: {}: {}\n", file.get(), each);
    flat_scene flat = flatten(staged.scene, staged.around);
    device_scene on_device(*on, flat);
    return std::make_shared<loaded_scene>(loaded_scene {source, std::move(staged), std::move(flat), std::move(on_device)});
}

surroundings pathtracer_sample::wanted_surroundings(const staged_scene& of) const {
    surroundings made = of.around;
    if (sky == "file") {
        if (environment.get().empty())
            throw std::runtime_error("the sky is 'file' and no picture is given; name one with the parameter 'environment'");
        made = {media::read_picture(environment.get()), 0.0f, 1.0f};
    } else if (sky == "black") {
        made = {};
    } else if (sky != "scene") {
        made = {make_sky(sky.get()), 0.0f, 1.0f};
    }
    made.strength *= sky_strength;
    made.turn += glm::radians(sky_turn.get());
    return made;
}

void pathtracer_sample::use_surroundings() {
    flat_scene& flat = world->flat;
    set_surroundings(flat, wanted_surroundings(world->staged));
    world->on_device.set_surroundings(flat);
    watched.reset();
}

void pathtracer_sample::reset(uint64_t seed) {
    // A file that is named on the command line is meant, without a second word.
    if (setup.is_default() && !file.get().empty()) setup.set(std::string("file"));
    if (sky.is_default() && !environment.get().empty()) sky.set(std::string("file"));
    world = load_scene();
    use_surroundings();
    seeded = static_cast<uint32_t>(seed ^ (seed >> 32u));
    due = 0;
}

// Sets a choice to 'file', as whoever names a file means, and does what follows; where that throws, the choice is as before.
template <typename Action>
void pathtracer_sample::choose_file(choice& which, Action action) {
    const parameter_value before = which.value();
    which.set(std::string("file"));
    try {
        action();
    } catch (...) {
        which.set(before);
        throw;
    }
}

void pathtracer_sample::changed(const parameter_base& which) {
    const auto take_scene = [this] {
        const std::shared_ptr<loaded_scene> next = load_scene();
        const surroundings around = wanted_surroundings(next->staged);
        set_surroundings(next->flat, around);
        next->on_device.set_surroundings(next->flat);
        world = next;
        watched.reset();
    };
    // A file that is still to be chosen is no reason to stop.
    if (&which == &file && !file.get().empty()) choose_file(setup, take_scene);
    if (&which == &ground && setup == "file" && !file.get().empty()) take_scene();
    if (&which == &setup && !(setup == "file" && file.get().empty())) take_scene();
    if (&which == &environment && !environment.get().empty()) choose_file(sky, [this] { use_surroundings(); });
    if (&which == &sky && !(sky == "file" && environment.get().empty())) use_surroundings();
    if (&which == &sky_strength || &which == &sky_turn) {
        if (!(sky == "file" && environment.get().empty())) use_surroundings();
    }
}

orbit pathtracer_sample::initial_camera() const {
    const media::scene& scene = world->staged.scene;
    if (scene.viewpoints.empty()) {
        const media::extent3 extent = media::extent_of(scene);
        return {.target = extent.centre(),
                .distance = 1.1f * std::max(extent.diagonal(), 1e-3f),
                .yaw = 0.6f,
                .pitch = 0.3f,
                .field_of_view = 0.7f};
    }
    const media::viewpoint& from = scene.viewpoints.front();
    const glm::vec3 offset = from.eye - from.target;
    const float distance = std::max(glm::length(offset), 1e-6f);
    return {.target = from.target,
            .distance = distance,
            .yaw = std::atan2(offset.x, offset.z),
            .pitch = std::asin(std::clamp(offset.y / distance, -1.0f, 1.0f)),
            .field_of_view = from.field_of_view};
}

void pathtracer_sample::step(const tick& now) {
    budget = now.budget;
    due += static_cast<uint32_t>(samples_in_frame.get());
}

float pathtracer_sample::focus_distance(const glm::vec3& eye, const glm::vec3& forward) const {
    if (focus > 0.0f) return focus;
    return distance_to_scene(world->flat, eye, forward).value_or(media::extent_of(world->staged.scene).diagonal());
}

render_settings pathtracer_sample::settings_for(const canvas& into) const {
    const glm::mat4 from_view = glm::inverse(into.view);
    const glm::vec3 eye(from_view[3]);
    const glm::vec3 forward = -glm::normalize(glm::vec3(from_view[2]));
    const float sharp = aperture > 0.0f ? focus_distance(eye, forward) : 1.0f;
    return {.width = static_cast<uint32_t>(into.width),
            .height = static_cast<uint32_t>(into.height),
            .seed = seeded,
            .bounces = static_cast<uint32_t>(bounces.get()),
            .filter_radius = filter == "box" ? 0.5f : 1.0f,
            .camera = {.eye = to_device(eye),
                       .right = to_device(glm::vec3(from_view[0]) / into.projection[0][0]),
                       .up = to_device(glm::vec3(from_view[1]) / into.projection[1][1]),
                       .forward = to_device(forward),
                       .lens_radius = aperture * sharp,
                       .focus_distance = sharp}};
}

// Samples of one pixel that a frame has time for.
uint64_t pathtracer_sample::affordable(uint64_t pixels) const {
    if (std::isinf(budget)) return std::numeric_limits<uint64_t>::max();
    constexpr uint64_t first_try = uint64_t {coarsest} * coarsest;  // what one takes is not known before some were traced
    return seconds_for_sample > 0.0 ? static_cast<uint64_t>(budget / seconds_for_sample) : pixels / first_try;
}

// What is seen at once where a whole picture takes longer than a frame: while the camera moves, and until the first sample of
// every pixel is there.
void pathtracer_sample::trace_coarse(const render_settings& wanted, uint64_t pixels) {
    const double scale =
        std::ceil(std::sqrt(static_cast<double>(wanted.width) * wanted.height / static_cast<double>(pixels + 1)));
    const auto step = static_cast<uint32_t>(std::clamp(scale, 1.0, static_cast<double>(coarsest)));
    render_settings coarse = wanted;
    coarse.width = std::max(1u, wanted.width / step);
    coarse.height = std::max(1u, wanted.height / step);
    preview->begin(*in, coarse);
    preview->add_samples(*in, world->on_device, 1);
    traced_pixels += uint64_t {coarse.width} * coarse.height;
}

void pathtracer_sample::trace(const render_settings& wanted) {
    const uint64_t pixels = uint64_t {wanted.width} * wanted.height;
    const auto most = static_cast<uint32_t>(wanted_samples.get());
    const bool anew = !watched || !(*watched == wanted) || tracer->samples() > most;
    watched = wanted;
    if (anew) tracer->begin(*in, wanted);
    // A picture is seen at once, also while the clock stands.
    const uint32_t count = std::min(std::max(due, anew ? 1u : 0u), most - tracer->samples());
    due = 0;
    if (count == 0 && tracer->rows_ahead() == 0 && !owes) return;

    const auto so_far = [&] { return tracer->samples() * pixels + uint64_t {tracer->rows_ahead()} * wanted.width; };
    const uint64_t before = so_far();
    const uint64_t affords = affordable(pixels);
    const uint32_t at_least_one = std::max(count, 1u);
    owes = anew && affords / at_least_one < pixels;
    if (owes)
        trace_coarse(wanted, affords);
    else if (affords / at_least_one >= pixels)
        tracer->add_samples(*in, world->on_device, at_least_one);
    else
        tracer->add_rows(*in, world->on_device,
                         static_cast<uint32_t>(std::min<uint64_t>(affords / wanted.width + 1, wanted.height)));
    traced_pixels += so_far() - before;
    if (owes || tracer->samples() > 0) ++traced;
}

const renderer& pathtracer_sample::shown() const { return tracer->samples() > 0 ? *tracer : *preview; }

glm::vec3 pathtracer_sample::light_factor() const { return std::exp2(exposure + world->staged.exposure) * world->staged.balance; }

void pathtracer_sample::draw(const canvas& into) {
    trace(settings_for(into));
    const auto [width, height] = std::pair(shown().settings().width, shown().settings().height);
    // What has not changed since the last frame is there still.
    const on_view now {&shown(), traced, denoise, light_factor()};
    if (!(viewed == now)) {
        viewed = now;
        auto pixels = view->acquire(*in, width, height);
        in->run(display->show, range(width, height).groups_of(group_width, group_height), shown_light(), *pixels, width, height,
                float4(to_device(light_factor()), 1.0f));
    }
    view->draw(into);
}

const device_buffer<float4>& pathtracer_sample::shown_light() {
    return denoise ? cleaner->filter(*in, shown()) : shown().means();
}

void pathtracer_sample::timed(std::span<const launch_timing> launches) {
    double seconds = 0.0;
    for (const launch_timing& each : launches)
        if (each.kernel == "trace") seconds += std::chrono::duration<double>(each.duration).count();
    if (seconds <= 0.0 || traced_pixels == 0) return;
    seconds_for_sample = seconds / static_cast<double>(traced_pixels);
    traced_pixels = 0;
}

std::vector<reading> pathtracer_sample::readings() {
    std::vector<reading> all {{"samples", static_cast<double>(tracer->samples()), ""}};
    if (seconds_for_sample > 0.0) all.push_back({"paths", 1e-6 / seconds_for_sample, "M/s"});
    all.push_back({"triangles", static_cast<double>(world->staged.scene.triangles.size()), ""});
    all.push_back({"lights", static_cast<double>(world->flat.sizes.lights), ""});
    return all;
}

state pathtracer_sample::save() const {
    state saved;
    saved.put_value("seed", seeded);
    const accumulation so_far = watched ? tracer->read(*in) : accumulation {};
    saved.put_value("samples", so_far.samples);
    saved.put_value("rows ahead", so_far.rows_ahead);
    if (so_far.samples == 0) return saved;
    saved.put_value("settings", tracer->settings());
    saved.put("means", so_far.means);
    saved.put("deviations", so_far.deviations);
    saved.put("albedos", so_far.albedos);
    saved.put("normals", so_far.normals);
    return saved;
}

void pathtracer_sample::restore(const state& from) {
    world = load_scene();
    use_surroundings();
    seeded = from.get_value<uint32_t>("seed");
    watched.reset();
    viewed.reset();
    due = 0;
    const auto samples = from.get_value<uint32_t>("samples");
    if (samples == 0) return;
    const auto settings = from.get_value<render_settings>("settings");
    tracer->restore(*in, settings,
                    {samples, from.get_value<uint32_t>("rows ahead"), from.get<float4>("means"), from.get<float4>("deviations"),
                     from.get<float4>("albedos"), from.get<float4>("normals")});
    watched = settings;
}

std::optional<double> pathtracer_sample::progress() const {
    if (!tracer) return 0.0;
    return static_cast<double>(tracer->samples()) / static_cast<double>(wanted_samples.get());
}

media::picture pathtracer_sample::result() {
    const auto [width, height] = std::pair(shown().settings().width, shown().settings().height);
    media::picture made(static_cast<int>(width), static_cast<int>(height));
    const std::vector<float4> means = shown_light().read(*in);
    for (size_t i = 0; i < means.size(); ++i) made.pixels[i] = {means[i].x, means[i].y, means[i].z, 1.0f};
    return made;
}

media::picture pathtracer_sample::result_for_display() {
    media::picture made = result();
    const glm::vec3 factor = light_factor();
    for (media::pixel& each : made.pixels)
        each = on_display({each.red * factor.r, each.green * factor.g, each.blue * factor.b, each.alpha});
    return made;
}

}  // namespace pathtracer

std::unique_ptr<sample> create_pathtracer() { return std::make_unique<pathtracer::pathtracer_sample>(); }

}  // namespace ingot::samples
