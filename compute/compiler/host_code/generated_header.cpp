#include "generated_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "string_literal.hpp"

namespace ingot::compiler {

namespace {

// Replaces the characters that a C++ identifier cannot contain by underscores, and puts an underscore before a digit at
// the beginning.
std::string identifier(std::string_view text) {
    std::string result;
    for (const char c : text)
        result += std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 0x80 ? c : '_';
    if (result.empty() || std::isdigit(static_cast<unsigned char>(result.front()))) result.insert(0, "_");
    return result;
}

bool is_buffer(const archive::parameter& parameter) { return parameter.kind == archive::parameter_kind::buffer; }
bool is_image(const archive::parameter& parameter) { return parameter.kind == archive::parameter_kind::image; }
bool is_local(const archive::parameter& parameter) { return parameter.kind == archive::parameter_kind::local; }
bool is_written(const archive::parameter& parameter) {
    return (is_buffer(parameter) || is_image(parameter)) && parameter.access_mode != archive::access::read;
}

// Describes the expected argument in a message: "a device_buffer<float4>, which the kernel writes".
std::string expected(const archive::parameter& parameter) {
    if (is_image(parameter))
        return fmt::format("a device_image for a {}, which the kernel {}", parameter.type,
                           is_written(parameter) ? "writes" : "only reads");
    if (is_local(parameter)) return fmt::format("the size of local memory, as in ingot::local<{}>(256)", parameter.type);
    if (!is_buffer(parameter)) return fmt::format("a value of type {}", parameter.type);
    return fmt::format("a device_buffer<{}>, which the kernel {}", parameter.type,
                       is_written(parameter) ? "writes" : "only reads");
}

std::string parameter_type(const kernel_description& kernel, size_t index) {
    const archive::parameter& parameter = kernel.reflection.parameters[index];
    if (is_image(parameter)) return kernel.host_types[index];
    if (is_local(parameter)) return fmt::format("::ingot::local_buffer<{}>", kernel.host_types[index]);
    if (!is_buffer(parameter)) return fmt::format("::ingot::param<{}>", kernel.host_types[index]);
    return fmt::format("::ingot::buffer<{}{}>", is_written(parameter) ? "" : "const ", kernel.host_types[index]);
}

std::string joined(size_t count, std::string_view separator, const auto& part) {
    std::string result;
    for (size_t i = 0; i < count; ++i) result += (i ? std::string(separator) : std::string()) + part(i);
    return result;
}

std::string assertion(const std::string& condition, const std::string& text) {
    return fmt::format("            static_assert({},\n                          \"{}\");\n", condition, literal(text));
}

// Returns the static_asserts of a launcher. They fail if an argument is missing, if there are too many arguments, if an
// argument has the wrong type, or if an argument that the kernel writes is const.
std::string assertions(const std::string& name, const archive::kernel_reflection& kernel) {
    const std::vector<archive::parameter>& parameters = kernel.parameters;
    std::string result;
    for (size_t i = 0; i < parameters.size(); ++i)
        result += assertion(fmt::format("sizeof...(Arguments) != {}", i),
                            fmt::format("kernel '{}': argument {}, '{}', is missing; expected {}", name, i + 1,
                                        parameters[i].name, expected(parameters[i])));
    const std::string parameter_names = joined(parameters.size(), ", ", [&](size_t i) { return "'" + parameters[i].name + "'"; });
    result +=
        assertion(fmt::format("sizeof...(Arguments) <= {}", parameters.size()),
                  fmt::format("kernel '{}' takes {} argument{}{}, but more were given", name, parameters.size(),
                              parameters.size() == 1 ? "" : "s", parameter_names.empty() ? "" : " (" + parameter_names + ")"));
    for (size_t i = 0; i < parameters.size(); ++i) {
        const std::string place = fmt::format("kernel '{}', argument {}, '{}', ", name, i + 1, parameters[i].name);
        result += assertion(fmt::format("(::ingot::launch::is_kind<{}, parameters, Arguments...>)", i),
                            place + "must be " + expected(parameters[i]));
        if (is_written(parameters[i]))
            result += assertion(fmt::format("(::ingot::launch::is_writable<{}, parameters, Arguments...>)", i),
                                place + "is const, but the kernel writes it; expected " + expected(parameters[i]));
    }
    return result;
}

// A kernel, or all instances of a kernel template. Instances with the same parameters share a launcher class.
struct kernel_family {
    std::string name;
    std::vector<const kernel_description*> kernels;  // one element if the kernel is not a template
    std::vector<size_t> launchers;                   // for each kernel the index of its launcher class

