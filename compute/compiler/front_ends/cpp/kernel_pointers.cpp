#include "kernel_pointers.hpp"

#include <fmt/format.h>

namespace ingot::compiler {

std::string kernel_pointer(const kernel_description& kernel) { return "ingot_pointer_to_" + kernel.reflection.symbol; }

std::string end_of_author_macros(std::span<const std::string> author_macros) {
    std::string text = "#undef kernel\n";
    for (const std::string& macro : author_macros) text += fmt::format("#undef {}\n", macro);
    return text;
}

std::string kernel_pointers(std::span<const kernel_description> kernels) {
    std::string text;
    for (const kernel_description& kernel : kernels)
        text += fmt::format("static constexpr auto {} = &{};\n", kernel_pointer(kernel), kernel.qualified_name);
    return text;
}

}  // namespace ingot::compiler
