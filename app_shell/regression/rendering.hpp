// Renders a case on one backend in a child process.
#pragma once

#include <functional>
#include <ingot/metrics/z_test.hpp>
#include <ingot/sample/state.hpp>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "picture_file.hpp"
#include "regression_case.hpp"

namespace ingot::regression {

/// How child processes are started.
struct runner {
    std::filesystem::path program;            ///< the program `ingot`
    std::function<bool()> is_stop_requested;  ///< called repeatedly; if it returns true, the running processes are ended
};

/// The results of one run.
struct rendering {
    image picture;
    state gated_state;  ///< only the arrays of the saved state that state gates compare
    std::map<std::string, double> statistics;
    std::vector<std::pair<std::string, std::string>> versions;  ///< of the program, OpenGL and libraries
    std::string device;
    std::string driver;
    std::vector<std::string> replaced_kernels;        ///< files of the folder INGOT_KERNELS that replaced kernels
    std::optional<metrics::estimate> noise_estimate;  ///< mean and variance of the pixels; absent without a noise gate
    double seconds = 0.0;
};

/// A rendering, or the reason why there is none.
struct attempt {
    enum class ending { rendered, unavailable, failed, stopped };
    ending end = ending::failed;
    rendering result;
    std::string problem;  ///< one line
    std::string output;   ///< the output of the process
};

/// Returns the additional environment variables of the processes that render: their folder of settings is empty, so that the
/// result does not depend on the user's saved presets. `folder` is a folder of the suite's working files.
std::vector<std::string> environment_of_children(const std::filesystem::path& folder);

/// Returns the name of the backend with which the other backends are compared: "cpu-debug".
std::string reference_name();

/// Returns the arguments of `ingot` that render the case, without the options for output files. If `has_backend_switch`,
/// the run begins on the reference backend and switches to `backend` before the frame regression_case::switch_at.
std::vector<std::string> arguments_of(const regression_case& test_case, const std::string& backend, uint64_t seed,
                                      bool has_backend_switch);

/// Renders the case, with a switch of the backend as in arguments_of(). If `folder` exists, it is deleted with all its
/// contents; then it is created for the files of the run.
attempt render(const runner& runner, const regression_case& test_case, const std::string& backend, uint64_t seed,
               bool has_backend_switch, const std::filesystem::path& folder);

}  // namespace ingot::regression
