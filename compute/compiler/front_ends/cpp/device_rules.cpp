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

#include "initialisers.hpp"
#include "language_names.hpp"

namespace ingot::compiler {

namespace {

// Functions of the standard library that allocate memory, and functions that end the program.
constexpr std::array allocating {"malloc",         "calloc",   "realloc", "reallocarray", "aligned_alloc",
                                 "posix_memalign", "memalign", "valloc",  "strdup",       "strndup"};
constexpr std::array ending {"abort", "exit", "_exit", "_Exit", "quick_exit", "terminate"};
// Functions that report a false assertion. The middle end ends the work-item instead (middle_end/failing_functions.hpp).
constexpr std::array asserting {"__assert_fail", "__glibcxx_assert_fail", "__libcpp_verbose_abort"};

bool is_one_of(const auto& names, llvm::StringRef name) {
    return std::ranges::any_of(names, [&](const char* known) { return name == known; });
}

// The largest private variable: CUDA has 512 KiB of private memory for a work-item (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability"), and no other device is known to have more.
constexpr uint64_t largest_variable = 512 * 1024;
// The largest local_buffer. Devices have at most about 256 KiB of local memory, and CPUs 1 MiB; the runtime checks the limit of
// the device.
constexpr uint64_t largest_local_buffer = uint64_t {1} << 30;
// The largest number in `#pragma unroll`. A larger one makes so much code that compiling it takes minutes.
constexpr uint64_t most_unrolled = 4096;

// The functions by which the standard library throws errors of threads and of std::function. No device supports these
// parts of the library, so a call is an error. A call of another function __throw_… ends the work-item, like a false assertion.
constexpr std::array throwing_in_unsupported_parts {"__throw_system_error", "__throw_bad_function_call"};

// Visits those statements of a function that the device executes. Skips unevaluated operands, and branches that are never
// taken because their condition is a constant.
class examiner final : public clang::ConstDynamicRecursiveASTVisitor {
public:
    examiner(clang::ASTContext& unit, function_facts& found) : context_(unit), facts_(found) {
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

    // Only variables among the declarations inside a function run code. Functions of a local class are examined when
    // they are called.
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
                "use a constexpr value or a template parameter as the size");
        destroys(variable->getType(), variable->getLocation());
        if (variable->isConstexpr()) return true;
        check_size(*variable);
        return TraverseStmt(const_cast<clang::VarDecl*>(variable)->getInit());
    }
    bool TraverseTypeLoc(clang::TypeLoc, bool) override { return true; }

