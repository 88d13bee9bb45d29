// The front end for the Metal Shading Language (version 3.0, its part for compute kernels). Clang compiles a kernel file as C++
// for the build machine, after a pass over its tokens (tokens.hpp).
#include "../../front_end.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <ingot/installation/installation.hpp>
#include <memory>
#include <optional>

#include "../../host_code/program_source.hpp"
#include "../clang/dependencies.hpp"
#include "../clang/parse_action.hpp"
#include "../clang/precompiled_header.hpp"
#include "../clang/reporter.hpp"
#include "attributes.hpp"
#include "conditionals.hpp"
#include "half_numbers.hpp"
#include "headers.hpp"
#include "host_structs.hpp"
#include "invocation.hpp"
#include "kernels.hpp"
#include "messages.hpp"
#include "module_passes.hpp"
#include "pointer_casts.hpp"
#include "rules.hpp"
#include "tokens.hpp"

namespace ingot::compiler::metal {

namespace {

// Parses the file after the pass over its tokens.
class metal_action final : public parse_action {
public:
    metal_action(token_facts& facts, const conditional_places& conditionals, llvm::LLVMContext& context)
        : parse_action(context), facts_(facts), conditionals_(conditionals) {}

protected:
    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        errors_.emplace(compiler.getDiagnostics(), compiler.getSourceManager());
        compiler.getPreprocessor().addPPCallbacks(std::make_unique<header_listener>(*errors_, compiler.getSourceManager()));
        return parse_action::BeginSourceFileAction(compiler);
    }
    void parse_file(staged_parse& parse) override {
        clang::CompilerInstance& compiler = getCompilerInstance();
        parse.parse_file([&](std::vector<clang::Token>& tokens) {
            // Errors of the preprocessor, such as a header that does not exist, would cause many more.
            if (compiler.getDiagnostics().hasErrorOccurred())
                tokens.erase(tokens.begin(), tokens.end() - 1);
            else
                rewrite_tokens(compiler.getPreprocessor(), tokens, facts_, conditionals_);
        });
    }

private:
    token_facts& facts_;
    const conditional_places& conditionals_;
    std::optional<reporter> errors_;
};

// Returns the path of the precompiled form of the library, or an empty path if the file does not begin with one of the library's
// headers, which all include the whole library, or if there is no precompiled form.
std::filesystem::path find_library(const source_options& options) {
    const auto source = llvm::MemoryBuffer::getFile(options.file.string());
    if (!source) return {};
    const std::string_view first = first_include(std::string_view((*source)->getBuffer()));
    const auto has_header = [&](const std::filesystem::path& folder) {
        return std::filesystem::exists(folder / "ingot/metal" / first);
    };
    if (!first.starts_with("metal_") || std::ranges::none_of(installation::current_tree().headers, has_header)) return {};
    source_options own_options = options;
    own_options.file = "metal_stdlib.metal";  // for Clang's driver only
    own_options.include_folders.clear();
    const auto rewrite = [](clang::Preprocessor& preprocessor, std::vector<clang::Token>& tokens) {
        token_facts facts;  // no rule asks for those of the library
        rewrite_tokens(preprocessor, tokens, facts);
    };
    return find_precompiled_header(
        {"#include <metal_stdlib>\n", [&] { return create_invocation(own_options, messages::off); }, rewrite}, options);
}

// Restricts all visitors of the syntax tree to what was parsed. Without this, they would read the whole precompiled library.
void leave_out_precompiled(clang::ASTContext& context) {
    std::vector<clang::Decl*> parsed;
    for (clang::Decl* const declaration : context.getTranslationUnitDecl()->noload_decls())
        if (!declaration->isFromASTFile()) parsed.push_back(declaration);
    context.setTraversalScope(parsed);
}

// Prepares all declarations for the generation of code, when their attributes of Metal have been read: removes these, and marks
// threadgroup variables with an initial value.
class mark_remover final : public clang::DynamicRecursiveASTVisitor {
public:
    mark_remover() { ShouldVisitTemplateInstantiations = true; }
    bool VisitDecl(clang::Decl* declaration) override {
        remove_marks(*declaration);
        if (auto* const variable = llvm::dyn_cast<clang::VarDecl>(declaration)) mark_initialised(*variable);
        return true;
    }
};

// Is the file a header of the system, of Clang, of the C++ language or of Metal's library?
bool is_library(std::string_view file) {
    const auto holds = [&](std::string_view folder) { return file.find(folder) != std::string_view::npos; };
    return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || holds("/ingot/clang/include/") ||
           holds("/ingot/language/") || holds("/ingot/metal/");
}

class metal_file final : public kernel_file {
public:
    explicit metal_file(const source_options& options) : options_(options), names_(program_names_of(options.file.string())) {}
    ~metal_file() override { end(); }

