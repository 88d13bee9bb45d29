// Arguments of a kernel that are resources: buffers and values, textures, samplers, and arrays of them.
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include <ingot/language/image_names.hpp>
#include <ingot/language/sampler_state.hpp>

#include "address_spaces.hpp"
#include "attributes.hpp"
#include "kernel_reader.hpp"
#include "tokens.hpp"

namespace ingot::compiler::metal {

namespace {

// A reference to constant memory of at most this size is passed by value. It is the limit of setBytes() of Metal's host library.
constexpr uint64_t most_value_bytes = 4'096;

}  // namespace

const kernel_reader::texture_name* kernel_reader::find_texture(clang::QualType type) {
    static constexpr texture_name all[] = {
        {"texture1d", image_shape::image_1d},
        {"texture1d_array", image_shape::image_1d_array},
        {"texture2d", image_shape::image_2d},
        {"texture2d_array", image_shape::image_2d_array},
        {"texture3d", image_shape::image_3d},
        {"texturecube", image_shape::image_cube},
        {"texturecube_array", image_shape::image_cube_array},
        {"depth2d", image_shape::image_2d_depth},
        {"depth2d_array", image_shape::image_2d_depth_array},
        {"depthcube", image_shape::image_cube_depth},
        {"depthcube_array", image_shape::image_cube_depth_array},
        {"texture2d_ms", image_shape::image_2d_array},
        {"texture2d_ms_array", image_shape::image_2d_array, true},
        {"depth2d_ms", image_shape::image_2d_depth_array},
        {"depth2d_ms_array", image_shape::image_2d_depth_array, true},
        {"texture_buffer", image_shape::image_1d_buffer},
    };
    for (const texture_name& each : all)
        if (as_library_template(type, each.name)) return &each;
    return nullptr;
}

kernel_reader::passed_argument kernel_reader::describe_texture(clang::QualType type, const std::string& name,
                                                               const texture_name& texture) const {
    const clang::TemplateArgumentList& arguments = as_library_template(type, texture.name)->getTemplateArgs();
    const clang::QualType number = arguments[0].getAsType();
    // The enumerators of metal::access.
    enum { of_samples, of_reads, of_writes, of_both };
    const int64_t access = arguments[1].getAsIntegral().getExtValue();
    archive::parameter passed;
    passed.name = name;
    passed.kind = archive::parameter_kind::image;
    passed.access_mode = access == of_writes ? archive::access::write
                         : access == of_both ? archive::access::read_write
                                             : archive::access::read;
    const bool is_real = !number->isIntegerType();
    const bool is_signed = number->isSignedIntegerType();
    passed.image.shape = to_string(texture.shape);
    passed.image.sample = to_string(is_real     ? sample_kind::floating
                                    : is_signed ? sample_kind::signed_integer
                                                : sample_kind::unsigned_integer);
    if (ingot::detail::is_depth(texture.shape)) passed.image.channels = 1;
    passed.type = fmt::format("{}<{}>", texture.name.str(), written_type(number, context_));
    const std::string host =
        fmt::format("::ingot::basic_image<::ingot::image_shape::{}, {}, ::ingot::image_access::{}>", passed.image.shape,
                    is_real ? "float" : (is_signed ? "::std::int32_t" : "::std::uint32_t"),
                    access == of_writes ? "write" : (access == of_both ? "read_write" : "read"));
    return {std::move(passed), host};
}

bool kernel_reader::read_texture(const clang::ParmVarDecl& parameter, const std::string& name, const texture_name& texture,
                                 found_kernel& kernel) {
    passed_argument passed = describe_texture(parameter.getType(), name, texture);
    kernel.arguments.push_back(
        fmt::format("*static_cast<void* const*>(arguments[{}])", kernel.description.reflection.parameters.size()));
    kernel.types.emplace_back("void*");
    if (texture.has_number_of_samples) {
        numbers_of_samples_.push_back({name + "_samples", kernel.arguments.size()});
        kernel.arguments.emplace_back();
        kernel.types.emplace_back("unsigned int");
    }
    return add_parameter(parameter, std::move(passed.description), std::move(passed.host), binding_group::texture, kernel);
}

kernel_reader::passed_argument kernel_reader::describe_sampler(const std::string& name) {
    archive::parameter passed;
    passed.name = name;
    passed.type = "metal::sampler";
    passed.size = sizeof(sampler_state);
    passed.alignment = alignof(sampler_state);
    return {std::move(passed), "::ingot::sampler_state"};
}

bool kernel_reader::read_sampler(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel) {
    kernel.arguments.push_back(
        fmt::format("metal::ingot_entry::sampler_of(arguments[{}])", kernel.description.reflection.parameters.size()));
    kernel.types.emplace_back("metal::sampler");
    passed_argument passed = describe_sampler(name);
    return add_parameter(parameter, std::move(passed.description), std::move(passed.host), binding_group::sampler, kernel);
}

bool kernel_reader::read_array(const clang::ParmVarDecl& parameter, const std::string& name, const array_shape& array,
                               found_kernel& kernel) {
    group made {parameter, new_group(kernel, size_of(parameter.getType())), false};
    const binding_group kind = is_texture(array.element) ? binding_group::texture : binding_group::sampler;
    if (!read_index(parameter, name, kind, made.binding, made.is_specialised)) return false;
    ++arguments_;
    for (uint64_t i = 0; i < array.count; ++i)
        if (!read_resource(made,
                           {array.element, fmt::format("{}[{}]", name, i), &parameter, i * size_of(array.element), 0,
                            static_cast<uint32_t>(i)},
                           kernel))
            return false;
    pass_by_value(made, kernel);
    return true;
}

void kernel_reader::add_numbers_of_samples(found_kernel& kernel) {
    archive::kernel_reflection& reflection = kernel.description.reflection;
    for (const number_of_samples& each : numbers_of_samples_) {
        kernel.arguments[each.argument] =
            fmt::format("*static_cast<const unsigned int*>(arguments[{}])", reflection.parameters.size());
        archive::parameter passed;
        passed.name = each.name;
        passed.type = "uint";
        passed.size = passed.alignment = sizeof(uint32_t);
        kernel.description.host_types.emplace_back("::std::uint32_t");
        reflection.parameters.push_back(std::move(passed));
    }
}

bool kernel_reader::read_memory(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel) {
    archive::kernel_reflection& reflection = kernel.description.reflection;
    const clang::QualType pointee = parameter.getType()->getPointeeType();
    const address_space space = address_space_of(pointee);
    const clang::SourceLocation place = parameter.getTypeSpecStartLoc();
    if (space == address_space::thread)
        return fail(place,
                    fmt::format("argument '{}' of kernel '{}' is a pointer or a reference that is not in device, constant or "
                                "threadgroup memory (MSL 3.0, section 4)",
                                name, reflection.name),
                    fmt::format("write the address space: device {}* {}", written_type(pointee, context_), name));
    if (pointee->isPointerOrReferenceType())
        return fail(place, fmt::format("argument '{}' is a pointer to a pointer, which ingotc does not support", name),
                    "pass the data in a buffer of its own");
    const clang::QualType bare = context_.getQualifiedType(pointee.getCanonicalType().getTypePtr(), clang::Qualifiers());
    if (pointee->isIncompleteType() && !pointee->isVoidType())
        return fail(place, fmt::format("the type of argument '{}' has no size", name), "define the struct in this file");
    if (const clang::CXXRecordDecl* const record = bare->getAsCXXRecordDecl();
        record && record->hasDefinition() && record->getNumBases() > 0)
        return fail(place, fmt::format("the type of argument '{}' is a derived class (MSL 3.0, section 5.10)", name),
                    "make the base class a member");
    const bool is_void = pointee->isVoidType();
    const uint64_t size = is_void ? 1 : static_cast<uint64_t>(context_.getTypeSizeInChars(bare).getQuantity());
    const uint64_t alignment = is_void ? 1 : static_cast<uint64_t>(context_.getTypeAlignInChars(bare).getQuantity());
    std::optional<std::string> host = is_void ? std::optional<std::string>("::std::byte") : types_.name(bare);
    if (!host)
        return fail(place,
                    fmt::format("the host cannot write the type '{}' of argument '{}': {}", written_type(bare, context_), name,
                                types_.why_not()),
                    "an argument points to numbers, vectors, matrices, arrays and structs of them; ingotc does not support "
                    "argument buffers yet");
    archive::parameter passed;
    passed.name = name;
    passed.type = is_void ? "void" : written_type(bare, context_);
    passed.size = size;
    passed.alignment = alignment;
    passed.access_mode = archive::access::read;
    const bool is_value = space == address_space::constant && parameter.getType()->isReferenceType() && size <= most_value_bytes;
    const size_t position = reflection.parameters.size();
    if (is_value) {
        passed.kind = archive::parameter_kind::value;
        kernel.arguments.push_back(fmt::format("const_cast<void*>(arguments[{}])", position));
    } else {
        passed.kind = space == address_space::threadgroup ? archive::parameter_kind::local : archive::parameter_kind::buffer;
        if (space == address_space::device && !pointee.isConstQualified()) passed.access_mode = archive::access::read_write;
        kernel.arguments.push_back(fmt::format("*static_cast<void* const*>(arguments[{}])", position));
    }
    kernel.types.emplace_back("void*");
    const binding_group group = space == address_space::threadgroup ? binding_group::threadgroup : binding_group::buffer;
    return add_parameter(parameter, std::move(passed), std::move(*host), group, kernel);
}

}  // namespace ingot::compiler::metal
