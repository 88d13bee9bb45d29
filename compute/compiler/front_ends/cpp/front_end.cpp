// The front end for C++20. Clang compiles a kernel file as ordinary C++ for the build machine. The host's compiler
// compiles the same file for the CPU debug device.
#include "../../front_end.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>
#include <set>

#include "author_macros.hpp"
#include "call_graph.hpp"
#include "dependencies.hpp"
#include "generated_cpu_debug.hpp"
#include "host_types.hpp"
#include "invocation.hpp"
#include "kernel_signatures.hpp"
#include "message_advisor.hpp"
#include "module_generation.hpp"
#include "reporter.hpp"

namespace ingot::compiler {

namespace {

// Parses the file and records its #include directives.
class parse_action final : public clang::SyntaxOnlyAction {
public:
    explicit parse_action(include_directives& found) : directives_(found) {}

protected:
    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        compiler.getPreprocessor().addPPCallbacks(std::make_unique<include_listener>(directives_, compiler.getSourceManager()));
        return SyntaxOnlyAction::BeginSourceFileAction(compiler);
    }

private:
    include_directives& directives_;
};

// Does the file refer to a function of device_info? Clang records for each function whether it is referenced. os() is
// ignored, because the operating system is the same for all profiles.
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

// A parsed C++ kernel file. Clang's state is kept after parsing: later diagnostics use the source, and types use the
// AST.
class cpp_file final : public kernel_file {
public:
    cpp_file(const source_options& options, std::shared_ptr<clang::CompilerInvocation> called)
        : options_(options), invocation_(std::move(called)), compiler_(invocation_) {}
    ~cpp_file() override {
        if (begun_) action_.EndSourceFile();
    }

    // Parses and checks the file. False after an error.
    bool parse() {
        compiler_.createVirtualFileSystem();
        compiler_.createDiagnostics();
        clang::DiagnosticsEngine& prints = compiler_.getDiagnostics();
        prints.setClient(new message_advisor(prints.takeClient()));
        compiler_.addDependencyCollector(read_files_);
        if (!action_.PrepareToExecute(compiler_) || !compiler_.createTarget()) return false;
        begun_ = action_.BeginSourceFile(compiler_, invocation_->getFrontendOpts().Inputs.front());
        if (!begun_) return false;
        if (llvm::Error failure = action_.Execute()) {
            llvm::consumeError(std::move(failure));
            return false;
        }
        return !compiler_.getDiagnostics().hasErrorOccurred() && check();
    }

    const std::vector<kernel_description>& kernels() const override { return found_kernels_; }
    const std::vector<std::string>& type_includes() const override { return includes_; }
    std::vector<std::string> dependencies() const override { return read_files_->getDependencies().vec(); }
    bool uses_device_info() const override { return asks_; }
    std::string program_source(const program_names& names) const override {
        return generate_cpu_debug(names, options_.file, found_kernels_, author_macros_);
    }
    std::optional<device_module> generate(const target& made_for, const archive::device_profile& profile) const override {
        const clang::SourceManager& sources = compiler_.getSourceManager();
        const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
        std::optional<device_module> module = generate_module(options_, text, made_for, profile, found_kernels_, author_macros_);
        if (module) module->library_functions = library_functions_;
        return module;
    }
    void report(std::span<const diagnostic> errors) const override {
        const reporter printer(compiler_.getDiagnostics(), compiler_.getSourceManager());
        for (const diagnostic& found : errors) printer.error(found);
    }

private:
    bool check() {
        const reporter errors(compiler_.getDiagnostics(), compiler_.getSourceManager());
        host_types types(compiler_.getASTContext(), directives_);
        std::vector<found_kernel> found = find_kernels(compiler_.getASTContext(), types, errors);
        library_functions_ = check_called_functions(found, compiler_.getASTContext(), errors);
        for (const found_kernel& kernel : found) found_kernels_.push_back(kernel.description);
        includes_ = types.includes();
        author_macros_ = find_author_macros(compiler_.getPreprocessor(), options_);
        asks_ = refers_to_device_info(compiler_.getASTContext());
        return !errors.has_errors();
    }

    source_options options_;
    std::shared_ptr<clang::CompilerInvocation> invocation_;
    clang::CompilerInstance compiler_;
    std::shared_ptr<dependency_listener> read_files_ = std::make_shared<dependency_listener>();
    include_directives directives_;
    parse_action action_ {directives_};
    bool begun_ = false;
    std::vector<kernel_description> found_kernels_;
    std::vector<std::string> includes_;
    std::set<std::string> library_functions_;  ///< device_module::library_functions
    std::vector<std::string> author_macros_;
    bool asks_ = false;
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
