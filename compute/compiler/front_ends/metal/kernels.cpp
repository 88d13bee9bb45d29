#include "kernels.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecordLayout.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ingot/language/image_names.hpp>
#include <ingot/language/sampler_state.hpp>
#include <map>
#include <set>

#include "attribute_names.hpp"
#include "attributes.hpp"
#include "resources.hpp"
#include "tokens.hpp"

namespace ingot::compiler::metal {

namespace {

// A reference to constant memory of at most this size is passed by value. It is the limit of setBytes() of Metal's host library.
constexpr uint64_t most_value_bytes = 4'096;

// The limit of all arguments together (front_ends/cpp/kernel_signatures.cpp).
constexpr uint64_t most_argument_bytes = 4'352;

// The expressions that give the built-in arguments their values (library: ingot/metal/detail/entry.hpp). `{}` is the type.
struct built_in {
    llvm::StringRef name;
    llvm::StringRef value;
};
constexpr built_in positions[] = {
    {"thread_position_in_grid", "global_id"},
    {"thread_position_in_threadgroup", "local_id"},
    {"threadgroup_position_in_grid", "group_id"},
    {"threads_per_grid", "global_size"},
    {"threadgroups_per_grid", "num_groups"},
    {"threads_per_threadgroup", "local_size"},
    {"dispatch_threads_per_threadgroup", "local_size"},
    // The stage-in grid is the whole grid.
    {"grid_origin", "grid_origin"},
    {"grid_size", "global_size"},
};
constexpr built_in indices[] = {
    {"thread_index_in_threadgroup", "metal::ingot_entry::thread_index()"},
    {"thread_index_in_simdgroup", "ingot::ingot_device_sub_group_local_id()"},
    {"threads_per_simdgroup", "metal::ingot_detail::threads_of_whole_simdgroup()"},
    {"thread_execution_width", "metal::ingot_detail::threads_of_whole_simdgroup()"},
    {"simdgroup_index_in_threadgroup", "ingot::ingot_device_sub_group_id()"},
    {"simdgroups_per_threadgroup", "ingot::ingot_device_number_of_sub_groups()"},
    {"dispatch_simdgroups_per_threadgroup", "ingot::ingot_device_number_of_sub_groups()"},
    {"thread_index_in_quadgroup", "metal::ingot_entry::thread_index() % 4u"},
    {"quadgroup_index_in_threadgroup", "metal::ingot_entry::thread_index() / 4u"},
    {"quadgroups_per_threadgroup", "(metal::ingot_entry::threads_of_group() + 3u) / 4u"},
    {"dispatch_quadgroups_per_threadgroup", "(metal::ingot_entry::threads_of_group() + 3u) / 4u"},
};

const built_in* find_in(std::span<const built_in> all, llvm::StringRef name) {
    const auto found = std::ranges::find(all, name, &built_in::name);
    return found == all.end() ? nullptr : &*found;
}

// The arguments whose types must be the same (section 5.2.3.6), by groups.
constexpr std::array<llvm::StringRef, 2> of_grid {"thread_position_in_grid", "threads_per_grid"};
constexpr std::array<llvm::StringRef, 3> of_group {"thread_position_in_threadgroup", "threads_per_threadgroup",
                                                   "dispatch_threads_per_threadgroup"};

bool is_of_simd_family(llvm::StringRef name) {
    return name != "thread_index_in_threadgroup" && find_in(indices, name) && name != "thread_execution_width";
}

// The four groups of bindings (section 5.2.1).
enum class binding_group { buffer, texture, sampler, threadgroup };
constexpr std::array<llvm::StringRef, 4> group_names {"buffer", "texture", "sampler", "threadgroup"};

class kernel_reader {
public:
    kernel_reader(clang::ASTContext& unit, host_structs& names, const reporter& reports)
        : context_(unit), types_(names), errors_(reports), constants_(find_function_constants(unit, reports)) {}

    void read(const clang::FunctionDecl& function, std::vector<found_kernel>& kernels) {
        found_kernel kernel;
        kernel.function = &function;
        if (!check_function(function) || !read_name(function, kernel.description)) return;
        archive::kernel_reflection& reflection = kernel.description.reflection;
        for (const found_kernel& other : kernels)
            if (other.description.reflection.name == reflection.name ||
                other.description.reflection.symbol == reflection.symbol) {
                const bool same_function =
                    other.function->getTemplateInstantiationPattern() &&
                    other.function->getTemplateInstantiationPattern() == function.getTemplateInstantiationPattern();
                fail(place_of(function),
                     fmt::format("two kernels have the name '{}' on the host (MSL 3.0, section {})", reflection.name,
                                 same_function                      ? "5.1.11"
                                 : find_mark(function, "host_name") ? "5.1.10"
                                                                    : "1.4.1"),
                     same_function
                         ? "give each explicit instantiation a name of its own: template [[host_name(\"name\")]] kernel …"
                         : "a kernel cannot be overloaded; rename one of them");
                errors_.note(place_of(*other.function), "the other kernel is here");
                return;
            }
        const clang::PresumedLoc location = context_.getSourceManager().getPresumedLoc(place_of(function));
        reflection.file = location.getFilename();
        reflection.line = location.getLine();
        parameter_places_.clear();
        built_ins_.clear();
        numbers_of_samples_.clear();
        for (unsigned i = 0; i < function.getNumParams(); ++i)
            if (!read_parameter(*function.getParamDecl(i), i, kernel)) return;
        if (!check_built_ins() || !assign_bindings(reflection)) return;
        add_numbers_of_samples(kernel);
        add_constants(kernel);
        if (!check_size(function, reflection)) return;
        kernels.push_back(std::move(kernel));
    }

private:
    bool fail(clang::SourceLocation location, std::string_view message, std::string_view advice) {
        errors_.error(location, message, advice);
        return false;
    }

