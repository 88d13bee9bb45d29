#include "kernels.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Mangle.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ingot/language/image_names.hpp>
#include <map>
#include <set>

#include "attribute_names.hpp"
#include "attributes.hpp"
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
        found_kernel kernel {&function, {}, {}, {}, {}, {}};
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
            if (known->kind == attribute_kind::graphics)
                return fail(each.attribute->getLocation(),
                            fmt::format("argument '{}' has the attribute [[{}]], which ingotc supports in no kernel", name,
                                        known->name.str()),
                            "pass the data in a buffer");
        }
        if (type->isPointerType() || type->isReferenceType()) return read_memory(parameter, name, kernel);
        if (const auto* const texture = find_texture(type)) return read_texture(parameter, name, *texture, kernel);
        if (as_library_template(type, "array"))
            return fail(
                parameter.getTypeSpecStartLoc(),
                fmt::format("argument '{}' is an array of resources (MSL 3.0, section 2.12.1), which ingotc does not support yet",
                            name),
                "give each resource a parameter of its own");
        if (const clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
            record && record->getDeclContext()->isNamespace() &&
            llvm::cast<clang::NamespaceDecl>(record->getDeclContext())->getName() == "metal" && record->getName() == "sampler")
            return fail(
                parameter.getTypeSpecStartLoc(),
                fmt::format("argument '{}' is a sampler that the host passes (MSL 3.0, section 2.10), which ingotc does not "
                            "support yet",
                            name),
                "declare the sampler in the kernel: constexpr sampler s(filter::linear);");
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
        else if (const built_in* const number = find_in(indices, attribute.name))
            kernel.arguments.push_back(fmt::format("static_cast<{}>({})", spelled, number->value.str()));
        else
            return fail(
                parameter.getTypeSpecStartLoc(),
                fmt::format("argument '{}' has the attribute [[{}]] (MSL 3.0, section 5.2.4), which ingotc does not support: "
                            "there is no stage-in grid",
                            name, attribute.name.str()),
                "use [[thread_position_in_grid]] and [[threads_per_grid]]");
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
    bool read_texture(const clang::ParmVarDecl& parameter, const std::string& name, const texture_name& texture,
                      found_kernel& kernel) {
        const clang::TemplateArgumentList& arguments = as_library_template(parameter.getType(), texture.name)->getTemplateArgs();
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
        kernel.arguments.push_back(
            fmt::format("*static_cast<void* const*>(arguments[{}])", kernel.description.reflection.parameters.size()));
        kernel.types.emplace_back("void*");
        if (texture.has_number_of_samples) {
            numbers_of_samples_.push_back({name + "_samples", kernel.arguments.size()});
            kernel.arguments.emplace_back();
            kernel.types.emplace_back("unsigned int");
        }
        return add_parameter(parameter, std::move(passed), host, binding_group::texture, kernel);
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
    bool add_parameter(const clang::ParmVarDecl& parameter, archive::parameter passed, std::string host, binding_group group,
                       found_kernel& kernel) {
        const llvm::StringRef own = group_names[static_cast<size_t>(group)];
        for (const mark& each : marks_of(parameter)) {
            if (std::ranges::find(group_names, each.name) == group_names.end()) continue;
            if (each.name != own)
                return fail(each.attribute->getLocation(),
                            fmt::format("argument '{}' has the attribute [[{}]], but it is a {} (MSL 3.0, section 5.2.1)",
                                        passed.name, each.name.str(), own.str()),
                            fmt::format("write [[{}(n)]]", own.str()));
            const std::optional<uint64_t> number = each.number(context_);
            if (!number || *number > std::numeric_limits<uint32_t>::max())
                return fail(
                    each.attribute->getLocation(),
                    fmt::format("the index of [[{}]] is not a number that is known at compile time (MSL 3.0, section 5.2.1)",
                                own.str()),
                    "write a constant that is not negative; ingotc does not support function constants here");
            passed.binding = static_cast<uint32_t>(*number);
        }
        kernel.description.reflection.parameters.push_back(std::move(passed));
        kernel.description.host_types.push_back(std::move(host));
        // An argument that depends on a function constant is always passed.
        const bool is_optional = find_mark(parameter, "function_constant").has_value();
        parameter_places_.push_back({group, parameter.getLocation(), is_optional});
        return true;
    }

    // Gives each argument without an index the first one that is free in its group (section 5.2.1).
    bool assign_bindings(archive::kernel_reflection& reflection) {
        std::array<std::map<uint32_t, const archive::parameter*>, group_names.size()> taken;
        for (size_t i = 0; i < reflection.parameters.size(); ++i) {
            const archive::parameter& parameter = reflection.parameters[i];
            if (!parameter.binding) continue;
            const auto group = static_cast<size_t>(parameter_places_[i].group);
            const auto [other, is_new] = taken[group].emplace(*parameter.binding, &parameter);
            // Arguments of which a function constant chooses one can have the same index (section 5.8.1.2).
            const auto is_optional = [&](const archive::parameter* each) {
                return parameter_places_[static_cast<size_t>(each - reflection.parameters.data())].is_optional;
            };
            if (!is_new && !(is_optional(&parameter) && is_optional(other->second)))
                return fail(parameter_places_[i].place,
                            fmt::format("arguments '{}' and '{}' have the same index, [[{}({})]] (MSL 3.0, section 5.2.1)",
                                        other->second->name, parameter.name, group_names[group].str(), *parameter.binding),
                            "give each argument an index of its own");
        }
        for (size_t i = 0; i < reflection.parameters.size(); ++i) {
            archive::parameter& parameter = reflection.parameters[i];
            if (parameter.binding) continue;
            auto& group = taken[static_cast<size_t>(parameter_places_[i].group)];
            uint32_t next = 0;
            while (group.contains(next)) ++next;
            parameter.binding = next;
            group.emplace(next, &parameter);
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
            "extern \"C\" [[clang::sycl_external]] void ingot_entry_{}([[maybe_unused]] const void* const* arguments) {{ "
            "ingot_metal_kernel_{}({}); }}\n",
            kernel.description.reflection.symbol, i, fmt::join(kernel.arguments, ", "));
    }
    return text;
}

}  // namespace ingot::compiler::metal
