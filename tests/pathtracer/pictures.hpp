// Renders small images for the tests.
#pragma once

#include <ingot/ingot.hpp>
#include <ingot/metrics/z_test.hpp>

#include "renderer.hpp"
#include "scene_choice.hpp"

namespace ingot::samples::pathtracer {

struct test_picture {
    uint32_t size = 24;
    uint32_t samples = 64;
    uint32_t seed = 1;
    uint32_t bounces = 16;
};

inline accumulation render(const device& device, hierarchy_kind kind, const flat_scene& flat, const media::viewpoint& viewpoint,
                           const test_picture& settings) {
    queue queue = device.create_queue();
    const device_scene scene(device, flat, kind);
    renderer tracer(make_trace_program(device, kind));
    tracer.begin(queue, {.width = settings.size,
                         .height = settings.size,
                         .seed = settings.seed,
                         .bounces = settings.bounces,
                         .camera = camera_from(viewpoint.eye, viewpoint.target, viewpoint.field_of_view, 1.0f)});
    tracer.add_samples(queue, scene, settings.samples);
    return tracer.read(queue);
}

inline accumulation render(const device& device, const flat_scene& flat, const media::viewpoint& viewpoint,
                           const test_picture& settings) {
    return render(device, preferred_hierarchy(device), flat, viewpoint, settings);
}

inline accumulation render(const device& device, const staged_scene& staged, const test_picture& settings) {
    return render(device, flatten(staged.scene, staged.environment), staged.scene.viewpoints.front(), settings);
}

/// Converts means and deviations to an estimate that metrics::z_test() compares.
inline metrics::estimate estimate_of(const accumulation& accumulation, uint32_t size) {
    metrics::estimate estimate;
    estimate.width = static_cast<int>(size);
    estimate.height = static_cast<int>(size);
    estimate.renders = accumulation.samples;
    for (size_t i = 0; i < accumulation.means.size(); ++i)
        for (size_t channel = 0; channel < 3; ++channel) {
            estimate.mean.push_back(static_cast<double>(accumulation.means[i][channel]));
            estimate.variance.push_back(static_cast<double>(accumulation.deviations[i][channel]) / (accumulation.samples - 1.0));
        }
    return estimate;
}

}  // namespace ingot::samples::pathtracer