    static clang::SourceLocation place_of(const clang::FunctionDecl& function) {
        const clang::SourceLocation instantiated = function.getPointOfInstantiation();
        return function.isTemplateInstantiation() && instantiated.isValid() ? instantiated : function.getLocation();
    }

    bool check_function(const clang::FunctionDecl& function) {
        const std::string name = function.getNameAsString();
        const clang::SourceLocation place = place_of(function);
        if (!function.getReturnType()->isVoidType())
            return fail(function.getReturnTypeSourceRange().isValid() ? function.getReturnTypeSourceRange().getBegin() : place,
                        fmt::format("kernel '{}' returns a value (MSL 3.0, section 5.1.3)", name),
                        "a kernel returns void; write results to a buffer");
        if (llvm::isa<clang::CXXMethodDecl>(function))
            return fail(place, fmt::format("kernel '{}' is a member of a class (MSL 3.0, section 5.1)", name),
                        "move it out of the class");
        if (function.isVariadic())
            return fail(place, fmt::format("kernel '{}' takes a variable number of arguments (MSL 3.0, section 5.2)", name),
                        "give each argument a parameter");
        return true;
    }

    // The name by which the host knows the kernel (sections 5.1.3, 5.1.10).
    bool read_name(const clang::FunctionDecl& function, kernel_description& kernel) {
        std::string name;
        if (const std::optional<mark> host = find_mark(function, "host_name")) {
            const std::optional<std::string> text = host->text();
            if (!text || text->empty())
                return fail(host->attribute->getLocation(), "host_name needs a text that is not empty (MSL 3.0, section 5.1.10)",
                            "write it as [[host_name(\"name\")]]");
            name = *text;
        } else {
            name = function.getNameAsString();
            for (const clang::DeclContext* scope = function.getDeclContext(); scope; scope = scope->getParent())
                if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope); space && !space->isAnonymousNamespace())
                    name = space->getNameAsString() + "::" + name;
        }
        kernel.reflection.name = name;
        std::string symbol;
        for (const char each : name) {
            const auto letter = static_cast<unsigned char>(each);
            symbol += letter < 0x80 && (std::isalnum(letter) || each == '_') ? std::string(1, each) : "_";
        }
        if (std::isdigit(static_cast<unsigned char>(symbol.front())) || symbol == "_" || symbol == "WARP_SZ")
            symbol = "entry_" + symbol;
        kernel.reflection.symbol = symbol;
        kernel.qualified_name = "::" + function.getQualifiedNameAsString();
        return true;
    }

    bool read_parameter(const clang::ParmVarDecl& parameter, unsigned index, found_kernel& kernel) {
        const clang::QualType type = parameter.getType();
        const std::string name =
            parameter.getName().empty() ? fmt::format("argument_{}", index + 1) : parameter.getNameAsString();
        for (const mark& each : marks_of(parameter)) {
            const attribute_name* const known = find_attribute(each.name);
            if (!known) continue;
            if (known->kind == attribute_kind::position || known->kind == attribute_kind::index)
                return read_built_in(parameter, *known, name, kernel);
            if (each.name == "stage_in") return read_stage_in(parameter, each, name, kernel);
            if (known->kind == attribute_kind::graphics)
                return fail(each.attribute->getLocation(),
                            fmt::format("argument '{}' has the attribute [[{}]], which ingotc supports in no kernel", name,
                                        known->name.str()),
                            "pass the data in a buffer");
        }
        if (type->isPointerType() || type->isReferenceType()) {
            if (is_argument_buffer(type->getPointeeType(), context_)) return read_argument_buffer(parameter, name, kernel);
            return read_memory(parameter, name, kernel);
        }
        if (const auto* const texture = find_texture(type)) return read_texture(parameter, name, *texture, kernel);
        if (is_sampler(type)) return read_sampler(parameter, name, kernel);
        if (as_library_template(type, "array_ref"))
            return fail(parameter.getTypeSpecStartLoc(),
                        fmt::format("argument '{}' of kernel '{}' is an array_ref (MSL 3.0, section 2.12.1)", name,
                                    kernel.description.reflection.name),
                        "a kernel's argument is an array: array<T, N>");
        if (const auto array = as_array(type, context_); array && (is_texture(array->element) || is_sampler(array->element)))
            return read_array(parameter, name, *array, kernel);
        if (type->isRecordType() && holds_resources(type, context_)) return read_resources(parameter, name, kernel);
        return fail(parameter.getTypeSpecStartLoc(),
                    fmt::format("argument '{}' of kernel '{}' is passed by value (MSL 3.0, section 5.2)", name,
                                kernel.description.reflection.name),
                    fmt::format("pass it in constant memory: constant {}& {} [[buffer(n)]]", written_type(type, context_), name));
    }

