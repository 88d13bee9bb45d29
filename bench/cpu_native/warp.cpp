#include <algorithm>
#include <ingot/warp/warper.hpp>
#include <memory>

#include "camera/orbit_camera.hpp"
#include "frame_renderer.hpp"
#include "measurement.hpp"
#include "pixels.hpp"
#include "timeline.hpp"
#include "warp_inputs.hpp"
#include "work.hpp"

namespace ingot::bench {

namespace {

using namespace ingot::samples::warping;

constexpr uint32_t width = 1280;
constexpr uint32_t height = 720;

// Two rendered frames of the built-in camera flight at 15 frames a second, and the objects that warp them.
struct warped_frames {
    explicit warped_frames(const device& device)
        : work_queue(device.create_queue()),
          before(width, height),
          after(width, height),
          output(width, height),
          renderer(make_temple()),
          warps(device, work_queue) {
        const displayed_moment moment = timeline().moment_at(0.1, 15.0, 1.0, shell::orbit_camera(initial_view()).view());
        renderer.render(before, moment.previous_frame);
        renderer.render(after, moment.next_frame);
        ingot_warp_default_parameters(&parameters);
    }
    queue work_queue;
    frame_target before;
    frame_target after;
    output_texture output;
    frame_renderer renderer;
    warp::warper warps;
    ingot_warp_parameters parameters {};
};

}  // namespace

std::vector<work> warp_work(const device& device) {
    const auto frames = std::make_shared<warped_frames>(device);
    const auto timed = [frames](auto warp) {
        return [frames, warp] {
            take_device_seconds(frames->work_queue);
            warp(*frames);
            return take_device_seconds(frames->work_queue).kernels;
        };
    };
    // Pixels at the edges of holes depend on rounding, so only the number of holes agrees.
    const auto holes = [frames] {
        const std::vector<uint8_t> all = frames->warps.holes();
        return std::vector<double> {static_cast<double>(all.size()), static_cast<double>(std::ranges::count(all, 0))};
    };
    const auto gather = timed([](warped_frames& all) {
        all.warps.gather(camera_of(all.before), all.parameters, 0.5f, gather_input(all.before, all.after, all.output.name()));
    });
    const auto scatter = timed([](warped_frames& all) {
        all.warps.scatter(camera_of(all.before), all.parameters, 0.5f, scatter_input(all.before, all.output.name()));
    });
    return {{"warp 720p, gather", gather, holes, 0.001}, {"warp 720p, scatter", scatter, holes, 0.001}};
}

}  // namespace ingot::bench
