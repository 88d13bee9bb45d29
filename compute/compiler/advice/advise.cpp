#include "advise.hpp"

#include "kernel_analysis.hpp"
#include "rule.hpp"

namespace ingot::compiler::advice {

std::vector<remark> advise(device_module& unit, std::span<const resource_report> resources) {
    remark_list found;
    const auto check = [&](kernel_analysis& kernel) {
        for (const rule& each : rules()) {
            found.begin(each, kernel);
            each.check(kernel, found);
        }
    };
    for_each_kernel(unit, check, resources);
    return std::move(found).all();
}

}  // namespace ingot::compiler::advice
