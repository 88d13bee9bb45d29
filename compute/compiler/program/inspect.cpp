#include "inspect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ingot/archive/source_type.hpp>
#include <nlohmann/json.hpp>

namespace ingot::compiler {

namespace {

nlohmann::ordered_json as_json(const archive::parameter& parameter) {
    nlohmann::ordered_json json {
        {"name", parameter.name}, {"kind", archive::to_string(parameter.kind)}, {"type", parameter.type}};
    if (parameter.kind == archive::parameter_kind::buffer) json["in_constant_memory"] = parameter.in_constant_memory;
    if (parameter.kind == archive::parameter_kind::buffer || parameter.kind == archive::parameter_kind::image)
        json["access"] = archive::to_string(parameter.access_mode);
    json["size"] = parameter.size;
    json["alignment"] = parameter.alignment;
    return json;
}

nlohmann::ordered_json as_json(const archive::kernel_reflection& kernel) {
    nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
    for (const archive::parameter& parameter : kernel.parameters) parameters.push_back(as_json(parameter));
    return {{"name", kernel.name},
            {"symbol", kernel.symbol},
            {"parameters", parameters},
            {"uses_barrier", kernel.uses_barrier},
            {"local_memory", kernel.local_memory},
            {"file", kernel.file},
            {"line", kernel.line}};
}

}  // namespace

std::string describe(const archive::archive& contents) {
    std::string text = fmt::format("source    {}\ncompiler  {}\noptions  ", contents.source, contents.compiler);
    for (const std::string& option : contents.options) text += " " + option;
    text += "\n\ntargets\n";
    for (const archive::code& code : contents.targets) {
        text += fmt::format("  {:<8} {:<8} {:>8} bytes{}{}\n", code.target, code.architecture, code.bytes.size(),
                            code.required_features.empty() ? "" : "  requires ", fmt::join(code.required_features, ", "));
        for (const archive::missing_kernel& missing : code.missing_kernels)
            text += fmt::format("    without '{}': {}\n", missing.symbol, missing.reason);
    }
    text += "\nkernels\n";
    for (const archive::kernel_reflection& kernel : contents.kernels) {
        text += fmt::format("  {}    {}:{}\n", kernel.name, kernel.file, kernel.line);
        if (kernel.symbol != kernel.name) text += fmt::format("    symbol {}\n", kernel.symbol);
        text += fmt::format("    local memory {} bytes, {}\n", kernel.local_memory,
                            kernel.uses_barrier ? "uses barriers" : "no barrier");
        for (const archive::parameter& parameter : kernel.parameters)
            text += fmt::format("    {:<24} {:<16} {} bytes, aligned to {}\n", archive::source_type(parameter), parameter.name,
                                parameter.size, parameter.alignment);
    }
    return text;
}

std::string describe_as_json(const archive::archive& contents) {
    nlohmann::ordered_json targets = nlohmann::ordered_json::array();
    for (const archive::code& code : contents.targets) {
        targets.push_back({{"target", code.target},
                           {"architecture", code.architecture},
                           {"needs", code.required_features},
                           {"size", code.bytes.size()}});
        for (const archive::missing_kernel& missing : code.missing_kernels)
            targets.back()["missing"].push_back({{"symbol", missing.symbol}, {"reason", missing.reason}});
    }
    nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
    for (const archive::kernel_reflection& kernel : contents.kernels) kernels.push_back(as_json(kernel));
    const nlohmann::ordered_json all {{"source", contents.source},
                                      {"compiler", contents.compiler},
                                      {"options", contents.options},
                                      {"targets", targets},
                                      {"kernels", kernels}};
    return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace ingot::compiler
