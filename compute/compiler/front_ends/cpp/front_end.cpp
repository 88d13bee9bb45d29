// The front end for C++20. Clang compiles a kernel file as ordinary C++ for the build machine. The host's compiler
// compiles the same file for the CPU debug device.
#include "../../front_end.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/Sema.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>
#include <optional>
#include <set>

#include "../clang/dependencies.hpp"
#include "../clang/parse_action.hpp"
#include "../clang/precompiled_header.hpp"
#include "../clang/reporter.hpp"
#include "author_macros.hpp"
#include "call_graph.hpp"
#include "generated_cpu_debug.hpp"
#include "host_types.hpp"
#include "invocation.hpp"
#include "kernel_signatures.hpp"
#include "message_advisor.hpp"
#include "module_generation.hpp"

namespace ingot::compiler {

namespace {

// Parses the file and records its #include directives.
class cpp_action final : public parse_action {
public:
    cpp_action(include_directives& directives, llvm::LLVMContext& context) : parse_action(context), directives_(directives) {}

protected:
    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        compiler.getPreprocessor().addPPCallbacks(std::make_unique<include_listener>(directives_, compiler.getSourceManager()));
        return parse_action::BeginSourceFileAction(compiler);
    }

private:
    include_directives& directives_;
};

// Returns the path of the precompiled form of <ingot/kernel.hpp>, or an empty path if the file does not begin with that header or
// if there is no precompiled form.
std::filesystem::path find_kernel_header(const source_options& options, const device_macros& macros) {
    const auto source = llvm::MemoryBuffer::getFile(options.file.string());
    if (!source || first_include(std::string_view((*source)->getBuffer())) != "ingot/kernel.hpp") return {};
    source_options own_options = options;
    own_options.file = "kernel.hpp.cpp";  // for Clang's driver only
    own_options.include_folders.clear();
    // Kernel files use the target's macros, but <ingot/kernel.hpp> does not.
    target_traits own_traits = *macros.target;
    own_traits.macros.clear();
    const device_macros own_macros {&own_traits, macros.platform, macros.profile};
    return find_precompiled_header(
        {"#include <ingot/kernel.hpp>\n", [&] { return create_invocation(own_options, own_macros, messages::off); }}, options);
}

// Returns the namespace `name` in `outer`, or null.
const clang::NamespaceDecl* find_namespace(const clang::ASTContext& context, const clang::DeclContext& outer,
                                           llvm::StringRef name) {
    for (const clang::NamedDecl* declaration : outer.lookup(&context.Idents.get(name)))
        if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(declaration)) return space;
    return nullptr;
}

// Does the file refer to a function of device_info? Clang records for each function whether it is referenced. os() is
// ignored, because the operating system is the same for all profiles.
bool refers_to_device_info(const clang::ASTContext& context) {
    const clang::NamespaceDecl* const language = find_namespace(context, *context.getTranslationUnitDecl(), "ingot");
    const clang::NamespaceDecl* const device_info = language ? find_namespace(context, *language, "device_info") : nullptr;
    if (!device_info) return false;
    for (const clang::NamespaceDecl* part : device_info->redecls())
        for (const clang::Decl* member : part->decls())
            if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(member);
                function && function->getName() != "os" && function->isReferenced())
                return true;
    return false;
}

// A parsed C++ kernel file. Clang's state is kept after parsing: report() prints source lines, and generate() generates
// code from the AST.
class cpp_file final : public kernel_file {
public:
    cpp_file(const source_options& options, const target& first)
        : options_(options), parsed_for_ {&first.traits(), first.traits().platform, first.traits().profiles.front()} {}
    ~cpp_file() override {
        if (!begun_) return;
        if (action_->has_parsed()) action_->release();
        action_->EndSourceFile();
    }

    // Parses and checks the file. Returns false after an error.
    bool parse() {
        header_ = find_kernel_header(options_, parsed_for_);
        // If Clang does not accept the precompiled header, parse without it.
        if (!header_.empty() && !measure(options_.times, "reading the precompiled header", [&] { return begin(); }))
            header_.clear();
        if (!begun_ && !begin()) return false;
        if (llvm::Error failure = action_->Execute()) {
            llvm::consumeError(std::move(failure));
            return false;
        }
        const bool is_good = check();
        if (is_good) action_->parse().parse_text(entries_name, entry_functions(found_kernels_));
        action_->parse().finish();
        return is_good && !compiler_->getDiagnostics().hasErrorOccurred();
    }

