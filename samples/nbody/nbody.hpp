// The N-body sample: creates bodies, moves them in each frame and draws them.
#pragma once

#include <chrono>
#include <deque>
#include <ingot/sample/kernel_work.hpp>
#include <ingot/sample/sample.hpp>
#include <ingot/sample/tunable.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "bodies.hpp"
#include "point_cloud.hpp"
#include "point_picture.hpp"
#include "simulation.hpp"
#include "sky.hpp"
#include "trails.hpp"

namespace ingot::samples {

/// One running simulation. The shell creates it through create_nbody().
class nbody_sample final : public sample, public kernel_work_estimator {
public:
    std::vector<parameter_base*> parameters() override;
    std::vector<tunable*> tunables() override;
    void parameter_changed(const parameter_base& parameter) override;
    std::string why_unused(const parameter_base& parameter) const override;

    std::string kernel_variant(const device& device) const override;
    void load(const device& device, queue& queue) override;
    void reset(uint64_t seed) override;
    void step(const tick& tick) override;
    bool is_within_step() const override { return steps_left_ > 0; }
    void draw(const canvas& canvas) override;

    state save() const override;
    void restore(const state& state) override;

    bool draws_one_view() const override { return computes_picture(); }
    orbit initial_camera() const override { return initial_camera_; }
    std::vector<caption> captions() const override;
    std::vector<statistic> statistics() override;
    void kernels_timed(std::span<const launch_timing> launches) override;
    std::optional<kernel_work> estimate_work(std::string_view launched) const override;
    bool has_result_file() const override { return true; }
    void save_file(const std::filesystem::path& file) override;

private:
    static constexpr int64_t most_bodies = 1'048'576;

    template <typename real>
    using simulation_of = std::unique_ptr<simulation<real>>;
    using any_simulation = std::variant<simulation_of<float>, simulation_of<double>>;

    static std::vector<std::string> tiling_names();
    bodies make_bodies() const;
    bodies current_bodies() const;
    step_settings settings() const;
    any_simulation simulate(const bodies& initial);
    template <typename real>
    std::vector<typename simulation<real>::member> members();
    void open_helpers();
    void begin(bodies initial, any_simulation simulation);
    orbit framing_of(const bodies& initial) const;
    void show(const bodies& initial);
    double start_energy() const;
    bool computes_picture() const;
    void update_points();
    std::optional<double> seconds_for_body() const;
    void forget_times();

    choice setup_ {
        "setup", {"galaxies", "plummer", "collapse", "ring", "file"}, "the initial bodies; 'file' reads them from a file"};
    parameter<int64_t> count_ {
        "bodies", 16'384, {1, most_bodies}, "number of bodies, unless they come from a file", parameter_scale::logarithmic};
    file_parameter file_ {
        "file", "CSV file of bodies; header name,mass[msun],x[au],…,vx[au/d],…; units are optional", {".csv"}, "setup"};
    choice method_ {
        "integrator", {"leapfrog", "euler"}, "integration method: leapfrog is of second order, symplectic euler of first order"};
    choice precision_ {"precision", {"single", "double"}, "precision of all numbers on the device"};
    parameter<double> time_step_ {"time-step",
                                  0.02,
                                  {1e-6, 1e3},
                                  "length of a time step: in days if the bodies come from a file with units, otherwise in units "
                                  "where the gravitational constant is 1",
                                  parameter_scale::logarithmic};
    parameter<int64_t> speed_ {"speed",
                               1,
                               {1, 1000},
                               "time steps in each frame; a window shows pictures meanwhile if they take long",
                               parameter_scale::logarithmic};
    parameter<double> softening_ {"softening", 0.08, {0.0, 10.0}, "length below which gravity is softened"};
    parameter<double> damping_ {"damping", 1.0, {0.9, 1.0}, "factor on the velocities in each step; 1 conserves energy"};
    parameter<int64_t> devices_wanted_ {"devices", 1, {1, 16}, "number of devices of this backend that share the work"};
    tunable tiling_parameter_ {
        "tiling", tiling_names(),
        "how the work is divided, AxB or AxB/S: A work-items per group, B bodies per work-item, S work-items "
        "that share the same bodies and each add up a part of the forces; auto: what 'ingot tune' has found, or what is expected "
        "to be the fastest"};
    choice colour_ {"colour", {"origin", "speed"}, "colours the bodies by their origin or by their speed"};
    parameter<float> brightness_ {"brightness", 1.0f, {0.01f, 100.0f}, "brightness of a body", parameter_scale::logarithmic};
    parameter<float> point_size_ {
        "point-size", 1.0f, {0.1f, 10.0f}, "size of the points that show the bodies", parameter_scale::logarithmic};
    choice framing_ {
        "framing", {"middle", "all"}, "whether the camera at the start shows the middle of the bodies, or all of them"};
    parameter<bool> names_shown_ {"names", true, "show the names of up to 64 bodies from a file, in the window"};

    std::optional<device> device_;
    queue* queue_ = nullptr;
    /// A further device that simulates a share of the bodies.
    struct helper {
        explicit helper(const device& device) : helper_device(device), helper_queue(device.create_queue()) {}
        device helper_device;
        queue helper_queue;
        std::optional<simulation<float>::kernels> single_kernels {};
        std::optional<simulation<double>::kernels> double_kernels {};
    };

    std::optional<simulation<float>::kernels> single_kernels_;
    std::optional<simulation<double>::kernels> double_kernels_;
    std::vector<std::unique_ptr<helper>> helpers_;
    std::optional<sky> background_;
    std::optional<point_cloud> points_;
    std::optional<trails> orbits_;
    std::optional<point_picture> picture_;  ///< on processors

    uint64_t seed_ = 0;
    /// the bodies at the last reset, restore or change of the softening; masses, names and origins do not change in between
    bodies initial_bodies_;
    any_simulation simulation_;
    uint64_t steps_ = 0;
    int64_t steps_left_ = 0;  ///< those that are left of the shell's step
    double simulated_time_ = 0.0;
    mutable std::optional<double> energy_at_start_;  ///< measured when it is first needed

    orbit initial_camera_;
    glm::mat4 to_clip_ {1.0f};  ///< maps positions to the canvas that was drawn last
    float middle_speed_ = 1.0f;
    bool are_points_current_ = false;  ///< whether the points show the current positions
    /// A launch of advance().
    struct advance_launch {
        size_t bodies = 0;     ///< number of bodies that it moves
        double seconds = 0.0;  ///< by the device's clock
    };
    std::deque<size_t> untimed_launches_;        ///< bodies of the launches whose times are not known yet, the oldest first
    std::deque<advance_launch> timed_launches_;  ///< the latest ones
};

}  // namespace ingot::samples
