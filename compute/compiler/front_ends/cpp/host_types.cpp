#include "host_types.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/QualTypeNames.h>

#include <algorithm>
#include <filesystem>
#include <ingot/installation/installation.hpp>

namespace ingot::compiler {

void include_listener::InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool angled,
                                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef,
                                          llvm::StringRef, const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) {
    if (!file || !sources_.isWrittenInMainFile(hash)) return;
    // The generated header may be in another folder than the kernel file, so a quoted include is written with its full path.
    const std::string path = std::filesystem::absolute(file->getName().str()).lexically_normal().string();
    directives_[sources_.getSpellingLineNumber(hash)] = angled ? "<" + name.str() + ">" : "\"" + path + "\"";
}

namespace {

// Returns the #include text for a header of the language, "<ingot/language/vector.hpp>", or an empty string for any other file.
std::string language_header(llvm::StringRef file) {
    for (const std::filesystem::path& path : installation::current_tree().headers)
        if (const std::string folder = path.string() + "/"; file.starts_with(folder))
            return "<" + file.drop_front(folder.size()).str() + ">";
    return {};
}

}  // namespace

host_types::result host_types::name(clang::QualType type) {
    type = type.getUnqualifiedType();
    // Host code cannot use an alias that the kernel file declares, but perhaps it can use the type that the alias names.
    const auto before = needed_;
    if (reach(type)) {
        needed_ = before;
        type = type.getCanonicalType().getUnqualifiedType();
        if (const clang::NamedDecl* missing = reach(type)) return {{}, missing};
    }
    clang::PrintingPolicy policy = context_.getPrintingPolicy();
    policy.SuppressTagKeyword = true;
    return {clang::TypeName::getFullyQualifiedName(type, context_, policy), nullptr};
}

const clang::NamedDecl* host_types::reach(clang::QualType type) {
    if (const auto* alias = type->getAs<clang::TypedefType>()) {
        const clang::NamedDecl& declaration = *alias->getDecl();
        const bool of_system = context_.getSourceManager().isInSystemHeader(declaration.getLocation());
        if (type->isArithmeticType() && !type->isEnumeralType() && of_system)
            return nullptr;  // for example uint32_t: <cstdint> is always included
        if (const clang::NamedDecl* missing = reach(declaration)) return missing;
        return reach(alias->desugar());
    }
    if (const auto* array = type->getAsArrayTypeUnsafe()) return reach(array->getElementType());
    if (const auto* vector = type->getAs<clang::VectorType>()) return reach(vector->getElementType());
    if (const clang::TagDecl* tag = type->getAsTagDecl()) {
        if (const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag))
            for (const clang::TemplateArgument& argument : specialisation->getTemplateArgs().asArray())
                if (const clang::NamedDecl* missing = reach(argument)) return missing;
        return reach(*tag);
    }
    return nullptr;
}

const clang::NamedDecl* host_types::reach(const clang::TemplateArgument& argument) {
    if (argument.getKind() == clang::TemplateArgument::Type) return reach(argument.getAsType());
    if (argument.getKind() == clang::TemplateArgument::Pack)
        for (const clang::TemplateArgument& element : argument.pack_elements())
            if (const clang::NamedDecl* missing = reach(element)) return missing;
    if (argument.getKind() == clang::TemplateArgument::Integral) return reach(argument.getIntegralType());
    return nullptr;
}

const clang::NamedDecl* host_types::reach(const clang::NamedDecl& declaration) {
    const clang::SourceManager& sources = context_.getSourceManager();
    const clang::NamedDecl* defined = &declaration;
    if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(&declaration); tag && tag->getDefinition())
        defined = tag->getDefinition();

    // Follow the chain of inclusions from the declaration up to the kernel file. The header to record is the first
    // header of the language on this chain, or the one that the kernel file itself includes.
    clang::SourceLocation location = sources.getExpansionLoc(defined->getLocation());
    while (location.isValid()) {
        const clang::FileID file = sources.getFileID(location);
        if (file == sources.getMainFileID()) break;
        if (const auto entry = sources.getFileEntryRefForID(file))
            if (const std::string header = language_header(entry->getName()); !header.empty()) {
                need(header);
                return nullptr;
            }
        const clang::SourceLocation inclusion = sources.getIncludeLoc(file);
        if (inclusion.isInvalid()) return nullptr;  // a built-in declaration
        if (sources.getFileID(inclusion) == sources.getMainFileID()) {
            const auto directive = directives_.find(sources.getSpellingLineNumber(inclusion));
            if (directive == directives_.end()) return &declaration;
            need(directive->second);
            return nullptr;
        }
        location = inclusion;
    }
    return &declaration;
}

void host_types::need(std::string include) {
    if (std::ranges::find(needed_, include) == needed_.end()) needed_.push_back(std::move(include));
}

}  // namespace ingot::compiler
