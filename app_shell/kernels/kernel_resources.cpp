#include "kernels/kernel_resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/runtime/kernel_statistics.hpp>
#include <vector>

namespace ingot::shell {

std::string resources_text(const device& device, const std::string& file) try {
    const std::vector<kernel_statistics> all = kernel_statistics_in_use(device, file);
    if (all.empty())
        return fmt::format(
            "The driver of {} reports nothing about these kernels.\n"
            "Some drivers compile a kernel when it is launched for the first time, and report nothing before.\n",
            device.name());
    size_t name_width = 0;
    size_t value_width = 0;
    for (const kernel_statistics& kernel : all)
        for (const code_statistic& each : kernel.code) {
            name_width = std::max(name_width, each.name.size());
            value_width = std::max(value_width, each.value.size());
        }
    std::string text = fmt::format("What the driver of {} reports about the compiled kernels.\n", device.name());
    for (const kernel_statistics& kernel : all) {
        text += fmt::format("\n{}{}{}\n", kernel.kernel, kernel.launches.empty() ? "" : "   ", kernel.launches);
        for (const auto& [name, value, description] : kernel.code)
            text += fmt::format("    {:<{}}  {:>{}}{}{}\n", name, name_width, value, value_width,
                                description.empty() ? "" : "   ", description);
    }
    return text;
} catch (const error& problem) {
    return fmt::format("The driver does not report the kernels' resources: {}\n", problem.what());
}

}  // namespace ingot::shell
