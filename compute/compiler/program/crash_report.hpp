// What ingotc says when it, Clang or LLVM breaks: a plain sentence and an exit status, not a silent death.
#pragma once

#include <functional>
#include <string>

namespace ingot::compiler {

/// Exit status of a run that ended in a defect of ingotc itself (EX_SOFTWARE of sysexits.h).
inline constexpr int defect_status = 70;

/// Runs `work` and gives its status. A fatal signal or an error that LLVM calls fatal inside it ends the program with
/// `defect_status` and words that name `file`. `work` gets a large stack: compilers recurse as deep as their input nests.
int run_guarded(const std::string& file, const std::function<int()>& work);

}  // namespace ingot::compiler
