// Structs of resources: their members are arguments of the launcher, and the entry makes the struct again, in memory of the
// thread.
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <fmt/format.h>

#include <algorithm>

#include "address_spaces.hpp"
#include "attributes.hpp"
#include "kernel_reader.hpp"
#include "tokens.hpp"

namespace ingot::compiler::metal {

bool kernel_reader::read_resources(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel) {
    const clang::QualType type = parameter.getType().getCanonicalType();
    const group made {parameter, new_group(kernel, size_of(type)), false};
    if (!read_members(made, {type, name, &parameter, 0}, kernel)) return false;
    pass_by_value(made, kernel);
    return true;
}

void kernel_reader::pass_by_value(const group& made, found_kernel& kernel) {
    const uint64_t size = size_of(made.parameter.getType());
    const std::string type = size <= 16 ? fmt::format("metal::ingot_entry::pointers<{}>", size / 8)
                                        : fmt::format("metal::ingot_entry::bytes<{}>", size);
    kernel.types.push_back(type);
    kernel.arguments.push_back(fmt::format("*reinterpret_cast<{}*>({})", type, made.memory));
}

bool kernel_reader::read_stage_in(const clang::ParmVarDecl& parameter, const mark& attribute, const std::string& name,
                                  found_kernel& kernel) {
    const clang::SourceLocation place = parameter.getTypeSpecStartLoc();
    if (kernel.has_stage_in)
        return fail(attribute.attribute->getLocation(),
                    fmt::format("argument '{}' is the second one with [[stage_in]] (MSL 3.0, section 5.2.4)", name),
                    "put all members into one struct");
    kernel.has_stage_in = true;
    const clang::QualType type = parameter.getType().getCanonicalType().getUnqualifiedType();
    const clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
    if (!record || record->isUnion() || record->getNumBases() > 0 || record->isLambda() || !record->getIdentifier() ||
        llvm::isa<clang::ClassTemplateSpecializationDecl>(record))
        return fail(place, fmt::format("argument '{}' with [[stage_in]] is not a struct (MSL 3.0, section 5.2.4)", name),
                    "make it a struct with a name, whose members have the attribute [[attribute(n)]]");
    group made {parameter, new_group(kernel, size_of(type)), false};
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
    for (const clang::FieldDecl* const field : record->fields()) {
        const clang::QualType member = field->getType().getCanonicalType().getUnqualifiedType();
        const std::string own = name + "." + field->getNameAsString();
        const auto* const vector = as_library_template(member, "vec");
        if (field->isBitField() || (!vector && !member->isArithmeticType()))
            return fail(
                field->getLocation(),
                fmt::format("'{}' is not a scalar or a vector, and '{}' has [[stage_in]] (MSL 3.0, section 5.2.4)", own, name),
                "the members are numbers and vectors of numbers");
        if (!find_mark(*field, "attribute"))
            return fail(field->getLocation(), fmt::format("'{}' has no [[attribute(n)]] (MSL 3.0, section 5.2.4)", own),
                        "give each member an attribute index");
        passed_argument passed;
        passed.host = types_.name(member).value_or("");
        passed.description.name = own;
        passed.description.kind = archive::parameter_kind::buffer;
        describe_content(passed.description, member);
        kernel.preparation +=
            fmt::format("    __builtin_memcpy({} + {}, metal::ingot_entry::stage_element(arguments[{}], {}), {});\n", made.memory,
                        layout.getFieldOffset(field->getFieldIndex()) / 8, kernel.description.reflection.parameters.size(),
                        size_of(member), size_of(member));
        kernel.description.reflection.parameters.push_back(std::move(passed.description));
        kernel.description.host_types.push_back(std::move(passed.host));
        // The host chooses the index of each buffer.
        parameter_places_.push_back({binding_group::buffer, field->getLocation(), true, ++arguments_, 0, true});
    }
    const std::string own = "::" + record->getQualifiedNameAsString();
    kernel.types.push_back(own);
    kernel.arguments.push_back(fmt::format("*reinterpret_cast<{}*>({})", own, made.memory));
    return true;
}

bool kernel_reader::read_part(const group& of, const part& each, found_kernel& kernel) {
    const clang::QualType type = each.type.getCanonicalType();
    if (type->isPointerOrReferenceType() || is_texture(type) || is_sampler(type)) return read_resource(of, each, kernel);
    if (of.is_argument_buffer && !is_argument_buffer(type, context_) && !holds_resources(type, context_))
        return read_plain(of, each, kernel);
    if (const auto array = as_array(type, context_)) {
        const uint32_t ids = ids_of(array->element, context_);
        for (uint64_t i = 0; i < array->count; ++i)
            if (!read_part(of,
                           {array->element, fmt::format("{}[{}]", each.name, i), each.marked,
                            each.offset + i * size_of(array->element), each.id + static_cast<uint32_t>(i) * ids},
                           kernel))
                return false;
        return true;
    }
    return read_members(of, each, kernel);
}

bool kernel_reader::read_members(const group& of, const part& each, found_kernel& kernel) {
    const clang::CXXRecordDecl& record = *each.type->getAsCXXRecordDecl()->getDefinition();
    const clang::SourceLocation place = of.parameter.getTypeSpecStartLoc();
    if (record.isUnion() || record.getNumBases() > 0)
        return fail(place,
                    fmt::format("'{}' holds resources and is a {} (MSL 3.0, section {})", each.name,
                                record.isUnion() ? "union" : "derived class", record.isUnion() ? "2.13" : "5.10"),
                    "make it a struct with all members");
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(&record);
    uint32_t next = 0;
    for (const clang::FieldDecl* const field : record.fields()) {
        const std::string name = each.name + "." + field->getNameAsString();
        if (field->isBitField())
            return fail(field->getLocation(),
                        fmt::format("'{}' is a bit-field in a struct that holds resources (MSL 3.0, section 2.13)", name),
                        "make it a number");
        if (of.is_argument_buffer && !read_id(*field, name, next)) return false;
        const clang::QualType type = field->getType().getCanonicalType();
        if (!of.is_argument_buffer && !check_member_of_resources(*field, name)) return false;
        const uint64_t offset = each.offset + layout.getFieldOffset(field->getFieldIndex()) / 8;
        if (!read_part(of, {type, name, field, offset, each.id + next}, kernel)) return false;
        next += ids_of(type, context_);
    }
    return true;
}

bool kernel_reader::check_member_of_resources(const clang::FieldDecl& field, const std::string& name) {
    const clang::QualType type = field.getType().getCanonicalType();
    if (as_array(type, context_))
        return fail(field.getLocation(),
                    fmt::format("'{}' is an array in a struct that is passed by value (MSL 3.0, section 2.12.1)", name),
                    "pass the array itself, or the struct as an argument buffer: constant T& argument [[buffer(n)]]");
    if (!holds_resources(type, context_))
        return fail(field.getLocation(),
                    fmt::format("'{}' is no resource, and the struct is passed by value (MSL 3.0, section 2.12.2)", name),
                    "pass the struct as an argument buffer: constant T& argument [[buffer(n)]]");
    return true;
}

bool kernel_reader::read_resource(const group& of, const part& each, found_kernel& kernel) {
    const clang::QualType type = each.type.getCanonicalType();
    const size_t position = kernel.description.reflection.parameters.size();
    const std::string place = fmt::format("{} + {}", of.memory, each.offset);
    if (is_sampler(type)) {
        kernel.preparation += fmt::format("    metal::ingot_entry::put_sampler({}, arguments[{}]);\n", place, position);
        return add_part(of, each, describe_sampler(each.name), binding_group::sampler, kernel);
    }
    const std::string put = fmt::format("    *reinterpret_cast<void**>({}) = ", place);
    if (const texture_name* const texture = find_texture(type)) {
        if (context_.getTypeSize(type) != 64)
            return fail(of.parameter.getTypeSpecStartLoc(),
                        fmt::format("'{}' is a {} in a struct or an array, which ingotc does not support", each.name,
                                    texture->name.str()),
                        "pass it as an argument of its own");
        kernel.preparation += fmt::format("{}*static_cast<void* const*>(arguments[{}]);\n", put, position);
        return add_part(of, each, describe_texture(type, each.name, *texture), binding_group::texture, kernel);
    }
    if (!type->isPointerOrReferenceType())
        return fail(of.parameter.getTypeSpecStartLoc(), fmt::format("'{}' is of a type that ingotc does not support", each.name),
                    "pass it in a buffer");
    const clang::QualType pointee = type->getPointeeType();
    const clang::QualType bare = context_.getQualifiedType(pointee.getCanonicalType().getTypePtr(), clang::Qualifiers());
    if (!is_in_buffer(pointee))
        return fail(of.parameter.getTypeSpecStartLoc(),
                    fmt::format("'{}' is a pointer to memory that is not in a buffer (MSL 3.0, section 2.13)", each.name),
                    "a struct of resources holds pointers to device and constant memory");
    if (is_argument_buffer(bare, context_)) {
        const clang::CXXRecordDecl* const record = bare->getAsCXXRecordDecl();
        if (std::ranges::find(of.outer, record) != of.outer.end())
            return fail(of.parameter.getTypeSpecStartLoc(),
                        fmt::format("'{}' is a pointer to an argument buffer of the type that holds it, which ingotc does not "
                                    "support",
                                    each.name),
                        "use an array, and indices in place of pointers");
        group inner {of.parameter, new_group(kernel, size_of(bare)), true, of.binding, of.is_specialised, of.outer};
        inner.outer.push_back(record);
        kernel.preparation += fmt::format("{}{};\n", put, inner.memory);
        return read_part(inner, {bare, each.name, each.marked, 0}, kernel);
    }
    std::optional<passed_argument> passed =
        describe_member(of, each, bare, "a member points to numbers, vectors, matrices, arrays and structs of them");
    if (!passed) return false;
    passed->description.kind = archive::parameter_kind::buffer;
    const bool is_constant = address_space_of(pointee) == address_space::constant;
    if (!is_constant && !pointee.isConstQualified()) passed->description.access_mode = archive::access::read_write;
    kernel.preparation += fmt::format("{}*static_cast<void* const*>(arguments[{}]);\n", put, position);
    return add_part(of, each, std::move(*passed), binding_group::buffer, kernel);
}

std::optional<kernel_reader::passed_argument> kernel_reader::describe_member(const group& of, const part& each,
                                                                             clang::QualType bare, std::string_view advice) {
    std::optional<std::string> host = bare->isVoidType() ? std::optional<std::string>("::std::byte") : types_.name(bare);
    if (!host) {
        fail(of.parameter.getTypeSpecStartLoc(),
             fmt::format("the host cannot write the type '{}' of '{}': {}", written_type(bare, context_), each.name,
                         types_.why_not()),
             advice);
        return {};
    }
    passed_argument passed;
    passed.host = std::move(*host);
    passed.description.name = each.name;
    describe_content(passed.description, bare);
    return passed;
}

bool kernel_reader::read_plain(const group& of, const part& each, found_kernel& kernel) {
    const clang::QualType bare = context_.getQualifiedType(each.type.getCanonicalType().getTypePtr(), clang::Qualifiers());
    std::optional<passed_argument> passed = describe_member(
        of, each, bare, "an argument buffer holds resources, numbers, vectors, matrices, arrays and structs of them");
    if (!passed) return false;
    kernel.preparation += fmt::format("    __builtin_memcpy({} + {}, arguments[{}], {});\n", of.memory, each.offset,
                                      kernel.description.reflection.parameters.size(), passed->description.size);
    return add_part(of, each, std::move(*passed), binding_group::buffer, kernel);
}

bool kernel_reader::add_part(const group& of, const part& each, passed_argument passed, binding_group kind,
                             found_kernel& kernel) {
    const bool is_element = each.marked == &of.parameter && !of.is_argument_buffer;
    if (!of.is_argument_buffer && !is_element)
        return add_parameter(*llvm::cast<clang::NamedDecl>(each.marked), std::move(passed.description), std::move(passed.host),
                             kind, kernel);
    if (of.is_argument_buffer) passed.description.id = each.id;
    const uint32_t offset = of.is_argument_buffer ? 0 : each.index;
    if (of.binding) passed.description.binding = *of.binding + offset;
    kernel.description.reflection.parameters.push_back(std::move(passed.description));
    kernel.description.host_types.push_back(std::move(passed.host));
    parameter_places_.push_back({of.is_argument_buffer ? binding_group::buffer : kind, of.parameter.getLocation(),
                                 find_mark(of.parameter, "function_constant").has_value(), arguments_, offset,
                                 of.is_specialised});
    return true;
}

}  // namespace ingot::compiler::metal
