#include "rules.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Lex/Lexer.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "address_spaces.hpp"
#include "attributes.hpp"
#include "function_constants.hpp"
#include "host_structs.hpp"
#include "resources.hpp"

namespace ingot::compiler::metal {

namespace {

// Returns the class template that a type is written with, through aliases such as `bool_constant<B>`, or nothing.
const clang::ClassTemplateDecl* class_template_of(clang::QualType type) {
    while (const auto* const written = type->getAs<clang::TemplateSpecializationType>()) {
        const clang::TemplateDecl* const declared = written->getTemplateName().getAsTemplateDecl();
        if (const auto* const found = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(declared)) return found;
        const auto* const alias = llvm::dyn_cast_or_null<clang::TypeAliasTemplateDecl>(declared);
        if (!alias) return nullptr;
        type = alias->getTemplatedDecl()->getUnderlyingType();
    }
    return nullptr;
}

class rule_checker final : public clang::ConstDynamicRecursiveASTVisitor {
public:
    rule_checker(clang::ASTContext& unit, const token_facts& facts, const reporter& reports)
        : context_(unit), sources_(unit.getSourceManager()), facts_(facts), errors_(reports) {
        // Address spaces in a template depend on its arguments: its instances are checked.
        ShouldVisitTemplateInstantiations = true;
    }

    bool VisitLambdaExpr(const clang::LambdaExpr* expression) override {
        return report(expression->getBeginLoc(), "a lambda expression", "1.4.4", "write a function");
    }
    bool VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr* expression) override {
        return report(expression->getBeginLoc(), "dynamic_cast", "1.4.4", "use static_cast");
    }
    bool VisitCXXTypeidExpr(const clang::CXXTypeidExpr* expression) override {
        return report(expression->getBeginLoc(), "typeid", "1.4.4", "use is_same_v to compare types");
    }
    bool VisitCXXNewExpr(const clang::CXXNewExpr* expression) override {
        return report(expression->getBeginLoc(), "new", "1.4.4", "use an array whose size is known at compile time, or a buffer");
    }
    bool VisitCXXDeleteExpr(const clang::CXXDeleteExpr* expression) override {
        return report(expression->getBeginLoc(), "delete", "1.4.4", "memory is not allocated in a kernel");
    }
    bool VisitCXXNoexceptExpr(const clang::CXXNoexceptExpr* expression) override {
        return report(expression->getBeginLoc(), "the noexcept operator", "1.4.4", "remove it");
    }
    bool VisitGotoStmt(const clang::GotoStmt* statement) override {
        return report(statement->getBeginLoc(), "goto", "1.4.4", "use loops, break, continue and return");
    }
    bool VisitIndirectGotoStmt(const clang::IndirectGotoStmt* statement) override {
        return report(statement->getBeginLoc(), "goto", "1.4.4", "use loops, break, continue and return");
    }
    bool VisitCXXThrowExpr(const clang::CXXThrowExpr* expression) override {
        return report(expression->getBeginLoc(), "throw", "1.4.4", "write an error code to a buffer");
    }
    bool VisitCXXTryStmt(const clang::CXXTryStmt* statement) override {
        return report(statement->getBeginLoc(), "try", "1.4.4", "remove it: nothing throws in a kernel");
    }

    bool VisitCXXRecordDecl(const clang::CXXRecordDecl* record) override {
        if (!record->isThisDeclarationADefinition() || record->getNumBases() == 0) return true;
        // Existing kernels derive type traits: from those of the library, or from a class template of their own without data.
        const auto is_trait = [&](const clang::CXXBaseSpecifier& base) { return is_type_trait(base.getType()); };
        if (std::ranges::all_of(record->bases(), is_trait)) return true;
        return report(record->bases_begin()->getBeginLoc(), "a derived class", "1.4.4", "make the base class a member");
    }
    bool VisitCXXMethodDecl(const clang::CXXMethodDecl* method) override {
        if (method->isVirtualAsWritten())
            return report(method->getBeginLoc(), "a virtual function", "1.4.4",
                          "choose the function by a condition or a template");
        return true;
    }

