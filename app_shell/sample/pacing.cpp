#include <algorithm>
#include <chrono>
#include <cmath>
#include <ingot/sample/pacing.hpp>

namespace ingot {

namespace {

// A call to the work takes about this share of the time. More calls cost time to begin and to wait; with fewer, the last one may
// exceed the time by more.
constexpr double share_of_call = 0.25;

double steady_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

pacing::pacing() : now_(steady_seconds) {}

uint64_t pacing::fill(double seconds, uint64_t pieces, uint64_t at_once, const std::function<void(uint64_t)>& work) {
    if (pieces == 0) return 0;
    if (std::isinf(seconds)) {
        work(pieces);
        return pieces;
    }
    uint64_t done = 0;
    double begin = now_();
    const double end = begin + seconds;
    while (done < pieces && (done == 0 || (begin < end && !(is_urgent_ && is_urgent_())))) {
        const double affords =
            seconds_for_piece_ > 0.0 ? std::min(end - begin, share_of_call * seconds) / seconds_for_piece_ : 1.0;
        const uint64_t most = std::min(std::max(at_once, uint64_t {1}), pieces - done);
        const uint64_t count =
            affords < static_cast<double>(most) ? std::max(static_cast<uint64_t>(affords), uint64_t {1}) : most;
        work(count);
        const double after = now_();
        seconds_for_piece_ = (after - begin) / static_cast<double>(count);
        done += count;
        begin = after;
    }
    return done;
}

}  // namespace ingot
