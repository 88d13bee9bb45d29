#include "generated_cpu_debug.hpp"

#include <fmt/format.h>

#include "kernel_pointers.hpp"

namespace ingot::compiler {

std::string generate_cpu_debug(const program_names& names, const std::filesystem::path& kernel_file,
                               std::span<const kernel_description> kernels) {
    std::string entries;
    for (const kernel_description& kernel : kernels)
        entries += fmt::format("    {{\"{}\", &ingot::cpu_debug::run<{}>}},\n", kernel.reflection.name, kernel_pointer(kernel));
    // The kernel file comes first: it must stand without help. Its word `kernel` is a macro that no later header expects.
    return fmt::format(R"(// Made by ingotc from {0}; do not edit.
#include "{1}"
#undef kernel

{5}
#include <cstddef>
#include <ingot/cpu_debug/entry.hpp>
#include <span>

static constexpr ingot::cpu_debug_entry {3}_entries[] {{
{4}}};

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
                       names.file, std::filesystem::absolute(kernel_file).lexically_normal().string(), names.archive,
                       names.program, entries, kernel_pointers(kernels));
}

}  // namespace ingot::compiler
