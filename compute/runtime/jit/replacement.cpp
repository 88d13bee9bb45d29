#include "replacement.hpp"

#include <algorithm>
#include <cstdlib>
#include <ingot/archive/archive.hpp>
#include <ingot/runtime/kernel_replacement.hpp>
#include <string>

namespace ingot::jit {

std::optional<std::filesystem::path> find_replacement(const device& device, const program_source& source) {
    const char* const folder = std::getenv("INGOT_KERNELS");
    if (!folder || !*folder || !source.is_built_in || source.name.empty()) return std::nullopt;
    const auto file = std::filesystem::path(folder) / to_string(device.backend()) / source.name;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::nullopt;
    return std::filesystem::absolute(file).lexically_normal();
}

compiled_program compile_replacement(const std::filesystem::path& file, const device& device, const program_source& source) {
    const auto contents = archive::read(source.archive, source.name);
    const bool fast_math = std::ranges::find(contents.options, "--fast-math") != contents.options.end();
    return compile(file, replacement_options(device, {std::string(source.name), fast_math}));
}

}  // namespace ingot::jit
