#include "session/parameter_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace ingot::shell {

parameter_base* find_parameter(std::span<parameter_base* const> among, std::string_view name) {
    const auto found =
        std::ranges::find(among, name, [](const parameter_base* each) -> std::string_view { return each->name(); });
    return found == among.end() ? nullptr : *found;
}

parameter_base* find_file_parameter(std::span<parameter_base* const> among, const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char letter) { return std::tolower(letter); });
    const auto takes_it = [&](const parameter_base* each) {
        return std::ranges::find(each->extensions(), extension) != each->extensions().end();
    };
    const auto takes_files = [](const parameter_base* each) { return each->kind() == parameter_kind::file; };
    auto found = std::ranges::find_if(among, takes_it);
    if (found == among.end()) found = std::ranges::find_if(among, takes_files);
    return found == among.end() ? nullptr : *found;
}

void set_parameters(std::span<parameter_base* const> among, const parameter_settings& values) {
    parameter_settings before;
    try {
        for (const auto& [name, value] : values) {
            parameter_base* const which = find_parameter(among, name);
            if (!which) throw parameter_error(fmt::format("{}: the sample has no parameter of that name", name));
            before.emplace_back(name, which->value());
            which->set(value);
        }
    } catch (...) {
        for (auto each = before.rbegin(); each != before.rend(); ++each) find_parameter(among, each->first)->set(each->second);
        throw;
    }
}

parameter_value portable_value(const parameter_base& of) {
    const auto* const path = std::get_if<std::string>(&of.value());
    if (of.kind() != parameter_kind::file || !path || path->empty()) return of.value();
    return std::filesystem::absolute(*path).lexically_normal().string();
}

std::string portable_text(const parameter_base& of) {
    return of.kind() == parameter_kind::file ? std::get<std::string>(portable_value(of)) : of.text();
}

}  // namespace ingot::shell
