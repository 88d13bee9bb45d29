// Determines how host code names the types in a kernel's signature, and which headers declare these types.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Lex/PPCallbacks.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ingot::compiler {

/// The #include directives in the kernel file, by line. Each text follows `#include`.
using include_directives = std::map<unsigned, std::string>;

/// Records the #include directives while Clang preprocesses the file.
class include_listener final : public clang::PPCallbacks {
public:
    include_listener(include_directives& found, const clang::SourceManager& files) : directives_(found), sources_(files) {}
    void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool angled,
                            clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                            const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override;

private:
    include_directives& directives_;
    const clang::SourceManager& sources_;
};

/// Names types for host code and collects the headers that declare them.
class host_types {
public:
    host_types(clang::ASTContext& unit, const include_directives& found) : context_(unit), directives_(found) {}

    /// The name of a type. If the type depends on a declaration in the kernel file itself, host code cannot name it: `name` is
    /// empty and `hidden_declaration` is that declaration.
    struct result {
        std::string name;
        const clang::NamedDecl* hidden_declaration = nullptr;
    };
    /// Returns the type's name and records the headers that it requires.
    result name(clang::QualType type);

    /// Returns the headers that the names so far require. Each text follows `#include`.
    const std::vector<std::string>& includes() const { return needed_; }

private:
    // Record the headers for a type, a declaration or a template argument. Return null, or the declaration that host
    // code cannot include.
    const clang::NamedDecl* reach(clang::QualType type);
    const clang::NamedDecl* reach(const clang::NamedDecl& declaration);
    const clang::NamedDecl* reach(const clang::TemplateArgument& argument);
    void need(std::string include);

    clang::ASTContext& context_;
    const include_directives& directives_;
    std::vector<std::string> needed_;
};

}  // namespace ingot::compiler
