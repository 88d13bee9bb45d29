#include "generated_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

namespace ingot::compiler {

namespace {

std::string identifier(std::string_view text) {
    std::string made;
    for (const char c : text)
        made += std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 0x80 ? c : '_';
    if (made.empty() || std::isdigit(static_cast<unsigned char>(made.front()))) made.insert(0, "_");
    return made;
}

// As the inside of a C++ string literal.
std::string literal(std::string_view text) {
    std::string made;
    for (const char c : text) {
        if (c == '"' || c == '\\') made += '\\';
        made += c;
    }
    return made;
}

bool is_buffer(const archive::parameter& parameter) { return parameter.kind == archive::parameter_kind::buffer; }
bool is_image(const archive::parameter& parameter) { return parameter.kind == archive::parameter_kind::image; }
bool is_written(const archive::parameter& parameter) {
    return (is_buffer(parameter) || is_image(parameter)) && parameter.accessed != archive::access::read;
}

// "a device_buffer<float4>, which the kernel writes": what an argument must be, for a person.
std::string expected(const archive::parameter& parameter) {
    if (is_image(parameter))
        return fmt::format("a device_image for a {}, which the kernel {}", parameter.type,
                           is_written(parameter) ? "writes" : "only reads");
    if (!is_buffer(parameter)) return fmt::format("a value of type {}", parameter.type);
    return fmt::format("a device_buffer<{}>, which the kernel {}", parameter.type,
                       is_written(parameter) ? "writes" : "only reads");
}

std::string parameter_type(const kernel_description& kernel, size_t index) {
    const archive::parameter& parameter = kernel.reflection.parameters[index];
    if (is_image(parameter)) return kernel.host_types[index];
    if (!is_buffer(parameter)) return fmt::format("::ingot::param<{}>", kernel.host_types[index]);
    return fmt::format("::ingot::buffer<{}{}>", is_written(parameter) ? "" : "const ", kernel.host_types[index]);
}

std::string joined(size_t count, std::string_view separator, const auto& part) {
    std::string made;
    for (size_t i = 0; i < count; ++i) made += (i ? std::string(separator) : std::string()) + part(i);
    return made;
}

std::string assertion(const std::string& condition, const std::string& text) {
    return fmt::format("            static_assert({},\n                          \"{}\");\n", condition, literal(text));
}

std::string assertions(const archive::kernel_reflection& kernel) {
    const std::vector<archive::parameter>& parameters = kernel.parameters;
    std::string made;
    for (size_t i = 0; i < parameters.size(); ++i)
        made += assertion(fmt::format("sizeof...(Arguments) != {}", i),
                          fmt::format("kernel '{}': argument {}, '{}', is missing: {}", kernel.name, i + 1, parameters[i].name,
                                      expected(parameters[i])));
    const std::string all = joined(parameters.size(), ", ", [&](size_t i) { return "'" + parameters[i].name + "'"; });
    made += assertion(fmt::format("sizeof...(Arguments) <= {}", parameters.size()),
                      fmt::format("kernel '{}' takes {} argument{}{}{}: more were given", kernel.name, parameters.size(),
                                  parameters.size() == 1 ? "" : "s", all.empty() ? "" : ", ", all));
    for (size_t i = 0; i < parameters.size(); ++i) {
        const std::string place = fmt::format("kernel '{}', argument {}, '{}', ", kernel.name, i + 1, parameters[i].name);
        made += assertion(fmt::format("(::ingot::launch::is_kind<{}, parameters, Arguments...>)", i),
                          place + "must be " + expected(parameters[i]));
        if (is_written(parameters[i]))
            made += assertion(fmt::format("(::ingot::launch::is_writable<{}, parameters, Arguments...>)", i),
                              place + "is const, but the kernel writes it: it must be " + expected(parameters[i]));
    }
    return made;
}

std::string kernel_class(const kernel_description& kernel) {
    const archive::kernel_reflection& reflection = kernel.reflection;
    std::string signature;
    for (const archive::parameter& parameter : reflection.parameters)
        signature += fmt::format("    ///  - {}: {}\n", parameter.name, expected(parameter));
    return fmt::format(R"(    /// Kernel `{0}`{1}
{2}    class {0}_kernel : public ::ingot::kernel_function {{
        using parameters = ::ingot::launch::parameters<{3}>;

    public:
        explicit {0}_kernel(const ::ingot::program& of) : ::ingot::kernel_function(of, "{0}") {{}}

        template <typename... Arguments>
        void enqueue(::ingot::queue& in, const ::ingot::range& items, Arguments&&... arguments) const {{
{4}            ::ingot::launch::enqueue(parameters(), *this, in, items, std::forward<Arguments>(arguments)...);
        }}
    }};
)",
                       reflection.name, reflection.parameters.empty() ? ", without arguments." : ". Its arguments:", signature,
                       joined(reflection.parameters.size(), ", ", [&](size_t i) { return parameter_type(kernel, i); }),
                       assertions(reflection));
}

}  // namespace

program_names names_of(const std::string& kernel_file) {
    const std::filesystem::path path(kernel_file);
    const std::string name = path.filename().string();
    return {name, identifier(name.substr(0, name.find('.'))), identifier(path.stem().string())};
}

std::string find_clash(const program_names& names, std::span<const kernel_description> kernels) {
    std::set<std::string> used {names.program + "_program"};
    for (const kernel_description& kernel : kernels)
        for (const std::string& name : {kernel.reflection.name, kernel.reflection.name + "_kernel"})
            if (!used.insert(name).second)
                return fmt::format("kernel '{}': the name '{}' in the generated header is taken by another; rename the kernel",
                                   kernel.reflection.name, name);
    return {};
}

std::string generate_header(const program_names& names, std::span<const kernel_description> kernels,
                            std::span<const std::string> includes) {
    std::string text = fmt::format(
        "// Made by ingotc from {}; do not edit.\n#pragma once\n\n#include <ingot/ingot.hpp>\n#include "
        "<ingot/runtime/launch.hpp>\n",
        names.file);
    for (const std::string& include : includes) text += fmt::format("#include {}\n", include);
    // Some of them may be for kernels; a host's own names may be `kernel`.
    text += "#undef kernel\n";
    text += fmt::format(R"(
extern const ::ingot::program_source {0}_source;

/// The kernels of {1}, built for a device.
class {0}_program : public ::ingot::program {{
public:
    explicit {0}_program(const ::ingot::device& on) : ::ingot::program(on, {0}_source) {{}}
    /// Of kernels that were compiled while the program runs. Throws error where they do not fit these launchers.
    {0}_program(const ::ingot::device& on, const ::ingot::compiled_program& compiled)
        : ::ingot::program(on, compiled, {0}_source) {{}}

)",
                        names.program, names.file);
    for (const kernel_description& kernel : kernels) text += kernel_class(kernel) + "\n";
    for (const kernel_description& kernel : kernels)
        text += fmt::format("    {0}_kernel {0} {{*this}};\n", kernel.reflection.name);
    return text + "};\n";
}

}  // namespace ingot::compiler
