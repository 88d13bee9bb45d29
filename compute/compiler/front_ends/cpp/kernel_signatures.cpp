#include "kernel_signatures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/language/image_names.hpp>
#include <ingot/language/image_types.hpp>

#include "initialisers.hpp"
#include "kernel_pointers.hpp"
#include "language_names.hpp"
#include "marked_kernels.hpp"
#include "plain_data.hpp"
#include "template_arguments.hpp"

namespace ingot::compiler {

namespace {

constexpr std::string_view parameters_advice =
    "a parameter is a buffer<T> (memory that the host passes; `buffer<const T>` is only read), an image, a param<T> (a value), a "
    "local_buffer<T> (local memory whose size the launch gives), or a struct or std::array of these";

// Maximum size of all arguments of a kernel: CUDA's limit before PTX ISA 8.1 (PTX ISA, "Kernel and Function Directives:
// .entry").
constexpr uint64_t most_argument_bytes = 4'352;

// Returns the size of all arguments together. A value is aligned to its own alignment, but at most to 8 bytes, because the
// kernel receives it as a struct whose members have at most 8 bytes (widest_unit in middle_end/make_kernel_signatures.cpp). A
// buffer or an image is passed as an 8-byte pointer; an argument for local memory has at most 8 bytes.
uint64_t argument_bytes(const std::vector<archive::parameter>& parameters) {
    uint64_t bytes = 0;
    for (const archive::parameter& parameter : parameters) {
        const bool is_value = parameter.kind == archive::parameter_kind::value;
        const uint64_t alignment = is_value ? std::min<uint64_t>(parameter.alignment, 8) : 8;
        bytes = (bytes + alignment - 1) / alignment * alignment + (is_value ? parameter.size : 8);
    }
    return bytes;
}

// Returns T if the type is written as param<T>, also through aliases; otherwise nothing. param<T> is an alias of T, so only the
// written form distinguishes it from a plain T.
std::optional<clang::QualType> written_as_param(clang::QualType type, const clang::ASTContext& context) {
    while (true) {
        if (const auto* alias = llvm::dyn_cast<clang::TemplateSpecializationType>(type.getTypePtr());
            alias && alias->isTypeAlias() && is_language_name(*alias->getTemplateName().getAsTemplateDecl(), "param"))
            return alias->getAliasedType().getUnqualifiedType();
        const clang::QualType simpler = type.getSingleStepDesugaredType(context);
        if (simpler == type) return {};
        type = simpler;
    }
}

// Returns the name of a kernel in device code. PTX has two words that cannot be the name of a kernel. NVIDIA's driver on an H100
// accepted all 163 other words of PTX that were tried, such as `ld` and `reg`.
std::string symbol_of_name(const std::string& name) { return name == "WARP_SZ" || name == "_" ? "entry_" + name : name; }

// Checks the marked functions and builds the kernels' descriptions.
class signature_reader {
public:
    signature_reader(clang::ASTContext& unit, host_types& names, const reporter& reports)
        : context_(unit), types_(names), errors_(reports), plain_data_(unit) {}

