// Runs the advisor, and prints its remarks.
#pragma once

#include "../front_end.hpp"
#include "command_line.hpp"
#include "module_process.hpp"
#include "target_job.hpp"

namespace ingot::compiler {

/// The advisor in a process of its own, because it changes the module.
class advice_run {
public:
    /// Starts the advisor for the module `shared`, or for one of its own that the front end generates for the job's target if
    /// `shared` is null. `text` is the kernel file's text before it was parsed; it must stay until finish(). `resources` are what
    /// the kernels need, or nothing if that is not known.
    advice_run(const target_job& job, kernel_file& file, device_module* shared, const compile_command& command,
               const std::string& text, const std::vector<resource_report>& resources);

    /// Waits for the advisor, prints the remarks, and writes their fixes if the command line says so. Returns the exit status.
    int finish();

private:
    const kernel_file& file_;
    const compile_command& command_;
    const std::string& text_;
    std::vector<resource_report> resources_;
    module_process process_;
};

}  // namespace ingot::compiler
