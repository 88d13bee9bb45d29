// Kernels as text for the kernel panel: their source, and the code that the compiler generated for each target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <ingot/ingot.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::shell {

/// One page of the kernel panel.
struct kernel_page {
    std::string title;  ///< "Source", "Overview", or the code's target and architecture: "ptx sm_70"
    std::string text;
    /// If the code is machine code: the object file, for disassemble_object() (assembly_text.hpp). `text` is empty then.
    std::vector<std::byte> object {};
};

/// Returns the file whose kernels run on the device: the one in `folder`, or the one in the folder that the environment variable
/// INGOT_KERNELS names.
std::filesystem::path kernel_file_in_force(const device& device, const std::string& file, const std::filesystem::path& folder);

/// Returns the pages for a kernel file that the device uses: its source (kernel_file_in_force()), an overview of its kernels, and
/// the code for each target that can be shown as text or disassembled.
std::vector<kernel_page> kernel_pages(const device& device, const std::string& file, const std::filesystem::path& folder);

/// Returns the headers that a kernel file in `folder` includes by quotes, and those that these include, as paths from the folder
/// in the order in which they are found, without those that do not exist.
std::vector<std::string> included_headers(const std::filesystem::path& folder, const std::string& file);

/// Where a kernel is defined.
struct kernel_definition {
    std::string kernel_file;  ///< the kernel file whose code contains it
    std::string symbol;       ///< its name in that code
    std::string source;       ///< the name, without folders, of the file that defines it: that kernel file, or a header
    uint32_t line = 0;        ///< from 1
};

/// Finds a kernel, by the name that measured times have, in kernel files that the device uses. A kernel may be an instance of a
/// template: "advance<tiling{512, 4}>".
std::optional<kernel_definition> find_definition(const device& device, std::span<const std::string> kernel_files,
                                                 std::string_view kernel);

/// Returns the line, from 0, at which the code of a kernel begins in a page of kernel_pages(); nothing if it is not there.
std::optional<size_t> line_of_code(std::string_view page, std::string_view symbol);

/// Disassembles SPIR-V in the format of spirv-dis. For other input, the returned text states the problem.
std::string spirv_text(std::span<const std::byte> module);

}  // namespace ingot::shell
