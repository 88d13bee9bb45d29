// One case drawn once, on one backend, by a process of its own.
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

/// How processes are started.
struct runner {
    std::filesystem::path program;     ///< the shell's own
    std::function<bool()> stop_asked;  ///< looked at all the time; running processes are ended then
};

/// What a run left behind.
struct rendering {
    image picture;
    state saved;  ///< the arrays that the gates name
    std::map<std::string, double> readings;
    std::vector<std::pair<std::string, std::string>> versions;  ///< of everything that took part
    std::string device;
    std::string driver;
    std::optional<metrics::estimate> noise;
    double seconds = 0.0;
};

/// A rendering, or why there is none.
struct attempt {
    enum class ending { drawn, unavailable, failed, stopped };
    ending how = ending::failed;
    rendering drawn;
    std::string problem;  ///< one line
    std::string output;   ///< what the process wrote
};

/// The backend that others are held against.
std::string reference_name();

/// The words behind `ingot` that draw the case; the files that a run leaves are not among them.
std::vector<std::string> arguments_of(const regression_case& of, const std::string& backend, uint64_t seed, bool with_switch);

/// Draws the case into files of `folder`, which is made.
attempt render(const runner& by, const regression_case& of, const std::string& backend, uint64_t seed, bool with_switch,
               const std::filesystem::path& folder);

}  // namespace ingot::regression