    bool VisitVarDecl(const clang::VarDecl* variable) override {
        if (!is_authors(sources_, variable->getLocation()) || variable->isInvalidDecl()) return true;
        if (variable->getTSCSpec() != clang::TSCS_unspecified)
            report(variable->getBeginLoc(), "thread_local", "1.4.4", "a variable of a function belongs to its thread already");
        if (variable->getStorageClass() == clang::SC_Register) report(variable->getBeginLoc(), "register", "1.4.4", "remove it");
        if (is_sampler(variable->getType()) && variable->getInit() && !llvm::isa<clang::ParmVarDecl>(variable) &&
            !variable->isConstexpr() && !is_copy(*variable->getInit()))
            add(variable->getBeginLoc(),
                fmt::format("sampler '{}' is not constexpr (MSL 3.0, section 2.10)", variable->getNameAsString()),
                "declare it as: constexpr sampler");
        if (variable->isLocalVarDecl() && as_library_template(variable->getType(), "array_ref"))
            add(variable->getLocation(),
                fmt::format("variable '{}' is an array_ref (MSL 3.0, section 2.12.1)", variable->getNameAsString()),
                "an array_ref is only a parameter of a function; use the array itself");
        if (variable->isLocalVarDecl() && is_written_texture(variable->getType()))
            add(variable->getLocation(),
                fmt::format("variable '{}' is a texture that can be written (MSL 3.0, section 2.9)", variable->getNameAsString()),
                "use the argument itself, or pass it to a function");
        if (variable->isFileVarDecl()) check_program_scope(*variable);
        if (variable->isStaticLocal()) check_static_local(*variable);
        check_written_pointer(variable->getType(), variable->getTypeSourceInfo(), variable->getBeginLoc(), variable->getEndLoc(),
                              variable->getNameAsString());
        if (variable->getType()->isReferenceType() && variable->getInit()) check_reference(variable->getInit());
        return true;
    }
    bool VisitFieldDecl(const clang::FieldDecl* field) override {
        if (!is_authors(sources_, field->getLocation())) return true;
        if (address_space_of(field->getType()) != address_space::thread)
            add(field->getLocation(),
                fmt::format("member '{}' has an address space of its own (MSL 3.0, section 2.12)", field->getNameAsString()),
                "the members of an object are in the memory of the object; only a pointer can point to other memory");
        check_written_pointer(field->getType(), field->getTypeSourceInfo(), field->getBeginLoc(), field->getEndLoc(),
                              field->getNameAsString());
        return true;
    }

    bool VisitBuiltinTypeLoc(clang::BuiltinTypeLoc location) override {
        switch (location.getTypePtr()->getKind()) {
            case clang::BuiltinType::Double:
            case clang::BuiltinType::LongDouble:
            case clang::BuiltinType::Float128:
                return report(location.getBeginLoc(), "the type double", "2.1", "use float");
            case clang::BuiltinType::LongLong:
            case clang::BuiltinType::ULongLong:
                return report(location.getBeginLoc(), "the type long long", "2.1", "use long or ulong, which have 64 bits");
            case clang::BuiltinType::Int128:
            case clang::BuiltinType::UInt128:
                return report(location.getBeginLoc(), "an integer of 128 bits", "2.1", "use two numbers of type ulong");
            case clang::BuiltinType::WChar_S:
            case clang::BuiltinType::WChar_U:
            case clang::BuiltinType::Char16:
            case clang::BuiltinType::Char32:
            case clang::BuiltinType::Char8:
                return report(location.getBeginLoc(), "a type of characters", "2.1", "use uchar, ushort or uint");
            default:
                return true;
        }
    }