    bool parse() {
        library_ = find_library(options_);
        // If Clang does not accept the precompiled library, parse without it.
        if (!library_.empty() && !measure(options_.times, "reading the precompiled header", [&] { return begin(); }))
            library_.clear();
        if ((!begun_ && !begin()) || !parse_text()) return fail();
        // Expressions whose operands have no common type in C++ are rewritten, and the file is parsed again. One of them can
        // hide another one that it contains.
        for (unsigned repeats = 0; repeats < most_repeats && !listener_->found().empty(); ++repeats) {
            conditionals_.insert(listener_->found().begin(), listener_->found().end());
            end();
            if (!begin() || !parse_text()) return fail();
        }
        listener_->print(compiler_->getDiagnostics());
        const bool is_good = check();
        if (is_good) {
            action_->parse().parse_text("<generated by ingotc>", entry_functions(kernels_, compiler_->getASTContext()));
            call_pointer_casts(compiler_->getASTContext());
        }
        action_->parse().finish();
        return is_good && !compiler_->getDiagnostics().hasErrorOccurred();
    }

    const std::vector<kernel_description>& kernels() const override { return descriptions_; }
    const std::vector<std::string>& type_includes() const override { return includes_; }
    std::string type_declarations() const override { return declarations_; }
    std::vector<std::string> dependencies() const override { return dependencies_; }
    module_variants variants() const override { return module_variants::one; }
    std::string program_source(const program_names& names) const override { return generate_program_source(names, "", {}); }

    std::optional<device_module> generate(const target& made_for, const archive::device_profile&) override {
        action_->generator().HandleTranslationUnit(compiler_->getASTContext());
        std::unique_ptr<llvm::Module> module(action_->generator().ReleaseModule());
        action_->release();
        if (compiler_->getDiagnostics().hasErrorOccurred() || !module) return {};
        std::vector<kernel_constants> constants;
        for (const found_kernel& kernel : kernels_)
            constants.push_back(
                {"ingot_entry_" + kernel.description.reflection.symbol, kernel.constants, kernel.computed_constants});
        pass_function_constants(*module, constants);
        apply_metal_rules(*module);
        store_half_as_integers(*module);
        device_module unit;
        unit.compiled_for = &made_for;
        unit.is_library = &is_library;
        unit.context = std::move(context_);
        unit.module = std::move(module);
        for (const kernel_description& kernel : descriptions_)
            unit.kernels.push_back({kernel.reflection, "ingot_entry_" + kernel.reflection.symbol});
        return unit;
    }

    void report(std::span<const diagnostic> errors) const override {
        const reporter printer(compiler_->getDiagnostics(), compiler_->getSourceManager());
        for (const diagnostic& found : errors) printer.error(found);
    }

private:
    static constexpr unsigned most_repeats = 8;

    // Parses the text of the file, and instantiates its templates.
    bool parse_text() {
        if (llvm::Error failure = action_->Execute()) {
            llvm::consumeError(std::move(failure));
            return false;
        }
        if (!compiler_->getDiagnostics().hasErrorOccurred()) action_->parse().instantiate_templates();
        return true;
    }

    // Prints why the parse failed. Returns false.
    bool fail() {
        if (listener_) listener_->print(compiler_->getDiagnostics());
        return false;
    }

    // Ends the parse, so that another one can begin.
    void end() {
        if (!begun_) return;
        if (action_->has_parsed()) action_->release();
        action_->EndSourceFile();
        action_.reset();
        compiler_.reset();
        context_ = std::make_unique<llvm::LLVMContext>();
        facts_ = {};
        listener_ = nullptr;
        begun_ = false;
    }

