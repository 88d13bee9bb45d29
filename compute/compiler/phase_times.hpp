// Measures how long the phases of a run take, for `ingotc --time`.
#pragma once

#include <sys/resource.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ingot::compiler {

/// Two durations in seconds.
struct duration_pair {
    double processor = 0;  ///< processor time of this process and of its child processes that have ended
    double elapsed = 0;    ///< time on the clock

    duration_pair& operator+=(const duration_pair& other) {
        processor += other.processor;
        elapsed += other.elapsed;
        return *this;
    }
    friend duration_pair operator-(const duration_pair& one, const duration_pair& other) {
        return {one.processor - other.processor, one.elapsed - other.elapsed};
    }
};

/// The time of one phase.
struct phase_time {
    std::string phase;  ///< "parse"
    duration_pair time;
};

/// The times of the phases of one run, or of one target. The time of a phase does not contain the times of the phases
/// that were measured inside of it. The times of phases of the same name are added up.
class phase_times {
public:
    /// Calls `work`, adds the time that it takes to the phase, and returns its result.
    template <typename Work>
    std::invoke_result_t<Work> measure(std::string_view phase, Work&& work) {
        const measurement running(*this, phase);
        return std::invoke(std::forward<Work>(work));
    }

    /// Adds a time to a phase.
    void add(std::string_view phase, const duration_pair& time) {
        for (phase_time& entry : phases_)
            if (entry.phase == phase) {
                entry.time += time;
                return;
            }
        phases_.push_back({std::string(phase), time});
    }

    /// Returns the processor time of this process and of its child processes that have ended, and the time since the clock's
    /// epoch.
    static duration_pair now() {
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
        };
        duration_pair result;
        for (const auto process : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
            rusage usage {};
            ::getrusage(process, &usage);
            result.processor += seconds(usage.ru_utime) + seconds(usage.ru_stime);
        }
        result.elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
        return result;
    }

    /// Returns the phases in the order in which each ended for the first time.
    const std::vector<phase_time>& phases() const { return phases_; }

private:
    class measurement {
    public:
        measurement(phase_times& times, std::string_view phase)
            : times_(times), phase_(phase), outer_inner_(std::exchange(times.inner_, {})), begin_(now()) {}
        measurement(const measurement&) = delete;
        measurement& operator=(const measurement&) = delete;
        ~measurement() {
            const duration_pair whole = now() - begin_;
            times_.add(phase_, whole - times_.inner_);
            times_.inner_ = outer_inner_;
            times_.inner_ += whole;
        }

    private:
        phase_times& times_;
        std::string_view phase_;
        duration_pair outer_inner_;
        duration_pair begin_;
    };

    std::vector<phase_time> phases_;
    duration_pair inner_;  // total time of the phases that ended inside of the phase that is being measured
};

/// Measures a phase if `times` is not null.
template <typename Work>
std::invoke_result_t<Work> measure(phase_times* times, std::string_view phase, Work&& work) {
    return times ? times->measure(phase, std::forward<Work>(work)) : std::invoke(std::forward<Work>(work));
}

}  // namespace ingot::compiler
