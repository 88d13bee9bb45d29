// Kernels as text for the kernel panel: their source, and the code that the compiler generated for each target.
#pragma once

#include <cstddef>
#include <filesystem>
#include <ingot/ingot.hpp>
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

/// Returns the pages for a kernel file that the device uses: its source in `folder`, an overview of its kernels, and
/// the code for each target that can be shown as text or disassembled.
std::vector<kernel_page> kernel_pages(const device& device, const std::string& file, const std::filesystem::path& folder);

/// Disassembles SPIR-V in the format of spirv-dis. For other input, the returned text states the problem.
std::string spirv_text(std::span<const std::byte> module);

}  // namespace ingot::shell