    const std::vector<kernel_description>& kernels() const override { return found_kernels_; }
    const std::vector<std::string>& type_includes() const override { return includes_; }
    std::vector<std::string> dependencies() const override { return dependencies_; }
    module_variants variants() const override { return variants_; }
    std::string program_source(const program_names& names) const override {
        return generate_cpu_debug(names, options_.file, found_kernels_, author_macros_.names);
    }
    std::optional<device_module> generate(const target& target, const archive::device_profile& profile) override {
        device_macros macros {&target.traits(), target.traits().platform, profile};
        // A file that does not use device_info is the same for all profiles.
        if (variants_ != module_variants::each_profile) {
            macros.profile = parsed_for_.profile;
            macros.platform = parsed_for_.platform;
        }
        const bool is_parsed = variants_ == module_variants::one || macros == parsed_for_;
        std::optional<device_module> module = is_parsed ? generate_from_parse() : generate_again(macros);
        if (module) module->library_functions = library_functions_;
        return module;
    }
    void report(std::span<const diagnostic> errors) const override {
        const reporter printer(compiler_->getDiagnostics(), compiler_->getSourceManager());
        for (const diagnostic& found : errors) printer.error(found);
    }

private:
    // Begins the parse. Returns false if that fails. Clang then prints the error, unless a precompiled header is used: in
    // that case parse() calls this function again, without the precompiled header.
    bool begin() {
        const std::shared_ptr<clang::CompilerInvocation> invocation = create_invocation(options_, parsed_for_);
        if (!invocation) return false;
        invocation->getPreprocessorOpts().ImplicitPCHInclude = header_.string();
        read_files_ = std::make_shared<dependency_listener>();
        compiler_.emplace(invocation);
        compiler_->createVirtualFileSystem();
        compiler_->createDiagnostics();
        compiler_->addDependencyCollector(read_files_);
        clang::DiagnosticsEngine& prints = compiler_->getDiagnostics();
        auto advisor = std::make_unique<message_advisor>(prints.takeClient());
        clang::IgnoringDiagConsumer silent;
        prints.setClient(header_.empty() ? static_cast<clang::DiagnosticConsumer*>(advisor.get()) : &silent, false);
        action_.emplace(directives_, *context_);
        begun_ = action_->PrepareToExecute(*compiler_) && compiler_->createTarget() &&
                 action_->BeginSourceFile(*compiler_, invocation->getFrontendOpts().Inputs.front());
        if (begun_ && !header_.empty()) advisor->BeginSourceFile(compiler_->getLangOpts(), &compiler_->getPreprocessor());
        prints.setClient(advisor.release());
        return begun_;
    }

    // Checks what was parsed. Returns false after an error.
    bool check() {
        if (compiler_->getDiagnostics().hasErrorOccurred()) return false;
        dependencies_ = read_files_->getDependencies().vec();
        author_macros_ = find_author_macros(compiler_->getPreprocessor(), options_);
        action_->parse().parse_text("<library code of ingotc>", library_code(author_macros_.names));
        action_->parse().instantiate_templates();
        const reporter errors(compiler_->getDiagnostics(), compiler_->getSourceManager());
        if (errors.has_errors()) return false;
        host_types types(compiler_->getASTContext(), directives_);
        std::vector<found_kernel> found = find_kernels(compiler_->getASTContext(), types, errors);
        library_functions_ = check_called_functions(found, compiler_->getASTContext(), errors);
        for (const found_kernel& kernel : found) found_kernels_.push_back(kernel.description);
        includes_ = types.includes();
        variants_ = refers_to_device_info(compiler_->getASTContext()) ? module_variants::each_profile
                    : author_macros_.uses_target_macros               ? module_variants::each_target
                                                                      : module_variants::one;
        return !errors.has_errors();
    }

    // Parses the file again, with other macros, and generates the module.
    std::optional<device_module> generate_again(const device_macros& macros) const {
        const clang::SourceManager& sources = compiler_->getSourceManager();
        const bool fits_header = macros.profile.name == parsed_for_.profile.name && macros.platform == parsed_for_.platform;
        return generate_module(options_, sources.getBufferData(sources.getMainFileID()), macros,
                               fits_header ? header_ : std::filesystem::path(), found_kernels_, author_macros_.names);
    }

    // Generates the module from what was parsed.
    std::optional<device_module> generate_from_parse() {
        action_->generator().HandleTranslationUnit(compiler_->getASTContext());
        std::unique_ptr<llvm::Module> module(action_->generator().ReleaseModule());
        action_->release();
        if (compiler_->getDiagnostics().hasErrorOccurred() || !module) return {};
        return make_module(std::move(context_), std::move(module), found_kernels_);
    }

    source_options options_;
    device_macros parsed_for_;
    std::optional<clang::CompilerInstance> compiler_;
    std::shared_ptr<dependency_listener> read_files_;
    std::filesystem::path header_;  // the path of the precompiled header; empty if none is used
    include_directives directives_;
    std::unique_ptr<llvm::LLVMContext> context_ = std::make_unique<llvm::LLVMContext>();
    std::optional<cpp_action> action_;
    bool begun_ = false;
    std::vector<kernel_description> found_kernels_;
    std::vector<std::string> includes_;
    std::vector<std::string> dependencies_;
    std::set<std::string> library_functions_;  ///< device_module::library_functions
    author_macros author_macros_;
    module_variants variants_ = module_variants::one;
};

class cpp_front_end final : public front_end {
public:
    cpp_front_end()
        : front_end({.name = "cpp",
                     .language = "C++",
                     .title = "C++20",
                     .suffixes = {".cpp", ".cc", ".cxx", ".c++", ".hpp", ".h"},
                     .is_host_source = true,
                     .standards = {"c++20"}}) {}

    std::unique_ptr<kernel_file> parse(const source_options& options, const target& first) const override {
        auto file = std::make_unique<cpp_file>(options, first);
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