    /// Appends the kernel, or the instances of the kernel template, to `kernels`.
    void read(const marked_kernel& marked, std::vector<found_kernel>& kernels) {
        if (!check_function(*marked.function)) return;
        const std::string name = marked.function->getNameAsString();
        if (!marked.is_template) {
            found_kernel kernel {marked.function, {}};
            kernel.description.reflection.name = name;
            kernel.description.reflection.symbol = symbol_of_name(name);
            kernel.description.qualified_name = qualified_name(*marked.function);
            if (read_signature(kernel)) add(std::move(kernel), marked.function->getLocation(), kernels);
            return;
        }
        if (marked.instances.empty()) {
            fail(marked.function->getLocation(), fmt::format("kernel template '{}' has no instances", name),
                 fmt::format("list the instances that the host launches, after the template: `using {0}_list = instances<{0}<…>, "
                             "{0}<…>>;`",
                             name));
            return;
        }
        if (!check_template_parameters(*marked.function)) return;
        // Stop at the first instance with an error: the other instances would usually give the same message.
        for (const listed_instance& each : marked.instances) {
            found_kernel kernel {each.function, {}};
            if (!read_arguments(each, kernel.description) || !read_signature(kernel)) return;
            add(std::move(kernel), each.location, kernels);
        }
    }

private:
    // Fills in the source file, the line and the parameters. Returns false after an error.
    bool read_signature(found_kernel& kernel) {
        const clang::FunctionDecl& function = *kernel.function;
        const clang::PresumedLoc location = context_.getSourceManager().getPresumedLoc(function.getLocation());
        kernel.description.reflection.file = location.getFilename();
        kernel.description.reflection.line = location.getLine();
        std::string call;  // the arguments with which the entry calls the kernel
        bool has_groups = false;
        for (unsigned i = 0; i < function.getNumParams(); ++i) {
            const clang::ParmVarDecl& parameter = *function.getParamDecl(i);
            const std::string name = parameter.getNameAsString();
            const bool is_group =
                !parameter.getOriginalType()->isArrayType() && holds_resources(parameter.getOriginalType(), context_);
            has_groups |= is_group;
            if (i) call += ", ";
            if (!read_argument({parameter, parameter.getOriginalType(), name.empty() ? fmt::format("argument_{}", i + 1) : name,
                                fmt::format("::ingot::cpu_debug::parameter_of<{}, {}>", kernel_pointer(kernel.description), i)},
                               is_group, kernel.description, call))
                return false;
        }
        if (has_groups) kernel.description.call = std::move(call);
        return check_argument_size(function, kernel.description.reflection);
    }

    // Checks the size of all arguments. Reports an error at the last parameter.
    bool check_argument_size(const clang::FunctionDecl& function, const archive::kernel_reflection& kernel) {
        const uint64_t bytes = argument_bytes(kernel.parameters);
        if (bytes <= most_argument_bytes) return true;
        return fail(function.parameters().back()->getTypeSpecStartLoc(),
                    fmt::format("the arguments of kernel '{}' take {} bytes; the limit is {} bytes", kernel.name, bytes,
                                most_argument_bytes),
                    "pass large data in a buffer<const T> or a constant_buffer<T>");
    }

    // Can the host write arguments for all parameters of the template? Reports the first one for which it cannot.
    bool check_template_parameters(const clang::FunctionDecl& function) {
        for (const clang::NamedDecl* each : *function.getDescribedFunctionTemplate()->getTemplateParameters())
            if (const std::string why = why_unwritable(*each); !why.empty())
                return fail(
                    each->getLocation(),
                    fmt::format("template parameter '{}' of kernel '{}' {}", each->getNameAsString(), function.getNameAsString(),
                                why),
                    "a parameter of a kernel template must be a type, a number, a bool, an enumeration or a plain struct");
        return true;
    }
    static std::string why_unwritable(const clang::NamedDecl& parameter) {
        if (parameter.isParameterPack()) return "is a pack";
        if (llvm::isa<clang::TemplateTemplateParmDecl>(parameter)) return "is a template";
        const auto* const value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter);
        if (!value) return {};
        const clang::QualType type = value->getType();
        if (type->getContainedDeducedType()) return "has the type auto";
        if (type->isDependentType()) return "depends on another parameter";
        if (type->isReferenceType()) return "is a reference";
        if (type->isAnyPointerType() || type->isMemberPointerType() || type->isNullPtrType()) return "is a pointer";
        return {};
    }

