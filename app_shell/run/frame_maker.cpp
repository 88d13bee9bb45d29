#include "run/frame_maker.hpp"

#include "camera/orbit_camera.hpp"

namespace ingot::shell {

namespace {

using steady = std::chrono::steady_clock;

}  // namespace

frame_maker::frame_maker(session& session, picture& picture, const std::optional<orbit>& camera)
    : session_(session), picture_(picture) {
    const orbit_camera placed(camera.value_or(session_.loaded_sample().initial_camera()));
    const auto [width, height] = picture_.size();
    view_ = placed.view();
    projection_ = placed.projection(width, height);
}

void frame_maker::make(run_statistics& statistics) {
    const auto start = steady::now();
    statistics.recorder.begin(session_.time().frames());
    session_.advance(clock::fixed_step);
    statistics.recorder.part_ended(part::step);
    const auto stepped = steady::now();
    session_.draw(picture_.begin(view_, projection_, session_.loaded_sample().tone()));
    statistics.draw_times.add(milliseconds_since(stepped));
    statistics.recorder.part_ended(part::draw);
    fence_.end_frame();
    statistics.recorder.part_ended(part::present);
    statistics.kernels.add(session_.take_timings());
    statistics.transfers.add(session_.take_transfer_timings());
    statistics.sharing.add(session_.take_sharing_timings());
    statistics.recorder.end(session_.take_timeline());
    statistics.frame_times.add(milliseconds_since(start));
    ++statistics.frames;
}

}  // namespace ingot::shell
