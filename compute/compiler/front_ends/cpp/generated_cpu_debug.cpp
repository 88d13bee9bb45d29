#include "generated_cpu_debug.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "../../host_code/program_source.hpp"
#include "kernel_pointers.hpp"

namespace ingot::compiler {

namespace {

// Returns the name of a file as it follows #include. Such a name has no escape sequences: a backslash stands for itself, and a
// name with a quotation mark stands in angle brackets.
std::string include_name(const std::string& path) {
    if (path.find('"') == std::string::npos) return '"' + path + '"';
    if (path.find('>') == std::string::npos) return '<' + path + '>';
    throw std::runtime_error(
        fmt::format("no C++ source can include '{}', whose path has both '\"' and '>': rename the file or its folder", path));
}

}  // namespace

std::string generate_cpu_debug(const program_names& names, const std::filesystem::path& kernel_file,
                               std::span<const kernel_description> kernels, std::span<const std::string> author_macros) {
    // The kernel file comes first, so that it cannot use headers that only the generated source includes. assert() calls
    // __assert_fail, which <assert.h> declares. The macro changes that name to ingot_device_assert_fail, so that an
    // assert() in a kernel calls this function of the runtime (cpu_debug/work_group.cpp).
    const std::string text =
        fmt::format("#define __assert_fail ingot_device_assert_fail\n#include {}\n#undef __assert_fail\n\n{}{}\n",
                    include_name(std::filesystem::absolute(kernel_file).lexically_normal().string()),
                    end_of_author_macros(author_macros), kernel_pointers(kernels));
    std::vector<host_entry> entries;
    for (const kernel_description& kernel : kernels)
        entries.push_back({kernel.reflection.symbol, "&" + calling_function(kernel)});
    return generate_program_source(names, text, entries);
}

}  // namespace ingot::compiler