    // Begins the parse. Returns false if that fails. Clang then prints the error, unless the precompiled library is used: in that
    // case parse() calls this function again, without it.
    bool begin() {
        const std::shared_ptr<clang::CompilerInvocation> invocation = create_invocation(options_);
        if (!invocation) return false;
        invocation->getPreprocessorOpts().ImplicitPCHInclude = library_.string();
        invocation->getDiagnosticOpts().ErrorLimit = 0;  // an error of each expression is needed to repeat the parse
        read_files_ = std::make_shared<dependency_listener>();
        compiler_.emplace(invocation);
        compiler_->createVirtualFileSystem();
        compiler_->createDiagnostics();
        compiler_->addDependencyCollector(read_files_);
        clang::DiagnosticsEngine& prints = compiler_->getDiagnostics();
        auto rewritten =
            std::make_unique<conditional_listener>(std::make_unique<author_messages>(prints.takeClient()), conditionals_);
        listener_ = rewritten.get();
        clang::IgnoringDiagConsumer silent;
        prints.setClient(library_.empty() ? static_cast<clang::DiagnosticConsumer*>(rewritten.get()) : &silent, false);
        action_.emplace(facts_, conditionals_, *context_);
        begun_ = action_->PrepareToExecute(*compiler_) && compiler_->createTarget() &&
                 action_->BeginSourceFile(*compiler_, invocation->getFrontendOpts().Inputs.front());
        if (begun_ && !library_.empty()) rewritten->BeginSourceFile(compiler_->getLangOpts(), &compiler_->getPreprocessor());
        prints.setClient(rewritten.release());
        return begun_;
    }

    // Checks what was parsed. Returns false after an error.
    bool check() {
        clang::DiagnosticsEngine& engine = compiler_->getDiagnostics();
        if (engine.hasErrorOccurred()) return false;
        dependencies_ = read_files_->getDependencies().vec();
        clang::ASTContext& context = compiler_->getASTContext();
        leave_out_precompiled(context);
        const reporter errors(engine, compiler_->getSourceManager());
        check_rules(context, facts_, errors);
        host_structs types(context, names_.program + "_types");
        kernels_ = find_kernels(context, types, errors);
        for (const found_kernel& kernel : kernels_) descriptions_.push_back(kernel.description);
        declarations_ = types.declarations();
        mark_remover().TraverseDecl(context.getTranslationUnitDecl());
        return !errors.has_errors();
    }

    source_options options_;
    program_names names_;
    token_facts facts_;
    conditional_places conditionals_;
    conditional_listener* listener_ = nullptr;  // of the current parse; belongs to compiler_
    std::optional<clang::CompilerInstance> compiler_;
    std::shared_ptr<dependency_listener> read_files_;
    std::filesystem::path library_;  // the path of the precompiled library; empty if none is used
    std::unique_ptr<llvm::LLVMContext> context_ = std::make_unique<llvm::LLVMContext>();
    std::optional<metal_action> action_;
    bool begun_ = false;
    std::vector<found_kernel> kernels_;
    std::vector<kernel_description> descriptions_;
    std::vector<std::string> includes_ {"<ingot/language/half.hpp>", "<ingot/language/image.hpp>",
                                        "<ingot/language/sampler_state.hpp>", "<ingot/language/vector.hpp>"};
    std::string declarations_;
    std::vector<std::string> dependencies_;
};

class metal_front_end final : public front_end {
public:
    metal_front_end()
        : front_end({.name = "metal",
                     .language = "Metal",
                     .title = "Metal 3.0 (compute kernels)",
                     .suffixes = {".metal"},
                     .standards = {"metal3.0",       "metal2.0",       "metal2.1",       "metal2.2",       "metal2.3",
                                   "metal2.4",       "macos-metal1.1", "macos-metal1.2", "macos-metal2.0", "macos-metal2.1",
                                   "macos-metal2.2", "macos-metal2.3", "macos-metal2.4", "osx-metal1.1",   "osx-metal1.2",
                                   "osx-metal2.0",   "ios-metal1.0",   "ios-metal1.1",   "ios-metal1.2",   "ios-metal2.0",
                                   "ios-metal2.1",   "ios-metal2.2",   "ios-metal2.3",   "ios-metal2.4",   "metal3.1"}}) {
        register_attributes();
    }

    std::unique_ptr<kernel_file> parse(const source_options& options, const target&) const override {
        auto file = std::make_unique<metal_file>(options);
        if (!file->parse()) return nullptr;
        return file;
    }
};

}  // namespace

}  // namespace ingot::compiler::metal

namespace ingot::compiler::front_ends {

std::unique_ptr<const front_end> create_metal();
std::unique_ptr<const front_end> create_metal() { return std::make_unique<metal::metal_front_end>(); }

}  // namespace ingot::compiler::front_ends
