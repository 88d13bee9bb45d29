#include "advise.hpp"

#include "kernel_analysis.hpp"
#include "rule.hpp"

namespace ingot::compiler::advice {

std::vector<remark> advise(device_module& unit) {
    remark_list found;
    for_each_kernel(unit, [&](kernel_analysis& kernel) {
        for (const rule& each : rules()) {
            found.begin(each, kernel);
            each.check(kernel, found);
        }
    });
    return std::move(found).sorted();
}

}  // namespace ingot::compiler::advice
