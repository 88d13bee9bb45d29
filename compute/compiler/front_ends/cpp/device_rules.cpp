#include "device_rules.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ingot::compiler {

namespace {

constexpr std::array allocating {"malloc",         "calloc",   "realloc", "reallocarray", "aligned_alloc",
                                 "posix_memalign", "memalign", "valloc",  "strdup",       "strndup"};
constexpr std::array ending {"abort",      "exit",      "_exit",         "_Exit",
                             "quick_exit", "terminate", "__assert_fail", "__glibcxx_assert_fail"};

bool is_one_of(const auto& names, llvm::StringRef name) {
    return std::ranges::any_of(names, [&](const char* known) { return name == known; });
}

class examiner final : public clang::ConstDynamicRecursiveASTVisitor {
public:
    examiner(clang::ASTContext& unit, function_facts& found) : context(unit), facts(found) {
        ShouldVisitImplicitCode = true;
        ShouldWalkTypesOfTypeLocs = false;
    }

    void examine(const clang::FunctionDecl& function) {
        for (const clang::ParmVarDecl* parameter : function.parameters())
            destroys(parameter->getType(), parameter->getLocation());
        if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function))
            for (const clang::CXXCtorInitializer* member : constructor->inits()) TraverseStmt(member->getInit());
        if (const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(&function)) destroys_parts(*destructor);
        TraverseStmt(function.getBody());
    }

    // Of declarations inside a function only variables do something; a local class's functions run when they are called.
    bool TraverseDecl(const clang::Decl* declaration) override {
        const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(declaration);
        if (!variable) return true;
        if (const auto* several = llvm::dyn_cast<clang::DecompositionDecl>(variable))
            for (const clang::BindingDecl* binding : several->bindings())
                if (const clang::VarDecl* held = binding->getHoldingVar()) TraverseDecl(held);
        if (variable->isStaticLocal() || variable->getTLSKind() != clang::VarDecl::TLS_None) {
            check_static_local(*variable);
            return true;
        }
        if (variable->getType()->isVariablyModifiedType())
            add(variable->getLocation(), "the size of an array in a kernel must be known when it is compiled",
                "use a constexpr number or a template parameter as the size");
        destroys(variable->getType(), variable->getLocation());
        if (variable->isConstexpr()) return true;
        return TraverseStmt(const_cast<clang::VarDecl*>(variable)->getInit());
    }
    bool TraverseTypeLoc(clang::TypeLoc, bool) override { return true; }

    // False where what is below does not run.
    bool dataTraverseStmtPre(const clang::Stmt* statement) override {
        switch (statement->getStmtClass()) {
            case clang::Stmt::ConstantExprClass:
            case clang::Stmt::UnaryExprOrTypeTraitExprClass:
            case clang::Stmt::CXXNoexceptExprClass:
            case clang::Stmt::RequiresExprClass:
            case clang::Stmt::ConceptSpecializationExprClass:
            case clang::Stmt::SizeOfPackExprClass:
                return false;
            case clang::Stmt::CXXThrowExprClass:
                add_throw(statement->getBeginLoc());
                return false;
            case clang::Stmt::CXXTypeidExprClass:
                add_type_query(statement->getBeginLoc(), "typeid");
                return false;
            case clang::Stmt::CXXTryStmtClass:
                return enter_try(*llvm::cast<clang::CXXTryStmt>(statement));
            case clang::Stmt::CoroutineBodyStmtClass:
                add(statement->getBeginLoc(), "a kernel cannot run a coroutine", "write it as a loop over its state");
                return false;
            case clang::Stmt::LambdaExprClass:
                for (const clang::Expr* captured : llvm::cast<clang::LambdaExpr>(statement)->capture_inits())
                    TraverseStmt(captured);
                return false;
            case clang::Stmt::IfStmtClass:
                return enter_if(*llvm::cast<clang::IfStmt>(statement));
            case clang::Stmt::ConditionalOperatorClass:
                return enter_conditional(*llvm::cast<clang::ConditionalOperator>(statement));
            case clang::Stmt::BinaryOperatorClass:
                return enter_operator(*llvm::cast<clang::BinaryOperator>(statement));
            default:
                return check_width(*statement);
        }
    }

    bool VisitCXXNewExpr(const clang::CXXNewExpr* made) override {
        const clang::FunctionDecl* function = made->getOperatorNew();
        if (!function || function->isReservedGlobalPlacementOperator()) return true;
        if (function->isReplaceableGlobalAllocationFunction())
            add_allocation(made->getBeginLoc(), made->getAllocatedType().getAsString(context.getPrintingPolicy()));
        else
            calls(function, made->getBeginLoc());
        return true;
    }
    bool VisitCXXDeleteExpr(const clang::CXXDeleteExpr* deleted) override {
        add_free(deleted->getBeginLoc());
        return true;
    }
    bool VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr* cast) override {
        add_type_query(cast->getBeginLoc(), "dynamic_cast");
        return true;
    }
    bool VisitAsmStmt(const clang::AsmStmt* assembly) override {
        add(assembly->getAsmLoc(), "a kernel cannot contain assembly",
            "write it in C++, or with a function of <ingot/kernel.hpp>");
        return true;
    }
    bool VisitCXXMemberCallExpr(const clang::CXXMemberCallExpr* called) override {
        const clang::CXXMethodDecl* method = called->getMethodDecl();
        const auto* member = llvm::dyn_cast<clang::MemberExpr>(called->getCallee()->IgnoreParens());
        if (method && member && method->isVirtual() && member->performsVirtualDispatch(context.getLangOpts()) &&
            !method->getDevirtualizedMethod(member->getBase(), false))
            add(member->getMemberLoc(), fmt::format("a kernel cannot call a virtual function: '{}'", method->getNameAsString()),
                "make the type a template parameter, so that the function is known when the kernel is compiled");
        return true;
    }
    bool VisitDeclRefExpr(const clang::DeclRefExpr* reference) override {
        if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
            calls(function, reference->getLocation());
        else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
                 variable && !reference->isNonOdrUse())
            uses(*variable, reference->getLocation());
        return true;
    }
    bool VisitMemberExpr(const clang::MemberExpr* member) override {
        if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(member->getMemberDecl())) {
            calls(function, member->getMemberLoc().isValid() ? member->getMemberLoc() : member->getExprLoc());
        } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl());
                   variable && !member->isNonOdrUse()) {
            uses(*variable, member->getMemberLoc());
        }
        return true;
    }
    bool VisitCXXConstructExpr(const clang::CXXConstructExpr* construction) override {
        const clang::CXXConstructorDecl* constructor = construction->getConstructor();
        if (constructor->getParent()->isPolymorphic() &&
            construction->getConstructionKind() == clang::CXXConstructionKind::Complete)
            add(construction->getLocation(),
                fmt::format("a kernel cannot make an object with virtual functions: '{}'",
                            constructor->getParent()->getNameAsString()),
                "use a class without virtual functions; where the kind differs, make it a template parameter");
        calls(constructor, construction->getLocation());
        return true;
    }
    bool VisitCXXInheritedCtorInitExpr(const clang::CXXInheritedCtorInitExpr* inherited) override {
        calls(inherited->getConstructor(), inherited->getLocation());
        return true;
    }
    bool VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr* temporary) override {
        calls(temporary->getTemporary()->getDestructor(), temporary->getExprLoc());
        return true;
    }

