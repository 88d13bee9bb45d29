#include "kernels.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Mangle.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "attribute_names.hpp"
#include "attributes.hpp"
#include "kernel_reader.hpp"
#include "resources.hpp"
#include "tokens.hpp"

namespace ingot::compiler::metal {

namespace {

// The limit of all arguments together (front_ends/cpp/kernel_signatures.cpp).
constexpr uint64_t most_argument_bytes = 4'352;

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

void kernel_reader::read(const clang::FunctionDecl& function, std::vector<found_kernel>& kernels) {
    found_kernel kernel;
    kernel.function = &function;
    if (!check_function(function) || !read_name(function, kernel.description)) return;
    archive::kernel_reflection& reflection = kernel.description.reflection;
    for (const found_kernel& other : kernels)
        if (other.description.reflection.name == reflection.name || other.description.reflection.symbol == reflection.symbol) {
            const bool same_function =
                other.function->getTemplateInstantiationPattern() &&
                other.function->getTemplateInstantiationPattern() == function.getTemplateInstantiationPattern();
            fail(place_of(function),
                 fmt::format("two kernels have the name '{}' on the host (MSL 3.0, section {})", reflection.name,
                             same_function                      ? "5.1.11"
                             : find_mark(function, "host_name") ? "5.1.10"
                                                                : "1.4.1"),
                 same_function ? "give each explicit instantiation a name of its own: template [[host_name(\"name\")]] kernel …"
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

bool kernel_reader::fail(clang::SourceLocation location, std::string_view message, std::string_view advice) {
    errors_.error(location, message, advice);
    return false;
}

clang::SourceLocation kernel_reader::place_of(const clang::FunctionDecl& function) {
    const clang::SourceLocation instantiated = function.getPointOfInstantiation();
    return function.isTemplateInstantiation() && instantiated.isValid() ? instantiated : function.getLocation();
}

bool kernel_reader::check_function(const clang::FunctionDecl& function) {
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

bool kernel_reader::read_name(const clang::FunctionDecl& function, kernel_description& kernel) {
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

bool kernel_reader::read_parameter(const clang::ParmVarDecl& parameter, unsigned index, found_kernel& kernel) {
    const clang::QualType type = parameter.getType();
    const std::string name = parameter.getName().empty() ? fmt::format("argument_{}", index + 1) : parameter.getNameAsString();
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

std::string kernel_reader::new_group(found_kernel& kernel, uint64_t size) {
    std::string name = fmt::format("group_{}", kernel.groups++);
    kernel.preparation += fmt::format("    alignas(16) unsigned char {}[{}];\n", name, std::max<uint64_t>(size, 1));
    return name;
}

uint64_t kernel_reader::size_of(clang::QualType type) const {
    return static_cast<uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
}

void kernel_reader::describe_content(archive::parameter& passed, clang::QualType bare) const {
    const bool is_void = bare->isVoidType();
    passed.type = is_void ? "void" : written_type(bare, context_);
    passed.size = is_void ? 1 : size_of(bare);
    passed.alignment = is_void ? 1 : static_cast<uint64_t>(context_.getTypeAlignInChars(bare).getQuantity());
}

bool kernel_reader::add_parameter(const clang::NamedDecl& declared, archive::parameter passed, std::string host,
                                  binding_group group, found_kernel& kernel) {
    bool is_specialised = false;
    if (!read_index(declared, passed.name, group, passed.binding, is_specialised)) return false;
    kernel.description.reflection.parameters.push_back(std::move(passed));
    kernel.description.host_types.push_back(std::move(host));
    // An argument that depends on a function constant is always passed.
    const bool is_optional = find_mark(declared, "function_constant").has_value();
    parameter_places_.push_back({group, declared.getLocation(), is_optional, ++arguments_, 0, is_specialised});
    return true;
}

void kernel_reader::add_constants(found_kernel& kernel) {
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

bool kernel_reader::check_size(const clang::FunctionDecl& function, const archive::kernel_reflection& reflection) {
    uint64_t bytes = 0;
    for (const archive::parameter& parameter : reflection.parameters)
        bytes = (bytes + 7) / 8 * 8 + (parameter.kind == archive::parameter_kind::value ? parameter.size : 8);
    if (bytes <= most_argument_bytes) return true;
    return fail(place_of(function),
                fmt::format("the arguments of kernel '{}' take {} bytes; the limit is {} bytes", reflection.name, bytes,
                            most_argument_bytes),
                "pass a large struct by a pointer: constant T* instead of constant T&");
}

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
