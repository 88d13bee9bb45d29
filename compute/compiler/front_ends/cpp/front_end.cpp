#include "front_end.hpp"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>

#include "call_graph.hpp"
#include "dependencies.hpp"
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

}  // namespace

// The compiler stays as it was at the end of the file: later diagnostics need the source, and types the AST.
struct kernel_file::parsed {
    source_options options;
    std::shared_ptr<clang::CompilerInvocation> invocation;
    clang::CompilerInstance compiler;
    std::shared_ptr<dependency_listener> read_files = std::make_shared<dependency_listener>();
    include_directives directives;
    parse_action action {directives};
    bool begun = false;
    std::vector<kernel_description> kernels;
    std::vector<std::string> includes;
    bool asks_device_info = false;

    parsed(const source_options& given, std::shared_ptr<clang::CompilerInvocation> called)
        : options(given), invocation(std::move(called)), compiler(invocation) {}
    ~parsed() {
        if (begun) action.EndSourceFile();
    }

    bool parse() {
        compiler.createVirtualFileSystem();
        compiler.createDiagnostics();
        compiler.addDependencyCollector(read_files);
        if (!action.PrepareToExecute(compiler) || !compiler.createTarget()) return false;
        begun = action.BeginSourceFile(compiler, invocation->getFrontendOpts().Inputs.front());
        if (!begun) return false;
        if (llvm::Error failure = action.Execute()) {
            llvm::consumeError(std::move(failure));
            return false;
        }
        return !compiler.getDiagnostics().hasErrorOccurred();
    }

    bool check() {
        const reporter errors(compiler.getDiagnostics(), compiler.getSourceManager());
        host_types types(compiler.getASTContext(), directives);
        std::vector<found_kernel> found = find_kernels(compiler.getASTContext(), types, errors);
        check_reachable(found, compiler.getASTContext(), errors);
        for (const found_kernel& kernel : found) kernels.push_back(kernel.description);
        includes = types.includes();
        asks_device_info = refers_to_device_info(compiler.getASTContext());
        return !errors.has_errors();
    }
};

kernel_file::kernel_file(std::unique_ptr<parsed> made) : contents(std::move(made)) {}
kernel_file::kernel_file(kernel_file&&) noexcept = default;
kernel_file& kernel_file::operator=(kernel_file&&) noexcept = default;
kernel_file::~kernel_file() = default;

std::optional<kernel_file> kernel_file::parse(const source_options& options, const target& first) {
    std::shared_ptr<clang::CompilerInvocation> invocation = create_invocation(options, first, first.traits().profiles.front());
    if (!invocation) return {};
    auto contents = std::make_unique<parsed>(options, std::move(invocation));
    if (!contents->parse() || !contents->check()) return {};
    return kernel_file(std::move(contents));
}

const std::vector<kernel_description>& kernel_file::kernels() const { return contents->kernels; }

const std::vector<std::string>& kernel_file::type_includes() const { return contents->includes; }

std::vector<std::string> kernel_file::dependencies() const { return contents->read_files->getDependencies().vec(); }

bool kernel_file::asks_device_info() const { return contents->asks_device_info; }

std::optional<device_module> kernel_file::generate(const target& made_for, const archive::device_profile& profile) const {
    const clang::SourceManager& sources = contents->compiler.getSourceManager();
    const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    return generate_module(contents->options, text, made_for, profile, contents->kernels);
}

void kernel_file::report(std::span<const diagnostic> errors) const {
    const reporter printer(contents->compiler.getDiagnostics(), contents->compiler.getSourceManager());
    for (const diagnostic& found : errors) printer.error(found);
}

std::string_view ingotc_version() { return INGOT_VERSION; }

}  // namespace ingot::compiler
