#include "replacement.hpp"

#include <algorithm>
#include <cstdlib>
#include <ingot/archive/archive.hpp>
#include <string>

namespace ingot::run_time {

std::optional<compiled_program> replacement_for(const device& on, const program_source& source) {
    const char* const folder = std::getenv("INGOT_KERNELS");
    const bool in_program = source.keeps == nullptr;
    if (!folder || !*folder || !in_program || source.name.empty()) return std::nullopt;
    const auto file = std::filesystem::path(folder) / to_string(on.backend()) / source.name;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::nullopt;

    const auto contents = archive::read(source.archive, source.name);
    compile_options options;
    options.cpu_debug = on.backend() == backend::cpu_debug;
    if (options.cpu_debug) options.targets.clear();
    options.fast_math = std::ranges::find(contents.options, "--fast-math") != contents.options.end();
    return compile(file, options);
}

}  // namespace ingot::run_time
