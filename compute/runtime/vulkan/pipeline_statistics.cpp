#include "pipeline_statistics.hpp"

#include <string>

namespace ingot::backends::vulkan {

namespace {

std::string text_of(const VkPipelineExecutableStatisticKHR& statistic) {
    switch (statistic.format) {
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR:
            return statistic.value.b32 ? "true" : "false";
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
            return std::to_string(statistic.value.i64);
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
            return std::to_string(statistic.value.u64);
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR:
            return std::to_string(statistic.value.f64);
        default:
            return "in an unknown format";
    }
}

}  // namespace

std::vector<code_statistic> statistics_of(const logical_device& device, VkPipeline pipeline) {
    const device_functions& calls = device.functions();
    auto pipeline_info = structure<VkPipelineInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR);
    pipeline_info.pipeline = pipeline;
    uint32_t executables = 0;
    device.check(calls.vkGetPipelineExecutablePropertiesKHR(device.handle(), &pipeline_info, &executables, nullptr),
                 "vkGetPipelineExecutablePropertiesKHR");
    std::vector<code_statistic> all;
    for (uint32_t i = 0; i < executables; ++i) {
        auto info = structure<VkPipelineExecutableInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR);
        info.pipeline = pipeline;
        info.executableIndex = i;
        const auto get = [&](uint32_t& count, VkPipelineExecutableStatisticKHR* found) {
            device.check(calls.vkGetPipelineExecutableStatisticsKHR(device.handle(), &info, &count, found),
                         "vkGetPipelineExecutableStatisticsKHR");
        };
        uint32_t count = 0;
        get(count, nullptr);
        std::vector<VkPipelineExecutableStatisticKHR> statistics(
            count, structure<VkPipelineExecutableStatisticKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR));
        get(count, statistics.data());
        statistics.resize(count);
        for (const VkPipelineExecutableStatisticKHR& each : statistics)
            all.push_back({static_cast<const char*>(each.name), text_of(each), static_cast<const char*>(each.description)});
    }
    return all;
}

}  // namespace ingot::backends::vulkan