    // The object of a member function can be in any memory: its functions are those of all address spaces.
    bool VisitMemberExpr(const clang::MemberExpr* expression) override {
        allow(expression->getBase());
        return true;
    }
    bool VisitMSPropertyRefExpr(const clang::MSPropertyRefExpr* expression) override {
        allow(expression->getBaseExpr());
        return true;
    }
    bool VisitCallExpr(const clang::CallExpr* call) override {
        const clang::FunctionDecl* const callee = call->getDirectCallee();
        if (!callee) return true;
        if (find_mark(*callee, "kernel") && is_authors(sources_, call->getBeginLoc()))
            add(call->getBeginLoc(),
                fmt::format("'{}' is a kernel: only the host calls it (MSL 3.0, section 5.1)", callee->getNameAsString()),
                "move its body to a function that both call");
        // The first argument of an operator that is a member is its object.
        const bool has_object = llvm::isa<clang::CXXOperatorCallExpr>(call) && llvm::isa<clang::CXXMethodDecl>(callee);
        for (unsigned i = 0; i < call->getNumArgs(); ++i) {
            const clang::Expr* const argument = call->getArg(i);
            const unsigned parameter = has_object ? i - 1 : i;
            if ((has_object && i == 0) || !is_authors(sources_, callee->getLocation()) || callee->isDefaulted()) {
                allow(argument);
            } else if (parameter < callee->getNumParams() && callee->getParamDecl(parameter)->getType()->isReferenceType()) {
                check_reference(argument);
            }
        }
        return true;
    }
    // The index of a component or a column, if it is known.
    bool VisitCXXConstructExpr(const clang::CXXConstructExpr* call) override {
        const clang::CXXConstructorDecl* const callee = call->getConstructor();
        for (unsigned i = 0; i < call->getNumArgs(); ++i)
            if (callee->isDefaulted() || callee->isImplicit() || !is_authors(sources_, callee->getLocation()))
                allow(call->getArg(i));
        return true;
    }
    bool VisitImplicitCastExpr(const clang::ImplicitCastExpr* cast) override {
        if (cast->getCastKind() != clang::CK_AddressSpaceConversion || !cast->getType()->isPointerType() ||
            allowed_.contains(cast))
            return true;
        add_conversion(cast->getBeginLoc(), cast->getSubExpr()->getType()->getPointeeType(), cast->getType()->getPointeeType());
        return true;
    }

    bool VisitBinaryOperator(const clang::BinaryOperator* operation) override {
        if (operation->isAssignmentOp()) check_write(operation->getLHS(), operation->getRHS());
        return true;
    }
    bool VisitUnaryOperator(const clang::UnaryOperator* operation) override {
        if (operation->isIncrementDecrementOp()) check_write(operation->getSubExpr(), nullptr);
        if (operation->getOpcode() == clang::UO_AddrOf && !operation->getSubExpr()->getType().isConstQualified() &&
            !is_argument_buffer(operation->getSubExpr()->getType(), context_))
            check_write(operation->getSubExpr(), nullptr);
        return true;
    }
    bool VisitCXXOperatorCallExpr(const clang::CXXOperatorCallExpr* call) override {
        if (call->isAssignmentOp() && call->getNumArgs() == 2) check_write(call->getArg(0), call->getArg(1));
        if (call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2) check_index(*call);
        return true;
    }
    // Only the one argument buffer to which a pointer in another one points is passed.
    bool VisitArraySubscriptExpr(const clang::ArraySubscriptExpr* element) override {
        const clang::Expr* const pointer = element->getBase()->IgnoreParenImpCasts();
        clang::Expr::EvalResult index;
        if (!pointer->getType()->isPointerType() || !is_argument_buffer(pointer->getType()->getPointeeType(), context_) ||
            is_parameter_of_kernel(*pointer) || !is_authors(sources_, element->getBeginLoc()) ||
            (!element->getIdx()->isValueDependent() && element->getIdx()->EvaluateAsInt(index, context_) &&
             index.Val.getInt().isZero()))
            return true;
        add(element->getBeginLoc(),
            "an element of argument buffers behind a pointer that is no argument of the kernel (MSL 3.0, section 2.13.1); ingotc "
            "passes one argument buffer for each such pointer",
            "use an array of structs in the argument buffer");
        return true;
    }

private:
    // Is the type one of the library's, or an instance of a class template without data, as type traits are?
    bool is_type_trait(clang::QualType type) const {
        const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
        if (const auto* const primary = class_template_of(type)) record = primary->getTemplatedDecl();
        if (!record) return false;
        if (!is_authors(sources_, record->getLocation())) return true;
        const clang::CXXRecordDecl* const definition = record->getDefinition();
        return definition && definition->isTemplated() && definition->field_empty();
    }

