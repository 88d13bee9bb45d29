#include "run/frame.hpp"

#include "camera/orbit_camera.hpp"

namespace ingot::shell {

using steady = std::chrono::steady_clock;

frame_maker::frame_maker(session& of, picture& into, const std::optional<orbit>& wanted) : running(of), painting(into) {
    const orbit_camera camera(wanted.value_or(running.object().initial_camera()));
    const auto [width, height] = painting.size();
    view = camera.view();
    projection = camera.projection(width, height);
}

void frame_maker::make(run_statistics& figures) {
    const auto start = steady::now();
    figures.recorder.begin(running.time().frames());
    running.advance(clock::fixed_step);
    figures.recorder.part_ended(part::step);
    const auto stepped = steady::now();
    running.draw(painting.begin(view, projection, running.object().tone()));
    figures.draw_times.add(milliseconds_since(stepped));
    figures.recorder.part_ended(part::draw);
    fence.end_frame();
    figures.recorder.part_ended(part::present);
    figures.kernels.add(running.take_timings());
    figures.transfers.add(running.take_transfer_timings());
    figures.sharing.add(running.take_sharing_timings());
    figures.recorder.end(running.take_timeline());
    figures.frame_times.add(milliseconds_since(start));
    ++figures.frames;
}

}  // namespace ingot::shell
