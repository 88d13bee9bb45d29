// Paths of the path tracer in a second, on every device. All devices take turns, so that what else the machine does falls on all
// of them alike. `--picture` and `--scene` write what another renderer is compared with: against_mitsuba.py.
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
    std::string backend;  ///< only this one; empty: all
    std::filesystem::path json;
    std::filesystem::path picture;
    std::filesystem::path scene_file;
};

struct contender {
    contender(const device& on, const flat_scene& flat, const render_settings& with)
        : in(on.create_queue()), scene(on, flat), tracer(on), settings(with) {}

    // Seconds for so many samples of every pixel, to the end of the last.
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

std::vector<std::unique_ptr<contender>> all_contenders(const options& with, const flat_scene& flat,
                                                       const render_settings& settings) {
    std::vector<std::unique_ptr<contender>> all;
    for (const device_listing& listed : devices()) {
        if (!with.backend.empty() && to_string(listed.backend) != with.backend) continue;
        if (listed.device)
            all.push_back(std::make_unique<contender>(*listed.device, flat, settings));
        else
            fmt::print("  {:<10} not measured: {}\n", to_string(listed.backend), listed.unavailable);
    }
    return all;
}

nlohmann::json numbers(const glm::vec3& of) { return {of.x, of.y, of.z}; }

// Triangles and diffuse materials as plain numbers.
nlohmann::json describe(const media::scene& scene) {
    nlohmann::json made;
    const media::viewpoint& from = scene.viewpoints.front();
    made["camera"] = {{"eye", numbers(from.eye)}, {"target", numbers(from.target)}, {"field_of_view", from.field_of_view}};
    for (size_t i = 0; i < scene.materials.size(); ++i) {
        const media::material& material = scene.materials[i];
        if (material.kind != media::surface::diffuse)
            throw std::runtime_error(fmt::format("material '{}' is not diffuse: only such scenes are written", material.name));
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

void write_picture(const contender& from, const std::filesystem::path& file) {
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
    const auto contenders = all_contenders(with, flatten(staged.scene, staged.around), settings);
    if (contenders.empty()) throw std::runtime_error("no device to measure");
    for (const auto& each : contenders) each->render(1);  // builds the kernels
    for (uint32_t turn = 0; turn < with.turns; ++turn)
        for (const auto& each : contenders) each->seconds.push_back(each->render(with.samples));

    nlohmann::json report = nlohmann::json::array();
    const double paths = static_cast<double>(with.size) * with.size * with.samples;
    double slowest = 0.0;
    for (const auto& each : contenders) slowest = std::max(slowest, each->median());
    fmt::print("{}, {} x {}, {} samples of a pixel, {} bounces, median of {}\n", with.scene, with.size, with.size, with.samples,
               with.bounces, with.turns);
    for (const auto& each : contenders) {
        const device& on = each->in.owner();
        fmt::print("  {:<10} {:<40} {:10.3f} M paths/s {:8.2f} x\n", to_string(on.backend()), on.name(),
                   paths / each->median() * 1e-6, slowest / each->median());
        report.push_back(
            {{"backend", to_string(on.backend())}, {"device", on.name()}, {"paths_per_second", paths / each->median()}});
    }
    if (!with.json.empty()) std::ofstream(with.json) << report.dump(1);
    if (!with.picture.empty()) write_picture(*contenders.front(), with.picture);
}

}  // namespace

int main(int argument_count, char** arguments) {
    CLI::App app("Paths of the path tracer in a second, on every device.");
    options with;
    app.add_option("--scene", with.scene, "a scene of the sample")->capture_default_str();
    app.add_option("--size", with.size, "pixels on a side")->check(CLI::Range(1, 8192))->capture_default_str();
    app.add_option("--spp", with.samples, "samples of a pixel")->check(CLI::Range(1, 1'000'000))->capture_default_str();
    app.add_option("--bounces", with.bounces, "most bounces of a path")->check(CLI::Range(0, 1000))->capture_default_str();
    app.add_option("--seed", with.seed, "of the random numbers")->capture_default_str();
    app.add_option("--turns", with.turns, "measurements; the median counts")->check(CLI::Range(1, 1000))->capture_default_str();
    app.add_option("--backend", with.backend, "only this one");
    app.add_option("--json", with.json, "file for the figures");
    app.add_option("--picture", with.picture, "file for the first device's picture, as .exr or .hdr");
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
