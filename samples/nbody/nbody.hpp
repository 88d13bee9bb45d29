// The sample: gravity of many bodies, watched.
#pragma once

#include <chrono>
#include <deque>
#include <ingot/sample/kernel_work.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "bodies.hpp"
#include "point_cloud.hpp"
#include "simulation.hpp"
#include "sky.hpp"
#include "trails.hpp"

namespace ingot::samples {

class nbody_sample final : public sample, public tells_work {
public:
    std::vector<parameter_base*> parameters() override;
    void changed(const parameter_base& which) override;

    std::string kernels_for(const device& on) const override;
    void load(const device& on, queue& in) override;
    void reset(uint64_t seed) override;
    void step(const tick& now) override;
    void draw(const canvas& into) override;

    state save() const override;
    void restore(const state& from) override;

    orbit initial_camera() const override { return view; }
    std::vector<reading> readings() override;
    void timed(std::span<const launch_timing> launches) override;
    std::optional<kernel_work> work_of(std::string_view launched) const override;
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
    void gather_helpers();
    void begin(bodies initial, any_simulation with);
    void show(const bodies& initial);
    double start_energy() const;

    choice setup {"setup", {"galaxies", "plummer", "collapse", "ring", "file"}, "initial bodies; 'file' reads them from a file"};
    parameter<int64_t> count {
        "bodies", 16'384, {1, most_bodies}, "number of bodies, where they are not from a file", parameter_scale::logarithmic};
    file_parameter file {"file", "bodies from a CSV file: name,mass,x,y,z,vx,vy,vz with units in the header line", {".csv"}};
    choice method {"integrator", {"leapfrog", "euler"}, "leapfrog is of second order, euler (symplectic) of first"};
    choice precision {"precision", {"single", "double"}, "of all numbers on the device"};
    parameter<double> time_step {
        "time-step", 0.02, {1e-6, 1e3}, "time from step to step; in days for files with units", parameter_scale::logarithmic};
    parameter<int64_t> speed {"speed", 1, {1, 1000}, "steps in a frame", parameter_scale::logarithmic};
    parameter<double> softening {"softening", 0.08, {0.0, 10.0}, "length below which gravity is smoothed"};
    parameter<double> damping {"damping", 1.0, {0.9, 1.0}, "factor on the velocities in each step; 1 conserves energy"};
    parameter<int64_t> devices_wanted {"devices", 1, {1, 16}, "devices of this backend that share the bodies"};
    choice cut {"tiling", tiling_names(), "work-items in a group x bodies of each, / slices of a tile; auto: the fastest here"};
    choice colour {"colour", {"origin", "speed"}, "colours by where a body comes from, or by its speed"};
    parameter<float> brightness {"brightness", 1.0f, {0.01f, 100.0f}, "brightness of a body", parameter_scale::logarithmic};
    parameter<float> point_size {
        "point-size", 1.0f, {0.1f, 10.0f}, "size of a body in the picture", parameter_scale::logarithmic};

    std::optional<device> on;
    queue* in = nullptr;
    /// A device that helps the first one.
    struct helper {
        explicit helper(const device& which) : on(which), in(which.create_queue()) {}
        device on;
        queue in;
        std::optional<simulation<float>::kernels> single_kernels {};
        std::optional<simulation<double>::kernels> double_kernels {};
    };

    std::optional<simulation<float>::kernels> single_kernels;
    std::optional<simulation<double>::kernels> double_kernels;
    std::vector<std::unique_ptr<helper>> helpers;
    std::optional<sky> background;
    std::optional<point_cloud> points;
    std::optional<trails> orbits;

    uint64_t seeded = 0;
    bodies start;  ///< as they began; masses, names and origins stay so
    any_simulation running;
    uint64_t steps = 0;
    double simulated_time = 0.0;
    mutable std::optional<double> energy_at_start;  ///< measured when first asked for

    orbit view;
    float middle_speed = 1.0f;
    bool drawn = false;                                 ///< is what the points show the current state?
    std::deque<std::chrono::nanoseconds> kernel_times;  ///< of the last steps
};

}  // namespace ingot::samples