    // Derives the displayed name, the symbol, the qualified name and the description of an instance from its arguments.
    bool read_arguments(const listed_instance& listed, kernel_description& kernel) {
        const clang::FunctionDecl& function = *listed.function;
        const clang::TemplateParameterList& parameters = *function.getPrimaryTemplate()->getTemplateParameters();
        const std::string name = function.getNameAsString();
        template_instance instance {name, {}};
        std::string shown;
        std::string symbol = name;
        std::string written;
        for (unsigned i = 0; i < parameters.size(); ++i) {
            const clang::NamedDecl& parameter = *parameters.getParam(i);
            const auto words = names_of_argument(function.getTemplateSpecializationArgs()->get(i), parameter, types_, context_);
            const std::string description =
                fmt::format("the argument for template parameter '{}' of kernel '{}'", parameter.getNameAsString(), name);
            if (const auto* missing = std::get_if<unnameable_argument>(&words))
                return reject_argument(listed, description, *missing);
            const auto& found = std::get<argument_names>(words);
            shown += (i ? ", " : "") + found.display_name;
            symbol += "_" + found.symbol;
            written += (i ? ", " : "") + found.expression;
            const auto* const value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter);
            // For a function parameter `auto value`, Clang adds a template parameter that it names "value:auto". That is no
            // name in C++.
            const std::string own = parameter.getDeclName().isIdentifier() ? parameter.getNameAsString() : "";
            instance.arguments.push_back(
                {own.empty() || own.find(':') != std::string::npos ? fmt::format("argument_{}", i + 1) : own,
                 value ? types_.name(value->getType()).name : "", found.expression});
        }
        kernel.reflection.name = fmt::format("{}<{}>", name, shown);
        kernel.reflection.symbol = std::move(symbol);
        kernel.qualified_name = fmt::format("{}<{}>", qualified_name(function), written);
        kernel.instance = std::move(instance);
        return true;
    }

    // Reports a template argument that the host cannot name.
    bool reject_argument(const listed_instance& listed, const std::string& description, const unnameable_argument& missing) {
        if (!missing.declaration)
            return fail(
                listed.location, fmt::format("{} {}", description, missing.reason),
                "the arguments of an instance can be named types, numbers, bools, enumerators, and plain structs of these");
        const std::string hidden = missing.declaration->getNameAsString();
        fail(listed.location, fmt::format("{} {}", description, missing.reason),
             fmt::format("move '{}' to a header that both this file and the host code include", hidden));
        errors_.note(missing.declaration->getLocation(), fmt::format("'{}' is declared here", hidden));
        return false;
    }

    // Adds the kernel if its symbol is unique. A symbol has no brackets and no namespaces, so two kernels can have the same
    // symbol. Two kernels of the same name that are not template instances were already reported (marked_kernels.cpp).
    void add(found_kernel kernel, clang::SourceLocation location, std::vector<found_kernel>& kernels) {
        const archive::kernel_reflection& own = kernel.description.reflection;
        for (const found_kernel& other : kernels)
            if (const archive::kernel_reflection& its = other.description.reflection;
                its.symbol == own.symbol && (kernel.description.instance || other.description.instance || its.name != own.name))
                return errors_.error(
                    location,
                    fmt::format("'{}' and '{}' have the same name in device code: '{}'", its.name, own.name, own.symbol),
                    "rename one of the kernels, or one of the types or enumerators in their template arguments");
        kernels.push_back(std::move(kernel));
    }

