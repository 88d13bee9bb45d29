// A simulated user of the shell, whose actions are chosen randomly from a seed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "stage/stage.hpp"

namespace ingot::soak {

class random_walk {
public:
    /// Copies the samples' kernel files and headers into folders in `scratch`, where the walk edits the kernels. The first
    /// of `files` must be a small PNG.
    random_walk(shell::stage& stage, std::vector<sample_description> samples, std::vector<std::filesystem::path> files,
                const std::filesystem::path& scratch, uint64_t seed);

    /// Performs one random action, which may be to do nothing. Call it between frames.
    void act();

    /// How often each action was chosen. Opening a sample because none is running is not counted.
    const std::map<std::string, uint64_t>& counts() const { return counted_; }

private:
    struct action {
        std::string name;
        uint32_t weight;  ///< the probability, relative to the other actions
        void (random_walk::*what)();
    };
    static const std::vector<action>& actions();

    void rest() {}
    void open_sample();
    void switch_device();
    void resize();
    void apply_preset();
    void set_parameter();
    void reset_parameters();
    void drop_file();
    void edit_kernels();
    void turn_camera();
    void toggle_pause();
    void start_anew();
    void close();

    uint64_t below(uint64_t count) { return count == 0 ? 0 : std::uniform_int_distribution<uint64_t>(0, count - 1)(engine_); }
    double share() { return std::uniform_real_distribution<double>(0.0, 1.0)(engine_); }
    parameter_value any_value(const parameter_base& parameter);
    /// Returns settings that make frames cheap, so that a machine with two cores completes thousands of frames.
    shell::parameter_settings light_settings(std::span<parameter_base* const> parameters) const;

    shell::stage& stage_;
    std::vector<sample_description> samples_;
    std::vector<std::filesystem::path> droppable_;
    std::map<std::filesystem::path, std::string> as_they_were_;  ///< original texts of the kernel files
    std::mt19937_64 engine_;
    std::map<std::string, uint64_t> counted_;
};

}  // namespace ingot::soak