    // Reports a constant index of a vector or a matrix that is out of range.
    void check_index(const clang::CXXOperatorCallExpr& call) {
        if (!is_authors(sources_, call.getBeginLoc())) return;
        const clang::Expr* const index = call.getArg(1);
        clang::Expr::EvalResult result;
        if (index->isValueDependent() || !index->EvaluateAsInt(result, context_)) return;
        for (const char* const name : {"matrix", "vec", "packed_vec"}) {
            const auto* const type = as_library_template(call.getArg(0)->getType(), name);
            if (!type) continue;
            const llvm::APSInt& number = result.Val.getInt();
            const uint64_t count = type->getTemplateArgs()[1].getAsIntegral().getLimitedValue();
            if (number.isNonNegative() && number.getActiveBits() <= 64 && number.getZExtValue() < count) return;
            const bool is_matrix = name == std::string_view("matrix");
            const std::string what = is_matrix ? "columns" : "components";
            add(index->getBeginLoc(),
                fmt::format("the index is {}, but there are {} {} (MSL 3.0, section {})", llvm::toString(number, 10), count, what,
                            is_matrix ? "2.3.1" : "2.2.1"),
                fmt::format("the {} have the indices 0 to {}", what, count - 1));
        }
    }

    // Is the value a copy of another object, and not made of properties?
    static bool is_copy(const clang::Expr& value) {
        const auto* const call = llvm::dyn_cast<clang::CXXConstructExpr>(value.IgnoreImplicit());
        return call && call->getConstructor()->isCopyOrMoveConstructor() && call->getArg(0)->isLValue();
    }
    static bool is_parameter_of_kernel(const clang::Expr& expression) {
        const auto* const reference = llvm::dyn_cast<clang::DeclRefExpr>(&expression);
        const auto* const parameter = reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl()) : nullptr;
        const auto* const function = parameter ? llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext()) : nullptr;
        return function && find_mark(*function, "kernel");
    }
    // Reports a write to an argument buffer: a kernel has a copy of its members. `value` can be null.
    void check_write(const clang::Expr* written, const clang::Expr* value) {
        // The operand of an assignment that is a function can be cast to memory of any address space.
        const clang::Expr* const all = written->IgnoreParenImpCasts();
        if (address_space_of(all->getType()) != address_space::device || !is_authors(sources_, all->getBeginLoc())) return;
        bool is_in_argument_buffer = is_argument_buffer(all->getType(), context_);
        for (const clang::Expr* part = all;;) {
            part = part->IgnoreParens();
            const clang::Expr* base = nullptr;
            if (const auto* const member = llvm::dyn_cast<clang::MemberExpr>(part)) {
                const auto* const field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
                if (field)
                    is_in_argument_buffer |= is_argument_buffer(context_.getCanonicalTagType(field->getParent()), context_);
                if (!member->isArrow()) base = member->getBase();
            } else if (const auto* const element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part)) {
                const auto* const decayed = llvm::dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
                if (decayed && decayed->getCastKind() == clang::CK_ArrayToPointerDecay) base = decayed->getSubExpr();
            }
            if (!base) break;
            part = base;
        }
        if (!is_in_argument_buffer) return;
        if (value && is_sampler(all->getType()) &&
            address_space_of(value->IgnoreParenImpCasts()->getType()) == address_space::thread)
            return add(all->getBeginLoc(), "a sampler is copied from thread memory to device memory (MSL 3.0, section 2.13.1)",
                       "copy it from another argument buffer");
        add(all->getBeginLoc(),
            "a write to an argument buffer (MSL 3.0, section 2.13.1), which ingotc does not support: a kernel has a copy of its "
            "members",
            "write to a buffer that a member points to");
    }

    // Is the type a texture with access::write or access::read_write?
    static bool is_written_texture(clang::QualType type) {
        const auto* const record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
        if (!record || record->getTemplateArgs().size() != 2 || !record->getName().starts_with("texture") ||
            !as_library_template(type, record->getName()))
            return false;
        // The enumerators of metal::access.
        enum { of_samples, of_reads, of_writes, of_both };
        return record->getTemplateArgs()[1].getKind() == clang::TemplateArgument::Integral &&
               record->getTemplateArgs()[1].getAsIntegral().getExtValue() >= of_writes;
    }

    bool report(clang::SourceLocation location, std::string_view what, std::string_view section, std::string_view advice) {
        if (is_authors(sources_, location))
            add(location, fmt::format("Metal does not have {} (MSL 3.0, section {})", what, section), advice);
        return true;
    }
    // Reports one error at a place: the instances of a template repeat it.
    void add(clang::SourceLocation location, std::string_view message, std::string_view advice) {
        if (reported_.insert(location).second) errors_.error(location, message, advice);
    }

    void allow(const clang::Expr* expression) {
        for (expression = expression->IgnoreParens();;
             expression = llvm::cast<clang::ImplicitCastExpr>(expression)->getSubExpr()) {
            allowed_.insert(expression);
            if (!llvm::isa<clang::ImplicitCastExpr>(expression)) return;
        }
    }

    void add_conversion(clang::SourceLocation location, clang::QualType from, clang::QualType to) {
        if (!is_authors(sources_, location)) return;
        add(location,
            fmt::format("memory of the address space '{}' is used as memory of the address space '{}' (MSL 3.0, section 4)",
                        name_of(address_space_of(from)), name_of(address_space_of(to))),
            "give the pointer or reference the address space of the memory, or copy the value to a variable first");
    }
    // Reports a reference that is bound to memory of another address space.
    void check_reference(const clang::Expr* initial) {
        const auto* const cast = llvm::dyn_cast<clang::ImplicitCastExpr>(initial->IgnoreParens());
        if (!cast || !cast->isLValue()) return;
        for (const clang::Expr* each = cast; const auto* inner = llvm::dyn_cast<clang::ImplicitCastExpr>(each);
             each = inner->getSubExpr())
            if (inner->getCastKind() == clang::CK_AddressSpaceConversion && !allowed_.contains(inner))
                return add_conversion(cast->getBeginLoc(), inner->getSubExpr()->getType(), inner->getType());
    }

    void check_program_scope(const clang::VarDecl& variable) {
        const std::string name = variable.getNameAsString();
        if (variable.isStaticDataMember()) return;
        const auto array = as_array(variable.getType(), context_);
        if (is_sampler(variable.getType()) || (array && is_sampler(array->element) && variable.isConstexpr())) return;
        if (address_space_of(variable.getType()) != address_space::constant && !variable.getType()->isDependentType() &&
            !variable.isTemplated() && !llvm::isa<clang::VarTemplateSpecializationDecl>(variable)) {
            // A reference or pointer at program scope is itself a variable.
            add(variable.getLocation(),
                fmt::format("variable '{}' at program scope is not in constant memory (MSL 3.0, section 4)", name),
                fmt::format("declare it as: constant {}", name));
            return;
        }
        if (find_mark(variable, "function_constant")) return;
        if (!variable.hasInit() && !variable.hasExternalStorage() && variable.isThisDeclarationADefinition())
            add(variable.getLocation(), fmt::format("constant '{}' has no value (MSL 3.0, section 4.2)", name),
                "give it an initial value");
        else if (variable.hasInit() && !variable.getType()->isDependentType() && !variable.getInit()->isValueDependent() &&
                 !variable.hasConstantInitialization() && !variable.evaluateValue() &&
                 !is_computed_from_function_constant(variable))
            add(variable.getLocation(),
                fmt::format("the value of constant '{}' is not known at compile time (MSL 3.0, section 4.2)", name),
                "a constant at program scope has a constant expression as its value");
    }

    void check_static_local(const clang::VarDecl& variable) {
        const bool is_shared = address_space_of(variable.getType()) == address_space::threadgroup;
        if (!is_shared) {
            if (variable.isConstexpr()) return;
            add(variable.getBeginLoc(),
                fmt::format("variable '{}' in a function is static (MSL 3.0, section 5.3)", variable.getNameAsString()),
                "declare it at program scope, in constant memory");
            return;
        }
        const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(variable.getDeclContext());
        if (!function || !find_mark(*function, "kernel"))
            add(variable.getLocation(),
                fmt::format("threadgroup variable '{}' is not in a kernel (MSL 3.0, section 4.4)", variable.getNameAsString()),
                "declare it in the kernel, and pass it to this function as a threadgroup pointer");
        else if (has_initial_value(variable) && !variable.isTemplated() && !variable.getInit()->isValueDependent() &&
                 !variable.hasConstantInitialization() && !variable.evaluateValue())
            add(variable.getLocation(),
                fmt::format("the initial value of threadgroup variable '{}' is not known at compile time (MSL 3.0, section 4.4)",
                            variable.getNameAsString()),
                "let one thread write it, and call threadgroup_barrier(mem_flags::mem_threadgroup)");
    }

    // A pointer or a reference is written with its address space. `thread` leaves no trace in the type, so its place is asked
    // for.
    void check_written_pointer(clang::QualType type, const clang::TypeSourceInfo* written, clang::SourceLocation begin,
                               clang::SourceLocation end, const std::string& name) {
        if (!written || begin.isMacroID() || end.isMacroID()) return;
        clang::TypeLoc location = written->getTypeLoc().getUnqualifiedLoc();
        while (const auto array = location.getAs<clang::ArrayTypeLoc>()) location = array.getElementLoc().getUnqualifiedLoc();
        if (!location.getAs<clang::PointerTypeLoc>() && !location.getAs<clang::ReferenceTypeLoc>()) return;
        // An array as a parameter is a pointer to its elements, whose own address space is written.
        if (const auto* const decayed = type->getAs<clang::DecayedType>()) type = decayed->getOriginalType();
        while (type->isArrayType()) type = context_.getAsArrayType(type)->getElementType();
        const clang::QualType pointee = type->getPointeeType();
        if (pointee.isNull() || pointee->isFunctionType() || pointee->isDependentType() || pointee->getContainedDeducedType() ||
            pointee.getAddressSpace() != clang::LangAS::Default)
            return;
        // Public kernels have parameters such as `device float*& p`, so Apple's compiler accepts them: the reference is `thread`.
        if (type->isReferenceType() && pointee->isPointerType() &&
            pointee->getPointeeType().getAddressSpace() != clang::LangAS::Default)
            return;
        const auto word = facts_.thread_words.lower_bound(begin);
        if (word != facts_.thread_words.end() && !(end < *word)) return;
        // `thread` can stand in front of what Clang regards as the beginning of the declaration.
        if (const auto before = facts_.thread_words.lower_bound(begin); before != facts_.thread_words.begin()) {
            const clang::SourceLocation last = *std::prev(before);
            if (last.isFileID() && sources_.getFileID(last) == sources_.getFileID(begin) &&
                sources_.getFileOffset(begin) - sources_.getFileOffset(last) < 64 && is_only_space(last, begin))
                return;
        }
        if (written->getTypeLoc().getBeginLoc().isMacroID()) return;
        add(begin, fmt::format("'{}' is a pointer or a reference without an address space (MSL 3.0, section 4)", name),
            "write device, constant, threadgroup or thread in front of the type");
    }
    // Is nothing but `thread` and white space between the places?
    bool is_only_space(clang::SourceLocation word, clang::SourceLocation begin) const {
        const llvm::StringRef text =
            clang::Lexer::getSourceText(clang::CharSourceRange::getCharRange(word, begin), sources_, context_.getLangOpts());
        return text.trim() == "thread";
    }

    clang::ASTContext& context_;
    const clang::SourceManager& sources_;
    const token_facts& facts_;
    const reporter& errors_;
    std::set<const clang::Expr*> allowed_;
    std::set<clang::SourceLocation> reported_;
};

}  // namespace

void check_rules(clang::ASTContext& context, const token_facts& facts, const reporter& errors) {
    for (const clang::SourceLocation each : facts.main_functions)
        errors.error(each, "a function cannot have the name 'main' (MSL 3.0, section 1.4.4)", "rename it");
    rule_checker(context, facts, errors).TraverseDecl(context.getTranslationUnitDecl());
}

}  // namespace ingot::compiler::metal
