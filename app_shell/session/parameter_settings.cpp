#include "session/parameter_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace ingot::shell {

parameter_base* find_parameter(std::span<parameter_base* const> parameters, std::string_view name) {
    const auto found = std::ranges::find_if(parameters, [&](const parameter_base* each) { return each->has_name(name); });
    return found == parameters.end() ? nullptr : *found;
}

parameter_base* find_file_parameter(std::span<parameter_base* const> parameters, const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char letter) { return std::tolower(letter); });
    const auto reads_extension = [&](const parameter_base* each) {
        return std::ranges::find(each->extensions(), extension) != each->extensions().end();
    };
    const auto reads_files = [](const parameter_base* each) { return each->kind() == parameter_kind::file; };
    auto found = std::ranges::find_if(parameters, reads_extension);
    if (found == parameters.end()) found = std::ranges::find_if(parameters, reads_files);
    return found == parameters.end() ? nullptr : *found;
}

const parameter_value* find_setting(const parameter_settings& settings, std::string_view name) {
    const auto found = std::find_if(settings.rbegin(), settings.rend(), [&](const auto& each) { return each.first == name; });
    return found == settings.rend() ? nullptr : &found->second;
}

void choose_given_files(std::span<parameter_base* const> parameters, parameter_settings& settings) {
    for (const parameter_base* each : parameters) {
        const parameter_value* const file = find_setting(settings, each->name());
        if (each->source_choice().empty() || !file || to_text(*file).empty()) continue;
        if (!find_setting(settings, each->source_choice())) settings.emplace_back(each->source_choice(), std::string(from_file));
    }
}

bool is_file_read(std::span<parameter_base* const> parameters, const parameter_base& parameter) {
    const parameter_base* const source =
        parameter.source_choice().empty() ? nullptr : find_parameter(parameters, parameter.source_choice());
    return !source || source->value() == parameter_value(std::string(from_file));
}

void set_parameters(std::span<parameter_base* const> parameters, const parameter_settings& values) {
    parameter_settings before;
    try {
        for (const auto& [name, value] : values) {
            parameter_base* const parameter = find_parameter(parameters, name);
            if (!parameter) throw parameter_error(fmt::format("{}: the sample has no parameter of this name", name));
            before.emplace_back(name, parameter->value());
            parameter->set(value);
        }
    } catch (...) {
        for (auto each = before.rbegin(); each != before.rend(); ++each)
            find_parameter(parameters, each->first)->set(each->second);
        throw;
    }
}

parameter_value value_with_absolute_path(const parameter_base& parameter) {
    const auto* const path = std::get_if<std::string>(&parameter.value());
    if (parameter.kind() != parameter_kind::file || !path || path->empty()) return parameter.value();
    return std::filesystem::absolute(*path).lexically_normal().string();
}

std::string text_with_absolute_path(const parameter_base& parameter) {
    return parameter.kind() == parameter_kind::file ? std::get<std::string>(value_with_absolute_path(parameter))
                                                    : parameter.text();
}

}  // namespace ingot::shell
