#include "marked_kernels.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <fmt/format.h>

#include <algorithm>

#include "language_names.hpp"

namespace ingot::compiler {

namespace {

// Collects the marked functions and the lists of instances, except in system headers.
class collector final : public clang::ConstDynamicRecursiveASTVisitor {
public:
    explicit collector(const clang::SourceManager& files) : sources_(files) { ShouldWalkTypesOfTypeLocs = false; }

    std::vector<marked_kernel> kernels;
    std::vector<const clang::TypedefNameDecl*> lists;
    std::vector<const clang::FileScopeAsmDecl*> assembly;

    bool VisitFileScopeAsmDecl(const clang::FileScopeAsmDecl* found) override {
        assembly.push_back(found);
        return true;
    }
    bool VisitFunctionDecl(const clang::FunctionDecl* function) override {
        // An instance or an explicit specialisation of a template is a kernel only if a list of instances names it.
        if (!is_marked(*function) || function->getPrimaryTemplate()) return true;
        const clang::FunctionDecl* definition = function->getDefinition();
        const clang::FunctionDecl* chosen = definition ? definition : function;
        const auto is_chosen = [chosen](const marked_kernel& other) {
            return other.function->getCanonicalDecl() == chosen->getCanonicalDecl();
        };
        if (std::ranges::none_of(kernels, is_chosen))
            kernels.push_back({chosen, chosen->getDescribedFunctionTemplate() != nullptr, {}});
        return true;
    }
    bool VisitTypedefNameDecl(const clang::TypedefNameDecl* alias) override {
        const clang::QualType type = alias->getUnderlyingType();
        if (alias->isFirstDecl() && !type->isDependentType() && as_language_template(type->getAsCXXRecordDecl(), "instances"))
            lists.push_back(alias);
        return true;
    }
    bool TraverseStmt(const clang::Stmt*) override { return true; }
    bool TraverseDecl(const clang::Decl* declaration) override {
        if (declaration && !llvm::isa<clang::TranslationUnitDecl>(declaration) &&
            sources_.isInSystemHeader(sources_.getExpansionLoc(declaration->getLocation())))
            return true;
        return clang::ConstDynamicRecursiveASTVisitor::TraverseDecl(declaration);
    }

private:
    const clang::SourceManager& sources_;
};

// Returns the function that a template argument of instances<…> names, or null.
const clang::FunctionDecl* function_in(const clang::TemplateArgument& argument) {
    if (argument.getKind() != clang::TemplateArgument::Declaration) return nullptr;
    return llvm::dyn_cast<clang::FunctionDecl>(argument.getAsDecl());
}

// Returns the function's name with its template arguments, for messages.
std::string text_of(const clang::FunctionDecl& function) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    function.getNameForDiagnostic(stream, function.getASTContext().getPrintingPolicy(), false);
    return text;
}

// Assigns the instances of the lists to the marked kernel templates.
class list_reader {
public:
    list_reader(std::vector<marked_kernel>& marked, const reporter& reports) : kernels_(marked), errors_(reports) {}

    void read(const clang::TypedefNameDecl& list) {
        const auto& named = llvm::cast<clang::ClassTemplateSpecializationDecl>(*list.getUnderlyingType()->getAsCXXRecordDecl());
        for (const clang::TemplateArgument& each : named.getTemplateArgs()[0].pack_elements())
            if (const clang::FunctionDecl* function = function_in(each)) read(*function, list.getLocation());
    }

private:
    void read(const clang::FunctionDecl& function, clang::SourceLocation location) {
        const clang::FunctionTemplateDecl* const primary_template = function.getPrimaryTemplate();
        const std::string name = text_of(function);
        if (!primary_template && is_marked(function))
            return errors_.error(location, fmt::format("kernel '{}' is not a template", name),
                                 "remove it from the list: only kernel templates need instances");
        if (!primary_template || !is_marked(*primary_template->getTemplatedDecl())) {
            errors_.error(location, fmt::format("'{}' is not an instance of a kernel template", name),
                          "write `kernel` before the template's return type: `template <…> kernel void name(…)`");
            return errors_.note(function.getLocation(), fmt::format("'{}' is declared here", name));
        }
        const auto is_its = [primary_template](const marked_kernel& other) {
            const clang::FunctionTemplateDecl* const family = other.function->getDescribedFunctionTemplate();
            return family && family->getCanonicalDecl() == primary_template->getCanonicalDecl();
        };
        const auto family = std::ranges::find_if(kernels_, is_its);
        if (family == kernels_.end()) return;  // a template of a system header
        const clang::FunctionDecl* const defined = function.getDefinition();
        const clang::FunctionDecl* const chosen = defined ? defined : &function;
        const auto known = std::ranges::find(family->instances, chosen, &listed_instance::function);
        if (known == family->instances.end()) return family->instances.push_back({chosen, location});
        errors_.error(location, fmt::format("'{}' is listed twice", name), "remove one of the two");
        if (known->location != location) errors_.note(known->location, "the first list is here");
    }

    std::vector<marked_kernel>& kernels_;
    const reporter& errors_;
};

// Reports kernels with the same name.
void check_names(const std::vector<marked_kernel>& kernels, const reporter& errors) {
    for (size_t i = 0; i < kernels.size(); ++i)
        for (size_t earlier = 0; earlier < i; ++earlier) {
            const clang::FunctionDecl& kernel = *kernels[i].function;
            const clang::FunctionDecl& other = *kernels[earlier].function;
            if (kernel.getNameAsString() != other.getNameAsString()) continue;
            errors.error(kernel.getLocation(), fmt::format("another kernel has the name '{}'", kernel.getNameAsString()),
                         "rename one: the host launches a kernel by its name alone, without its namespace and its parameters");
            errors.note(other.getLocation(), "the first kernel of this name is here");
            break;
        }
}

}  // namespace

bool is_marked(const clang::FunctionDecl& function) {
    return std::ranges::any_of(function.specific_attrs<clang::AnnotateAttr>(),
                               [](const clang::AnnotateAttr* attribute) { return attribute->getAnnotation() == "ingot.kernel"; });
}

std::vector<marked_kernel> find_marked_kernels(clang::ASTContext& context, const reporter& errors) {
    const clang::SourceManager& sources = context.getSourceManager();
    collector found(sources);
    // Kernels are never in a precompiled header, which would be read as a whole if all declarations were visited.
    for (const clang::Decl* declaration : context.getTranslationUnitDecl()->noload_decls())
        if (!declaration->isFromASTFile()) found.TraverseDecl(declaration);
    for (const clang::FileScopeAsmDecl* each : found.assembly)
        errors.error(each->getAsmLoc(), "a kernel file cannot contain assembly",
                     "write it in C++; code for the host alone goes between `#ifndef INGOT_DEVICE` and `#endif`");
    list_reader lists(found.kernels, errors);
    for (const clang::TypedefNameDecl* list : found.lists) lists.read(*list);
    std::erase_if(found.kernels, [&](const marked_kernel& each) {
        return each.is_template && each.instances.empty() &&
               !sources.isWrittenInMainFile(sources.getExpansionLoc(each.function->getLocation()));
    });
    if (found.kernels.empty())
        errors.error(sources.getLocForStartOfFile(sources.getMainFileID()), "this file has no kernel",
                     "include <ingot/kernel.hpp> and mark a function: `kernel void name(buffer<float> values) { … }`");
    check_names(found.kernels, errors);
    return std::move(found.kernels);
}

}  // namespace ingot::compiler
