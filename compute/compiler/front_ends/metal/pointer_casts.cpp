#include "pointer_casts.hpp"

#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>

#include <stdexcept>

#include "address_spaces.hpp"

namespace ingot::compiler::metal {

namespace {

// The device function that makes a pointer to the address space.
llvm::StringRef function_for(address_space space) {
    switch (space) {
        case address_space::device:
            return "ingot_device_pointer_to_global";
        case address_space::constant:
            return "ingot_device_pointer_to_constant";
        case address_space::threadgroup:
            return "ingot_device_pointer_to_local";
        case address_space::thread:
            break;
    }
    return "ingot_device_pointer_to_private";
}

class cast_visitor final : public clang::DynamicRecursiveASTVisitor {
public:
    explicit cast_visitor(clang::ASTContext& unit) : context_(unit) { ShouldVisitTemplateInstantiations = true; }

    bool VisitExplicitCastExpr(clang::ExplicitCastExpr* cast) override {
        if (cast->getCastKind() != clang::CK_IntegralToPointer) return true;
        clang::FunctionDecl& function = find(function_for(address_space_of(cast->getType()->getPointeeType())));
        cast->setSubExpr(call(function, *cast->getSubExpr()));
        cast->setCastKind(clang::CK_AddressSpaceConversion);
        return true;
    }

private:
    clang::FunctionDecl& find(llvm::StringRef name) const {
        for (clang::NamedDecl* const found : context_.getTranslationUnitDecl()->lookup(&context_.Idents.get(name)))
            if (auto* const function = llvm::dyn_cast<clang::FunctionDecl>(found)) return *function;
        throw std::logic_error("the library for Metal declares no function " + name.str());
    }

    clang::Expr* call(clang::FunctionDecl& function, clang::Expr& number) const {
        const clang::SourceLocation place = number.getBeginLoc();
        const clang::QualType type = function.getParamDecl(0)->getType();
        clang::Expr* argument = &number;
        if (!context_.hasSameType(number.getType(), type)) argument = implicit_cast(type, clang::CK_IntegralCast, number);
        clang::Expr* const name = clang::DeclRefExpr::Create(context_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
                                                             &function, false, place, function.getType(), clang::VK_LValue);
        clang::Expr* const callee =
            implicit_cast(context_.getPointerType(function.getType()), clang::CK_FunctionToPointerDecay, *name);
        return clang::CallExpr::Create(context_, callee, {argument}, function.getReturnType(), clang::VK_PRValue,
                                       number.getEndLoc(), clang::FPOptionsOverride());
    }
    clang::Expr* implicit_cast(clang::QualType type, clang::CastKind kind, clang::Expr& operand) const {
        return clang::ImplicitCastExpr::Create(context_, type, kind, &operand, nullptr, clang::VK_PRValue,
                                               clang::FPOptionsOverride());
    }

    clang::ASTContext& context_;
};

}  // namespace

void call_pointer_casts(clang::ASTContext& context) { cast_visitor(context).TraverseDecl(context.getTranslationUnitDecl()); }

}  // namespace ingot::compiler::metal
