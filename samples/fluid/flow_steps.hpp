// The steps of a flow in the plane or in space, which may be divided among frames.
#pragma once

#include <cmath>
#include <cstdint>
#include <ingot/ingot.hpp>
#include <ingot/sample/pacing.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace ingot::samples::fluid {

/// Counts the steps of a flow, and runs the parts of a step. `flow` is plane_flow or space_flow.
template <typename flow>
class flow_steps {
public:
    using kernels = typename flow::kernels_type;
    using settings = typename flow::settings_type;
    using emitter = typename flow::emitter_type;

    /// The number of steps that have ended since the start, and the seconds of these.
    uint64_t count() const { return count_; }
    double time() const { return time_; }
    /// Continues from a saved state.
    void continue_from(uint64_t count, double time) {
        count_ = count;
        time_ = time;
        begun_.reset();
    }

    /// Has a step begun that has not ended?
    bool is_within_step() const { return begun_.has_value(); }
    /// Begins a step of so many seconds. Its parts use these settings and emitters, whatever is chosen meanwhile.
    void begin(double seconds, const settings& chosen, std::vector<emitter> emitters) {
        begun_ = begun_step {.seconds = seconds, .chosen = chosen, .emitters = std::move(emitters)};
    }
    /// Runs parts of the step that has begun for about `budget` seconds, and at least one.
    void run_for(double budget, pacing& pacing, flow& moved, queue& queue, const kernels& kernels) {
        constexpr uint64_t all = flow::parts_of_step;
        pacing.fill(budget, all - begun_->parts, all, [&](uint64_t count) {
            run_parts(count, moved, queue, kernels);
            if (std::isfinite(budget)) queue.finish();
        });
    }
    /// Ends the step that has begun, if there is one. Saving and measuring need the state after a step.
    void end(flow& moved, queue& queue, const kernels& kernels) {
        if (begun_) run_parts(flow::parts_of_step - begun_->parts, moved, queue, kernels);
    }

private:
    struct begun_step {
        double seconds = 0.0;
        settings chosen;
        std::vector<emitter> emitters;
        uint64_t parts = 0;  // that have ended
    };

    void run_parts(uint64_t count, flow& moved, queue& queue, const kernels& kernels) {
        for (uint64_t i = 0; i < count; ++i) moved.run_part(begun_->parts++, queue, kernels, begun_->chosen, begun_->emitters);
        if (begun_->parts < flow::parts_of_step) return;
        ++count_;
        time_ += begun_->seconds;
        begun_.reset();
    }

    uint64_t count_ = 0;
    double time_ = 0.0;
    std::optional<begun_step> begun_;
};

}  // namespace ingot::samples::fluid
