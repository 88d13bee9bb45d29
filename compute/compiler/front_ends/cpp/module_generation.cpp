#include "module_generation.hpp"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "invocation.hpp"
#include "kernel_pointers.hpp"

namespace ingot::compiler {

namespace {

std::string entry_name(const kernel_description& kernel) { return "ingot_entry_" + kernel.reflection.symbol; }

// Appends the entry functions to the file's text. Appending, instead of including the file from another one, keeps the
// file's own name and lines in diagnostics and line tables. The entry functions call kernels as the CPU debug device
// does. The #if makes a file that includes itself get them only once.
std::string with_entries(std::string_view source, std::span<const kernel_description> kernels,
                         std::span<const std::string> author_macros) {
    std::string text = fmt::format(
        "{}\n\n#if __INCLUDE_LEVEL__ == 0\n#line 1 \"<entries made by ingotc>\"\n{}"
        "#include <ingot/cpu_debug/entry.hpp>\n#include <ingot/language/libcxx_sort.hpp>\n"
        "#if defined(_GLIBCXX_COMPLEX) || defined(_LIBCPP_COMPLEX)\n#include <ingot/language/complex_functions.hpp>\n#endif\n",
        source, kernel_pointers(kernels, author_macros));
    for (const kernel_description& kernel : kernels)
        text += fmt::format("extern \"C\" void {}(const void* const* arguments) {{ ::ingot::cpu_debug::run<{}>(arguments); }}\n",
                            entry_name(kernel), kernel_pointer(kernel));
    return text + "#endif\n";
}

// Is the file a header of the system, of Clang or of the language?
bool is_library(std::string_view file) {
    const auto holds = [&](std::string_view folder) { return file.find(folder) != std::string_view::npos; };
    return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || holds("/ingot/clang/include/") ||
           holds("/ingot/language/") || holds("/ingot/cpu_debug/") || file.ends_with("/ingot/kernel.hpp");
}

}  // namespace

std::optional<device_module> generate_module(const source_options& options, std::string_view source, const target& made_for,
                                             const archive::device_profile& profile, std::span<const kernel_description> kernels,
                                             std::span<const std::string> author_macros) {
    const std::shared_ptr<clang::CompilerInvocation> invocation = create_invocation(options, made_for, profile);
    if (!invocation) return {};
    invocation->getDiagnosticOpts().IgnoreWarnings = true;
    invocation->getPreprocessorOpts().addRemappedFile(
        options.file.string(),
        llvm::MemoryBuffer::getMemBufferCopy(with_entries(source, kernels, author_macros), options.file.string()).release());

    clang::CompilerInstance compiler(invocation);
    compiler.createVirtualFileSystem();
    compiler.createDiagnostics();
    device_module unit;
    unit.compiled_for = &made_for;
    unit.is_library = &is_library;
    unit.context = std::make_unique<llvm::LLVMContext>();
    clang::EmitLLVMOnlyAction action(unit.context.get());
    if (!compiler.ExecuteAction(action)) return {};
    unit.module = action.takeModule();
    if (!unit.module) return {};
    for (const kernel_description& kernel : kernels) unit.kernels.push_back({kernel.reflection, entry_name(kernel)});
    return unit;
}

}  // namespace ingot::compiler
