#include "run/busy_gpu.hpp"

#include <chrono>

#include "run/frame_maker.hpp"
#include "run/stop_signals.hpp"

namespace ingot::shell {

void keep_gpu_busy(session& session, picture& picture, double seconds) {
    if (session.current_device().properties().is_cpu) return;
    frame_maker frames(session, picture);
    run_statistics not_used;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    do frames.make(not_used);
    while (std::chrono::steady_clock::now() < end && !is_stop_requested());
    session.reset();
}

}  // namespace ingot::shell