    // A built-in argument: a position, a size or an index of the thread (section 5.2.3.6).
    bool read_built_in(const clang::ParmVarDecl& parameter, const attribute_name& attribute, const std::string& name,
                       found_kernel& kernel) {
        const clang::QualType type = parameter.getType().getCanonicalType().getUnqualifiedType();
        const auto* const vector = as_library_template(type, "vec");
        const clang::QualType element = vector ? vector->getTemplateArgs()[0].getAsType() : type;
        const uint64_t count = vector ? vector->getTemplateArgs()[1].getAsIntegral().getLimitedValue() : 1;
        const auto* const scalar = element->getAs<clang::BuiltinType>();
        const bool is_unsigned =
            scalar && (scalar->getKind() == clang::BuiltinType::UShort || scalar->getKind() == clang::BuiltinType::UInt);
        const bool is_position = attribute.kind == attribute_kind::position;
        if (!is_unsigned || count > (is_position ? 3u : 1u))
            return fail(
                parameter.getTypeSpecStartLoc(),
                fmt::format("argument '{}' with the attribute [[{}]] has the type '{}' (MSL 3.0, section 5.2.3.6)", name,
                            attribute.name.str(), written_type(type, context_)),
                is_position ? "its type is ushort, ushort2, ushort3, uint, uint2 or uint3" : "its type is ushort or uint");
        const std::string own = written_type(type, context_);
        const std::string spelled = vector ? "metal::" + own : own;
        if (const built_in* const found = find_in(positions, attribute.name))
            kernel.arguments.push_back(
                fmt::format("metal::ingot_entry::first_of<{}>(metal::ingot_entry::{})", spelled, found->value.str()));
        else
            kernel.arguments.push_back(
                fmt::format("static_cast<{}>({})", spelled, find_in(indices, attribute.name)->value.str()));
        kernel.types.push_back(spelled);
        built_ins_.push_back({attribute.name, own, count, parameter.getTypeSpecStartLoc()});
        return true;
    }

    // The types of built-in arguments must fit together.
    bool check_built_ins() {
        const auto find = [&](auto condition) {
            std::vector<const declared_built_in*> found;
            for (const declared_built_in& each : built_ins_)
                if (condition(each)) found.push_back(&each);
            return found;
        };
        const auto check_same = [&](const std::vector<const declared_built_in*>& all, auto value, std::string_view rule) {
            for (size_t i = 1; i < all.size(); ++i)
                if (value(*all[i]) != value(*all[0]))
                    return fail(all[i]->place,
                                fmt::format("[[{}]] is {} and [[{}]] is {} (MSL 3.0, section 5.2.3.6)", all[i]->name.str(),
                                            all[i]->type, all[0]->name.str(), all[0]->type),
                                rule);
            return true;
        };
        const auto type = [](const declared_built_in& each) { return each.type; };
        const auto is_one_of = [](const auto& names) {
            return [&names](const declared_built_in& each) { return std::ranges::find(names, each.name) != names.end(); };
        };
        if (!check_same(
                find([](const declared_built_in& each) { return each.count > 1; }),
                [](const declared_built_in& each) { return each.count; },
                "positions and sizes that are vectors have the same number of components") ||
            !check_same(find(is_one_of(of_grid)), type, "both have the same type") ||
            !check_same(find(is_one_of(of_group)), type, "they have the same type") ||
            !check_same(find([](const declared_built_in& each) { return is_of_simd_family(each.name); }), type,
                        "all arguments about SIMD-groups and quad-groups have the same type"))
            return false;
        const auto position = find([](const declared_built_in& each) { return each.name == "thread_position_in_threadgroup"; });
        const auto index = find([](const declared_built_in& each) { return each.name == "thread_index_in_threadgroup"; });
        if (!position.empty() && !index.empty() && position[0]->type.starts_with("uint") && index[0]->type != "uint")
            return fail(
                index[0]->place,
                fmt::format("[[thread_index_in_threadgroup]] is ushort and [[thread_position_in_threadgroup]] is {} (MSL 3.0, "
                            "section 5.2.3.6)",
                            position[0]->type),
                "make the index a uint");
        return true;
    }

