// What the device's driver reports about the kernels of a file, such as registers and spills, as text for the kernel panel.
#pragma once

#include <ingot/ingot.hpp>
#include <string>

namespace ingot::shell {

/// Returns a table for each kernel of the file that the device has compiled until now. If there are none, the text says why.
std::string resources_text(const device& device, const std::string& file);

}  // namespace ingot::shell
