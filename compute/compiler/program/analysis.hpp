// Prints what the kernels of a file consist of.
#pragma once

#include "command_line.hpp"
#include "module_process.hpp"

namespace ingot::compiler {

/// The analysis of --analyse, in a process of its own.
class analysis_run {
public:
    /// Starts the analysis of the module `shared`, or of one of its own if `shared` is null. `resources` are what the kernels
    /// need on each architecture of the targets that report it.
    analysis_run(const target_job& job, kernel_file& file, device_module* shared, const compile_command& command,
                 const std::vector<resource_report>& resources);

    /// Waits for the analysis and prints the facts. Returns the exit status.
    int finish();

private:
    module_process process_;
};

}  // namespace ingot::compiler
