// Measures the paths per second of the path tracer on every device. All devices take turns, so that other load on the
// machine affects all of them alike. `--picture` and `--scene-file` write the files with which against_mitsuba.py
// compares another renderer.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <ingot/media/picture_file.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
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
    std::string backend;  ///< measure only this backend; empty: all
    std::filesystem::path json;
    std::filesystem::path picture;
    std::filesystem::path scene_file;
};

struct candidate {
    candidate(const device& on, const flat_scene& flat, const render_settings& with)
        : in(on.create_queue()), scene(on, flat), tracer(on), settings(with) {}

    // Returns the seconds for `samples` samples of every pixel, until the last one is done.
    double render(uint32_t samples) {
        tracer.begin(in, settings);
        in.finish();
        const auto start = std::chrono::steady_clock::now();
        tracer.add_samples(in, scene, samples);
        in.finish();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    double median() const {
        std::vector<double> sorted = seconds;
        std::ranges::sort(sorted);
        return sorted[sorted.size() / 2];
    }

    queue in;
    device_scene scene;
    renderer tracer;
    render_settings settings;
    std::vector<double> seconds {};
};

std::vector<std::unique_ptr<candidate>> all_candidates(const options& with, const flat_scene& flat,
                                                       const render_settings& settings) {
    std::vector<std::unique_ptr<candidate>> all;
    for (const device_listing& listed : devices()) {
        if (!with.backend.empty() && to_string(listed.backend) != with.backend) continue;
        if (listed.device)
            all.push_back(std::make_unique<candidate>(*listed.device, flat, settings));
        else
            fmt::print("  {:<10} not measured: {}\n", to_string(listed.backend), listed.unavailable_reason);
    }
    return all;
}

nlohmann::json numbers(const glm::vec3& of) { return {of.x, of.y, of.z}; }

// Describes triangles and diffuse materials as plain numbers.
nlohmann::json describe(const media::scene& scene) {
    nlohmann::json made;
    const media::viewpoint& from = scene.viewpoints.front();
    made["camera"] = {{"eye", numbers(from.eye)}, {"target", numbers(from.target)}, {"field_of_view", from.field_of_view}};
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
        made["parts"].push_back(part);
    }
    return made;
}

void write_picture(const candidate& from, const std::filesystem::path& file) {
    queue in = from.tracer.means().owner().create_queue();
    const std::vector<float4> means = from.tracer.means().read(in);
    media::picture made(static_cast<int>(from.settings.width), static_cast<int>(from.settings.height));
    for (size_t i = 0; i < means.size(); ++i) made.pixels[i] = {means[i].x, means[i].y, means[i].z, 1.0f};
    media::write_picture(file, made);
}

void run(const options& with) {
    const staged_scene staged = make_scene(with.scene);
    if (!with.scene_file.empty()) std::ofstream(with.scene_file) << describe(staged.scene).dump(1);
    const media::viewpoint& from = staged.scene.viewpoints.front();
    const render_settings settings {.width = with.size,
                                    .height = with.size,
                                    .seed = with.seed,
                                    .bounces = with.bounces,
                                    .camera = camera_from(from.eye, from.target, from.field_of_view, 1.0f)};
    const auto candidates = all_candidates(with, flatten(staged.scene, staged.environment), settings);
    if (candidates.empty()) throw std::runtime_error("no device to measure");
    for (const auto& each : candidates) each->render(1);  // builds the kernels
    for (uint32_t turn = 0; turn < with.turns; ++turn)
        for (const auto& each : candidates) each->seconds.push_back(each->render(with.samples));

    nlohmann::json report = nlohmann::json::array();
    const double paths = static_cast<double>(with.size) * with.size * with.samples;
    double slowest = 0.0;
    for (const auto& each : candidates) slowest = std::max(slowest, each->median());
    fmt::print("{}, {} x {}, {} samples of a pixel, {} bounces, median of {}\n", with.scene, with.size, with.size, with.samples,
               with.bounces, with.turns);
    for (const auto& each : candidates) {
        const device& on = each->in.owner();
        fmt::print("  {:<10} {:<40} {:10.3f} M paths/s {:8.2f} x\n", to_string(on.backend()), on.name(),
                   paths / each->median() * 1e-6, slowest / each->median());
        report.push_back(
            {{"backend", to_string(on.backend())}, {"device", on.name()}, {"paths_per_second", paths / each->median()}});
    }
    if (!with.json.empty()) std::ofstream(with.json) << report.dump(1);
    if (!with.picture.empty()) write_picture(*candidates.front(), with.picture);
}

}  // namespace

int main(int argument_count, char** arguments) {
    CLI::App app("Paths per second of the path tracer on every device.");
    options with;
    app.add_option("--scene", with.scene, "a built-in scene of the sample")->capture_default_str();
    app.add_option("--size", with.size, "width and height in pixels")->check(CLI::Range(1, 8192))->capture_default_str();
    app.add_option("--spp", with.samples, "samples per pixel")->check(CLI::Range(1, 1'000'000))->capture_default_str();
    app.add_option("--bounces", with.bounces, "largest number of bounces of a path")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    app.add_option("--seed", with.seed, "seed of the random numbers")->capture_default_str();
    app.add_option("--turns", with.turns, "number of measurements; the result is their median")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_option("--backend", with.backend, "measure only this backend");
    app.add_option("--json", with.json, "file for the results");
    app.add_option("--picture", with.picture, "file for the first device's picture: .exr or .hdr");
    app.add_option("--scene-file", with.scene_file, "file for the scene as plain numbers");
    CLI11_PARSE(app, argument_count, arguments);
    try {
        run(with);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_pathtracer: {}\n", problem.what());
        return 1;
    }
    return 0;
}
