#include "generated_cpu_debug.hpp"

#include <fmt/format.h>

#include "../../host_code/program_source.hpp"
#include "kernel_pointers.hpp"

namespace ingot::compiler {

std::string generate_cpu_debug(const program_names& names, const std::filesystem::path& kernel_file,
                               std::span<const kernel_description> kernels) {
    // The kernel file comes first, because it must compile without other headers. Its word `kernel` is a macro, which is
    // undefined afterwards for the headers that follow.
    const std::string text =
        fmt::format("#include \"{}\"\n#undef kernel\n\n{}\n", std::filesystem::absolute(kernel_file).lexically_normal().string(),
                    kernel_pointers(kernels));
    std::vector<host_entry> entries;
    for (const kernel_description& kernel : kernels)
        entries.push_back({kernel.reflection.symbol, fmt::format("&ingot::cpu_debug::run<{}>", kernel_pointer(kernel))});
    return generate_program_source(names, text, entries);
}

}  // namespace ingot::compiler
