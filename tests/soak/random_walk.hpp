// What a restless person does with the shell, drawn by chance from a seed.
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
    /// The samples' folders are copied into `scratch`, where their kernels are edited.
    random_walk(shell::stage& of, std::vector<sample_description> samples, std::vector<std::filesystem::path> files,
                const std::filesystem::path& scratch, uint64_t seed);

    /// Does one thing, or nothing. To be called between frames.
    void act();

    /// How often each thing was done.
    const std::map<std::string, uint64_t>& done() const { return counted; }

private:
    struct action {
        std::string name;
        uint32_t weight;  ///< how likely it is, beside the others
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
    void pause_or_step();
    void start_anew();
    void close();

    uint64_t below(uint64_t count) { return count == 0 ? 0 : std::uniform_int_distribution<uint64_t>(0, count - 1)(engine); }
    double share() { return std::uniform_real_distribution<double>(0.0, 1.0)(engine); }
    parameter_value any_value(const parameter_base& of);
    /// So that a machine of two cores gets through thousands of frames.
    shell::parameter_settings what_makes_it_light(std::span<parameter_base* const> among) const;

    shell::stage& acts;
    std::vector<sample_description> known;
    std::vector<std::filesystem::path> droppable;
    std::map<std::filesystem::path, std::string> as_they_were;  ///< kernel files, and headers
    std::mt19937_64 engine;
    std::map<std::string, uint64_t> counted;
};

}  // namespace ingot::soak
