#include "attributes.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/ParsedAttrInfo.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>

#include "address_spaces.hpp"

namespace ingot::compiler::metal {

namespace {

constexpr llvm::StringLiteral prefix = "metal.";

const clang::ParsedAttrInfo::Spelling spellings[] = {{clang::ParsedAttr::AS_GNU, mark_attribute}};

// Returns the text of an argument that is a string literal, possibly in brackets or cast.
const clang::StringLiteral* literal_of(const clang::Expr* argument) {
    return argument ? llvm::dyn_cast<clang::StringLiteral>(argument->IgnoreParenImpCasts()) : nullptr;
}

class mark_info final : public clang::ParsedAttrInfo {
public:
    mark_info() {
        Spellings = spellings;
        NumArgs = 1;
        OptArgs = 15;
    }

    bool diagAppertainsToDecl(clang::Sema&, const clang::ParsedAttr&, const clang::Decl*) const override { return true; }

    AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                     const clang::ParsedAttr& parsed) const override {
        const clang::StringLiteral* const name = parsed.isArgExpr(0) ? literal_of(parsed.getArgAsExpr(0)) : nullptr;
        if (!name) return AttributeNotApplied;
        if (name->getString() == "threadgroup") {
            make_shared(sema, *declaration);
            return AttributeApplied;
        }
        auto* const variable = llvm::dyn_cast<clang::VarDecl>(declaration);
        // A function constant has no initialiser, which C++ allows only for a declaration.
        if (name->getString() == "function_constant" && variable && !llvm::isa<clang::ParmVarDecl>(variable)) {
            variable->setStorageClass(clang::SC_Extern);
            variable->setConstexpr(false);
        }
        llvm::SmallVector<clang::Expr*> arguments;
        for (unsigned i = 1; i < parsed.getNumArgs(); ++i)
            if (parsed.isArgExpr(i)) arguments.push_back(parsed.getArgAsExpr(i));
        if (clang::Attr* const made = sema.CreateAnnotationAttr(parsed, (prefix + name->getString()).str(), arguments))
            declaration->addAttr(made);
        return AttributeApplied;
    }

private:
    // A threadgroup variable in a function exists once for each threadgroup. C++ requires that such a variable is static.
    static void make_shared(clang::Sema& sema, clang::Decl& declaration) {
        auto* const variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
        if (!variable || llvm::isa<clang::ParmVarDecl>(variable) ||
            address_space_of(variable->getType()) != address_space::threadgroup || !variable->isLocalVarDecl())
            return;
        variable->setStorageClass(clang::SC_Static);
        variable->addAttr(clang::SectionAttr::CreateImplicit(sema.Context, threadgroup_section));
    }
};

}  // namespace

void register_attributes() {
    static const clang::ParsedAttrInfoRegistry::Add<mark_info> registered(mark_attribute, "the attributes of Metal");
    static_cast<void>(registered);
}

std::optional<uint64_t> mark::number(const clang::ASTContext& context) const {
    if (attribute->args_size() != 1) return {};
    const clang::Expr* const argument = *attribute->args_begin();
    clang::Expr::EvalResult result;
    if (argument->isValueDependent() || !argument->EvaluateAsInt(result, context) || result.Val.getInt().isNegative()) return {};
    return result.Val.getInt().getLimitedValue();
}

std::optional<std::string> mark::text() const {
    if (attribute->args_size() != 1) return {};
    const clang::Expr* argument = (*attribute->args_begin())->IgnoreParenImpCasts();
    if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(argument)) argument = constant->getSubExpr();
    const clang::StringLiteral* const found = literal_of(argument);
    return found ? std::optional(found->getString().str()) : std::nullopt;
}

std::vector<mark> marks_of(const clang::Decl& declaration) {
    std::vector<mark> found;
    for (const auto* attribute : declaration.specific_attrs<clang::AnnotateAttr>())
        if (llvm::StringRef name = attribute->getAnnotation(); name.consume_front(prefix)) found.push_back({name, attribute});
    return found;
}

std::optional<mark> find_mark(const clang::Decl& declaration, llvm::StringRef name) {
    for (const mark& each : marks_of(declaration))
        if (each.name == name) return each;
    return {};
}

bool has_initial_value(const clang::VarDecl& variable) {
    if (!variable.hasInit()) return false;
    const auto* const call = llvm::dyn_cast<clang::CXXConstructExpr>(variable.getInit()->IgnoreImplicit());
    return !call || !call->getConstructor()->isDefaultConstructor() || call->isListInitialization() ||
           call->getParenOrBraceRange().isValid();
}

void mark_initialised(clang::VarDecl& variable) {
    const auto* const section = variable.getAttr<clang::SectionAttr>();
    if (!section || section->getName() != threadgroup_section || !has_initial_value(variable)) return;
    variable.dropAttr<clang::SectionAttr>();
    variable.addAttr(clang::SectionAttr::CreateImplicit(variable.getASTContext(), initialised_threadgroup_section));
}

void remove_marks(clang::Decl& declaration) {
    if (!declaration.hasAttrs()) return;
    llvm::erase_if(declaration.getAttrs(), [](const clang::Attr* each) {
        const auto* const annotation = llvm::dyn_cast<clang::AnnotateAttr>(each);
        return annotation && annotation->getAnnotation().starts_with(prefix);
    });
    if (declaration.getAttrs().empty()) declaration.dropAttrs();
}

}  // namespace ingot::compiler::metal
