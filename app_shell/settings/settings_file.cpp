#include "settings/settings_file.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <ingot/files/read_file.hpp>
#include <ingot/sample/printable_text.hpp>
#include <nlohmann/json.hpp>

#include "capture/output_file.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::json;

/// Returns the path in the environment variable, or an empty path if it is unset or relative: the XDG Base Directory
/// Specification requires programs to ignore relative paths.
std::filesystem::path folder_of(const char* variable) {
    const char* const value = std::getenv(variable);
    const std::filesystem::path folder = value ? value : "";
    return folder.is_absolute() ? folder : std::filesystem::path();
}

/// Returns the library's message without its name for the error:
/// "[json.exception.parse_error.101] parse error at line 2, column 9: syntax error while parsing value - invalid …".
std::string_view reason_of(const json::exception& problem) {
    const std::string_view message = problem.what();
    const size_t end_of_name = message.find("] ");
    return end_of_name == std::string_view::npos ? message : message.substr(end_of_name + 2);
}

}  // namespace

std::filesystem::path settings_folder() {
    if (const auto folder = folder_of("XDG_CONFIG_HOME"); !folder.empty()) return folder / "ingot";
    if (const auto home = folder_of("HOME"); !home.empty()) return home / ".config" / "ingot";
    return {};
}

json read_settings(std::string_view name, const std::function<void(const std::string&)>& report) {
    const auto folder = settings_folder();
    const auto file = folder / name;
    std::error_code ignored;
    if (folder.empty() || !std::filesystem::exists(file, ignored)) return json::object();
    std::string reason = "the file is not a JSON object";
    try {
        json found = json::parse(files::read_text(file));
        if (found.is_object()) return found;
    } catch (const std::filesystem::filesystem_error& problem) {
        reason = problem.code().message();
    } catch (const json::exception& problem) {
        reason = fmt::format("invalid JSON: {}", printable(reason_of(problem), 400));
    }
    report(fmt::format("the settings in '{}' are ignored, and the file is not overwritten: {}. Correct the file, or remove it",
                       file.string(), reason));
    return json::object();
}

void write_settings(std::string_view name, const json& object) {
    const auto folder = settings_folder();
    if (folder.empty()) return;
    const auto file = folder / name;
    std::error_code problem;
    std::filesystem::create_directories(file.parent_path(), problem);
    if (problem)
        throw std::runtime_error(
            fmt::format("cannot create the folder '{}': {}", file.parent_path().string(), problem.message()));
    replace_file(file, object.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace ingot::shell
