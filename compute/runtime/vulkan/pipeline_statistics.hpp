// What the driver reports about the code of a pipeline, by VK_KHR_pipeline_executable_properties.
#pragma once

#include <ingot/runtime/kernel_statistics.hpp>
#include <vector>

#include "logical_device.hpp"

namespace ingot::backends::vulkan {

/// Returns the statistics of a pipeline that was made with VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR on a device that can
/// report them (physical_device::can_report_statistics()).
std::vector<code_statistic> statistics_of(const logical_device& device, VkPipeline pipeline);

}  // namespace ingot::backends::vulkan
