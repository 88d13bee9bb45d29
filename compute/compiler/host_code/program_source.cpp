#include "program_source.hpp"

#include <fmt/format.h>

namespace ingot::compiler {

std::string generate_program_source(const program_names& names, std::string_view kernels, std::span<const host_entry> entries) {
    std::string table = fmt::format("static constexpr std::span<const ingot::cpu_debug_entry> {}_entries {{}};\n", names.program);
    if (!entries.empty()) {
        table = fmt::format("static constexpr ingot::cpu_debug_entry {}_entries[] {{\n", names.program);
        for (const host_entry& entry : entries) table += fmt::format("    {{\"{}\", {}}},\n", entry.kernel, entry.function);
        table += "};\n";
    }
    return fmt::format(R"(// Made by ingotc from {0}; do not edit.
{1}#include <cstddef>
#include <ingot/cpu_debug/entry.hpp>
#include <span>

{4}
#if defined(INGOT_CPU_DEBUG_LIBRARY)
// Loaded by a program while it runs, which has the archive.
extern "C" const ingot::cpu_debug_library ingot_cpu_debug_library;
const ingot::cpu_debug_library ingot_cpu_debug_library {{ingot::cpu_debug_library_version, {3}_entries}};
#else
// From the assembler, around the archive.
extern "C" {{
extern const std::byte ingot_archive_begin_{2}[];
extern const std::byte ingot_archive_end_{2}[];
}}

extern const ingot::program_source {3}_source;
const ingot::program_source {3}_source {{
    "{0}", std::span(&ingot_archive_begin_{2}[0], &ingot_archive_end_{2}[0]), {3}_entries}};
#endif
)",
                       names.file, kernels, names.archive, names.program, table);
}

}  // namespace ingot::compiler
