#include "denormal_modes.hpp"

#include <algorithm>

#include "spirv_instructions.hpp"

namespace ingot::backends::vulkan {

namespace {

// Numbers of SPIR-V's specification.
constexpr uint32_t op_execution_mode = 16;
constexpr uint32_t op_capability = 17;
constexpr uint32_t denorm_preserve_mode = 4459;
constexpr uint32_t denorm_preserve_capability = 4464;

}  // namespace

std::vector<uint32_t> preserved_denormals(const physical_device& device) {
    const VkPhysicalDeviceVulkan12Properties& properties = device.properties_12();
    std::vector<uint32_t> widths;
    if (properties.shaderDenormPreserveFloat16) widths.push_back(16);
    if (properties.shaderDenormPreserveFloat32) widths.push_back(32);
    if (properties.shaderDenormPreserveFloat64) widths.push_back(64);
    // Some devices have one mode for several widths.
    if (properties.denormBehaviorIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL && widths.size() < 3) return {};
    return widths;
}

std::vector<uint32_t> with_denormal_modes(std::span<const uint32_t> words, std::span<const uint32_t> widths) {
    std::vector<uint32_t> made(words.begin(), words.begin() + static_cast<ptrdiff_t>(std::min(words.size(), spirv_header_words)));
    for_each_instruction(words, [&](uint32_t operation, std::span<const uint32_t> instruction) {
        if (operation == op_capability && instruction.size() == 2 && instruction[1] == denorm_preserve_capability &&
            widths.empty())
            return;
        if (operation == op_execution_mode && instruction.size() == 4 && instruction[2] == denorm_preserve_mode &&
            std::ranges::find(widths, instruction[3]) == widths.end())
            return;
        made.insert(made.end(), instruction.begin(), instruction.end());
    });
    return made;
}

}  // namespace ingot::backends::vulkan
