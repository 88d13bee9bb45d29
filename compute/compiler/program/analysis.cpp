#include "analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../advice/kernel_facts.hpp"

namespace ingot::compiler {

namespace {

// Returns what a kernel needs, according to a report, or why that is not known.
advice::kernel_need need_of(const std::string& symbol, const resource_report& report) {
    advice::kernel_need need {report.target, report.architecture, report.unknown_because, {}};
    const auto found = std::ranges::find(report.kernels, symbol, &kernel_resources::symbol);
    if (found != report.kernels.end())
        need.resources = *found;
    else if (need.unknown_because.empty())
        need.unknown_because = "the code generator says nothing about this kernel";
    return need;
}

// Returns the facts as text, with the occupancy on all architectures that the command line names and whose limits are known.
std::string report_of(device_module& unit, const compile_command& command, const std::vector<resource_report>& resources) {
    std::vector<advice::kernel_report> kernels;
    for (advice::kernel_facts& facts : advice::analyse(unit)) {
        advice::kernel_report report;
        for (const resource_report& each : resources) report.needs.push_back(need_of(facts.symbol, each));
        for (const target* const target : command.targets)
            for (const std::string& architecture : architectures_of(*target, command)) {
                const auto limits = target->limits_of(architecture);
                if (!limits) continue;
                const auto need = std::ranges::find(report.needs, architecture, &advice::kernel_need::architecture);
                const std::optional<uint32_t> registers =
                    need == report.needs.end() || !need->resources ? std::nullopt : need->resources->registers;
                report.occupancies.push_back(
                    advice::occupancy_of(facts.local_bytes, registers, command.analysis.group_size, architecture, *limits));
            }
        report.facts = std::move(facts);
        kernels.push_back(std::move(report));
    }
    return command.analysis.as_json ? advice::to_json(kernels) : advice::to_text(kernels);
}

}  // namespace

analysis_run::analysis_run(const target_job& job, kernel_file& file, device_module* shared, const compile_command& command,
                           const std::vector<resource_report>& resources)
    : process_(job, file, shared, command, [&](device_module& unit) {
          const std::string text = report_of(unit, command, resources);
          const auto bytes = std::as_bytes(std::span(text));
          return std::vector<std::byte>(bytes.begin(), bytes.end());
      }) {}

int analysis_run::finish() {
    const module_process::result result = process_.finish("analysed");
    if (result.status != 0) return result.status;
    fmt::print("{}", std::string_view(reinterpret_cast<const char*>(result.bytes.data()), result.bytes.size()));
    return 0;
}

}  // namespace ingot::compiler
