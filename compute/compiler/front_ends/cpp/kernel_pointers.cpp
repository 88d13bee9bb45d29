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
    text += "#include <ingot/cpu_debug/run.hpp>\n";
    for (const kernel_description& kernel : kernels)
        if (!kernel.call.empty())
            text += fmt::format("static void {}(const void* const* arguments) {{ {}({}); }}\n", calling_function(kernel),
                                kernel_pointer(kernel), kernel.call);
    return text;
}

std::string calling_function(const kernel_description& kernel) {
    if (kernel.call.empty()) return fmt::format("::ingot::cpu_debug::run<{}>", kernel_pointer(kernel));
    return "ingot_call_" + kernel.reflection.symbol;
}

}  // namespace ingot::compiler
