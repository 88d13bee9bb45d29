// Runs regression cases on all backends and checks the results.
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

/// A backend, and the reason if it is unavailable on this machine.
struct known_backend {
    std::string name;
    std::string unavailable;   ///< empty if the backend has a device
    bool is_software = false;  ///< are all its devices graphics drivers that compute on the CPU?
};

/// Returns all backends, the reference (the CPU debug device) first. Runs `ingot devices` in a child process, so that a
/// driver that crashes while its devices are listed does not end the regression run. The output goes to a file in
/// `folder`. Throws std::runtime_error if the child process fails.
std::vector<known_backend> list_backends(const runner& runner, const std::filesystem::path& folder);

enum class verdict { passed, failed, skipped };

/// The result of one case on one backend.
struct outcome {
    std::string backend;
    verdict status = verdict::failed;
    std::string reason;    ///< why the case was skipped, or failed for another reason than a gate
    bool crashed = false;  ///< the process failed or took too long, so that there is no rendering
    judgement checks;
    std::optional<rendering> actual;
    std::optional<backend_exception> exception;
    std::string output;             ///< the output of the process
    std::string reproduce_command;  ///< the command that renders the case on this backend
    /// The folder that INGOT_KERNELS names, if it has kernel files for this backend; else empty.
    std::string kernels_folder {};
};

/// The results of one case on all backends.
struct case_result {
    regression_case tested_case;
    std::optional<image> expected;   ///< the golden's picture
    std::optional<image> reference;  ///< the picture of the CPU debug device
    bool updated = false;            ///< a new golden was written
    std::vector<outcome> outcomes;
};

/// A case that run_cases() is to run.
struct case_to_run {
    regression_case tested_case;
    std::filesystem::path goldens;  ///< the folder of the golden's files
    bool update = false;            ///< replace the golden by the rendering of the CPU debug device
};

/// The settings of run_cases().
struct run_settings {
    runner child_runner;
    std::vector<known_backend> backends;                   ///< the backends to check
    std::filesystem::path work_folder;                     ///< folder for the files that the processes write
    unsigned max_parallel_cases = 1;                       ///< number of cases that run at the same time
    std::function<void(const case_result&)> on_case_done;  ///< called for each case in order, by one thread at a time
};

/// Runs all cases. Each rendering runs in a child process, so that a crash affects that rendering only. Returns the
/// results in the order of the cases. If the run was stopped, these are the results of the cases that had begun, which
/// may be incomplete.
std::vector<case_result> run_cases(const std::vector<case_to_run>& cases, const run_settings& settings);

}  // namespace ingot::regression
