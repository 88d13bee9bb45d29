// Regression cases: declared beside a sample, in regression.json. docs/regression.md describes the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ingot::regression {

/// What is wrong with a file of cases; what() names the file and the place in it.
class case_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What an array of a sample's state holds.
enum class element { float32, float64, int32, uint32, int64, uint64 };

/// How far an array of the state may be from another run's.
struct state_gate {
    std::string array;
    element of = element::float64;
    double relative = 0.0;  ///< the largest difference of two elements over the root mean square of the array
};

/// How far a reading may be from another run's, or between which numbers it must be.
struct reading_gate {
    std::string reading;
    std::optional<double> relative;
    std::optional<double> absolute;
    std::optional<std::pair<double, double>> within;
};

/// Mean and noise of a Monte-Carlo picture: from sums that are part of the state, or from several renders.
struct noise_gate {
    std::string first;   ///< array of the state: sums, or means; empty where `renders` are drawn instead
    std::string second;  ///< array: sums of squares, or of squared deviations from the mean
    bool of_means = false;
    std::string samples;  ///< array of one number: samples of each pixel
    element of = element::float32;
    int stride = 3;        ///< elements of a pixel; the first three are its colours
    uint32_t renders = 0;  ///< pictures of different seeds
    double significance = 0.001;
    int block = 4;
    double least_deviation = 1e-4;
};

struct pixel_share {
    int tolerance = 0;   ///< of 255
    double share = 0.0;  ///< of the pixels may differ by more than that
};

/// What a picture, a state and readings must keep to. Those that are not given are not judged.
struct gates {
    std::optional<double> flip_mean;
    std::optional<double> flip_p99;
    std::optional<int> largest_difference;
    std::optional<pixel_share> pixels;
    std::optional<double> least_psnr;
    std::vector<state_gate> states;
    std::vector<reading_gate> readings;
    std::optional<noise_gate> noise;
};

/// What is different on one backend, and the written reason.
struct backend_exception {
    std::string why;
    bool skip = false;
    gates with;  ///< all gates there, those of the case included
};

struct regression_case {
    std::string sample;
    std::string name;
    std::string why;  ///< what it would find
    std::optional<std::string> preset;
    std::vector<std::pair<std::string, std::string>> parameters;  ///< as on the command line
    uint64_t frames = 1;
    int width = 320;
    int height = 180;
    uint64_t seed = 1;
    std::optional<uint64_t> switch_at;          ///< begins on the CPU debug device and goes on on the backend from this frame
    std::optional<std::string> not_repeatable;  ///< why two runs may differ
    double timeout_seconds = 120.0;
    gates with;
    std::map<std::string, backend_exception> exceptions;  ///< by backend

    /// "nbody/plummer"
    std::string full_name() const { return sample + "/" + name; }
    const gates& gates_on(const std::string& backend) const;
    /// Of the state's arrays those that a gate names, on any backend.
    std::set<std::string> gated_arrays() const;
};

/// Reads the cases of a sample. Throws case_error.
std::vector<regression_case> read_cases(const std::filesystem::path& file, const std::string& sample);

}  // namespace ingot::regression
