// Measures the paths per second of the path tracer on every device. The devices are measured alternately, so that other load
// on the machine affects all of them alike. `--picture` and `--scene-file` write the picture of the first device and the scene
// for against_mitsuba.py, which renders the same scene with the renderer Mitsuba 3 and compares the pictures.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <ingot/files/replace_file.hpp>
#include <ingot/media/picture_file.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "renderer.hpp"
#include "scene_choice.hpp"

namespace {

using namespace ingot;
using namespace ingot::samples::pathtracer;

struct options {
    std::string scene = "cornell";
    uint32_t size = 256;
    uint32_t samples = 16;
    uint32_t bounces = 7;
    uint32_t seed = 1;
    uint32_t turns = 5;
    std::string backend;                      ///< measure only this backend; empty: all
    std::vector<hierarchy_kind> hierarchies;  ///< measure each of these; empty: what each device prefers
    std::filesystem::path json;
    std::filesystem::path picture;
    std::filesystem::path scene_file;
};

struct candidate {
    candidate(const device& device, hierarchy_kind kind, const flat_scene& flat, const render_settings& requested_settings)
        : hierarchy(kind),
          work_queue(device.create_queue()),
          scene(device, flat, kind),
          tracer(make_trace_program(device, kind)),
          settings(requested_settings) {}