    static std::string qualified_name(const clang::FunctionDecl& function) {
        std::string name = function.getNameAsString();
        for (const clang::DeclContext* scope = function.getDeclContext(); scope; scope = scope->getParent())
            if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope); space && !space->isAnonymousNamespace())
                name = space->getNameAsString() + "::" + name;
        return "::" + name;
    }

    // Returns another function of the same name in the same scope, or null. Kernels are skipped: marked_kernels.cpp
    // reports two kernels of the same name.
    static const clang::NamedDecl* find_namesake(const clang::FunctionDecl& function) {
        for (const clang::NamedDecl* other : function.getDeclContext()->getRedeclContext()->lookup(function.getDeclName())) {
            const clang::FunctionDecl* overload = other->getUnderlyingDecl()->getAsFunction();
            if (overload && overload->getCanonicalDecl() != function.getCanonicalDecl() && !is_marked(*overload)) return overload;
        }
        return nullptr;
    }

    bool fail(clang::SourceLocation location, std::string_view message, std::string_view advice) {
        errors_.error(location, message, advice);
        return false;
    }

    // Checks everything but the parameters. Returns false after an error.
    bool check_function(const clang::FunctionDecl& function) {
        const clang::SourceLocation location = function.getLocation();
        const std::string name = function.getNameAsString();
        if (llvm::isa<clang::CXXMethodDecl>(function))
            return fail(location, fmt::format("kernel '{}' is a member of a class", name),
                        "move it out of the class: the host has no object of the class when it launches a kernel");
        if (!function.getDeclName().isIdentifier())
            return fail(location, "a kernel cannot be an operator",
                        "make it a function with a name, by which the host can launch it");
        if (!std::ranges::all_of(name, [](unsigned char c) { return c < 0x80; }))
            return fail(location,
                        fmt::format("the name of kernel '{}' contains characters other than A to Z, a to z, 0 to 9 and _", name),
                        "rename it: not every device supports such a name");
        if (!function.getReturnType()->isVoidType())
            return fail(function.getReturnTypeSourceRange().getBegin(), fmt::format("kernel '{}' returns a value", name),
                        "return void, and write results to a buffer<T> parameter");
        if (function.isVariadic())
            return fail(location, fmt::format("kernel '{}' takes a variable number of arguments", name), parameters_advice);
        if (!function.isThisDeclarationADefinition())
            return fail(location, fmt::format("kernel '{}' has no body", name), "define it in this file");
        if (const clang::NamedDecl* other = find_namesake(function)) {
            fail(location, fmt::format("kernel '{}' has the name of another function", name),
                 "rename the kernel: the host identifies a kernel by its name alone");
            errors_.note(other->getLocation(), "the other function is here");
            return false;
        }
        if (function.isConsteval()) return fail(location, fmt::format("kernel '{}' is consteval", name), "remove consteval");
        return true;
    }

    // A parameter of the kernel, or a member or an element of a parameter that is a group (a struct or an array of buffers,
    // images and values). The host passes each part that is not itself a group as one argument.
    struct part {
        const clang::ParmVarDecl& parameter;
        clang::QualType type;
        std::string name;      // "bodies", "bodies.positions", "sources[2]"
        std::string cpp_type;  // the type as the generated entry names it
    };

    // Reads a parameter, or all members of a group, and appends the expression that the entry passes for it to `call`.
    bool read_argument(const part& argument, bool is_group, kernel_description& kernel, std::string& call) {
        if (!is_group) {
            call += fmt::format("::ingot::cpu_debug::argument<::std::remove_cvref_t<{}>>::from(arguments[{}])", argument.cpp_type,
                                kernel.reflection.parameters.size());
            return read_parameter(argument, kernel);
        }
        call += fmt::format("::std::remove_cvref_t<{}>", argument.cpp_type);
        return read_members(argument, kernel, call);
    }

    // Reads the members of a struct, or the elements of an array, in their order: each is an argument of its own. Appends their
    // initialisers in braces to `call`.
    bool read_members(const part& group, kernel_description& kernel, std::string& call) {
        if (const auto* array = context_.getAsConstantArrayType(group.type)) return read_elements(group, *array, kernel, call);
        const clang::CXXRecordDecl& record = *group.type->getAsCXXRecordDecl()->getDefinition();
        const bool is_array = record.isInStdNamespace() && record.getName() == "array";
        if (!is_array && !check_group(group, record, kernel)) return false;
        call += "{";
        for (const clang::FieldDecl* field : record.fields()) {
            if (field != *record.field_begin()) call += ", ";
            const clang::QualType type = field->getType();
            // The elements of a std::array are those of its only member, an array.
            const part member {
                group.parameter, type, is_array ? group.name : group.name + "." + field->getNameAsString(),
                is_array ? fmt::format("typename ::std::remove_cvref_t<{}>::value_type[{}]", group.cpp_type,
                                       context_.getAsConstantArrayType(type)->getZExtSize())
                         : fmt::format("decltype(::std::remove_cvref_t<{}>::{})", group.cpp_type, field->getNameAsString())};
            if (context_.getAsConstantArrayType(type) && holds_resources(type, context_)) {
                if (!read_members(member, kernel, call)) return false;
            } else if (!read_argument(member, holds_resources(type, context_), kernel, call)) {
                return false;
            }
        }
        call += "}";
        return true;
    }
    bool read_elements(const part& group, const clang::ConstantArrayType& array, kernel_description& kernel, std::string& call) {
        const clang::QualType type = array.getElementType();
        if (as_language_template(type->getAsCXXRecordDecl(), "basic_image"))
            return fail(group.parameter.getTypeSpecStartLoc(),
                        fmt::format("'{}' of kernel '{}' is an array of images", group.name, kernel.reflection.name),
                        "use an image with layers, as image_2d_array<…>, or a parameter for each image");
        call += "{";
        for (uint64_t i = 0; i < array.getZExtSize(); ++i) {
            if (i) call += ", ";
            const part element {group.parameter, type, fmt::format("{}[{}]", group.name, i),
                                fmt::format("::std::remove_extent_t<{}>", group.cpp_type)};
            if (context_.getAsConstantArrayType(type) ? !read_members(element, kernel, call)
                                                      : !read_argument(element, holds_resources(type, context_), kernel, call))
                return false;
        }
        call += "}";
        return true;
    }

    // Can the entry fill the struct member by member? Reports an error if it cannot.
    bool check_group(const part& group, const clang::CXXRecordDecl& record, const kernel_description& kernel) {
        const bool is_union = record.isUnion();
        const auto is_unusual = [](const clang::FieldDecl* field) { return field->isBitField() || !field->getIdentifier(); };
        const bool is_plain = std::ranges::none_of(record.fields(), is_unusual);
        if (!is_union && record.isAggregate() && record.getNumBases() == 0 && is_plain) return true;
        return fail(group.parameter.getTypeSpecStartLoc(),
                    fmt::format("'{}' of kernel '{}' holds buffers or images and is {}", group.name, kernel.reflection.name,
                                is_union                   ? "a union"
                                : record.getNumBases() > 0 ? "a class with a base class"
                                : !is_plain                ? "a class with a bit-field or a member without a name"
                                                           : "a class with constructors or private members"),
                    "make it a struct whose members are public and have names, without constructors, bit-fields and base "
                    "classes: the host passes the members one by one");
    }

    bool read_parameter(const part& argument, kernel_description& kernel) {
        const clang::ParmVarDecl& parameter = argument.parameter;
        archive::parameter read;
        read.name = argument.name;

        const clang::QualType type = argument.type;
        const bool is_member = type != parameter.getOriginalType();
        clang::QualType content;
        if (const auto* specialisation = as_language_template(type->getAsCXXRecordDecl(), "buffer")) {
            content = buffer_element(type, *specialisation);
            read.kind = archive::parameter_kind::buffer;
            read.access_mode = content.isConstQualified() ? archive::access::read : archive::access::read_write;
        } else if (const auto* constant = as_language_template(type->getAsCXXRecordDecl(), "constant_buffer")) {
            content = buffer_element(type, *constant).withConst();
            read.kind = archive::parameter_kind::buffer;
            read.access_mode = archive::access::read;
            read.in_constant_memory = true;
        } else if (const auto* local = as_language_template(type->getAsCXXRecordDecl(), "local_buffer");
                   local && !has_size(*local)) {
            content = buffer_element(type, *local);
            if (const auto problem = check_local_element(content, context_))
                return fail(parameter.getTypeSpecStartLoc(), problem->message, problem->advice);
            read.kind = archive::parameter_kind::local;
        } else if (const auto value = written_as_param(type, context_)) {
            content = *value;
        } else if (const auto* image = as_language_template(type->getAsCXXRecordDecl(), "basic_image")) {
            return read_image(argument, std::move(read), *image, kernel);
        } else if (is_member && !as_language_template(type->getAsCXXRecordDecl(), "local_buffer")) {
            content = type.getUnqualifiedType();  // the members of a group are values without the word param
        } else {
            return reject_kind(parameter, kernel.reflection.name);
        }
        return check_content(parameter, read, content, kernel);
    }

    // Does the type of a local_buffer contain a size, as in local_buffer<float, 256>?
    static bool has_size(const clang::ClassTemplateSpecializationDecl& local) {
        return local.getTemplateArgs()[1].getAsIntegral() != 0;
    }

    // Describes an image parameter. The template arguments of an image are its shape, its sample type and its access; the
    // language's headers have checked them.
    bool read_image(const part& argument, archive::parameter read, const clang::ClassTemplateSpecializationDecl& image,
                    kernel_description& kernel) {
        const clang::TemplateArgumentList& arguments = image.getTemplateArgs();
        const image_shape shape {static_cast<uint32_t>(arguments[0].getAsIntegral().getExtValue())};
        const clang::QualType sample = arguments[1].getAsType();
        const image_access access {static_cast<uint32_t>(arguments[2].getAsIntegral().getExtValue())};
        clang::QualType number = sample;
        read.image.shape = to_string(shape);
        if (const auto* vector = as_language_template(sample->getAsCXXRecordDecl(), "vector")) {
            number = vector->getTemplateArgs()[0].getAsType();
            read.image.channels = vector->getTemplateArgs()[1].getAsIntegral().getZExtValue();
        }
        if (detail::is_depth(shape)) read.image.channels = 1;
        sample_kind kind = number->isFloatingType()        ? sample_kind::floating
                           : number->isSignedIntegerType() ? sample_kind::signed_integer
                                                           : sample_kind::unsigned_integer;
        if (detail::is_depth_stencil(shape)) {
            // The samples of a depth-stencil image are unsigned integers, whatever type the author wrote (image.hpp). With 0
            // channels, the runtime accepts an image with any number of channels.
            kind = sample_kind::unsigned_integer;
            read.image.channels = 0;
        }
        read.image.sample = to_string(kind);
        read.kind = archive::parameter_kind::image;
        read.access_mode = access == image_access::read    ? archive::access::read
                           : access == image_access::write ? archive::access::write
                                                           : archive::access::read_write;
        read.type = kernel.instance ? display_name_as_written(argument.type, context_)
                                    : argument.type.getUnqualifiedType().getAsString(context_.getPrintingPolicy());
        const host_types::result host = types_.name(argument.type.getCanonicalType().getUnqualifiedType());
        kernel.reflection.parameters.push_back(std::move(read));
        kernel.host_types.push_back(host.name);
        return true;
    }

    // Returns the element type as the author wrote it if the type is written as buffer<…> or constant_buffer<…>: `float4`, not
    // `vector<float, 4>`.
    clang::QualType buffer_element(clang::QualType type, const clang::ClassTemplateSpecializationDecl& specialisation) {
        const clang::QualType exact = specialisation.getTemplateArgs()[0].getAsType();
        const auto* written = type->getAs<clang::TemplateSpecializationType>();
        if (!written || written->isTypeAlias() || written->template_arguments().empty()) return exact;
        const clang::TemplateArgument& argument = written->template_arguments()[0];
        return argument.getKind() == clang::TemplateArgument::Type ? argument.getAsType() : exact;
    }

    // Reports a parameter of a type that a kernel cannot have.
    bool reject_kind(const clang::ParmVarDecl& parameter, const std::string& kernel) {
        const clang::QualType type = parameter.getOriginalType();
        const std::string description = fmt::format("parameter '{}' of kernel '{}'", parameter.getNameAsString(), kernel);
        const clang::SourceLocation location = parameter.getTypeSpecStartLoc();
        const clang::PrintingPolicy& policy = context_.getPrintingPolicy();
        if (type->isPointerType() || type->isArrayType()) {
            const clang::QualType element = type->isPointerType() ? type->getPointeeType() : context_.getBaseElementType(type);
            if (const auto* array = context_.getAsConstantArrayType(type); array && holds_resources(type, context_))
                return fail(location, fmt::format("{} is an array", description),
                            fmt::format("use std::array<{}, {}>, which can be a parameter",
                                        array->getElementType().getAsString(policy), array->getZExtSize()));
            return fail(
                location, fmt::format("{} is {}", description, type->isPointerType() ? "a pointer" : "an array"),
                fmt::format("use buffer<{}>, for memory that the host passes to the kernel", element.getAsString(policy)));
        }
        if (type->isReferenceType()) {
            const clang::QualType referred = type.getNonReferenceType().getUnqualifiedType();
            if (as_language_template(referred->getAsCXXRecordDecl(), "buffer") ||
                as_language_template(referred->getAsCXXRecordDecl(), "constant_buffer"))
                return fail(location, fmt::format("{} is a reference", description),
                            "pass the buffer by value, which does not copy its memory");
            if (as_language_template(referred->getAsCXXRecordDecl(), "basic_image"))
                return fail(location, fmt::format("{} is a reference", description),
                            "pass the image by value, which does not copy its pixels");
            if (holds_resources(referred, context_))
                return fail(location, fmt::format("{} is a reference", description),
                            "pass it by value, which does not copy the memory of its buffers");
            return fail(location, fmt::format("{} is a reference", description),
                        fmt::format("use param<{0}> for a value, or buffer<{0}> for memory that the kernel writes",
                                    referred.getAsString(policy)));
        }
        if (as_language_template(type->getAsCXXRecordDecl(), "local_buffer"))
            return fail(location, fmt::format("{} is a local_buffer of a known size", description),
                        "declare it as a variable inside the kernel; as a parameter, a local_buffer<T> has no size: the launch "
                        "gives it");
        return fail(location, fmt::format("{} is not a buffer<T>, an image, a param<T> or a local_buffer<T>", description),
                    fmt::format("use param<{}> for a value that the host passes", type.getUnqualifiedType().getAsString(policy)));
    }

    // Checks the element type of a buffer or the type of a value, and adds the parameter and its type in host code.
    bool check_content(const clang::ParmVarDecl& parameter, archive::parameter& read, clang::QualType content,
                       kernel_description& kernel) {
        const clang::SourceLocation location = parameter.getTypeSpecStartLoc();
        const bool is_buffer = read.kind != archive::parameter_kind::value;
        const std::string role = fmt::format("the {} of parameter '{}' of kernel '{}'", is_buffer ? "element type" : "type",
                                             read.name, kernel.reflection.name);
        if (content->isArrayType())
            return fail(location, fmt::format("{} is an array", role), "put the array into a struct, or use std::array");
        if (const auto unfit = plain_data_.check(content, role)) return fail(location, unfit->message, unfit->advice);

        const host_types::result host = types_.name(content);
        if (host.hidden_declaration) {
            errors_.error(location, fmt::format("{} is declared in the kernel file, which host code does not include", role),
                          fmt::format("move '{}' to a header that both this file and the host code include",
                                      host.hidden_declaration->getNameAsString()));
            errors_.note(host.hidden_declaration->getLocation(),
                         fmt::format("'{}' is declared here", host.hidden_declaration->getNameAsString()));
            return false;
        }
        // In an instance of a template the written type may be the name of a template parameter, so the actual type is shown.
        read.type = kernel.instance ? display_name(content, context_)
                                    : content.getUnqualifiedType().getAsString(context_.getPrintingPolicy());
        read.size = static_cast<uint64_t>(context_.getTypeSizeInChars(content).getQuantity());
        read.alignment = static_cast<uint64_t>(context_.getTypeAlignInChars(content).getQuantity());
        kernel.reflection.parameters.push_back(std::move(read));
        kernel.host_types.push_back(host.name);
        return true;
    }

    clang::ASTContext& context_;
    host_types& types_;
    const reporter& errors_;
    plain_data_checker plain_data_;
};

}  // namespace

std::vector<found_kernel> find_kernels(clang::ASTContext& context, host_types& types, const reporter& errors) {
    signature_reader reader(context, types, errors);
    std::vector<found_kernel> kernels;
    for (const marked_kernel& marked : find_marked_kernels(context, errors)) reader.read(marked, kernels);
    return kernels;
}

}  // namespace ingot::compiler