    bool is_template() const { return kernels.front()->instance.has_value(); }
    size_t launcher_count() const { return *std::ranges::max_element(launchers) + 1; }
    std::string launcher(size_t index) const {
        return launcher_count() == 1 ? name + "_kernel" : fmt::format("{}_kernel_{}", name, index + 1);
    }
};

// Groups the kernels into families. The instances of a template follow each other in `kernels`.
std::vector<kernel_family> families_of(std::span<const kernel_description> kernels) {
    std::vector<kernel_family> families;
    for (const kernel_description& kernel : kernels) {
        // The name of a Metal kernel can be any text, such as "outer::blur".
        const std::string name = identifier(kernel.instance ? kernel.instance->template_name : kernel.reflection.name);
        if (families.empty() || families.back().name != name) families.push_back({name, {}, {}});
        kernel_family& family = families.back();
        const auto same = std::ranges::find_if(family.kernels, [&](const kernel_description* other) {
            return other->host_types == kernel.host_types && other->reflection.parameters == kernel.reflection.parameters;
        });
        const auto position = static_cast<size_t>(same - family.kernels.begin());
        const size_t next = family.launchers.empty() ? 0 : family.launcher_count();
        family.launchers.push_back(same == family.kernels.end() ? next : family.launchers[position]);
        family.kernels.push_back(&kernel);
    }
    return families;
}

std::string launcher_class(const kernel_family& family, const kernel_description& kernel, const std::string& name) {
    const archive::kernel_reflection& reflection = kernel.reflection;
    std::string argument_documentation;
    for (const archive::parameter& parameter : reflection.parameters)
        argument_documentation += fmt::format("    ///  - {}: {}\n", parameter.name, expected(parameter));
    const std::string constructor =
        family.is_template()
            ? fmt::format("explicit {}(::ingot::kernel_function instance) : ::ingot::kernel_function(std::move(instance)) {{}}",
                          name)
            : fmt::format("explicit {}(const ::ingot::program& program) : ::ingot::kernel_function(program, \"{}\") {{}}", name,
                          literal(reflection.name));
    return fmt::format(R"(    /// Kernel{6} `{0}`{1}
{2}    class {7} : public ::ingot::kernel_function {{
        using parameters = ::ingot::launch::parameters<{3}>;

    public:
        {5}

        template <typename... Arguments>
        void enqueue(::ingot::queue& queue, const ::ingot::range& items, Arguments&&... arguments) const {{
{4}            ::ingot::launch::enqueue(parameters(), *this, queue, items, std::forward<Arguments>(arguments)...);
        }}
    }};
)",
                       family.name,
                       reflection.parameters.empty() ? ", without arguments." : ". Its arguments:", argument_documentation,
                       joined(reflection.parameters.size(), ", ", [&](size_t i) { return parameter_type(kernel, i); }),
                       assertions(family.name, reflection), constructor, family.is_template() ? " template" : "", name);
}

// Returns the declaration of a template parameter: "typename texel" or "uint32_t taps".
std::string head_of(const template_argument& argument) {
    return (argument.type.empty() ? "typename" : argument.type) + " " + argument.parameter;
}

// Lists the type arguments first and then the values, because one parameter pack cannot contain both:
// `::ingot::launch::types<float>, 17u`.
std::string split_arguments(const template_instance& instance, const auto& type, const auto& value) {
    std::string types;
    std::string values;
    for (const template_argument& each : instance.arguments)
        if (each.type.empty())
            types += (types.empty() ? "" : ", ") + type(each);
        else
            values += ", " + value(each);
    return fmt::format("::ingot::launch::types<{}>{}", types, values);
}

// Returns the argument, a value, as an expression whose type is that of the template parameter. A literal alone may have
// another type.
std::string typed_value(const template_argument& argument) {
    if (argument.expression.starts_with(argument.type + "{") || argument.expression.starts_with("static_cast<"))
        return argument.expression;
    return fmt::format("static_cast<{}>({})", argument.type, argument.expression);
}

// Returns the member functions that select an instance of a kernel template: by template arguments, and by values at run
// time.
std::string template_members(const program_names& names, const kernel_family& family) {
    const template_instance& first = *family.kernels.front()->instance;
    std::string list;
    for (size_t i = 0; i < family.kernels.size(); ++i)
        list += fmt::format(
            "{}\n        ::ingot::launch::instance<{}, ::ingot::launch::template_arguments<{}>>", i ? "," : "",
            family.launcher(family.launchers[i]),
            split_arguments(*family.kernels[i]->instance, [](const auto& each) { return each.expression; }, typed_value));
    const auto by_name = [](const template_argument& each) { return each.parameter; };
    const std::string requested_arguments = split_arguments(first, by_name, by_name);
    const std::string heads = joined(first.arguments.size(), ", ", [&](size_t i) { return head_of(first.arguments[i]); });

    std::string types;  // the template's type parameters: a caller writes these arguments even if it passes values at run time
    std::string type_head;
    std::string parameters;
    std::string values;
    for (const template_argument& each : first.arguments) {
        std::string& list_part = each.type.empty() ? types : values;
        list_part += (list_part.empty() ? "" : ", ") + each.parameter;
        if (each.type.empty())
            type_head += (type_head.empty() ? "" : ", ") + head_of(each);
        else
            parameters += fmt::format("{}const {}& {}", parameters.empty() ? "" : ", ", each.type, each.parameter);
    }
    if (!type_head.empty()) type_head = fmt::format("    template <{}>\n", type_head);

    std::string text = fmt::format(R"(
private:
    using {0}_list = ::ingot::launch::kernel_instances<{1}>;

public:
    /// Returns the instance of kernel template `{0}` for constant arguments: `queue.run(program.{0}<…>(), …)`. The
    /// instance must be listed in {2}.
    template <{3}>
    auto {0}() const {{
        using requested_arguments = ::ingot::launch::template_arguments<{4}>;
        constexpr bool is_listed = {0}_list::template has<requested_arguments>;
        static_assert(is_listed, "kernel template '{0}' has no instance for these arguments: add it to `instances<…>` in {2}");
        return all_of_{0}.template get<requested_arguments>();
    }}
)",
                                   family.name, list, literal(names.file), heads, requested_arguments);
    if (!values.empty())
        text +=
            fmt::format(R"(
    /// Returns the instance for values that are known only at run time: `queue.run(program.{0}{6}({3}), …)`. Throws
    /// ingot::error if {5} does not list an instance for them.
{1}    auto {0}({2}) const {{
        return all_of_{0}.template find<::ingot::launch::types<{4}>>({3});
    }}
    /// Returns the values for which there are instances, in the order of the list. They are tuples if the template has
    /// several value parameters.
{1}    static constexpr auto {0}_instances() {{
        return {0}_list::template values<::ingot::launch::types<{4}>>();
    }}
)",
                        family.name, type_head, parameters, values, types, names.file, types.empty() ? "" : "<" + types + ">");
    return text;
}

