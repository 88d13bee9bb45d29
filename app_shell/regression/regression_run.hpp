// All cases on all backends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "golden.hpp"
#include "judgement.hpp"
#include "regression_case.hpp"
#include "rendering.hpp"

namespace ingot::regression {

/// A backend, and why it has no device here.
struct known_backend {
    std::string name;
    std::string unavailable;  ///< empty where it has one
};

/// Asks the program itself, in a process of its own: a driver that crashes when it is listed ends no regression. Throws
/// std::runtime_error.
std::vector<known_backend> list_backends(const runner& by, const std::filesystem::path& folder);

enum class verdict { passed, failed, skipped };

/// One case on one backend.
struct outcome {
    std::string backend;
    verdict is = verdict::failed;
    std::string reason;    ///< why it was skipped, or failed without a figure that says so
    bool crashed = false;  ///< there is no rendering: the process failed
    judgement judged;
    std::optional<rendering> found;
    std::optional<backend_exception> exception;
    std::string output;     ///< what a process that failed wrote
    std::string reproduce;  ///< the command that draws it
};

struct case_result {
    regression_case of;
    std::optional<image> expected;   ///< the golden's picture
    std::optional<image> reference;  ///< the CPU debug device's own
    bool updated = false;            ///< a new golden was written
    std::vector<outcome> outcomes;
};

struct case_to_run {
    regression_case of;
    std::filesystem::path goldens;  ///< the folder
    bool update = false;
};

struct run_settings {
    runner by;
    std::vector<known_backend> backends;           ///< those that are wanted
    std::filesystem::path work;                    ///< folder for what the processes write
    unsigned at_once = 1;                          ///< cases
    std::function<void(const case_result&)> done;  ///< called for each case in order, never by two threads at a time
};

/// Runs all cases; each drawing is a process of its own, so that a crash loses nothing but itself. The results are in the order
/// of the cases, all of them unless the runner was asked to stop.
std::vector<case_result> run_cases(const std::vector<case_to_run>& cases, const run_settings& with);

}  // namespace ingot::regression
