// Work on the module of a kernel file that changes it, in a process of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <ingot/processes/forked_function.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../front_end.hpp"
#include "command_line.hpp"
#include "target_job.hpp"

namespace ingot::compiler {

/// A copy of this process that works on a module and returns bytes.
class module_process {
public:
    /// Starts `work` with the module `shared`, or with one of its own that the front end generates for the job's target if
    /// `shared` is null.
    module_process(const target_job& job, kernel_file& file, device_module* shared, const compile_command& command,
                   const std::function<std::vector<std::byte>(device_module&)>& work);

    /// What the work has returned.
    struct result {
        int status = 0;  ///< if it is not 0, the errors have been printed
        std::vector<std::byte> bytes {};
    };

    /// Waits for the end. Throws std::runtime_error with `purpose`, "looked for advice about", if a signal ended the process.
    result finish(std::string_view purpose);

private:
    std::string file_name_;
    std::unique_ptr<processes::forked_function> process_;
};

}  // namespace ingot::compiler