// Returns the member of the program class that holds the launcher of a kernel, or all launchers of a kernel template.
std::string member(const kernel_family& family) {
    if (!family.is_template()) return fmt::format("    {0}_kernel {0} {{*this}};\n", family.name);
    const std::string names = joined(family.kernels.size(), ", ", [&](size_t i) {
        return fmt::format("\"{}\"", literal(family.kernels[i]->reflection.name));
    });
    return fmt::format("\nprivate:\n    {0}_list all_of_{0} {{*this, \"{0}\", {{{1}}}}};\n\npublic:\n", family.name, names);
}

// Returns all names that the header may declare for a family. `NAME_instances` is reserved even if a template has only type
// parameters, so that adding a value parameter to it causes no clash.
std::vector<std::string> names_in_header(const kernel_family& family) {
    std::vector<std::string> names {family.name};
    for (size_t i = 0; i < family.launcher_count(); ++i) names.push_back(family.launcher(i));
    if (family.is_template())
        for (const char* const format : {"{}_instances", "{}_list", "all_of_{}"})
            names.push_back(fmt::format(fmt::runtime(format), family.name));
    return names;
}

}  // namespace

program_names program_names_of(const std::string& kernel_file) {
    const std::filesystem::path path(kernel_file);
    const std::string name = path.filename().string();
    return {name, identifier(name.substr(0, name.find('.'))), identifier(path.stem().string())};
}

std::string find_name_clash(const program_names& names, std::span<const kernel_description> kernels) {
    std::set<std::string> used_names {names.program + "_program"};
    for (const kernel_family& family : families_of(kernels))
        for (const std::string& name : names_in_header(family))
            if (!used_names.insert(name).second)
                return fmt::format("kernel '{}': the generated header would declare the name '{}' twice; rename the kernel",
                                   family.name, name);
    return {};
}

std::string generate_header(const program_names& names, std::span<const kernel_description> kernels,
                            std::span<const std::string> includes, std::string_view declarations) {
    std::string text = fmt::format(
        "// Generated by ingotc from {}; do not edit.\n#pragma once\n\n#include <ingot/ingot.hpp>\n#include "
        "<ingot/runtime/launch.hpp>\n",
        names.file);
    // An included header may contain kernel templates, so the word `kernel` must be defined. Host code may use that
    // word as a name, so it is undefined afterwards, also if another header than these has defined it.
    if (!includes.empty()) text += "#include <ingot/language/kernel_word.hpp>\n";
    for (const std::string& include : includes) text += fmt::format("#include {}\n", include);
    text += "#undef kernel\n";
    text += declarations;
    text += fmt::format(R"(
extern const ::ingot::program_source {0}_source;

/// The kernels of {1}, loaded for one device.
class {0}_program : public ::ingot::program {{
public:
    explicit {0}_program(const ::ingot::device& device) : ::ingot::program(device, {0}_source) {{}}
    /// Uses kernels that were compiled while the program runs. Throws ingot::error if they do not match these
    /// launchers.
    {0}_program(const ::ingot::device& device, const ::ingot::compiled_program& compiled)
        : ::ingot::program(device, compiled, {0}_source) {{}}

)",
                        names.program, names.file);
    const std::vector<kernel_family> families = families_of(kernels);
    for (const kernel_family& family : families) {
        for (size_t i = 0; i < family.launcher_count(); ++i) {
            const auto index = static_cast<size_t>(std::ranges::find(family.launchers, i) - family.launchers.begin());
            text += launcher_class(family, *family.kernels[index], family.launcher(i)) + "\n";
        }
        if (family.is_template()) text += template_members(names, family) + "\n";
    }
    for (const kernel_family& family : families) text += member(family);
    return text + "};\n";
}

}  // namespace ingot::compiler
