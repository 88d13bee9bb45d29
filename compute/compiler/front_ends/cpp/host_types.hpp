// How a host program names a type that stands in a kernel's signature, and the headers that it gets it from.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Lex/PPCallbacks.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ingot::compiler {

/// The #include directives of the kernel file itself, by line.
using include_directives = std::map<unsigned, std::string>;

/// Fills `directives` while the file is read.
class include_listener final : public clang::PPCallbacks {
public:
    include_listener(include_directives& found, const clang::SourceManager& files) : directives(found), sources(files) {}
    void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool angled,
                            clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                            const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override;

private:
    include_directives& directives;
    const clang::SourceManager& sources;
};

class host_types {
public:
    host_types(clang::ASTContext& unit, const include_directives& found) : context(unit), directives(found) {}

    /// The type's name for a host program; takes note of the includes it needs. Where a declaration that it needs stands in the
    /// kernel file itself the name is missing and that declaration is there.
    struct result {
        std::string name;
        const clang::NamedDecl* out_of_reach = nullptr;
    };
    result name(clang::QualType type);

    /// What the names so far need, each as the text after `#include`.
    const std::vector<std::string>& includes() const { return needed; }

private:
    const clang::NamedDecl* reach(clang::QualType type);
    const clang::NamedDecl* reach(const clang::NamedDecl& declaration);
    const clang::NamedDecl* reach(const clang::TemplateArgument& argument);
    void need(std::string include);

    clang::ASTContext& context;
    const include_directives& directives;
    std::vector<std::string> needed;
};

}  // namespace ingot::compiler
