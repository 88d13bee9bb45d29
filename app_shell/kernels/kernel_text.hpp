// Kernels as text, for a person to read: their source, and what the compiler made of them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <ingot/ingot.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::shell {

/// One text about a kernel file.
struct kernel_page {
    std::string title;  ///< "Source", or the code's target and architecture: "ptx sm_70"
    std::string text;
};

/// Source and reflection of a kernel file whose programs run on the device, and each target's code where that can be shown as
/// text. `folder` is where its source would be.
std::vector<kernel_page> kernel_pages(const device& on, const std::string& file, const std::filesystem::path& folder);

/// SPIR-V as spirv-dis writes it. What is no SPIR-V gives a text that says so.
std::string spirv_text(std::span<const std::byte> module);

}  // namespace ingot::shell
