// C++20, which is plain C++ for the build machine to Clang, and the CPU debug device's own text to the build's compiler.
#include "../../front_end.hpp"

#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/ChainedDiagnosticConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>

#include "call_graph.hpp"
#include "dependencies.hpp"
#include "generated_cpu_debug.hpp"
#include "host_types.hpp"
#include "invocation.hpp"
#include "kernel_signatures.hpp"
#include "module_generation.hpp"
#include "reporter.hpp"

namespace ingot::compiler {

namespace {

// Parses, and takes note of the include directives on the way.
class parse_action final : public clang::SyntaxOnlyAction {
public:
    explicit parse_action(include_directives& found) : directives(found) {}

protected:
    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        compiler.getPreprocessor().addPPCallbacks(std::make_unique<include_listener>(directives, compiler.getSourceManager()));
        return SyntaxOnlyAction::BeginSourceFileAction(compiler);
    }

private:
    include_directives& directives;
};

// Takes note whether a list of instances names what is no instance: of that Clang says a parameter of the list, and not of the
// kernel.
class list_listener final : public clang::DiagnosticConsumer {
public:
    explicit list_listener(bool& found) : named_no_instance(found) {}
    void HandleDiagnostic(clang::DiagnosticsEngine::Level, const clang::Diagnostic& said) override {
        if (said.getID() != clang::diag::err_non_type_template_parm_type_deduction_failure) return;
        if (said.getArgKind(0) != clang::DiagnosticsEngine::ak_declarationname) return;
        const auto parameter = clang::DeclarationName::getFromOpaqueInteger(static_cast<uintptr_t>(said.getRawArg(0)));
        if (parameter.getAsString() == "kernels") named_no_instance = true;
    }

private:
    bool& named_no_instance;
};

// Clang notes for each function whether anything refers to it. The operating system is the same for all profiles.
bool refers_to_device_info(const clang::ASTContext& context) {
    for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
        const auto* outer = llvm::dyn_cast<clang::NamespaceDecl>(declaration);
        if (!outer || outer->getName() != "ingot") continue;
        for (const clang::Decl* inner : outer->decls()) {
            const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(inner);
            if (!space || space->getName() != "device_info") continue;
            for (const clang::Decl* member : space->decls())
                if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(member);
                    function && function->getName() != "os" && function->isReferenced())
                    return true;
        }
    }
    return false;
}

// The compiler stays as it was at the end of the file: later diagnostics need the source, and types the AST.
class cpp_file final : public kernel_file {
public:
    cpp_file(const source_options& given, std::shared_ptr<clang::CompilerInvocation> called)
        : options(given), invocation(std::move(called)), compiler(invocation) {}
    ~cpp_file() override {
        if (begun) action.EndSourceFile();
    }

    // False where the file has errors.
    bool parse() {
        compiler.createVirtualFileSystem();
        compiler.createDiagnostics();
        clang::DiagnosticsEngine& prints = compiler.getDiagnostics();
        prints.setClient(
            new clang::ChainedDiagnosticConsumer(prints.takeClient(), std::make_unique<list_listener>(named_no_instance)));
        compiler.addDependencyCollector(read_files);
        if (!action.PrepareToExecute(compiler) || !compiler.createTarget()) return false;
        begun = action.BeginSourceFile(compiler, invocation->getFrontendOpts().Inputs.front());
        if (!begun) return false;
        if (llvm::Error failure = action.Execute()) {
            llvm::consumeError(std::move(failure));
            return false;
        }
        if (named_no_instance) {
            prints.setLastDiagnosticIgnored(false);  // a note goes with what was said last, which may be a warning that is off
            reporter(prints, compiler.getSourceManager())
                .note({}, "an instance has an argument for each template parameter, and each is a constant: `blur<3>`");
        }
        return !compiler.getDiagnostics().hasErrorOccurred() && check();
    }

    const std::vector<kernel_description>& kernels() const override { return found_kernels; }
    const std::vector<std::string>& type_includes() const override { return includes; }
    std::vector<std::string> dependencies() const override { return read_files->getDependencies().vec(); }
    bool asks_device_info() const override { return asks; }
    std::string program_source(const program_names& names) const override {
        return generate_cpu_debug(names, options.file, found_kernels);
    }
    std::optional<device_module> generate(const target& made_for, const archive::device_profile& profile) const override {
        const clang::SourceManager& sources = compiler.getSourceManager();
        const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
        return generate_module(options, text, made_for, profile, found_kernels);
    }
    void report(std::span<const diagnostic> errors) const override {
        const reporter printer(compiler.getDiagnostics(), compiler.getSourceManager());
        for (const diagnostic& found : errors) printer.error(found);
    }

private:
    bool check() {
        const reporter errors(compiler.getDiagnostics(), compiler.getSourceManager());
        host_types types(compiler.getASTContext(), directives);
        std::vector<found_kernel> found = find_kernels(compiler.getASTContext(), types, errors);
        check_reachable(found, compiler.getASTContext(), errors);
        for (const found_kernel& kernel : found) found_kernels.push_back(kernel.description);
        includes = types.includes();
        asks = refers_to_device_info(compiler.getASTContext());
        return !errors.has_errors();
    }

    source_options options;
    std::shared_ptr<clang::CompilerInvocation> invocation;
    clang::CompilerInstance compiler;
    std::shared_ptr<dependency_listener> read_files = std::make_shared<dependency_listener>();
    include_directives directives;
    parse_action action {directives};
    bool begun = false;
    bool named_no_instance = false;
    std::vector<kernel_description> found_kernels;
    std::vector<std::string> includes;
    bool asks = false;
};

class cpp_front_end final : public front_end {
public:
    cpp_front_end()
        : front_end({.name = "cpp",
                     .language = "C++",
                     .title = "C++20",
                     .suffixes = {".cpp", ".cc", ".cxx", ".c++", ".hpp", ".h"},
                     .is_host_source = true}) {}

    std::unique_ptr<const kernel_file> parse(const source_options& options, const target& first) const override {
        std::shared_ptr<clang::CompilerInvocation> invocation =
            create_invocation(options, first, first.traits().profiles.front());
        if (!invocation) return nullptr;
        auto file = std::make_unique<cpp_file>(options, std::move(invocation));
        if (!file->parse()) return nullptr;
        return file;
    }
};

}  // namespace

namespace front_ends {

std::unique_ptr<const front_end> create_cpp();
std::unique_ptr<const front_end> create_cpp() { return std::make_unique<cpp_front_end>(); }

}  // namespace front_ends

}  // namespace ingot::compiler