private:
    void add(clang::SourceLocation where, std::string message, std::string advice, rule broken = rule::other) {
        facts.violations.push_back({broken, where, std::move(message), std::move(advice)});
    }
    void add_throw(clang::SourceLocation where) {
        add(where, "a kernel cannot throw exceptions",
            "return a value that says so, or write one to a buffer that the host reads", rule::exception);
    }
    void add_allocation(clang::SourceLocation where, const std::string& element) {
        add(where, "a kernel cannot allocate memory at run time",
            fmt::format("use local_buffer<{}, N> for memory shared by the group, or an array of a fixed size", element),
            rule::allocation);
    }
    void add_free(clang::SourceLocation where) {
        add(where, "a kernel cannot free memory",
            "memory of a kernel is an array of a fixed size or a local_buffer, and ends by itself", rule::release);
    }
    void add_type_query(clang::SourceLocation where, std::string_view what) {
        add(where, fmt::format("a kernel cannot ask for a type at run time: {}", what),
            "use a template, `if constexpr` or an enumeration that says which kind it is");
    }

    bool is_in_system(const clang::Stmt& statement) const {
        return context.getSourceManager().isInSystemHeader(context.getSourceManager().getExpansionLoc(statement.getBeginLoc()));
    }

    // No device has such integers; without this the targets' own words would come, which name no line.
    bool check_width(const clang::Stmt& statement) {
        const auto* expression = llvm::dyn_cast<clang::Expr>(&statement);
        const auto* number = expression ? expression->getType()->getAs<clang::BuiltinType>() : nullptr;
        if (!number || (number->getKind() != clang::BuiltinType::Int128 && number->getKind() != clang::BuiltinType::UInt128))
            return true;
        add(statement.getBeginLoc(), "a kernel cannot compute with 128-bit integers", "use uint64_t, or two of them");
        return false;
    }

    // The standard library cleans up with try and catch around what, in a kernel, throws nothing.
    bool enter_try(const clang::CXXTryStmt& statement) {
        if (!is_in_system(statement))
            add(statement.getBeginLoc(), "a kernel cannot catch exceptions",
                "remove try and catch: nothing that a kernel calls can throw");
        TraverseStmt(statement.getTryBlock());
        return false;
    }

    // The value of a condition that is the same in every run: `if constexpr`, std::is_constant_evaluated().
    std::optional<bool> constant(const clang::Expr* condition) const {
        bool value = false;
        if (condition && !condition->isValueDependent() && condition->EvaluateAsBooleanCondition(value, context)) return value;
        return {};
    }

    bool enter_if(const clang::IfStmt& statement) {
        std::optional<bool> taken;
        if (statement.isConsteval())
            taken = statement.isNegatedConsteval();
        else
            taken = constant(statement.getCond());
        if (!taken) return true;
        if (statement.getInit()) TraverseStmt(statement.getInit());
        if (const clang::Stmt* branch = *taken ? statement.getThen() : statement.getElse()) TraverseStmt(branch);
        return false;
    }
    bool enter_conditional(const clang::ConditionalOperator& expression) {
        const std::optional<bool> taken = constant(expression.getCond());
        if (taken) TraverseStmt(*taken ? expression.getTrueExpr() : expression.getFalseExpr());
        return !taken;
    }
    bool enter_operator(const clang::BinaryOperator& expression) {
        if (!expression.isLogicalOp()) return true;
        const std::optional<bool> left = constant(expression.getLHS());
        if (!left) return true;
        if (*left == (expression.getOpcode() == clang::BO_LAnd)) TraverseStmt(expression.getRHS());
        return false;
    }

    void calls(const clang::FunctionDecl* function, clang::SourceLocation where) {
        if (!function) return;
        const llvm::StringRef name = function->getDeclName().isIdentifier() ? function->getName() : llvm::StringRef();
        const bool of_library = function->isExternC() || function->isInStdNamespace() || function->getBuiltinID() != 0;
        if (function->getBuiltinID() == clang::Builtin::BI__builtin_operator_new || is_global_allocation(*function, true) ||
            (of_library && is_one_of(allocating, name)))
            return add_allocation(where, "T");
        if (function->getBuiltinID() == clang::Builtin::BI__builtin_operator_delete || is_global_allocation(*function, false) ||
            (of_library && name == "free"))
            return add_free(where);
        if (name == "__builtin_alloca" || name == "alloca")
            return add(where, "the size of an array in a kernel must be known when it is compiled",
                       "declare an array with a constexpr number as its size");
        if (function->isInStdNamespace() && name.starts_with("__throw_")) return add_throw(where);
        if (of_library && is_one_of(ending, name))
            return add(where, fmt::format("a kernel cannot end the program: '{}'", name.str()),
                       "return from the kernel, and write what went wrong to a buffer that the host reads");
        if (function->getBuiltinID() != 0 && context.BuiltinInfo.isTSBuiltin(function->getBuiltinID()))
            return add(where,
                       fmt::format("a kernel cannot use an instruction of the build machine's processor: '{}'", name.str()),
                       "write it in C++, or with a function of <ingot/kernel.hpp>");
        facts.calls.push_back({function, where});
    }

    static bool is_global_allocation(const clang::FunctionDecl& function, bool wanted_new) {
        if (!function.isReplaceableGlobalAllocationFunction()) return false;
        const clang::OverloadedOperatorKind kind = function.getOverloadedOperator();
        return wanted_new == (kind == clang::OO_New || kind == clang::OO_Array_New);
    }

    void destroys(clang::QualType type, clang::SourceLocation where) {
        const clang::CXXRecordDecl* record = context.getBaseElementType(type)->getAsCXXRecordDecl();
        if (record && record->hasDefinition() && !record->hasTrivialDestructor()) calls(record->getDestructor(), where);
    }
    void destroys_parts(const clang::CXXDestructorDecl& destructor) {
        for (const clang::CXXBaseSpecifier& base : destructor.getParent()->bases())
            destroys(base.getType(), destructor.getLocation());
        for (const clang::FieldDecl* field : destructor.getParent()->fields()) destroys(field->getType(), field->getLocation());
    }

    bool is_constant(const clang::VarDecl& variable) const {
        if (variable.isConstexpr()) return true;
        const clang::QualType type = variable.getType();
        if (!type->isReferenceType() && !context.getBaseElementType(type).isConstQualified()) return false;
        const clang::VarDecl* initialised = variable.getInitializingDeclaration();
        return initialised && !initialised->getInit()->isValueDependent() && initialised->hasConstantInitialization();
    }

    void check_static_local(const clang::VarDecl& variable) {
        if (variable.getTLSKind() == clang::VarDecl::TLS_None && is_constant(variable)) return;
        add(variable.getLocation(),
            fmt::format("a kernel cannot keep a variable between calls: '{}'", variable.getNameAsString()),
            "make it constexpr, or a plain variable; what outlives a launch lies in a buffer");
    }

    void uses(const clang::VarDecl& variable, clang::SourceLocation where) {
        if (!variable.hasGlobalStorage() || variable.isStaticLocal()) return;  // those are looked at where they are declared
        if (const auto* label = variable.getAttr<clang::AsmLabelAttr>(); label && label->getLabel().starts_with("ingot_device_"))
            return;
        if (variable.getTLSKind() == clang::VarDecl::TLS_None && is_constant(variable)) return;
        add(where, fmt::format("a kernel cannot use a variable of the host program: '{}'", variable.getQualifiedNameAsString()),
            "pass it as a param<T> or a buffer<T>; a constexpr variable can be used as it is");
    }

    clang::ASTContext& context;
    function_facts& facts;
};

}  // namespace

function_facts examine(const clang::FunctionDecl& definition, clang::ASTContext& context) {
    function_facts facts;
    examiner(context, facts).examine(definition);
    return facts;
}

}  // namespace ingot::compiler
