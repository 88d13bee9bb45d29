#include "module_generation.hpp"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <ingot/archive/failures.hpp>

#include "invocation.hpp"
#include "kernel_pointers.hpp"

namespace ingot::compiler {

namespace {

std::string entry_name(const kernel_description& kernel) { return "ingot_entry_" + kernel.reflection.symbol; }

// Appends the entry functions to the file's text. Appending, instead of including the file from another one, keeps the
// file's own name and lines in diagnostics and line tables. A file may include itself; because of the #if, it gets the entry
// functions only once.
std::string with_entries(std::string_view source, std::span<const kernel_description> kernels,
                         std::span<const std::string> author_macros) {
    return fmt::format("{}\n\n#if __INCLUDE_LEVEL__ == 0\n#line 1 \"{}\"\n{}{}#endif\n", source, entries_name,
                       library_code(author_macros), entry_functions(kernels));
}

// Is the file a header of the system, of Clang or of the language, or the text of the entries?
bool is_library(std::string_view file) {
    const auto holds = [&](std::string_view folder) { return file.find(folder) != std::string_view::npos; };
    return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || holds("/ingot/clang/include/") ||
           file.ends_with(entries_name) || holds("/ingot/language/") || holds("/ingot/cpu_debug/") ||
           file.ends_with("/ingot/kernel.hpp");
}

}  // namespace

std::string library_code(std::span<const std::string> author_macros) {
    return end_of_author_macros(author_macros) +
           "#include <ingot/language/libcxx_sort.hpp>\n"
           "#if defined(_GLIBCXX_COMPLEX) || defined(_LIBCPP_COMPLEX)\n#include <ingot/language/complex_functions.hpp>\n#endif\n";
}

std::string entry_functions(std::span<const kernel_description> kernels) {
    std::string text = kernel_pointers(kernels);
    for (const kernel_description& kernel : kernels)
        text += fmt::format("extern \"C\" void {}(const void* const* arguments) {{ {}(arguments); }}\n", entry_name(kernel),
                            calling_function(kernel));
    return text;
}

device_module make_module(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
                          std::span<const kernel_description> kernels) {
    device_module unit;
    unit.is_library = &is_library;
    unit.context = std::move(context);
    unit.module = std::move(module);
    for (const kernel_description& kernel : kernels) {
        unit.kernels.push_back({kernel.reflection, entry_name(kernel)});
        if (kernel.can_fail) unit.kernels.back().reflection.parameters.push_back(archive::failures_parameter());
    }
    return unit;
}

std::optional<device_module> generate_module(const source_options& options, std::string_view source, const device_macros& macros,
                                             const std::filesystem::path& precompiled_header,
                                             std::span<const kernel_description> kernels,
                                             std::span<const std::string> author_macros) {
    const std::shared_ptr<clang::CompilerInvocation> invocation = create_invocation(options, macros);
    if (!invocation) return {};
    invocation->getDiagnosticOpts().IgnoreWarnings = true;
    invocation->getPreprocessorOpts().ImplicitPCHInclude = precompiled_header.string();
    invocation->getPreprocessorOpts().addRemappedFile(
        options.file.string(),
        llvm::MemoryBuffer::getMemBufferCopy(with_entries(source, kernels, author_macros), options.file.string()).release());

    clang::CompilerInstance compiler(invocation);
    compiler.createVirtualFileSystem();
    compiler.createDiagnostics();
    auto context = std::make_unique<llvm::LLVMContext>();
    clang::EmitLLVMOnlyAction action(context.get());
    if (!compiler.ExecuteAction(action)) return {};
    std::unique_ptr<llvm::Module> module = action.takeModule();
    if (!module) return {};
    return make_module(std::move(context), std::move(module), kernels);
}

}  // namespace ingot::compiler
