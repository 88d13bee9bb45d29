#include "generated_cpu_debug.hpp"

#include <fmt/format.h>

#include "../../host_code/program_source.hpp"
#include "kernel_pointers.hpp"

namespace ingot::compiler {

std::string generate_cpu_debug(const program_names& names, const std::filesystem::path& kernel_file,
                               std::span<const kernel_description> kernels, std::span<const std::string> author_macros) {
    // The kernel file comes first, because it must compile without other headers. The C library declares __assert_fail in
    // <assert.h>, and so the runtime's function instead.
    const std::string text =
        fmt::format("#define __assert_fail ingot_device_assert_fail\n#include \"{}\"\n#undef __assert_fail\n\n{}{}\n",
                    std::filesystem::absolute(kernel_file).lexically_normal().string(), end_of_author_macros(author_macros),
                    kernel_pointers(kernels));
    std::vector<host_entry> entries;
    for (const kernel_description& kernel : kernels)
        entries.push_back({kernel.reflection.symbol, "&" + calling_function(kernel)});
    return generate_program_source(names, text, entries);
}

}  // namespace ingot::compiler
