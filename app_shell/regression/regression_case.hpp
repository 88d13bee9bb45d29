// Regression cases, which a sample declares in its file regression.json. docs/regression.md describes the file.
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

/// An error in a file of cases. what() names the file and, if the error is in its contents, the location.
class case_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The element type of an array of a sample's state.
enum class element { float32, float64, int32, uint32, int64, uint64 };

/// The largest allowed difference between an array of the state and the same array of another run.
struct state_gate {
    std::string array;
    element element_type = element::float64;
    double relative = 0.0;  ///< largest difference, divided by the root mean square of the expected array
};

/// The largest allowed difference between a statistic of the sample and that of another run, or the range of the
/// statistic.
struct statistic_gate {
    std::string statistic;
    std::optional<double> relative;
    std::optional<double> absolute;
    std::optional<std::pair<double, double>> within;
};

/// Tests whether two Monte-Carlo pictures differ by more than noise. Mean and variance of the pixels come from sums in
/// the state, or from several renderings with different seeds.
struct noise_gate {
    std::string first;         ///< array of the state: sums or means of the samples; unused if `renders` is not 0
    std::string second;        ///< array of the state: sums of squares, or of squared deviations from the mean
    bool uses_means = false;   ///< `first` holds means, and `second` squared deviations
    std::string sample_count;  ///< array of the state with one element: the number of samples per pixel
    element element_type = element::float32;
    int stride = 3;                 ///< elements per pixel; the first three are its colour channels
    uint32_t renders = 0;           ///< number of renderings with different seeds; 0 uses the arrays of the state
    double significance = 0.001;    ///< probability of a false alarm
    int block = 4;                  ///< width and height of the tested blocks, in pixels
    double least_deviation = 1e-4;  ///< smaller standard deviations count as this one (metrics::z_test_settings::min_deviation)
};

/// The largest allowed share of pixels that differ by more than a tolerance.
struct pixel_share {
    int tolerance = 0;   ///< difference of a colour channel, from 0 to 255
    double share = 0.0;  ///< fraction of the pixels, from 0 to 1
};

/// The limits for a picture, a state and statistics. Only gates that are given are checked.
struct gates {
    std::optional<double> flip_mean;
    std::optional<double> flip_p99;
    std::optional<int> largest_difference;
    std::optional<pixel_share> pixels;
    std::optional<double> min_psnr;
    std::vector<state_gate> states;
    std::vector<statistic_gate> statistics;
    std::optional<noise_gate> noise;
};

/// An entry of "exceptions" in the file: different gates for one backend, with the reason.
struct backend_exception {
    std::string why;
    bool skip = false;    ///< the case does not run on this backend
    gates backend_gates;  ///< all gates for this backend, including those of the case
};

/// A run of a sample that is compared with a golden and with the CPU debug device.
struct regression_case {
    std::string sample;
    std::filesystem::path library = {};  ///< the file of a sample from outside, else empty
    std::string name;
    std::string why;  ///< the kind of error that the case detects
    std::optional<std::string> preset;
    std::vector<std::pair<std::string, std::string>> parameters;  ///< names and values as on the command line
    uint64_t frames = 1;
    int width = 320;
    int height = 180;
    uint64_t seed = 1;
    std::optional<uint64_t> switch_at;          ///< begins on the CPU debug device, switches to the backend before this frame
    std::optional<std::string> not_repeatable;  ///< the reason why two runs may differ
    double timeout_seconds = 120.0;
    gates case_gates;
    std::map<std::string, backend_exception> exceptions;  ///< by backend

    /// "nbody/plummer"
    std::string full_name() const { return sample + "/" + name; }
    const gates& gates_on(const std::string& backend) const;
    /// The names of the arrays that the state gates of the case and of its exceptions compare. The arrays of a noise gate
    /// are not included.
    std::set<std::string> gated_arrays() const;
    /// The names of the statistics that the gates of the case and of its exceptions compare or limit.
    std::set<std::string> gated_statistics() const;
    /// The noise gate that states how mean and variance of the pixels are computed, for renderings and for the golden: the
    /// noise gate of the case, or else that of the first exception with one. Null if there is none.
    const noise_gate* noise() const;
};

/// Reads the file of a sample's cases. Throws case_error.
std::vector<regression_case> read_cases(const std::filesystem::path& file, const std::string& sample);

}  // namespace ingot::regression
