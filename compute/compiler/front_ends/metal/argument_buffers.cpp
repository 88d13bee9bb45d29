// Argument buffers (MSL 3.0, section 2.13).
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "address_spaces.hpp"
#include "attributes.hpp"
#include "kernel_reader.hpp"
#include "tokens.hpp"

namespace ingot::compiler::metal {

namespace {

// Counts the argument buffers behind a pointer that a kernel uses: those with a constant index.
class element_counter final : public clang::ConstDynamicRecursiveASTVisitor {
public:
    element_counter(const clang::ParmVarDecl& parameter, const clang::ASTContext& context)
        : parameter_(parameter), context_(context) {}

    bool VisitDeclRefExpr(const clang::DeclRefExpr* reference) override {
        if (reference->getDecl() != &parameter_) return true;
        if (!known_.contains(reference)) unknown_.push_back(reference);
        return true;
    }
    bool VisitMemberExpr(const clang::MemberExpr* member) override {
        if (member->isArrow()) use(member->getBase(), 0);
        return true;
    }
    bool VisitUnaryOperator(const clang::UnaryOperator* operation) override {
        if (operation->getOpcode() == clang::UO_Deref) use(operation->getSubExpr(), 0);
        return true;
    }
    bool VisitArraySubscriptExpr(const clang::ArraySubscriptExpr* element) override {
        clang::Expr::EvalResult index;
        if (element->getIdx()->EvaluateAsInt(index, context_) && !index.Val.getInt().isNegative())
            use(element->getBase(), index.Val.getInt().getLimitedValue());
        return true;
    }

    uint64_t count() const { return count_; }
    /// Returns a use whose index is not known, or null.
    const clang::DeclRefExpr* unknown() const { return unknown_.empty() ? nullptr : unknown_.front(); }

private:
    void use(const clang::Expr* pointer, uint64_t index) {
        const auto* const reference = llvm::dyn_cast<clang::DeclRefExpr>(pointer->IgnoreParenImpCasts());
        if (!reference || reference->getDecl() != &parameter_) return;
        known_.insert(reference);
        count_ = std::max(count_, index + 1);
    }

    const clang::ParmVarDecl& parameter_;
    const clang::ASTContext& context_;
    std::set<const clang::DeclRefExpr*> known_;
    std::vector<const clang::DeclRefExpr*> unknown_;
    uint64_t count_ = 1;
};

}  // namespace

bool kernel_reader::read_argument_buffer(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel) {
    const clang::QualType type = parameter.getType();
    const clang::QualType pointee = type->getPointeeType().getCanonicalType().getUnqualifiedType();
    const clang::QualType bare = context_.getQualifiedType(pointee.getTypePtr(), clang::Qualifiers());
    if (!is_in_buffer(type->getPointeeType()))
        return fail(
            parameter.getTypeSpecStartLoc(),
            fmt::format("argument '{}' holds resources and is not in device or constant memory (MSL 3.0, section 2.13)", name),
            "write constant in front of the type");
    if (const clang::FieldDecl* const located = find_located(bare))
        return fail(parameter.getTypeSpecStartLoc(),
                    fmt::format("argument '{}' is a pointer or a reference to a struct of resources, whose member '{}' has an "
                                "index of its own (MSL 3.0, section 2.12.2)",
                                name, located->getNameAsString()),
                    "pass the struct by value, or give the members ids: [[id(n)]]");
    if (holds_union(bare, context_))
        return fail(parameter.getTypeSpecStartLoc(),
                    fmt::format("the argument buffer '{}' holds a union (MSL 3.0, section 2.13)", name),
                    "give each member of the union a place of its own");
    const std::optional<uint64_t> count = type->isReferenceType() ? 1 : elements_used(parameter, name, kernel);
    if (!count) return false;
    group made {parameter, new_group(kernel, *count * size_of(bare)), true};
    if (!read_index(parameter, name, binding_group::buffer, made.binding, made.is_specialised)) return false;
    ++arguments_;
    const uint32_t ids = ids_of(bare, context_);
    for (uint64_t i = 0; i < *count; ++i)
        if (!read_part(made,
                       {bare, *count == 1 ? name : fmt::format("{}[{}]", name, i), &parameter, i * size_of(bare),
                        static_cast<uint32_t>(i) * ids},
                       kernel))
            return false;
    kernel.types.emplace_back("void*");
    kernel.arguments.push_back(made.memory);
    return true;
}

bool kernel_reader::is_in_buffer(clang::QualType type) {
    const address_space space = address_space_of(type);
    return space == address_space::constant || space == address_space::device;
}

const clang::FieldDecl* kernel_reader::find_located(clang::QualType type) const {
    if (const auto array = as_array(type, context_)) return find_located(array->element);
    const clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
    if (!record || is_texture(type) || is_sampler(type)) return nullptr;
    for (const clang::FieldDecl* const field : record->fields()) {
        for (const mark& each : marks_of(*field))
            if (std::ranges::find(group_names, each.name) != group_names.end()) return field;
        if (const clang::FieldDecl* const inner = find_located(field->getType())) return inner;
    }
    return nullptr;
}

std::optional<uint64_t> kernel_reader::elements_used(const clang::ParmVarDecl& parameter, const std::string& name,
                                                     const found_kernel& kernel) {
    constexpr uint64_t most = 64;
    element_counter counter(parameter, context_);
    counter.TraverseStmt(kernel.function->getBody());
    if (const clang::DeclRefExpr* const use = counter.unknown())
        errors_.error(use->getBeginLoc(),
                      fmt::format("'{}' points to argument buffers, and it is not known how many are used (MSL 3.0, section "
                                  "2.13.1); ingotc passes each member of each as an argument",
                                  name),
                      "use it as a pointer to one argument buffer, or with indices that are known at compile time");
    else if (counter.count() > most)
        errors_.error(parameter.getTypeSpecStartLoc(),
                      fmt::format("'{}' points to {} argument buffers; the limit is {}", name, counter.count(), most),
                      "put the data into one buffer");
    else
        return counter.count();
    return {};
}

bool kernel_reader::read_id(const clang::FieldDecl& field, const std::string& name, uint32_t& next) {
    const std::optional<mark> given = find_mark(field, "id");
    if (!given) return true;
    const std::optional<uint64_t> number = given->number(context_);
    if (!number || *number > std::numeric_limits<uint32_t>::max())
        return fail(
            given->attribute->getLocation(),
            fmt::format("the id of '{}' is not a number of 32 bits that is known at compile time (MSL 3.0, section 2.13)", name),
            "write a constant that is not negative");
    if (*number < next)
        return fail(given->attribute->getLocation(),
                    fmt::format("the id of '{}' is {}, but the members before it have the ids up to {} (MSL 3.0, section 2.13)",
                                name, *number, next - 1),
                    "ids increase in the order of the members");
    next = static_cast<uint32_t>(*number);
    return true;
}

}  // namespace ingot::compiler::metal
