// Generates LLVM IR from a kernel file that has been checked.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "../../front_end.hpp"
#include "invocation.hpp"

namespace ingot::compiler {

/// The file name in line tables for the text of the entry functions.
inline constexpr std::string_view entries_name = "<entries made by ingotc>";

/// Returns the beginning of the code that follows a kernel file: it undefines the author's macros and defines functions
/// that the standard library only declares. Clang must parse it before it instantiates the file's templates.
std::string library_code(std::span<const std::string> author_macros);

/// Returns an entry function for each kernel (kernel_entry::entry_function). The functions call kernels as the CPU debug
/// device does. The text follows library_code().
std::string entry_functions(std::span<const kernel_description> kernels);

/// Returns the device module of a generated LLVM module.
device_module make_module(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
                          std::span<const kernel_description> kernels);

/// Parses a kernel file again, with other macros, and compiles `source`, its text, with the entry functions appended.
/// `precompiled_header` may be empty. Warnings are off, because they were printed when the file was first parsed. Returns
/// nothing after printing the errors if the compilation fails.
std::optional<device_module> generate_module(const source_options& options, std::string_view source, const device_macros& macros,
                                             const std::filesystem::path& precompiled_header,
                                             std::span<const kernel_description> kernels,
                                             std::span<const std::string> author_macros);

}  // namespace ingot::compiler
