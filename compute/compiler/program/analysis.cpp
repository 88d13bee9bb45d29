#include "analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../advice/kernel_facts.hpp"

namespace ingot::compiler {

namespace {

// Returns the facts as text, with the occupancy on all architectures that the command line names and whose limits are known.
std::string report_of(device_module& unit, const compile_command& command) {
    std::vector<advice::kernel_report> kernels;
    for (advice::kernel_facts& facts : advice::analyse(unit)) {
        std::vector<advice::occupancy> occupancies;
        for (const target* const target : command.targets)
            for (const std::string& architecture : architectures_of(*target, command))
                if (const auto limits = target->limits_of(architecture))
                    occupancies.push_back(
                        advice::occupancy_of(facts.local_bytes, command.analysis.group_size, architecture, *limits));
        kernels.emplace_back(std::move(facts), std::move(occupancies));
    }
    return command.analysis.as_json ? advice::to_json(kernels) : advice::to_text(kernels);
}

}  // namespace

analysis_run::analysis_run(const target_job& job, kernel_file& file, device_module* shared, const compile_command& command)
    : process_(job, file, shared, command, [&](device_module& unit) {
          const std::string text = report_of(unit, command);
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