    // The textures of the library, and the images that they are in the runtime.
    struct texture_name {
        llvm::StringRef name;
        image_shape shape = image_shape::image_2d;
        bool has_number_of_samples = false;  // which the host passes as a further argument
    };
    static const texture_name* find_texture(clang::QualType type) {
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
    // An argument that the host passes, and the type of it in host code.
    struct passed_argument {
        archive::parameter description;
        std::string host;
    };
    passed_argument describe_texture(clang::QualType type, const std::string& name, const texture_name& texture) const {
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
    bool read_texture(const clang::ParmVarDecl& parameter, const std::string& name, const texture_name& texture,
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

    // A sampler that the host passes: a value (<ingot/language/sampler_state.hpp>).
    static passed_argument describe_sampler(const std::string& name) {
        archive::parameter passed;
        passed.name = name;
        passed.type = "metal::sampler";
        passed.size = sizeof(sampler_state);
        passed.alignment = alignof(sampler_state);
        return {std::move(passed), "::ingot::sampler_state"};
    }
    bool read_sampler(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel) {
        kernel.arguments.push_back(
            fmt::format("metal::ingot_entry::sampler_of(arguments[{}])", kernel.description.reflection.parameters.size()));
        kernel.types.emplace_back("metal::sampler");
        passed_argument passed = describe_sampler(name);
        return add_parameter(parameter, std::move(passed.description), std::move(passed.host), binding_group::sampler, kernel);
    }

    // Structs and arrays of resources become an argument of the launcher for each member. The entry makes the struct again, in
    // memory of the thread.

    // A struct or an array of the entry.
    struct group {
        const clang::ParmVarDecl& parameter;
        std::string memory;  // the name of the variable
        bool is_argument_buffer;
        std::optional<uint32_t> binding {};                   // of the argument buffer, or of the array's first element
        bool is_specialised = false;                          // is the index a function constant?
        std::vector<const clang::CXXRecordDecl*> outer = {};  // the structs whose pointers lead to this one
    };
    // A member or an element.
    struct part {
        clang::QualType type;
        std::string name;           // "material.textures[1]"
        const clang::Decl* marked;  // the declaration with the member's attributes
        uint64_t offset;            // in the memory
        uint32_t id = 0;            // of a member of an argument buffer
        uint32_t index = 0;         // of an element of an array of textures or samplers
    };

    static std::string new_group(found_kernel& kernel, uint64_t size) {
        std::string name = fmt::format("group_{}", kernel.groups++);
        kernel.preparation += fmt::format("    alignas(16) unsigned char {}[{}];\n", name, std::max<uint64_t>(size, 1));
        return name;
    }
    uint64_t size_of(clang::QualType type) const {
        return static_cast<uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
    }

    // array<texture2d<float>, 4> a [[texture(0)]]
    bool read_array(const clang::ParmVarDecl& parameter, const std::string& name, const array_shape& array,
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

    // struct resources { device float* a [[buffer(0)]]; texture2d<float> b [[texture(1)]]; }, passed by value (section 2.12.2)
    bool read_resources(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel) {
        const clang::QualType type = parameter.getType().getCanonicalType();
        group made {parameter, new_group(kernel, size_of(type)), false};
        if (!read_members(made, {type, name, &parameter, 0}, kernel)) return false;
        pass_by_value(made, kernel);
        return true;
    }
    void pass_by_value(const group& made, found_kernel& kernel) {
        const uint64_t size = size_of(made.parameter.getType());
        const std::string type = size <= 16 ? fmt::format("metal::ingot_entry::pointers<{}>", size / 8)
                                            : fmt::format("metal::ingot_entry::bytes<{}>", size);
        kernel.types.push_back(type);
        kernel.arguments.push_back(fmt::format("*reinterpret_cast<{}*>({})", type, made.memory));
    }

    // struct input { float4 place [[attribute(0)]]; }, an argument with [[stage_in]] (section 5.2.4). The host passes a buffer
    // for each member. A thread gets the elements at its index in the grid.
    bool read_stage_in(const clang::ParmVarDecl& parameter, const mark& attribute, const std::string& name,
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
                return fail(field->getLocation(),
                            fmt::format("'{}' is not a scalar or a vector, and '{}' has [[stage_in]] (MSL 3.0, section 5.2.4)",
                                        own, name),
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
                fmt::format("    __builtin_memcpy({} + {}, metal::ingot_entry::stage_element(arguments[{}], {}), {});\n",
                            made.memory, layout.getFieldOffset(field->getFieldIndex()) / 8,
                            kernel.description.reflection.parameters.size(), size_of(member), size_of(member));
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

    // constant resources& r [[buffer(0)]] (section 2.13)
    bool read_argument_buffer(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel) {
        const clang::QualType type = parameter.getType();
        const clang::QualType pointee = type->getPointeeType().getCanonicalType().getUnqualifiedType();
        const clang::QualType bare = context_.getQualifiedType(pointee.getTypePtr(), clang::Qualifiers());
        if (!is_in_buffer(type->getPointeeType()))
            return fail(
                parameter.getTypeSpecStartLoc(),
                fmt::format("argument '{}' holds resources and is not in device or constant memory (MSL 3.0, section 2.13)",
                            name),
                "write constant in front of the type");
        if (const clang::FieldDecl* const located = find_located(bare))
            return fail(
                parameter.getTypeSpecStartLoc(),
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

    static bool is_in_buffer(clang::QualType type) {
        const clang::LangAS space = type.getAddressSpace();
        return space == clang::LangAS::opencl_global_host || space == clang::LangAS::sycl_global_host ||
               space == clang::LangAS::opencl_global || space == clang::LangAS::sycl_global;
    }
    // Returns a member with an index of its own, which belongs to structs of resources that are passed by value.
    const clang::FieldDecl* find_located(clang::QualType type) const {
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
    std::optional<uint64_t> elements_used(const clang::ParmVarDecl& parameter, const std::string& name,
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

    // Reads a part of a group, and the parts in it.
    bool read_part(const group& of, const part& each, found_kernel& kernel) {
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
    bool read_members(const group& of, const part& each, found_kernel& kernel) {
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
    // A struct that is passed by value consists of buffers, textures, samplers, and structs of them.
    bool check_member_of_resources(const clang::FieldDecl& field, const std::string& name) {
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
    // Reads [[id(n)]] of a member. `next` is the first id that is free, relative to the struct's own.
    bool read_id(const clang::FieldDecl& field, const std::string& name, uint32_t& next) {
        const std::optional<mark> given = find_mark(field, "id");
        if (!given) return true;
        const std::optional<uint64_t> number = given->number(context_);
        if (!number || *number > std::numeric_limits<uint32_t>::max())
            return fail(
                given->attribute->getLocation(),
                fmt::format("the id of '{}' is not a number of 32 bits that is known at compile time (MSL 3.0, section 2.13)",
                            name),
                "write a constant that is not negative");
        if (*number < next)
            return fail(
                given->attribute->getLocation(),
                fmt::format("the id of '{}' is {}, but the members before it have the ids up to {} (MSL 3.0, section 2.13)", name,
                            *number, next - 1),
                "ids increase in the order of the members");
        next = static_cast<uint32_t>(*number);
        return true;
    }

    // A pointer, a texture or a sampler in a group.
    bool read_resource(const group& of, const part& each, found_kernel& kernel) {
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
            return fail(of.parameter.getTypeSpecStartLoc(),
                        fmt::format("'{}' is of a type that ingotc does not support", each.name), "pass it in a buffer");
        const clang::QualType pointee = type->getPointeeType();
        const clang::QualType bare = context_.getQualifiedType(pointee.getCanonicalType().getTypePtr(), clang::Qualifiers());
        if (!is_in_buffer(pointee))
            return fail(of.parameter.getTypeSpecStartLoc(),
                        fmt::format("'{}' is a pointer to memory that is not in a buffer (MSL 3.0, section 2.13)", each.name),
                        "a struct of resources holds pointers to device and constant memory");
        if (is_argument_buffer(bare, context_)) {
            const clang::CXXRecordDecl* const record = bare->getAsCXXRecordDecl();
            if (std::ranges::find(of.outer, record) != of.outer.end())
                return fail(
                    of.parameter.getTypeSpecStartLoc(),
                    fmt::format("'{}' is a pointer to an argument buffer of the type that holds it, which ingotc does not "
                                "support",
                                each.name),
                    "use an array, and indices in place of pointers");
            group inner {of.parameter, new_group(kernel, size_of(bare)), true, of.binding, of.is_specialised, of.outer};
            inner.outer.push_back(record);
            kernel.preparation += fmt::format("{}{};\n", put, inner.memory);
            return read_part(inner, {bare, each.name, each.marked, 0}, kernel);
        }
        std::optional<std::string> host = pointee->isVoidType() ? std::optional<std::string>("::std::byte") : types_.name(bare);
        if (!host)
            return fail(of.parameter.getTypeSpecStartLoc(),
                        fmt::format("the host cannot write the type '{}' of '{}': {}", written_type(bare, context_), each.name,
                                    types_.why_not()),
                        "a member points to numbers, vectors, matrices, arrays and structs of them");
        passed_argument passed;
        passed.host = std::move(*host);
        passed.description.name = each.name;
        passed.description.kind = archive::parameter_kind::buffer;
        describe_content(passed.description, bare);
        const clang::LangAS space = pointee.getAddressSpace();
        const bool is_constant = space == clang::LangAS::opencl_global_host || space == clang::LangAS::sycl_global_host;
        if (!is_constant && !pointee.isConstQualified()) passed.description.access_mode = archive::access::read_write;
        kernel.preparation += fmt::format("{}*static_cast<void* const*>(arguments[{}]);\n", put, position);
        return add_part(of, each, std::move(passed), binding_group::buffer, kernel);
    }
    // A member of an argument buffer that is no resource.
    bool read_plain(const group& of, const part& each, found_kernel& kernel) {
        const clang::QualType bare = context_.getQualifiedType(each.type.getCanonicalType().getTypePtr(), clang::Qualifiers());
        std::optional<std::string> host = types_.name(bare);
        if (!host)
            return fail(of.parameter.getTypeSpecStartLoc(),
                        fmt::format("the host cannot write the type '{}' of '{}': {}", written_type(bare, context_), each.name,
                                    types_.why_not()),
                        "an argument buffer holds resources, numbers, vectors, matrices, arrays and structs of them");
        passed_argument passed;
        passed.host = std::move(*host);
        passed.description.name = each.name;
        describe_content(passed.description, bare);
        kernel.preparation += fmt::format("    __builtin_memcpy({} + {}, arguments[{}], {});\n", of.memory, each.offset,
                                          kernel.description.reflection.parameters.size(), passed.description.size);
        return add_part(of, each, std::move(passed), binding_group::buffer, kernel);
    }
    void describe_content(archive::parameter& passed, clang::QualType bare) const {
        const bool is_void = bare->isVoidType();
        passed.type = is_void ? "void" : written_type(bare, context_);
        passed.size = is_void ? 1 : size_of(bare);
        passed.alignment = is_void ? 1 : static_cast<uint64_t>(context_.getTypeAlignInChars(bare).getQuantity());
    }
    // Adds a part of a group to the kernel's parameters.
    bool add_part(const group& of, const part& each, passed_argument passed, binding_group kind, found_kernel& kernel) {
        const bool is_element = each.marked == &of.parameter && !of.is_argument_buffer;
        if (!of.is_argument_buffer && !is_element)
            return add_parameter(*llvm::cast<clang::NamedDecl>(each.marked), std::move(passed.description),
                                 std::move(passed.host), kind, kernel);
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

    // Adds the numbers of samples of arrays of multisampled textures as arguments after the kernel's own. They have no index.
    void add_numbers_of_samples(found_kernel& kernel) {
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

    // A pointer or a reference: a buffer, a value in constant memory, or memory of the threadgroup.
    bool read_memory(const clang::ParmVarDecl& parameter, const std::string& name, found_kernel& kernel) {
        archive::kernel_reflection& reflection = kernel.description.reflection;
        const clang::QualType pointee = parameter.getType()->getPointeeType();
        const clang::LangAS space = pointee.getAddressSpace();
        const clang::SourceLocation place = parameter.getTypeSpecStartLoc();
        const bool is_constant = space == clang::LangAS::opencl_global_host || space == clang::LangAS::sycl_global_host;
        const bool is_device = space == clang::LangAS::opencl_global || space == clang::LangAS::sycl_global;
        const bool is_shared = space == clang::LangAS::opencl_local || space == clang::LangAS::sycl_local;
        if (!is_constant && !is_device && !is_shared)
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
                        fmt::format("the host cannot write the type '{}' of argument '{}': {}", written_type(bare, context_),
                                    name, types_.why_not()),
                        "an argument points to numbers, vectors, matrices, arrays and structs of them; ingotc does not support "
                        "argument buffers yet");
        archive::parameter passed;
        passed.name = name;
        passed.type = is_void ? "void" : written_type(bare, context_);
        passed.size = size;
        passed.alignment = alignment;
        passed.access_mode = archive::access::read;
        const bool is_value = is_constant && parameter.getType()->isReferenceType() && size <= most_value_bytes;
        const size_t position = reflection.parameters.size();
        if (is_value) {
            passed.kind = archive::parameter_kind::value;
            kernel.arguments.push_back(fmt::format("const_cast<void*>(arguments[{}])", position));
        } else {
            passed.kind = is_shared ? archive::parameter_kind::local : archive::parameter_kind::buffer;
            if (is_device && !pointee.isConstQualified()) passed.access_mode = archive::access::read_write;
            kernel.arguments.push_back(fmt::format("*static_cast<void* const*>(arguments[{}])", position));
        }
        kernel.types.emplace_back("void*");
        const binding_group group = is_shared ? binding_group::threadgroup : binding_group::buffer;
        return add_parameter(parameter, std::move(passed), std::move(*host), group, kernel);
    }

    // Adds an argument that the host passes, with the binding that the source gives.
    bool add_parameter(const clang::NamedDecl& declared, archive::parameter passed, std::string host, binding_group group,
                       found_kernel& kernel) {
        bool is_specialised = false;
        if (!read_index(declared, passed.name, group, passed.binding, is_specialised)) return false;
        kernel.description.reflection.parameters.push_back(std::move(passed));
        kernel.description.host_types.push_back(std::move(host));
        // An argument that depends on a function constant is always passed.
        const bool is_optional = find_mark(declared, "function_constant").has_value();
        parameter_places_.push_back({group, declared.getLocation(), is_optional, ++arguments_, 0, is_specialised});
        return true;
    }

    // Reads the index of an argument: [[buffer(n)]].
    bool read_index(const clang::NamedDecl& declared, const std::string& name, binding_group group,
                    std::optional<uint32_t>& binding, bool& is_specialised) {
        const llvm::StringRef own = group_names[static_cast<size_t>(group)];
        for (const mark& each : marks_of(declared)) {
            if (std::ranges::find(group_names, each.name) == group_names.end()) continue;
            if (each.name != own)
                return fail(each.attribute->getLocation(),
                            fmt::format("argument '{}' has the attribute [[{}]], but it is a {} (MSL 3.0, section 5.2.1)", name,
                                        each.name.str(), own.str()),
                            fmt::format("write [[{}(n)]]", own.str()));
            if (const clang::VarDecl* const constant = function_constant_of(each)) {
                if (!constant->getType()->isIntegerType() || constant->getType()->isBooleanType())
                    return fail(
                        each.attribute->getLocation(),
                        fmt::format("the index of [[{}]] is the function constant '{}' of the type '{}' (MSL 3.0, section "
                                    "5.8.1.4)",
                                    own.str(), constant->getNameAsString(), written_type(constant->getType(), context_)),
                        "an index is a scalar integer");
                is_specialised = true;
                continue;
            }
            const std::optional<uint64_t> number = each.number(context_);
            if (!number || *number > std::numeric_limits<uint32_t>::max())
                return fail(
                    each.attribute->getLocation(),
                    fmt::format("the index of [[{}]] is not a number that is known at compile time (MSL 3.0, section 5.2.1)",
                                own.str()),
                    "write a constant that is not negative, or a function constant");
            binding = static_cast<uint32_t>(*number);
        }
        return true;
    }
    // Returns the function constant that is the argument of an attribute, or null. The token pass writes its name as a text.
    const clang::VarDecl* function_constant_of(const mark& of) const {
        const std::optional<std::string> name = of.text();
        if (!name) return nullptr;
        const auto found =
            std::ranges::find_if(constants_, [&](const specialised_constant& each) { return each.variable->getName() == *name; });
        return found == constants_.end() ? nullptr : found->variable;
    }

    // Gives each argument without an index the first one that is free in its group (section 5.2.1), and an array the first
    // ones that are. Indices that are function constants are not known and not counted.
    bool assign_bindings(archive::kernel_reflection& reflection) {
        std::array<std::map<uint32_t, size_t>, group_names.size()> taken;
        for (size_t i = 0; i < reflection.parameters.size(); ++i) {
            const archive::parameter& parameter = reflection.parameters[i];
            if (!parameter.binding) continue;
            const auto group = static_cast<size_t>(parameter_places_[i].group);
            const auto [other, is_new] = taken[group].emplace(*parameter.binding, i);
            const place& first = parameter_places_[other->second];
            // Arguments of which a function constant chooses one can have the same index (section 5.8.1.2), and the members of
            // an argument buffer have one.
            const bool can_be_same =
                (parameter_places_[i].is_optional && first.is_optional) ||
                (parameter_places_[i].argument == first.argument && parameter_places_[i].offset == first.offset);
            if (!is_new && !can_be_same)
                return fail(parameter_places_[i].place,
                            fmt::format("arguments '{}' and '{}' have the same index, [[{}({})]] (MSL 3.0, section 5.2.1)",
                                        reflection.parameters[other->second].name, parameter.name, group_names[group].str(),
                                        *parameter.binding),
                            "give each argument an index of its own");
        }
        for (size_t i = 0; i < reflection.parameters.size();) {
            size_t end = i;
            while (end < reflection.parameters.size() && parameter_places_[end].argument == parameter_places_[i].argument) ++end;
            if (!reflection.parameters[i].binding && !parameter_places_[i].is_specialised) {
                auto& group = taken[static_cast<size_t>(parameter_places_[i].group)];
                uint32_t first = 0;
                const auto is_taken = [&](const place& each) { return group.contains(first + each.offset); };
                while (std::any_of(parameter_places_.begin() + static_cast<ptrdiff_t>(i),
                                   parameter_places_.begin() + static_cast<ptrdiff_t>(end), is_taken))
                    ++first;
                for (size_t each = i; each < end; ++each) {
                    reflection.parameters[each].binding = first + parameter_places_[each].offset;
                    group.emplace(*reflection.parameters[each].binding, each);
                }
            }
            i = end;
        }
        return true;
    }

    // Adds the function constants that the kernel uses as arguments.
    void add_constants(found_kernel& kernel) {
        archive::kernel_reflection& reflection = kernel.description.reflection;
        const used_constants used = constants_used_by(*kernel.function, constants_);
        kernel.computed_constants = used.computed;
        for (const specialised_constant* const each : used.specialised) {
            const clang::QualType type = each->variable->getType().getCanonicalType();
            const clang::QualType bare = context_.getQualifiedType(type.getTypePtr(), clang::Qualifiers());
            kernel.constants.push_back({each->symbol, static_cast<unsigned>(reflection.parameters.size())});
            archive::parameter passed;
            passed.name = each->variable->getNameAsString();
            passed.type = written_type(bare, context_);
            passed.size = static_cast<uint64_t>(context_.getTypeSizeInChars(bare).getQuantity());
            passed.alignment = static_cast<uint64_t>(context_.getTypeAlignInChars(bare).getQuantity());
            kernel.description.host_types.push_back(types_.name(bare).value_or(passed.type));
            reflection.parameters.push_back(std::move(passed));
        }
    }

    bool check_size(const clang::FunctionDecl& function, const archive::kernel_reflection& reflection) {
        uint64_t bytes = 0;
        for (const archive::parameter& parameter : reflection.parameters)
            bytes = (bytes + 7) / 8 * 8 + (parameter.kind == archive::parameter_kind::value ? parameter.size : 8);
        if (bytes <= most_argument_bytes) return true;
        return fail(place_of(function),
                    fmt::format("the arguments of kernel '{}' take {} bytes; the limit is {} bytes", reflection.name, bytes,
                                most_argument_bytes),
                    "pass a large struct by a pointer: constant T* instead of constant T&");
    }

    struct place {
        binding_group group;
        clang::SourceLocation place;
        bool is_optional;
        size_t argument = 0;  // the number of the argument: members of an argument buffer and elements of an array have one
        uint32_t offset = 0;  // of the index, from that of the argument
        bool is_specialised = false;  // is the index a function constant?
    };
    struct declared_built_in {
        llvm::StringRef name;
        std::string type;
        uint64_t count;
        clang::SourceLocation place;
    };

    struct number_of_samples {
        std::string name;
        size_t argument;  // of the function
    };

    clang::ASTContext& context_;
    host_structs& types_;
    const reporter& errors_;
    std::vector<specialised_constant> constants_;  // of the file
    std::vector<place> parameter_places_;          // of the current kernel, for each parameter in the reflection
    std::vector<declared_built_in> built_ins_;     // of the current kernel
    std::vector<number_of_samples> numbers_of_samples_;
    size_t arguments_ = 0;  // the number of arguments with an index so far
};

// Collects the definitions of kernels. An instance of a template is a kernel only if the source instantiates it explicitly.
class kernel_collector final : public clang::ConstDynamicRecursiveASTVisitor {
public:
    kernel_collector() { ShouldVisitTemplateInstantiations = true; }

    bool VisitFunctionDecl(const clang::FunctionDecl* function) override {
        if (!function->isThisDeclarationADefinition() || function->isDependentContext() || !find_mark(*function, "kernel"))
            return true;
        if (function->isTemplateInstantiation() &&
            function->getTemplateSpecializationKind() != clang::TSK_ExplicitInstantiationDefinition)
            return true;
        if (seen_.insert(function->getCanonicalDecl()).second) found.push_back(function);
        return true;
    }

    std::vector<const clang::FunctionDecl*> found;

private:
    std::set<const clang::FunctionDecl*> seen_;
};

}  // namespace

std::vector<found_kernel> find_kernels(clang::ASTContext& context, host_structs& types, const reporter& errors) {
    kernel_collector collector;
    collector.TraverseDecl(context.getTranslationUnitDecl());
    kernel_reader reader(context, types, errors);
    std::vector<found_kernel> kernels;
    for (const clang::FunctionDecl* const function : collector.found) reader.read(*function, kernels);
    return kernels;
}

std::string entry_functions(std::vector<found_kernel>& kernels, clang::ASTContext& context) {
    if (kernels.empty()) return {};
    std::string text = "#include <ingot/metal/detail/entry.hpp>\n";
    clang::ASTNameGenerator name_of(context);
    for (size_t i = 0; i < kernels.size(); ++i) {
        const found_kernel& kernel = kernels[i];
        // The declaration names the kernel by its symbol, because the entry cannot name every instance of a template in C++.
        text += fmt::format("extern \"C\" void ingot_metal_kernel_{}({}) asm(\"{}\");\n", i, fmt::join(kernel.types, ", "),
                            name_of.getName(kernel.function));
        text += fmt::format(
            "extern \"C\" [[clang::sycl_external]] void ingot_entry_{}([[maybe_unused]] const void* const* arguments) {{\n"
            "{}    ingot_metal_kernel_{}({});\n}}\n",
            kernel.description.reflection.symbol, kernel.preparation, i, fmt::join(kernel.arguments, ", "));
    }
    return text;
}

}  // namespace ingot::compiler::metal
