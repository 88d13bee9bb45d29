// Reports crashes of ingotc, Clang or LLVM with a readable message and an exit status of their own.
#pragma once

#include <llvm/IR/LLVMContext.h>

#include <functional>
#include <string>
#include <string_view>

namespace ingot::compiler {

/// Exit status of a run that failed because of a defect of ingotc itself (EX_SOFTWARE of sysexits.h).
inline constexpr int defect_status = 70;

/// Prints that ingotc has a defect, with `problem` as the error message and `file` as the kernel file, and asks the user
/// to report it. Returns `defect_status`.
int report_defect(const std::string& file, std::string_view problem);

/// Runs `work` for `file` and returns its exit status. If `work` throws a std::runtime_error (an error of the input or of
/// the machine) or std::bad_alloc, prints an error message and returns 1. Any other std::exception means that ingotc has a
/// defect: then calls report_defect() and returns `defect_status`.
int report_exceptions(const std::string& file, const std::function<int()>& work);

/// Makes each error that LLVM reports to the context a fatal error of LLVM, which ends the program with
/// `defect_status`. By default the context ends the program with status 1.
void make_errors_fatal(llvm::LLVMContext& context);

/// Runs `work` in a thread with a large stack, because compilers recurse as deeply as their input is nested, and
/// returns its exit status. A fatal signal or a fatal error of LLVM ends the program with `defect_status` and a message
/// that names `file`.
int run_guarded(const std::string& file, const std::function<int()>& work);

}  // namespace ingot::compiler
