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
    std::string title;  ///< "Source", "PTX sm_70", "SPIR-V"
    std::string text;
};

/// Source, reflection, PTX and SPIR-V of a kernel file whose programs run on the device. `folder` is where its source would be.
std::vector<kernel_page> kernel_pages(const device& on, const std::string& file, const std::filesystem::path& folder);

/// SPIR-V as spirv-dis writes it. What is no SPIR-V gives a text that says so.
std::string spirv_text(std::span<const std::byte> module);

}  // namespace ingot::shell
