#include <memory>

#include "measurement.hpp"
#include "renderer.hpp"
#include "scene_choice.hpp"
#include "work.hpp"

namespace ingot::bench {

namespace {

using namespace ingot::samples::pathtracer;

struct rendered_scene {
    rendered_scene(const device& device, const flat_scene& flat)
        : work_queue(device.create_queue()), scene(device, flat), tracer(device) {}
    queue work_queue;
    device_scene scene;
    renderer tracer;
};

}  // namespace

std::vector<work> pathtracer_work(const device& device) {
    std::vector<work> all;
    for (const char* const name : {"cornell", "spheres", "still-life"}) {
        const staged_scene staged = make_scene(name);
        const media::viewpoint& viewpoint = staged.scene.viewpoints.front();
        const render_settings settings {.width = 128,
                                        .height = 128,
                                        .seed = 1,
                                        .bounces = 7,
                                        .camera = camera_from(viewpoint.eye, viewpoint.target, viewpoint.field_of_view, 1.0f)};
        const auto rendered = std::make_shared<rendered_scene>(device, flatten(staged.scene, staged.environment));
        const auto run = [rendered, settings] {
            rendered->tracer.begin(rendered->work_queue, settings);
            take_device_seconds(rendered->work_queue);
            rendered->tracer.add_samples(rendered->work_queue, rendered->scene, 4);
            return take_device_seconds(rendered->work_queue).kernels;
        };
        // Rounding can turn a path, so only sums over the picture agree.
        const auto result = [rendered] {
            double sum = 0.0;
            for (const float4& mean : rendered->tracer.means().read(rendered->work_queue)) sum += mean.x + mean.y + mean.z;
            return std::vector<double> {sum};
        };
        all.push_back({std::string("paths, ") + name, run, result, 0.01});
    }
    return all;
}

}  // namespace ingot::bench
