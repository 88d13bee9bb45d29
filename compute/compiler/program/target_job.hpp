// A job: the part of a compilation that is done for each target, from the front end's module to the target's code. The
// jobs of several targets run at the same time, each in a child process that is a copy of ingotc's process (fork),
// because neither Clang's AST nor an LLVM module can be used by two threads.
#pragma once

#include <cstddef>
#include <ingot/archive/archive.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../device_module.hpp"
#include "../front_end.hpp"
#include "../phase_times.hpp"
#include "command_line.hpp"

namespace ingot::compiler {

/// One job: a target, and the architecture and the device profile for which the kernel file is compiled.
struct target_job {
    const compiler::target* target = nullptr;
    std::string architecture;                          ///< "sm_70"; empty if the target has no architectures
    bool is_one_of_several = false;                    ///< are there jobs for the same target and other architectures?
    const archive::device_profile* profile = nullptr;  ///< the target's last profile if the file does not use device_info
    std::string_view profile_name;                     ///< `profile->name`; empty if one job compiles for all profiles
};

/// A text file for --emit-llvm or --emit-asm.
struct text_output {
    std::string ending;  ///< ".spirv.ll"
    std::string text;
};

/// What a job makes.
struct job_result {
    archive::archive contents;  ///< the kernels and the code of the target and of the targets that are emitted along with it
    std::vector<text_output> texts;
    std::vector<phase_time> times;
    std::vector<resource_report> resources;  ///< what the kernels need, of the targets that report it, if the command asks for it
};

/// Generates the module of a job and inlines its functions. Returns nothing after printing the errors if that fails.
std::optional<device_module> generate_module_of(kernel_file& file, const target_job& job, phase_times& times);

/// Does all jobs, each in a child process, and returns their results in the order of the jobs. Prints the messages of each
/// job. If a job fails, stores its exit status in `status` and returns nothing; the messages of later jobs are not
/// printed. Throws std::runtime_error if a signal ended the process of a job or if a process cannot be created. `shared` is
/// the module for all jobs, or null if each job generates its own module.
std::vector<job_result> run_jobs(std::span<const target_job> jobs, kernel_file& file, device_module* shared,
                                 const compile_command& command, const target_list& targets, int& status);

}  // namespace ingot::compiler