    // Starts a new picture and renders `samples` samples of every pixel. Returns the seconds that the samples take.
    double render(uint32_t samples) {
        tracer.begin(work_queue, settings);
        work_queue.finish();
        const auto start = std::chrono::steady_clock::now();
        tracer.add_samples(work_queue, scene, samples);
        work_queue.finish();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    double median() const {
        std::vector<double> sorted_seconds = seconds;
        std::ranges::sort(sorted_seconds);
        return sorted_seconds[sorted_seconds.size() / 2];
    }

    hierarchy_kind hierarchy;
    queue work_queue;
    device_scene scene;
    renderer tracer;
    render_settings settings;
    std::vector<double> seconds {};
};

std::vector<std::unique_ptr<candidate>> all_candidates(const options& options, const flat_scene& flat,
                                                       const render_settings& settings) {
    std::vector<std::unique_ptr<candidate>> candidates;
    for (const device_listing& listing : devices()) {
        if (!options.backend.empty() && to_string(listing.backend) != options.backend) continue;
        if (!listing.device) {
            fmt::print("  {:<10} not measured: {}\n", to_string(listing.backend), listing.unavailable_reason);
            continue;
        }
        const std::vector<hierarchy_kind> hierarchies =
            options.hierarchies.empty() ? std::vector {preferred_hierarchy(*listing.device)} : options.hierarchies;
        for (const hierarchy_kind each : hierarchies)
            candidates.push_back(std::make_unique<candidate>(*listing.device, each, flat, settings));
    }
    return candidates;
}

nlohmann::json numbers(const glm::vec3& vector) { return {vector.x, vector.y, vector.z}; }

// Describes the camera of a scene and its parts, which are the triangles of one material each, as JSON. Throws an exception if a
// material is not diffuse.
nlohmann::json describe(const media::scene& scene) {
    nlohmann::json description;
    const media::viewpoint& viewpoint = scene.viewpoints.front();
    description["camera"] = {
        {"eye", numbers(viewpoint.eye)}, {"target", numbers(viewpoint.target)}, {"field_of_view", viewpoint.field_of_view}};
    for (size_t i = 0; i < scene.materials.size(); ++i) {
        const media::material& material = scene.materials[i];
        if (material.kind != media::surface::diffuse)
            throw std::runtime_error(
                fmt::format("material '{}' is not diffuse; --scene-file supports only diffuse scenes", material.name));
        nlohmann::json part {
            {"name", material.name}, {"colour", numbers(material.colour)}, {"emission", numbers(material.emission)}};
        for (const media::triangle& each : scene.triangles) {
            if (each.material != i) continue;
            nlohmann::json corners = nlohmann::json::array();
            for (const uint32_t corner : each.corners) corners.push_back(numbers(scene.vertices[corner].position));
            part["triangles"].push_back(corners);
        }
        if (part.contains("triangles")) description["parts"].push_back(part);
    }
    return description;
}

void write_picture(const candidate& candidate, const std::filesystem::path& file) {
    queue queue = candidate.tracer.means().owner().create_queue();
    const std::vector<float4> means = candidate.tracer.means().read(queue);
    media::picture picture(static_cast<int>(candidate.settings.width), static_cast<int>(candidate.settings.height));
    for (size_t i = 0; i < means.size(); ++i) picture.pixels[i] = {means[i].x, means[i].y, means[i].z, 1.0f};
    media::write_picture(file, picture);
}

void write_json(const std::filesystem::path& file, const nlohmann::json& contents) {
    const std::string text = contents.dump(1) + "\n";
    files::replace_file(file, std::as_bytes(std::span(text)));
}

void run(const options& options) {
    const staged_scene staged = make_scene(options.scene);
    if (!options.scene_file.empty()) write_json(options.scene_file, describe(staged.scene));
    const media::viewpoint& viewpoint = staged.scene.viewpoints.front();
    const render_settings settings {.width = options.size,
                                    .height = options.size,
                                    .seed = options.seed,
                                    .bounces = options.bounces,
                                    .camera = camera_from(viewpoint.eye, viewpoint.target, viewpoint.field_of_view, 1.0f)};
    const auto candidates = all_candidates(options, flatten(staged.scene, staged.environment), settings);
    if (candidates.empty()) throw std::runtime_error("no device to measure");
    for (const auto& each : candidates) each->render(1);  // the first launch allocates buffers, and some drivers compile again
    for (uint32_t turn = 0; turn < options.turns; ++turn)
        for (const auto& each : candidates) each->seconds.push_back(each->render(options.samples));

    nlohmann::json report = nlohmann::json::array();
    const double paths = static_cast<double>(options.size) * options.size * options.samples;
    double slowest = 0.0;
    for (const auto& each : candidates) slowest = std::max(slowest, each->median());
    fmt::print("{}, {} x {}, {} samples of a pixel, {} bounces, median of {}\n", options.scene, options.size, options.size,
               options.samples, options.bounces, options.turns);
    for (const auto& each : candidates) {
        const device& device = each->work_queue.owner();
        const std::string_view hierarchy = each->hierarchy == hierarchy_kind::wide ? "wide" : "binary";
        fmt::print("  {:<10} {:<40} {:<6} {:10.3f} M paths/s {:8.2f} x\n", to_string(device.backend()), device.name(), hierarchy,
                   paths / each->median() * 1e-6, slowest / each->median());
        report.push_back({{"backend", to_string(device.backend())},
                          {"device", device.name()},
                          {"hierarchy", hierarchy},
                          {"paths_per_second", paths / each->median()}});
    }
    if (!options.json.empty()) write_json(options.json, report);
    if (!options.picture.empty()) write_picture(*candidates.front(), options.picture);
}

}  // namespace

int main(int argument_count, char** arguments) {
    CLI::App app("Paths per second of the path tracer on every device.");
    options options;
    app.add_option("--scene", options.scene, "a built-in scene of the sample")->capture_default_str();
    app.add_option("--size", options.size, "width and height in pixels")->check(CLI::Range(1, 8192))->capture_default_str();
    app.add_option("--spp", options.samples, "samples per pixel")->check(CLI::Range(1, 1'000'000))->capture_default_str();
    app.add_option("--bounces", options.bounces, "largest number of bounces of a path")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    app.add_option("--seed", options.seed, "seed of the random numbers")->capture_default_str();
    app.add_option("--turns", options.turns, "number of measurements; the result is their median")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_option("--backend", options.backend, "measure only this backend");
    app.add_option("--hierarchy", options.hierarchies, "measure these hierarchies: binary, wide; default: what a device prefers")
        ->delimiter(',')
        ->transform(CLI::CheckedTransformer(
            std::map<std::string, hierarchy_kind> {{"binary", hierarchy_kind::binary}, {"wide", hierarchy_kind::wide}}));
    app.add_option("--json", options.json, "file for the results");
    app.add_option("--picture", options.picture, "file for the first device's picture: .exr or .hdr");
    app.add_option("--scene-file", options.scene_file, "file for the scene, as JSON; the scene must be diffuse");
    CLI11_PARSE(app, argument_count, arguments);
    try {
        run(options);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_pathtracer: {}\n", problem.what());
        return 1;
    }
    return 0;
}
