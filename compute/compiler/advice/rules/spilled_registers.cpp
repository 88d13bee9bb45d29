// TALK-43: the values of a work-item do not fit into its registers, so that some lie in memory for a time.
#include <fmt/format.h>

#include <algorithm>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

void find_spilled_registers(kernel_analysis& kernel, remark_list& found) {
    for (const resource_report& report : kernel.resources()) {
        const auto needs = std::ranges::find(report.kernels, kernel.description().symbol, &kernel_resources::symbol);
        if (needs == report.kernels.end() || !needs->registers || !needs->spilled_bytes) continue;
        if (needs->spilled_bytes->written + needs->spilled_bytes->read == 0) continue;
        found.add_at(
            kernel.location(),
            fmt::format(
                "the values of a work-item do not fit into its {} registers on {}: the code writes {} bytes of them to memory "
                "and reads {} bytes back, which takes the time of accesses to memory",
                *needs->registers, report.architecture, needs->spilled_bytes->written, needs->spilled_bytes->read),
            "keep fewer values at a time: unroll loops less, compute values again where they are needed, use narrower types, or "
            "split the kernel");
        return;
    }
}

}  // namespace ingot::compiler::advice