    // Returns false if the children of the statement do not run, or have already been visited.
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
            case clang::Stmt::CXXOperatorCallExprClass:
                return enter_stream(*llvm::cast<clang::CXXOperatorCallExpr>(statement)) && check_width(*statement);
            default:
                return check_width(*statement);
        }
    }

    bool VisitCXXNewExpr(const clang::CXXNewExpr* expression) override {
        const clang::FunctionDecl* function = expression->getOperatorNew();
        if (!function || function->isReservedGlobalPlacementOperator()) return true;
        if (function->isReplaceableGlobalAllocationFunction())
            add_allocation(expression->getBeginLoc(), expression->getAllocatedType().getAsString(context_.getPrintingPolicy()));
        else
            calls(function, expression->getBeginLoc());
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
    bool VisitAttributedStmt(const clang::AttributedStmt* statement) override {
        for (const clang::Attr* attribute : statement->getAttrs()) {
            const auto* hint = llvm::dyn_cast<clang::LoopHintAttr>(attribute);
            if (!hint || hint->getOption() != clang::LoopHintAttr::UnrollCount || !hint->getValue()) continue;
            const clang::Expr& count = *hint->getValue();
            clang::Expr::EvalResult value;
            if (count.isValueDependent() || !count.EvaluateAsInt(value, context_)) continue;
            if (value.Val.getInt().getLimitedValue() > most_unrolled)
                add(hint->getLocation(),
                    fmt::format("a loop cannot be unrolled {} times; at most {} times are supported",
                                value.Val.getInt().getLimitedValue(), most_unrolled),
                    "a smaller number, such as 8, is usually as fast");
        }
        return true;
    }
    bool VisitCXXMemberCallExpr(const clang::CXXMemberCallExpr* called) override {
        const clang::CXXMethodDecl* method = called->getMethodDecl();
        const auto* member = llvm::dyn_cast<clang::MemberExpr>(called->getCallee()->IgnoreParens());
        if (method && member && method->isVirtual() && member->performsVirtualDispatch(context_.getLangOpts()) &&
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
                "use a class without virtual functions; to support several types, make the type a template parameter");
        if (!is_in_system(*construction)) check_local_elements(*constructor->getParent(), construction->getLocation());
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
    void add(clang::SourceLocation location, std::string message, std::string advice, device_rule broken = device_rule::other) {
        facts_.violations.push_back({broken, location, std::move(message), std::move(advice)});
    }
    void add_throw(clang::SourceLocation location) {
        add(location, "a kernel cannot throw exceptions", "return an error code, or write one to a buffer that the host reads",
            device_rule::exception);
    }
    void add_allocation(clang::SourceLocation location, const std::string& element) {
        add(location, "a kernel cannot allocate memory at run time", advice_without_heap(element), device_rule::allocation);
    }
    void check_local_elements(const clang::CXXRecordDecl& constructed, clang::SourceLocation location) {
        const clang::ClassTemplateSpecializationDecl* buffer = as_language_template(&constructed, "local_buffer");
        if (!buffer) return;
        const clang::QualType element = buffer->getTemplateArgs()[0].getAsType();
        if (const auto problem = check_local_element(element, context_)) return add(location, problem->message, problem->advice);
        if (element->isIncompleteType()) return;
        // The sizes of the three dimensions follow the element; 0 means that there is no such dimension. Their product may exceed
        // 64 bits.
        auto bytes = static_cast<uint64_t>(context_.getTypeSizeInChars(element).getQuantity());
        for (unsigned i = 1; i < buffer->getTemplateArgs().size(); ++i) {
            const uint64_t size = buffer->getTemplateArgs()[i].getAsIntegral().getLimitedValue();
            if (size == 0) return;
            if (bytes > largest_local_buffer / size)
                return add(location, "a local_buffer of more than 1 GiB is larger than the local memory of any device",
                           "give it the size of what one work-group needs");
            bytes *= size;
        }
    }
    // Reports a variable that is larger than the private memory of any device.
    void check_size(const clang::VarDecl& variable) {
        const clang::QualType type = variable.getType();
        if (type->isReferenceType() || type->isDependentType() || type->isIncompleteType() || type->isVariablyModifiedType())
            return;
        const auto bytes = static_cast<uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
        if (bytes > largest_variable)
            add(variable.getLocation(),
                fmt::format("'{}' takes {} bytes; a work-item has at most {} bytes of private memory", variable.getNameAsString(),
                            bytes, largest_variable),
                "pass a buffer in which each work-item has a part");
    }
    void add_free(clang::SourceLocation location) {
        add(location, "a kernel cannot free memory", "use an array of a fixed size or a local_buffer, which need not be freed",
            device_rule::release);
    }
    void add_type_query(clang::SourceLocation location, std::string_view description) {
        add(location, fmt::format("a kernel cannot query a type at run time: {}", description),
            "use a template, `if constexpr` or a value of an enumeration that states the type");
    }

    bool is_in_system(const clang::Stmt& statement) const {
        return context_.getSourceManager().isInSystemHeader(context_.getSourceManager().getExpansionLoc(statement.getBeginLoc()));
    }

    // The language has no integers of more than 64 bits, because SPIR-V does not support them. This check reports them with
    // the source line, which a target could not do.
    bool check_width(const clang::Stmt& statement) {
        const auto* expression = llvm::dyn_cast<clang::Expr>(&statement);
        if (!expression || expression->getType().isNull() || !expression->getType()->isIntegerType()) return true;
        const unsigned bits = context_.getIntWidth(expression->getType());
        if (bits <= 64) return true;
        add(statement.getBeginLoc(), fmt::format("a kernel cannot compute with {}-bit integers", bits),
            "use uint64_t, or two of them");
        return false;
    }

    // The standard library uses try and catch for clean-up. In a kernel nothing throws, so only the try block is visited. A try
    // in the user's own code is an error.
    bool enter_try(const clang::CXXTryStmt& statement) {
        if (!is_in_system(statement))
            add(statement.getBeginLoc(), "a kernel cannot catch exceptions",
                "remove try and catch: nothing that a kernel calls can throw");
        TraverseStmt(statement.getTryBlock());
        return false;
    }

    // Returns the value of a condition that is known at compile time, such as `if constexpr` or std::is_constant_evaluated().
    std::optional<bool> constant(const clang::Expr* condition) const {
        bool value = false;
        if (condition && !condition->isValueDependent() && condition->EvaluateAsBooleanCondition(value, context_)) return value;
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

    static bool is_output_stream(const clang::VarDecl& variable) {
        constexpr std::array streams {"cout", "cerr", "clog", "wcout", "wcerr", "wclog"};
        return variable.isInStdNamespace() && is_one_of(streams, variable.getName());
    }

    // If the expression is a chain such as `std::cout << a << b`, reports the use of the stream, examines the operands and
    // returns false. The library's operators << are not examined: errors in them would only repeat the error about the stream.
    bool enter_stream(const clang::CXXOperatorCallExpr& expression) {
        std::vector<const clang::Expr*> operands;
        const clang::Expr* left = &expression;
        for (const auto* each = &expression; each && each->getOperator() == clang::OO_LessLess && each->getNumArgs() == 2;
             each = llvm::dyn_cast<clang::CXXOperatorCallExpr>(left)) {
            operands.push_back(each->getArg(1));
            left = each->getArg(0)->IgnoreParenImpCasts();
        }
        const auto* stream = llvm::dyn_cast<clang::DeclRefExpr>(left);
        const auto* variable = stream ? llvm::dyn_cast<clang::VarDecl>(stream->getDecl()) : nullptr;
        if (!variable || !is_output_stream(*variable)) return true;
        uses(*variable, stream->getLocation());
        for (const clang::Expr* each : operands)
            if (!each->IgnoreParenImpCasts()->getType()->isFunctionType()) TraverseStmt(each);  // not for std::endl
        return false;
    }

    // Records a call of a function. If no device can execute the function, records a violation instead. If the function reports
    // a false assertion or throws an exception of the standard library, sets `can_fail` instead.
    void calls(const clang::FunctionDecl* function, clang::SourceLocation location) {
        if (!function) return;
        const llvm::StringRef name = function->getDeclName().isIdentifier() ? function->getName() : llvm::StringRef();
        const bool of_library = function->isExternC() || function->isInStdNamespace() || function->getBuiltinID() != 0;
        if (function->getBuiltinID() == clang::Builtin::BI__builtin_operator_new || is_global_allocation(*function, true) ||
            (of_library && is_one_of(allocating, name)))
            return add_allocation(location, "T");
        if (function->getBuiltinID() == clang::Builtin::BI__builtin_operator_delete || is_global_allocation(*function, false) ||
            (of_library && name == "free"))
            return add_free(location);
        if (name == "__builtin_alloca" || name == "alloca")
            return add(location, "the size of an array in a kernel must be known when it is compiled",
                       "declare an array with a constexpr number as its size");
        // A function of libc++ whose name begins with __throw_if_ throws only under a condition.
        const bool is_throwing = function->isInStdNamespace() && name.starts_with("__throw_") && !name.starts_with("__throw_if_");
        if (is_throwing && is_one_of(throwing_in_unsupported_parts, name)) return add_throw(location);
        if (is_throwing || (of_library && is_one_of(asserting, name))) {
            facts_.can_fail = true;
            return;
        }
        if (of_library && is_one_of(ending, name))
            return add(location, fmt::format("a kernel cannot end the program: '{}'", name.str()),
                       "return from the kernel, and write an error code to a buffer that the host reads");
        if (function->getBuiltinID() != 0 && context_.BuiltinInfo.isTSBuiltin(function->getBuiltinID()))
            return add(location, fmt::format("a kernel cannot use an instruction of the host's processor: '{}'", name.str()),
                       "write it in C++, or with a function of <ingot/kernel.hpp>");
        facts_.calls.push_back({function, location});
    }

    static bool is_global_allocation(const clang::FunctionDecl& function, bool wanted_new) {
        if (!function.isReplaceableGlobalAllocationFunction()) return false;
        const clang::OverloadedOperatorKind kind = function.getOverloadedOperator();
        return wanted_new == (kind == clang::OO_New || kind == clang::OO_Array_New);
    }

    // Records the call of the destructor of an object of this type.
    void destroys(clang::QualType type, clang::SourceLocation location) {
        const clang::CXXRecordDecl* record = context_.getBaseElementType(type)->getAsCXXRecordDecl();
        if (record && record->hasDefinition() && !record->hasTrivialDestructor()) calls(record->getDestructor(), location);
    }
    void destroys_parts(const clang::CXXDestructorDecl& destructor) {
        for (const clang::CXXBaseSpecifier& base : destructor.getParent()->bases())
            destroys(base.getType(), destructor.getLocation());
        for (const clang::FieldDecl* field : destructor.getParent()->fields()) destroys(field->getType(), field->getLocation());
    }

    // Is the variable a constant whose value is known at compile time? Such a variable becomes part of the device code.
    bool is_constant(const clang::VarDecl& variable) const {
        if (variable.isConstexpr()) return true;
        const clang::QualType type = variable.getType();
        if (!type->isReferenceType() && !context_.getBaseElementType(type).isConstQualified()) return false;
        const clang::VarDecl* initialised = variable.getInitializingDeclaration();
        return initialised && !initialised->getInit()->isValueDependent() && initialised->hasConstantInitialization();
    }

    void check_static_local(const clang::VarDecl& variable) {
        if (variable.getTLSKind() == clang::VarDecl::TLS_None && is_constant(variable)) return;
        add(variable.getLocation(),
            fmt::format("a kernel cannot keep a variable between calls: '{}'", variable.getNameAsString()),
            "make it constexpr or an ordinary local variable; to keep data after a launch, store it in a buffer");
    }

    void uses(const clang::VarDecl& variable, clang::SourceLocation location) {
        if (!variable.hasGlobalStorage() || variable.isStaticLocal())
            return;  // static local variables are checked at their declaration
        if (const auto* label = variable.getAttr<clang::AsmLabelAttr>(); label && label->getLabel().starts_with("ingot_device_"))
            return;
        if (variable.getTLSKind() == clang::VarDecl::TLS_None && is_constant(variable)) return;
        add(location,
            fmt::format("a kernel cannot use a variable of the host program: '{}'", variable.getQualifiedNameAsString()),
            is_output_stream(variable) ? std::string(printing_advice)
                                       : "pass it as a param<T> or a buffer<T>; a constexpr variable can be used directly");
    }

    clang::ASTContext& context_;
    function_facts& facts_;
};

}  // namespace

std::string advice_without_heap(std::string_view element) {
    return fmt::format(
        "device code has no heap: use std::array<{0}, N> for a fixed number of elements, local_buffer<{0}, N> for memory "
        "shared by the work-group, or a buffer<{0}> as a parameter of the kernel",
        element);
}

function_facts examine(const clang::FunctionDecl& definition, clang::ASTContext& context) {
    function_facts facts;
    examiner(context, facts).examine(definition);
    return facts;
}

}  // namespace ingot::compiler
