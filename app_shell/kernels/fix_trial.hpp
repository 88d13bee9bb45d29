// Compiles a kernel file with a fix of the advisor, in the background and without changing the file.
#pragma once

#include <filesystem>
#include <future>
#include <ingot/files/text_edits.hpp>
#include <ingot/runtime/kernel_replacement.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ingot::shell {

/// A fix of one kernel file.
struct kernel_fix {
    std::string title;  ///< "constant-index in line 7: pass 'values' as a plain buffer"
    std::filesystem::path path;
    std::string source;  ///< the text of the file to which the edits belong
    std::vector<files::text_edit> edits;
    std::vector<std::string> kernels;  ///< the kernels that the fix is to make faster
};

/// The kernels with the fix, or the compiler's errors.
struct compiled_fix {
    device target;
    kernel_file_in_use file;
    kernel_fix fix;
    std::optional<compiled_program> kernels;  ///< nothing if the text with the fix did not compile
    std::string messages;                     ///< why not
};

/// What became of a fix, for messages to the user.
struct fix_news {
    std::string title;
    std::string problem {};  ///< why the fixed kernels cannot run; empty while they are compiled
};

/// Compiles one fix at a time, in a thread.
class fix_trial {
public:
    /// Begins to compile for a device; a compilation that still runs is forgotten. `file` is the kernel file as that device uses
    /// it, which selects the options.
    void start(const kernel_fix& fix, const device& device, const kernel_file_in_use& file);
    /// Returns the result of a compilation that has finished since the last call.
    std::optional<compiled_fix> take_result();

private:
    std::future<compiled_fix> result_;
    std::vector<std::future<compiled_fix>> forgotten_;  ///< their destructors wait, so they are kept until they are ready
};

}  // namespace ingot::shell
